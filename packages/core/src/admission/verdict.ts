import type { Env } from '../contract/env.ts'
import type { Fact } from '../contract/fact/fact.ts'
import type { Facts } from '../contract/fact/facts.ts'
import { factOf } from '../contract/query/fact-of.ts'
import type { KubernetesQuery } from '../contract/query/query.ts'
import { cutRedacted } from '../contract/redaction/cut-redacted.ts'
import { secretsOfFacts } from '../contract/redaction/resource-secrets.ts'
import { queriesOf, type Readable, type Review } from './review.ts'
import { longestReported, type ReportedFinding, reportedFinding } from './reported-finding.ts'

/** The decision on a request, without secrets (P23). */
export interface Verdict {
  /** `Passed`: not validated. */
  readonly _tag: 'Passed' | 'Allowed' | 'Refused'
  /** Why the request is rejected; empty: it is not. */
  readonly errors: readonly ReportedFinding[]
  /** Warnings for the user who sent the request. */
  readonly warnings: readonly string[]
}

const whatOf = (query: KubernetesQuery): string => {
  switch (query._tag) {
    case 'ReadFlinkDeployment':
      return `FlinkDeployment ${query.name}`
    case 'ReadFlinkSessionJob':
      return `FlinkSessionJob ${query.name}`
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment':
    case 'ListJobManagerPods':
    case 'ListConfigMaps':
    case 'ListServices':
    case 'ReadIngress':
    case 'ListLabelledObjects':
    case 'ReadNames':
    case 'ListFlinkDeployments':
    case 'ListFlinkSessionJobs':
    case 'ListNamingResources':
    case 'ListStateSnapshots':
    case 'ReadAutoscalerState':
    case 'ReadClusterCapacity':
      return query._tag
  }
}

/** Warnings for failed queries. The rounds make the checks that depend on them, before any action. */
const unseenIn = (queries: readonly KubernetesQuery[], facts: Facts): readonly string[] =>
  queries.flatMap(query => {
    const fact = facts[factOf(query)] as Fact<unknown> | undefined
    if (fact !== undefined && fact._tag !== 'Unknown') return []
    const why = fact === undefined ? 'it was not queried' : `${fact.reason}: ${fact.message}`
    return [`validation is incomplete: ${whatOf(query)} could not be read (${why}); the operator validates it again before it acts`]
  })

const line = ({ field, message }: ReportedFinding): string => `${field}: ${message}`

const judged = (review: Readable, facts: Facts, env: Env): Verdict => {
  const { kind, decoded, desired, resource, isSpecOld } = review
  const findings = kind.admission.judge(decoded, desired, facts, env)
  // a finding may quote another resource, such as the cluster of a session job
  const secrets = [...review.secrets, ...secretsOfFacts(facts, env)]
  const reported = (severity: 'Error' | 'Advice'): readonly ReportedFinding[] =>
    findings.filter(it => it.severity === severity).map(finding => reportedFinding(finding, resource, secrets))
  const errors = reported('Error')
  // an edit of a label reports errors in the spec, but does not repeat advice each time
  if (isSpecOld)
    return {
      _tag: 'Allowed',
      errors: [],
      warnings: errors.map(error => `the operator does not apply this spec: ${line(error)}`),
    }
  const unseen = unseenIn(queriesOf(review), facts).map(text => cutRedacted(text, secrets, longestReported))
  return { _tag: errors.length > 0 ? 'Refused' : 'Allowed', errors, warnings: [...unseen, ...reported('Advice').map(line)] }
}

/** Decides on a request. `facts`: the results of its queries. Total: a failed query never rejects a request. */
export const verdictOf = (review: Review, facts: Facts, env: Env): Verdict => {
  switch (review._tag) {
    case 'Passed':
      return { _tag: 'Passed', errors: [], warnings: review.warning === null ? [] : [review.warning] }
    case 'Unreadable':
      return { _tag: 'Refused', errors: [reportedFinding(review.finding, review.resource, [])], warnings: [] }
    case 'Readable':
      return judged(review, facts, env)
  }
}

import type { Env } from '../env.ts'
import type { Fact } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { factOf } from '../query/fact-of.ts'
import type { KubernetesQuery } from '../query/query.ts'
import { cutRedacted } from '../redaction/cut-redacted.ts'
import { secretsOfFacts } from '../redaction/resource-secrets.ts'
import { queriesOf, type Readable, type Review } from './review.ts'
import { longestTold, type ToldFinding, toldFinding } from './told-finding.ts'

/** What is answered to a request, without secrets (P23). */
export interface Verdict {
  /** `Passed`: it was not judged. */
  readonly _tag: 'Passed' | 'Allowed' | 'Refused'
  /** Why it is refused; empty: it is not. */
  readonly errors: readonly ToldFinding[]
  /** What the writer is told beside. */
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
    case 'ListStateSnapshots':
    case 'ReadAutoscalerState':
      return query._tag
  }
}

/** Looks that failed: what rests on them is checked by the rounds, before anything is done. */
const unseenIn = (queries: readonly KubernetesQuery[], facts: Facts): readonly string[] =>
  queries.flatMap(query => {
    const fact = facts[factOf(query)] as Fact<unknown> | undefined
    if (fact !== undefined && fact._tag !== 'Unknown') return []
    const why = fact === undefined ? 'it was not looked at' : `${fact.reason}: ${fact.message}`
    return [`not all was checked, ${whatOf(query)} could not be seen (${why}); the operator checks it before it does anything`]
  })

const line = ({ field, message }: ToldFinding): string => `${field}: ${message}`

const judged = (review: Readable, facts: Facts, env: Env): Verdict => {
  const { kind, decoded, desired, resource, isSpecOld } = review
  const findings = kind.admission.judge(decoded, desired, facts, env)
  // what is found may quote another resource, such as the cluster of a session job
  const secrets = [...review.secrets, ...secretsOfFacts(facts, env)]
  const told = (severity: 'Error' | 'Advice'): readonly ToldFinding[] =>
    findings.filter(it => it.severity === severity).map(finding => toldFinding(finding, resource, secrets))
  const errors = told('Error')
  // who changes a label is told what the operator refuses, and not each time what could be better
  if (isSpecOld) return { _tag: 'Allowed', errors: [], warnings: errors.map(error => `the spec is not followed: ${line(error)}`) }
  const unseen = unseenIn(queriesOf(review), facts).map(text => cutRedacted(text, secrets, longestTold))
  return { _tag: errors.length > 0 ? 'Refused' : 'Allowed', errors, warnings: [...unseen, ...told('Advice').map(line)] }
}

/** What becomes of a request; `facts`: the answers to its queries. Total: what can't be seen refuses nothing. */
export const verdictOf = (review: Review, facts: Facts, env: Env): Verdict => {
  switch (review._tag) {
    case 'Passed':
      return { _tag: 'Passed', errors: [], warnings: review.warning === null ? [] : [review.warning] }
    case 'Unreadable':
      return { _tag: 'Refused', errors: [toldFinding(review.finding, review.resource, [])], warnings: [] }
    case 'Readable':
      return judged(review, facts, env)
  }
}

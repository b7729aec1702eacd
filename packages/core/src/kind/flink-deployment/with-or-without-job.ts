import * as E from 'fp-ts/lib/Either.js'
import { type FlinkDeploymentDesired, type FlinkDeploymentObserved, roundInForce } from './application/application-round.ts'
import { decodeRecordedSpec } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Recorded, Resource } from '../../contract/resource/resource.ts'
import type { Explanation } from '../../contract/round/explanation.ts'
import type { SessionClusterDesired } from './session-cluster/session-cluster-round.ts'
import { classify as classifySessionCluster } from './session-cluster/classify-session-cluster.ts'
import { explain as explainSessionCluster } from './session-cluster/explain-session-cluster.ts'
import { observe as observeSessionCluster } from './session-cluster/observe-session-cluster.ts'
import { reconcile as reconcileSessionCluster } from './session-cluster/reconcile-session-cluster.ts'
import type { SessionClusterObserved } from './session-cluster/session-cluster-round.ts'
import { classify as classifyApplication } from './classify-deployment.ts'
import { explain as explainApplication } from './explain-deployment.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { observe as observeApplication } from './observe-deployment.ts'
import { reconcile as reconcileApplication } from './reconcile-deployment.ts'
import { validateSessionCluster } from './validate-session-cluster.ts'
import { validate as validateApplication } from './validated-deployment.ts'

/** What a FlinkDeployment works towards, as an application or as a session cluster. */
export type AnyDesired = FlinkDeploymentDesired | SessionClusterDesired
/** What the round observed of it; belongs to the `AnyDesired` of the same round. */
export type AnyObserved = FlinkDeploymentObserved | SessionClusterObserved

/**
 * Is the FlinkDeployment a session cluster? The recorded spec decides, whatever the current spec asks for: validation refuses a switch, and
 * the last valid spec stays in force.
 *
 * | recorded spec | spec.job | kind |
 * |---|---|---|
 * | without a job | – | session cluster |
 * | with a job | – | application |
 * | none or unreadable | null | session cluster |
 * | none or unreadable | set | application |
 */
const isSessionCluster = (
  { spec, status: { reconciliationStatus: { lastReconciledSpec } } }: Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>,
): boolean => {
  // both operators write the record of a job with this beginning; the shortcut saves decoding it in every round
  if (lastReconciledSpec?.startsWith('{"spec":{"job":{') === true) return false
  const record = lastReconciledSpec === null ? null : decodeRecordedSpec(lastReconciledSpec)
  return (record !== null && E.isRight(record) ? record.right.spec : spec).job === null
}

export const validate = (
  resource: Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>,
  env: Env,
  secrets?: readonly string[],
): AnyDesired => (isSessionCluster(resource) ? validateSessionCluster(resource, env, secrets) : validateApplication(resource, env, secrets))

export const observe = (
  desired: AnyDesired,
  recorded: Recorded<FlinkDeploymentStatus>,
  facts: FlinkDeploymentFacts,
  env: Env,
): AnyObserved =>
  desired.runs === 'AnyJobs' ? observeSessionCluster(desired, recorded, facts, env) : observeApplication(desired, recorded, facts, env)

export const reconcile = (desired: AnyDesired, observed: AnyObserved, env: Env): readonly FlinkDeploymentAction[] =>
  desired.runs === 'AnyJobs' ? reconcileSessionCluster(desired, observed, env) : reconcileApplication(desired, observed, env)

export const explain = (desired: AnyDesired, observed: AnyObserved, env: Env): Explanation =>
  desired.runs === 'AnyJobs' ? explainSessionCluster(desired, observed, env) : explainApplication(desired, observed, env)

/** The situation of an application or of a session cluster: its tag, its row and its reason as text. */
export const situationOf = (
  desired: AnyDesired,
  observed: AnyObserved,
  env: Env,
): { readonly _tag: string; readonly row: string; readonly reason: string } =>
  desired.runs === 'AnyJobs' ? classifySessionCluster({ desired, observed, env })
    : classifyApplication(roundInForce(desired, observed, env))

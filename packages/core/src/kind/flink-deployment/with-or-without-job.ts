import * as E from 'fp-ts/lib/Either.js'
import type { FlinkDeploymentDesired } from '../../application/deployment-desired.ts'
import type { FlinkDeploymentObserved } from '../../application/observed.ts'
import { roundInForce } from '../../application/application-round.ts'
import { decodeRecordedSpec } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Recorded, Resource } from '../../resource/resource.ts'
import type { Explanation } from '../../round/explanation.ts'
import type { SessionClusterDesired } from '../../session-cluster/session-cluster-desired.ts'
import { classify as classifySessionCluster } from '../../session-cluster/classify-session-cluster.ts'
import { explain as explainSessionCluster } from '../../session-cluster/explain-session-cluster.ts'
import { observe as observeSessionCluster } from '../../session-cluster/observe-session-cluster.ts'
import { reconcile as reconcileSessionCluster } from '../../session-cluster/reconcile-session-cluster.ts'
import type { SessionClusterObserved } from '../../session-cluster/session-cluster-round.ts'
import { classify as classifyApplication } from './classify-deployment.ts'
import { explain as explainApplication } from './explain-deployment.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { observe as observeApplication } from './observe-deployment.ts'
import { reconcile as reconcileApplication } from './reconcile-deployment.ts'
import { validateSessionCluster } from './validate-session-cluster.ts'
import { validate as validateApplication } from './validated-deployment.ts'

/** What is asked of a FlinkDeployment, with a job of its own or as a session cluster. */
export type AnyDesired = FlinkDeploymentDesired | SessionClusterDesired
/** What was seen of it; belongs to the `AnyDesired` of the same round. */
export type AnyObserved = FlinkDeploymentObserved | SessionClusterObserved

/**
 * Is it a session cluster? What was deployed says so, whatever the spec asks for by now: the switch is refused, and the last good spec is
 * in force.
 *
 * | recorded | spec.job | |
 * |---|---|---|
 * | without a job | – | session cluster |
 * | with a job | – | application |
 * | nothing, or what can't be read | null | session cluster |
 * | nothing, or what can't be read | set | application |
 */
const isSessionCluster = (
  { spec, status: { reconciliationStatus: { lastReconciledSpec } } }: Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>,
): boolean => {
  // as each operator begins the record of a job: each round asks this
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

/** The situation by its tag, its row and in words: of either table. */
export const situationOf = (
  desired: AnyDesired,
  observed: AnyObserved,
  env: Env,
): { readonly _tag: string; readonly row: string; readonly reason: string } =>
  desired.runs === 'AnyJobs' ? classifySessionCluster({ desired, observed, env })
    : classifyApplication(roundInForce(desired, observed, env))

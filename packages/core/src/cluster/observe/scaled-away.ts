import type { Millis } from '../../contract/resource/time.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { pauseWhileDown } from '../report/job-manager-down.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { Problem } from '../../contract/round/decision.ts'

type Observed = Pick<ClusterRound, 'observed' | 'env'>

/** When the next round looks at a JobManager that is not ready, and what for. Null: it is ready. */
export const untilUp = ({ observed: { status }, env }: Observed): { readonly after: Millis; readonly waitingFor: string } | null => {
  const { jobManagerDeploymentStatus: jobManager, operatorRecord: { jobManagerDownSince } } = status
  if (jobManager === 'READY') return null
  const pause = pauseWhileDown(jobManagerDownSince, env.now, env.options.reconcileInterval)
  return jobManager === 'ERROR' || jobManager === 'MISSING'
    ? { after: Math.max(env.options.observerProgressCheckInterval, pause), waitingFor: 'the JobManager' }
    : { after: pause, waitingFor: 'the JobManager to come up' }
}

/** True while the JobManager has no available replica: watches report its Deployment and pods, and Flink cannot answer yet. */
export const isForKubernetes = ({ observed: { status, facts: { deployment, jobManagerPods } } }: Pick<Observed, 'observed'>): boolean =>
  deployment?._tag === 'Known' && deployment.value.availableReplicas === 0 && jobManagerPods?._tag === 'Known'
  && (status.jobManagerDeploymentStatus === 'DEPLOYING' || status.jobManagerDeploymentStatus === 'ERROR')

/**
 * True if the Deployment of a job that should run has 0 replicas, and no operation in progress did that: a user scaled it, or another
 * writer removed the record of the operation (P06).
 */
export const isScaledAway = (
  { desired: { deployed }, observed: { status: { operation, jobStatus: { state } }, facts: { deployment } } }: Pick<
    ClusterRound,
    'desired' | 'observed'
  >,
): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.spec.job?.state !== 'suspended' && operation === null && !isTerminal(state)
  && wantsNothing(deployment)

const wantsNothing = (deployment: ClusterFacts['deployment']): boolean =>
  deployment?._tag === 'Known' && deployment.value.wantedReplicas === 0 && !deployment.value.deleting

/** The same while the job is being stopped, which needs its JobManager: the result of the stop can't be queried any more. */
export const isScaledAwayInStop = (
  { observed: { status: { operation }, facts: { deployment, jobManagerPods } } }: Pick<ClusterRound, 'observed'>,
): boolean =>
  operation?.kind === 'Suspend' && operation.step === 'Requested' && wantsNothing(deployment) && jobManagerPods?._tag === 'Known'
  && jobManagerPods.value.length === 0

export const scaledAway = ({ desired: { meta: { name, namespace } } }: Pick<ClusterRound, 'desired'>): Problem => ({
  owner: 'job-manager',
  type: 'ReconciliationException',
  reason: 'Missing',
  message:
    `Deployment ${name} is scaled to 0 replicas, so no JobManager runs, and no operation of this operator did that. Either scale it up again (kubectl scale deployment ${name} -n ${namespace} --replicas=1), `
    + `or delete Deployment ${name}: then the operator recovers the job like one whose JobManager is lost`,
})

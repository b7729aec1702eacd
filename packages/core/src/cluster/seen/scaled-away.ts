import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { Problem } from '../../round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'

/**
 * The Deployment of a job that is to run wants no replica, and nothing is under way that made it so: a person did, or somebody took away
 * what tells of it (P06).
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

/** The same while the job is being stopped, which needs its JobManager: what came of that can't be asked any more. */
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
    `Deployment ${name} is scaled to 0 replicas, so no JobManager runs, and nothing that is under way here did that. Either scale it up again (kubectl scale deployment ${name} -n ${namespace} --replicas=1), `
    + `or delete Deployment ${name}: then the job is brought back as one whose JobManager is lost`,
})

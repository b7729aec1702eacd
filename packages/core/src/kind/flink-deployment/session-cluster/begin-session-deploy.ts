import type { EmitEvent } from '../../../contract/action/emit-event.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import type { DeployOperation, DeploySource, OperationPurpose, TearDownOperation } from '../../../contract/resource/operation.ts'
import { act } from '../../../contract/round/decision.ts'
import { withReconciliation } from '../../../contract/round/status-change.ts'
import { newOperation as newOperationOf, withOperation } from '../../../job/record/new-operation.ts'
import { recordBeforeDeploy } from './record.ts'
import type { SessionAct, SessionRound } from './session-cluster-round.ts'

/** The fields that every operation of a session cluster starts with. */
const begun = ({ desired, observed, env }: SessionRound, purpose: OperationPurpose) => ({
  // a session cluster has no job: the operation must not take the id of a job that Flink lists
  ...newOperationOf({ desired, observed: { ...observed, facts: {} }, env }, purpose, env.options.resourceCleanupTimeout),
  jobId: null,
})

/** Whether high availability keeps the jobs of the cluster, and the reason for that conclusion. */
export type Jobs = Omit<Extract<DeploySource, { readonly _tag: 'NoJob' }>, '_tag'>

const newDeploy = (round: SessionRound, purpose: OperationPurpose, { jobs, reason }: Jobs): DeployOperation => {
  const base = begun(round, purpose)
  return { kind: 'Deploy', ...base, deployId: base.id, source: { _tag: 'NoJob', jobs, reason }, step: 'TearDown', abandonedAt: null }
}

export const newTearDown = (round: SessionRound): TearDownOperation => ({
  kind: 'TearDown',
  ...begun(round, 'Deletion'),
  deleteHaMetadata: true,
})

/**
 * Begins the deploy of a session cluster. This round only records the target spec and the attempt; a later round performs the first effect
 * from that record alone (P03, E-1). A rollback and a recovery do not change the recorded spec.
 */
export const beginDeploy = (
  round: SessionRound,
  purpose: OperationPurpose,
  target: ConfiguredCluster,
  jobs: Jobs,
  announce: readonly EmitEvent[],
): SessionAct => {
  const { desired, observed: { status }, env } = round
  const begun = withOperation(status, newDeploy(round, purpose, jobs))
  const recorded = purpose === 'Recovery' ? begun
    : purpose === 'Rollback' ? withReconciliation(begun, { state: 'ROLLING_BACK' })
    : recordBeforeDeploy(begun, { desired, target, now: env.now })
  return act(recorded, `the cluster is deployed (${purpose}): ${jobs.reason}`, { events: announce })
}

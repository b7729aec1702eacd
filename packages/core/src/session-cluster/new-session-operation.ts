import { newOperation as newOperationOf, withOperation } from '../job/record/new-operation.ts'
import type { DeployOperation, DeploySource, OperationPurpose, TearDownOperation } from '../resource/operation.ts'
import type { SessionRound } from './session-cluster-round.ts'

/** What every operation of a cluster without a job of its own starts with. */
const begun = ({ desired, observed, env }: SessionRound, purpose: OperationPurpose) => ({
  // none of the jobs that Flink lists is the cluster's own
  ...newOperationOf({ desired, observed: { ...observed, facts: {} }, env }, purpose, env.options.resourceCleanupTimeout),
  jobId: null,
})

/** Whether its jobs are kept, and how that was seen. */
export type Jobs = Omit<Extract<DeploySource, { readonly _tag: 'NoJob' }>, '_tag'>

export const newDeploy = (round: SessionRound, purpose: OperationPurpose, { jobs, reason }: Jobs): DeployOperation => {
  const base = begun(round, purpose)
  return { kind: 'Deploy', ...base, deployId: base.id, source: { _tag: 'NoJob', jobs, reason }, step: 'TearDown', abandonedAt: null }
}

export const newTearDown = (round: SessionRound): TearDownOperation => ({
  kind: 'TearDown',
  ...begun(round, 'Deletion'),
  deleteHaMetadata: true,
})

export { withOperation }

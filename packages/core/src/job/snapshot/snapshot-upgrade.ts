import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { JobRound } from '../job-round.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { withSavepoint } from './snapshot-record.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { snapshotKeeping } from './snapshot-pruning.ts'
import { upgradeResource } from './snapshot-resources.ts'
import { withJob } from '../../contract/round/status-change.ts'
import { stopLeaves } from '../../contract/resource/suspend-mode.ts'

/**
 * Records the savepoint that a stop left (control-flow.md, section 6.7): in the history, with the same write that records it as the restore
 * source, or as a FlinkStateSnapshot, never as both (B03). If the operator dies before it creates the FlinkStateSnapshot, the savepoint has
 * no owner: its files stay, so that no state is lost.
 */
export const withUpgradeSavepoint = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SuspendOperation,
  path: string,
  decision: Decision<Status>,
): Decision<Status> => {
  const { desired: { deployed }, env } = round
  if (decision._tag === 'Look' || deployed._tag !== 'Deployed' || stopLeaves[operation.mode] !== 'Savepoint') return decision
  if (snapshotKeeping(deployed.running, env) === 'Resources')
    return { ...decision, effects: [...decision.effects, upgradeResource(round, deployed, path, operation.mintedAt)] }
  const formatType = deployed.running.options.savepointFormatType
  const savepointInfo = withSavepoint(decision.status.jobStatus.savepointInfo, {
    timeStamp: operation.mintedAt,
    location: path,
    triggerType: 'UPGRADE',
    formatType,
    triggerNonce: null,
  })
  return { ...decision, status: withJob(decision.status, { savepointInfo }) }
}

import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { JobRound } from '../job-round.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import { withSavepoint } from './snapshot-record.ts'
import type { Decision } from '../../round/decision.ts'
import { snapshotKeeping } from './snapshot-keeping.ts'
import { upgradeResource } from './snapshot-resources.ts'
import { withJob } from '../../round/status-change.ts'
import { stopLeaves } from '../../resource/suspend-mode.ts'

/**
 * The savepoint that a stop left is kept like any other (control-flow.md, section 6.7): by the history, in the very write that names it as
 * the one to restore from, or by a FlinkStateSnapshot, never by both (B03). If the process dies before it creates that, the savepoint is
 * nobody's: it stays, which loses nothing.
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

import type { SuspendedState } from '../../job/stop/ender.ts'
import { finishStop, stopOf } from '../../job/stop/finish-stop.ts'
import type { OperationPurpose, SuspendOperation } from '../../resource/operation.ts'
import { act } from '../../round/decision.ts'
import type { JobDecision, Round } from '../round.ts'
import { withStatus } from '../../round/status-change.ts'
import { recordClusterGone, withoutTaskManagers } from '../record/status-updates.ts'

/** The job is stopped (`job/stop/finish-stop.ts`); of a resource that is deleted the cluster goes next. */
export const finishSuspend = (round: Round, operation: SuspendOperation, state: SuspendedState): JobDecision =>
  finishStop(round, operation, state, {
    clusterGone: recordClusterGone,
    nothingRuns: status => withoutTaskManagers(status, round.desired),
    deleting: (
      status,
      { kind: _kind, mode: _mode, restoreMode: _restore, step: _step, seenTerminalAt: _seen, redeploy: _redeploy, ...common },
    ) =>
      act(
        withStatus(status, { operation: { kind: 'TearDown', ...common, deleteHaMetadata: true } }),
        'the job is stopped: its cluster goes',
      ),
  })

/** Nothing runs any more. */
export const stoppedBefore = (
  round: Round,
  purpose: OperationPurpose,
  restore: Pick<SuspendOperation, 'restoreMode'>,
): JobDecision => finishSuspend(round, stopOf(round, purpose, restore), { _tag: 'Recorded' })

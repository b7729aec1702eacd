import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { Operation, UnreadableOperation } from '../../contract/resource/operation.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'

/** An operation's deadline that this process extends beyond the recorded one (`withRestartedWaits`). */
export interface RenewedDeadline {
  readonly recorded: EpochMillis
  readonly counts: EpochMillis
}

const deadlineOf = (operation: Operation | UnreadableOperation | null): EpochMillis | null =>
  operation === null || operation.kind === 'Unreadable' ? null : operation.giveUpAt

/** Empty: the recorded deadline applies. */
export const renewedDeadline = (
  recorded: JobLifecycleStatus,
  waited: JobLifecycleStatus,
): { readonly renewed?: RenewedDeadline } => {
  const [before, after] = [deadlineOf(recorded.operation), deadlineOf(waited.operation)]
  return before === null || after === null || before === after ? {} : { renewed: { recorded: before, counts: after } }
}

/**
 * The status to write: the recorded deadline stays. An operation's duration is computed from it, so a written extension would be extended
 * again and again (F15, P08).
 */
export const withRecordedDeadline = <Status extends JobLifecycleStatus>(status: Status, renewed: RenewedDeadline | undefined): Status => {
  const { operation } = status
  if (renewed === undefined || operation === null || operation.kind === 'Unreadable' || operation.giveUpAt !== renewed.counts) return status
  return { ...status, operation: { ...operation, giveUpAt: renewed.recorded } }
}

import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Operation, UnreadableOperation } from '../../resource/operation.ts'
import type { EpochMillis } from '../../resource/time.ts'

/** A deadline of the operation that counts later for this process than it is recorded (`withRestartedWaits`). */
export interface RenewedDeadline {
  readonly recorded: EpochMillis
  readonly counts: EpochMillis
}

const deadlineOf = (operation: Operation | UnreadableOperation | null): EpochMillis | null =>
  operation === null || operation.kind === 'Unreadable' ? null : operation.giveUpAt

/** Nothing: the recorded one counts. */
export const renewedDeadline = (
  recorded: JobLifecycleStatus,
  waited: JobLifecycleStatus,
): { readonly renewed?: RenewedDeadline } => {
  const [before, after] = [deadlineOf(recorded.operation), deadlineOf(waited.operation)]
  return before === null || after === null || before === after ? {} : { renewed: { recorded: before, counts: after } }
}

/**
 * The status as it is written: the recorded deadline stays. How long an operation may take is read from it, so a renewed one that was
 * written would be renewed again, and again (F15, P08).
 */
export const withRecordedDeadline = <Status extends JobLifecycleStatus>(status: Status, renewed: RenewedDeadline | undefined): Status => {
  const { operation } = status
  if (renewed === undefined || operation === null || operation.kind === 'Unreadable' || operation.giveUpAt !== renewed.counts) return status
  return { ...status, operation: { ...operation, giveUpAt: renewed.recorded } }
}

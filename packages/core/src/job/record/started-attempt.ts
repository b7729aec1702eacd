import type { MarkStarted } from '../../contract/action/mark-started.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { contradictedState, isDefinite } from '../../contract/resource/last-state.ts'
import type { Operation } from '../../contract/resource/operation.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import { startedMark, type StartedMark } from '../../contract/resource/annotations.ts'
import { withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import type { JobDesired, JobRound } from '../job-round.ts'
import { ownJob } from '../observe/observe-job.ts'

/** Marks the resource with its deployed attempt once Flink lists the attempt's job, if it has no such mark. */
export const markStart = ({ desired: { meta }, observed: { status, facts, host } }: JobRound): readonly MarkStarted[] => {
  const { operation, operatorRecord: { attempts, deployedAttempt } } = status
  const isListed = host.jobManager === 'READY' && ownJob(status, facts) !== undefined
  const mark = startedMark(meta)
  return operation !== null || deployedAttempt === null || !isListed || mark?.id === deployedAttempt ? []
    : [{ _tag: 'MarkStarted', mark: { attempt: Math.max(1, attempts, mark?.attempt ?? 0), id: deployedAttempt } }]
}

/**
 * Holds the status against the mark on the resource. A status that is older than the mark was put back, perhaps whole (P25).
 *
 * | the status | what counts |
 * |---|---|
 * | was written before the marked attempt began | attempts are counted on; a last state that it records is not the newest, so it is unknown |
 * | has no record of this operator | it is taken over: another operator may have run the job since (`newOperation` counts on) |
 * | starts the marked attempt | its job ran: what the job is restored from next is decided as after a loss |
 */
export const withStartedAttempt = <Status extends JobLifecycleStatus>(
  meta: Pick<ResourceMeta, 'uid' | 'annotations' | 'deletionTimestamp'>,
  status: Status,
): Status => {
  const mark = startedMark(meta)
  if (mark === null || meta.deletionTimestamp !== null || status.operation?.kind === 'Unreadable') return status
  if (isNamedIn(status, mark)) return asStarted(status, mark)
  return isOlderThan(status, mark) && isRecordOfOurs(status) ? asOlder(status, mark) : status
}

/**
 * Is the status older than the mark? What it says of the end of the job is then not about the newest run. A record that can't be read does
 * not count its attempts, so it is none.
 */
export const isOlderThanMark = (
  { meta, unread }: { readonly meta: Pick<ResourceMeta, 'uid' | 'annotations'> } & Pick<JobDesired, 'unread'>,
  status: JobLifecycleStatus,
): boolean => {
  const mark = startedMark(meta)
  const isRead = !unread.some(({ path }) => /^status\.(?:operatorRecord|operation)\b/u.test(path))
  return isRead && mark !== null && !isNamedIn(status, mark) && isOlderThan(status, mark)
}

const isNamedIn = ({ operation, operatorRecord: { deployedAttempt } }: JobLifecycleStatus, { id }: StartedMark): boolean =>
  operation?.id === id || deployedAttempt === id

const isOlderThan = (status: JobLifecycleStatus, { attempt }: StartedMark): boolean => newestAttempt(status) < attempt

const newestAttempt = ({ operation, operatorRecord: { attempts } }: JobLifecycleStatus): number =>
  Math.max(attempts, operation?.attempt ?? 0)

const isRecordOfOurs = (status: JobLifecycleStatus): boolean => newestAttempt(status) > 0 || isDefinite(status.operatorRecord.lastState)

const asStarted = <Status extends JobLifecycleStatus>(status: Status, { id, attempt }: StartedMark): Status => {
  const { operation, operatorRecord: { attempts, unstartedDeployment } } = status
  // a deploy of a later attempt records its own Deployment as not started
  const unstarted = operation?.kind === 'Deploy' && operation.id !== id ? unstartedDeployment : null
  const isKnown = unstarted === unstartedDeployment && attempts >= attempt
  const known = isKnown ? status : withRecord(status, { unstartedDeployment: unstarted, attempts: Math.max(attempts, attempt) })
  return operation?.id === id && isBeforeItsStart(operation) ? withLifecycle(known, { operation: { ...operation, step: 'Created' } })
    : known
}

const isBeforeItsStart = (operation: Operation): operation is Extract<Operation, { readonly kind: 'Deploy' }> =>
  operation.kind === 'Deploy' && operation.step !== 'Created'

const asOlder = <Status extends JobLifecycleStatus>(status: Status, { attempt }: StartedMark): Status => {
  const { operation, operatorRecord: { lastState } } = status
  const counted = withRecord(operation === null ? status : withLifecycle(status, { operation: null }), { attempts: attempt })
  return isDefinite(lastState)
    ? withRecord(counted, {
      lastState: contradictedState(
        `the resource is marked with attempt ${String(attempt)}, whose job ran, but its status knows of ${
          String(newestAttempt(status))
        } attempts only`,
      ),
    }) : counted
}

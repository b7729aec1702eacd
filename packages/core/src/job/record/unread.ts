import type { DecodeError } from '../../resource/finding.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Problem } from '../../round/decision.ts'
import { withLifecycle } from '../../round/status-change.ts'
import type { JobDesired } from '../job-round.ts'

/**
 * Parts of a status whose stand-in misleads nobody, by the beginning of their path: each round works them out anew, or they are only told.
 * No decision rests on any other part that can't be read (F14).
 */
const toldAnew: readonly string[] = [
  'status.lifecycleState',
  'status.error',
  'status.conditions',
  'status.clusterInfo',
  'status.taskManager',
  'status.jobManagerDeploymentStatus',
  'status.jobStatus.jobName',
]
/** Names of a newer version that are taken for UNKNOWN, which is a value of theirs. */
const openNames = /\.(triggerType|formatType)$/u

export const isDecidedBy = ({ path }: DecodeError): boolean => !toldAnew.some(it => path.startsWith(it)) && !openNames.test(path)

/**
 * What decisions would rest on and can't be read, after what was seen in this round: a state of the job that Flink tells anew is known
 * again.
 */
export const unreadEvidence = (
  { unread }: Pick<JobDesired, 'unread'>,
  { jobStatus }: JobLifecycleStatus,
): readonly DecodeError[] =>
  unread.filter(({ path }) => !path.startsWith('spec') && !(path === 'status.jobStatus.state' && jobStatus.state !== 'RECONCILING'))

/** Is the resource not all that it says, spec included? Nobody may read STABLE beside that (P16). */
export const isPartlyUnread = (desired: Pick<JobDesired, 'unread'>, status: JobLifecycleStatus): boolean =>
  unreadEvidence(desired, status).length > 0 || desired.unread.some(({ path }) => path.startsWith('spec'))

type Part = 'operatorRecord' | 'jobStatus' | 'reconciliationStatus'

/** The fields of a part that can't be read; null: the part as a whole can't. */
const unreadFields = (unread: readonly DecodeError[], part: Part): readonly string[] | null =>
  unread.some(({ path }) => path === `status.${part}`) ? null
    : unread.flatMap(({ path }) => (path.startsWith(`status.${part}.`) ? [/^\w+/u.exec(path.slice(part.length + 8))?.[0] ?? ''] : []))

const keptPart = <Status extends JobLifecycleStatus[Part]>(before: Status, after: Status, fields: readonly string[] | null): Status => {
  if (fields === null) return before
  const changed = fields.filter(field => before[field as keyof Status] !== after[field as keyof Status])
  return changed.length === 0 ? after : { ...after, ...Object.fromEntries(changed.map(field => [field, before[field as keyof Status]])) }
}

/**
 * The status with the stand-ins as they are, whatever was worked out: only so does the encoder write back what they stand for. But a state
 * of the job that was seen is told.
 */
export const keepingUnread = <Status extends JobLifecycleStatus>(
  { unread }: Pick<JobDesired, 'unread'>,
  before: Status,
  after: Status,
): Status => {
  const parts = unread.filter(({ path }) => path !== 'status.jobStatus.state')
  return parts.length === 0 ? after : withLifecycle(after, {
    operatorRecord: keptPart(before.operatorRecord, after.operatorRecord, unreadFields(parts, 'operatorRecord')),
    jobStatus: keptPart(before.jobStatus, after.jobStatus, unreadFields(parts, 'jobStatus')),
    reconciliationStatus: keptPart(before.reconciliationStatus, after.reconciliationStatus, unreadFields(parts, 'reconciliationStatus')),
  })
}

const words = ({ path, found, expected }: DecodeError): string => `${path} can't be read: found ${found}, expected ${expected}`

/** What people are told, and what they can do. */
export const unreadProblem = (unread: readonly DecodeError[]): Problem => ({
  owner: 'validation',
  type: 'ReconciliationException',
  reason: 'Error',
  message:
    `${
      unread.slice(0, 3).map(words).join('; ')
    }. Another version of the operator wrote it, or it is damaged. The job is looked at, and nothing is started, stopped or deleted. Run the version that wrote it, `
    + 'or mend it (kubectl edit --subresource=status), or delete the resource',
})

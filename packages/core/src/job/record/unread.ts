import type { DecodeError } from '../../contract/resource/finding.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { Problem } from '../../contract/round/decision.ts'
import { withLifecycle } from '../../contract/round/status-change.ts'
import type { JobDesired } from '../job-round.ts'

/**
 * Paths of status parts that may be unreadable: each round computes them again, or they are only reported. No decision may rest on any
 * other unreadable part (F14).
 */
const reportedAnew: readonly string[] = [
  'status.lifecycleState',
  'status.error',
  'status.conditions',
  'status.clusterInfo',
  'status.taskManager',
  'status.jobManagerDeploymentStatus',
  'status.jobStatus.jobName',
]
/** Fields whose unknown values count as UNKNOWN, a value of these fields. */
const openNames = /\.(triggerType|formatType)$/u

export const isDecidedBy = ({ path }: DecodeError): boolean => !reportedAnew.some(it => path.startsWith(it)) && !openNames.test(path)

/** The unreadable parts that decisions need, after this round's observation: a job state that Flink reports again is readable again. */
export const unreadEvidence = (
  { unread }: Pick<JobDesired, 'unread'>,
  { jobStatus }: JobLifecycleStatus,
): readonly DecodeError[] =>
  unread.filter(({ path }) => !path.startsWith('spec') && !(path === 'status.jobStatus.state' && jobStatus.state !== 'RECONCILING'))

/** True if part of the resource can't be read, spec included. Such a resource must not be reported as STABLE (P16). */
export const isPartlyUnread = (desired: Pick<JobDesired, 'unread'>, status: JobLifecycleStatus): boolean =>
  unreadEvidence(desired, status).length > 0 || desired.unread.some(({ path }) => path.startsWith('spec'))

type Part = 'operatorRecord' | 'jobStatus' | 'reconciliationStatus'

/** The unreadable fields of a part. Null: the whole part is unreadable. */
const unreadFields = (unread: readonly DecodeError[], part: Part): readonly string[] | null =>
  unread.some(({ path }) => path === `status.${part}`) ? null
    : unread.flatMap(({ path }) => (path.startsWith(`status.${part}.`) ? [/^\w+/u.exec(path.slice(part.length + 8))?.[0] ?? ''] : []))

const keptPart = <Status extends JobLifecycleStatus[Part]>(before: Status, after: Status, fields: readonly string[] | null): Status => {
  if (fields === null) return before
  const changed = fields.filter(field => before[field as keyof Status] !== after[field as keyof Status])
  return changed.length === 0 ? after : { ...after, ...Object.fromEntries(changed.map(field => [field, before[field as keyof Status]])) }
}

/**
 * Keeps the placeholders of unreadable parts, whatever was computed, because the encoder writes back the original values for them. An
 * observed job state is reported all the same.
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

/** The problem for unreadable parts, with the remediation. */
export const unreadProblem = (unread: readonly DecodeError[]): Problem => ({
  owner: 'validation',
  type: 'ReconciliationException',
  reason: 'Error',
  message:
    `${
      unread.slice(0, 3).map(words).join('; ')
    }. Another version of the operator wrote it, or it is damaged. The operator only observes the job: it starts, stops and deletes nothing. Run the version that wrote it, `
    + 'or mend it (kubectl edit --subresource=status), or delete the resource',
})

import { recordedBasics } from '../../codec/recorded-spec.ts'
import type { JobManagerDeploymentStatus } from '../../resource/cluster-status.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { LifecycleState } from '../../resource/lifecycle-state.ts'
import { specToStart } from '../../resource/operation.ts'
import type { ToldDesired } from '../job-round.ts'
import { isPartlyUnread } from '../record/unread.ts'
import { isStable } from '../record/stable-spec.ts'

/** Texts that mean that a person has to restore the job (control-flow.md, section 5.10, marked †). */
const needsPerson: readonly string[] = [
  'Manual restore required.',
  'It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
  'HA metadata is not available',
]

interface Row {
  readonly row: string
  readonly state: LifecycleState
  readonly when: (status: JobLifecycleStatus, desired: ToldDesired, jobManager: JobManagerDeploymentStatus) => boolean
}

const hasRecord = ({ reconciliationStatus }: JobLifecycleStatus): boolean => reconciliationStatus.lastReconciledSpec !== null

/** Each round asks this: what can't say it is not parsed. A letter may be escaped in JSON. */
const maySaySuspended = /suspended|\\u/u
const isRecordedSuspended = ({ reconciliationStatus: { lastReconciledSpec } }: JobLifecycleStatus): boolean =>
  lastReconciledSpec !== null && maySaySuspended.test(lastReconciledSpec) && recordedBasics(lastReconciledSpec).jobState === 'suspended'

/**
 * The JobManager is gone; or, beyond the reference operator's row, the job ended in one that is there: nobody may read STABLE beside
 * "Manual restore required" (P16).
 */
const hasNothingThatRuns = (
  { jobStatus, operatorRecord: { errorOwner } }: JobLifecycleStatus,
  jobManager: JobManagerDeploymentStatus,
): boolean => jobManager === 'MISSING' || jobManager === 'ERROR' || (errorOwner === 'upgrade' && isTerminal(jobStatus.state))

/** A stable spec whose JobManager or job is gone, or can't come up, or whose stop fails, is not stable now (P16). */
const isLost = ({ jobStatus, error, operatorRecord: { errorOwner } }: JobLifecycleStatus): boolean =>
  error !== null && (errorOwner === 'job-manager' || errorOwner === 'job' || errorOwner === 'operation') && !isTerminal(jobStatus.state)

const isUpgrading = ({ reconciliationStatus, operation }: JobLifecycleStatus): boolean =>
  reconciliationStatus.state === 'UPGRADING'
  || (operation?.purpose !== undefined && specToStart[operation.purpose] === 'New')

/**
 * An upgrade whose last attempt failed, and that is tried again: it is told as under way between its attempts, too, not as stable each time
 * (P16).
 */
const isRetried = ({ jobStatus, operatorRecord: { retryAt } }: JobLifecycleStatus, { wanted, diff }: ToldDesired): boolean =>
  retryAt !== null && diff.type !== 'IGNORE' && wanted !== null && wanted.job?.state !== 'suspended' && !isTerminal(jobStatus.state)

/**
 * control-flow.md, section 1.5: the first row that fits. Row 4 also holds while our operation changes what runs, and until it is tried
 * again.
 */
export const lifecycleRows: readonly Row[] = [
  { row: '1', state: 'DELETING', when: (_, { meta }) => meta.deletionTimestamp !== null },
  { row: '2', state: 'CREATED', when: status => !hasRecord(status) && status.error === null },
  { row: '3', state: 'FAILED', when: status => !hasRecord(status) },
  { row: '4', state: 'UPGRADING', when: (status, desired) => isUpgrading(status) || isRetried(status, desired) },
  { row: '5', state: 'ROLLING_BACK', when: ({ reconciliationStatus }) => reconciliationStatus.state === 'ROLLING_BACK' },
  { row: '6', state: 'SUSPENDED', when: status => isRecordedSuspended(status) },
  { row: '7', state: 'FAILED', when: ({ jobStatus }) => jobStatus.state === 'FAILED' },
  {
    row: '8',
    state: 'FAILED',
    when: (status, _, jobManager) =>
      hasNothingThatRuns(status, jobManager) && needsPerson.some(text => status.error?.includes(text) ?? false),
  },
  { row: '9', state: 'ROLLED_BACK', when: ({ reconciliationStatus }) => reconciliationStatus.state === 'ROLLED_BACK' },
  { row: '10', state: 'STABLE', when: (status, desired) => isStable(status) && !isLost(status) && !isPartlyUnread(desired, status) },
]

/** `jobManager`: of the cluster that the job runs in. */
export const lifecycleStateOf = (
  status: JobLifecycleStatus,
  desired: ToldDesired,
  jobManager: JobManagerDeploymentStatus,
): LifecycleState => lifecycleRows.find(({ when }) => when(status, desired, jobManager))?.state ?? 'DEPLOYED'

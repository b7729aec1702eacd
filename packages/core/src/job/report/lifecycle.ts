import { lifecycleStates } from '../../crd/status-parts.ts'
import { type KindStates, statesIn } from '../../contract/round/kind.ts'
import { recordedBasics } from '../../crd/recorded-spec.ts'
import type { JobManagerDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type JobLifecycleStatus, isTerminal, type LifecycleState } from '../../contract/resource/job-status.ts'
import { specToStart } from '../../contract/resource/operation.ts'
import type { ReportedDesired } from '../job-round.ts'
import { isPartlyUnread } from '../record/unread.ts'
import { isStable } from '../record/stable-spec.ts'

/** The states of a resource that has one job, or is a session cluster. */
export const jobLifecycleStates: KindStates = {
  all: lifecycleStates,
  atRest: ['SUSPENDED', 'STABLE', 'ROLLED_BACK', 'FAILED', 'DELETED'],
  of: statesIn('lifecycleState'),
}

/** Error texts that mean that the user has to restore the job (control-flow.md, section 5.10, marked †). */
const needsPerson: readonly string[] = [
  'Manual restore required.',
  'It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
  'HA metadata is not available',
]

interface Row {
  readonly row: string
  readonly state: LifecycleState
  readonly when: (status: JobLifecycleStatus, desired: ReportedDesired, jobManager: JobManagerDeploymentStatus) => boolean
}

const hasRecord = ({ reconciliationStatus }: JobLifecycleStatus): boolean => reconciliationStatus.lastReconciledSpec !== null

/** A cheap check before parsing, because each round calls this. JSON may escape a letter. */
const maySaySuspended = /suspended|\\u/u
const isRecordedSuspended = ({ reconciliationStatus: { lastReconciledSpec } }: JobLifecycleStatus): boolean =>
  lastReconciledSpec !== null && maySaySuspended.test(lastReconciledSpec) && recordedBasics(lastReconciledSpec).jobState === 'suspended'

/**
 * True if the JobManager is gone. Beyond the reference operator's row, also if the job ended in a JobManager that exists: a resource that
 * needs a manual restore must not be reported as STABLE (P16).
 */
const hasNothingThatRuns = (
  { jobStatus, operatorRecord: { errorOwner } }: JobLifecycleStatus,
  jobManager: JobManagerDeploymentStatus,
): boolean => jobManager === 'MISSING' || jobManager === 'ERROR' || (errorOwner === 'upgrade' && isTerminal(jobStatus.state))

/** True if a stable spec does not count as stable now: its JobManager or job is gone or can't start, or its stop fails (P16). */
const isLost = ({ jobStatus, error, operatorRecord: { errorOwner } }: JobLifecycleStatus): boolean =>
  error !== null && (errorOwner === 'job-manager' || errorOwner === 'job' || errorOwner === 'operation') && !isTerminal(jobStatus.state)

const isUpgrading = ({ reconciliationStatus, operation }: JobLifecycleStatus): boolean =>
  reconciliationStatus.state === 'UPGRADING'
  || (operation?.purpose !== undefined && specToStart[operation.purpose] === 'New')

/** True if an upgrade failed and is retried. It is reported as upgrading between its attempts too, not as stable each time (P16). */
const isRetried = ({ jobStatus, operatorRecord: { retryAt } }: JobLifecycleStatus, { wanted, diff }: ReportedDesired): boolean =>
  retryAt !== null && diff.type !== 'IGNORE' && wanted !== null && wanted.job?.state !== 'suspended' && !isTerminal(jobStatus.state)

/**
 * The lifecycle states of control-flow.md, section 1.5: the first row that applies. Row 4 also applies while our operation changes the
 * running job, and until it is retried.
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

/** `jobManager`: the JobManager status of the cluster that the job runs in. */
export const lifecycleStateOf = (
  status: JobLifecycleStatus,
  desired: ReportedDesired,
  jobManager: JobManagerDeploymentStatus,
): LifecycleState => lifecycleRows.find(({ when }) => when(status, desired, jobManager))?.state ?? 'DEPLOYED'

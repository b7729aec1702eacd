import { isDefinite, type LastState, stateOfRunningJob } from '../../../resource/last-state.ts'
import { modeOf } from '../spec/modes.ts'
import { type Phase, phaseOf, underWay } from '../state/phase.ts'
import type { ApplicationOperation, JobStop, JobSubmit, OperationKind } from '../status/application-operation.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { jobDefinitionOf } from '../status/job-definition.ts'
import { latestSlot, liveJob } from '../status/version-slots.ts'
import { liveVersionPutBack, type LiveVersionFields } from './live-version.ts'

/** What a status means of which the record is not ours, or not whole. */
export interface HalfWay {
  readonly row: string
  readonly phase: Phase
  /** What is under way; null: nothing. */
  readonly operation: Pick<ApplicationOperation, 'kind' | 'hash' | 'version' | 'stop' | 'submit'> | null
  /** Null: as it is recorded. */
  readonly lastState: LastState | null
  /** Nothing else is wrong with the status but these, or they come first. */
  readonly putBack?: LiveVersionFields
}

interface Row {
  readonly row: string
  readonly when: string
  readonly holds: (status: FlinkApplicationStatus, phase: Phase) => boolean
  /** What is taken for so until a look tells more: never that something is over, and never that there is nothing to lose. */
  readonly then: string
  readonly means: (status: FlinkApplicationStatus, phase: Phase) => Omit<HalfWay, 'row'>
}

type Status = FlinkApplicationStatus

/** Nothing is under way by the state, and the attempt is at a version that serves: it came to its end, and somebody put it back (A05). */
const isOver = ({ phase, deployHash, operatorRecord: { beside } }: Status, { kind, hash }: ApplicationOperation): boolean =>
  (kind === 'Deploy' || kind === 'Rescale') && hash !== '' && (hash === deployHash || hash === beside?.hash)
  && resting.includes(phaseOf(phase))

const resting: readonly (Phase | null)[] = ['Running', 'DeployFailed', 'DualRunning']

/** Does what is under way go through the state that it names? Where not, one of both was put back. */
const fits = ({ kind, phase }: ApplicationOperation): boolean => {
  switch (kind) {
    case 'Delete':
      return phase === 'Deleting'
    case 'Teardown':
      return phase === 'DualRunning'
    case 'Rescale':
      return underWay.includes(phase) && phase !== 'Deleting' && phase !== 'Updating' && phase !== 'ClusterStarting'
    case 'Deploy':
      return phase === 'New' || (underWay.includes(phase) && phase !== 'Deleting' && phase !== 'Rescaling')
  }
}

/** Null: there is none, or it is an older one that somebody put back. */
const recordedOperation = (status: Status): ApplicationOperation | null => {
  const { operation, operatorRecord: { attempts } } = status
  return operation !== null && operation.attempt >= attempts && fits(operation) && !isOver(status, operation) ? operation : null
}

const nothing = (phase: Phase, lastState: LastState | null = null): Omit<HalfWay, 'row'> => ({ phase, operation: null, lastState })

const under = (
  phase: Phase,
  kind: OperationKind,
  { updatingHash, updatingVersion }: Status,
  rest: { readonly stop?: JobStop | null; readonly submit?: JobSubmit | null },
  lastState: LastState | null = null,
): Omit<HalfWay, 'row'> => ({
  phase,
  // in Dual nobody wrote down which hash is under way: '' is none that a spec has
  operation: { kind, hash: updatingHash, version: updatingVersion, stop: rest.stop ?? null, submit: rest.submit ?? null },
  lastState,
})

/** The job of the version that is live was told to end, by a request of Lyft's operator. */
const stopOf = (status: Status, how: JobStop['how']): JobStop | null => {
  const { jobID } = liveJob(status)
  return jobID === '' ? null : {
    how,
    hash: status.deployHash,
    jobId: jobID,
    triggerId: how === 'Savepoint' ? status.savepointTriggerId : '',
    askedAt: status.lastUpdatedAt ?? 0,
    incarnation: null,
    // whether it is of this stop, and whether the job has gone on since, is told by Flink alone (LD03, LD04)
    path: '',
    endedAt: null,
  }
}

/** In BlueGreen the live version runs on beside what is under way. */
const isBeside = ({ deploymentMode, deployHash }: Status): boolean => modeOf(deploymentMode) === 'BlueGreen' && deployHash !== ''

const ifAsked = (status: Status): JobStop | null => (status.savepointTriggerId === '' ? null : stopOf(status, 'Savepoint'))

/** The job that was submitted last; in which cluster it is, a look tells. */
const submitOf = (status: Status): JobSubmit | null => {
  const job = modeOf(status.deploymentMode) === 'Dual' ? status.jobStatus
    : status.versionStatuses[latestSlot(status)]?.jobStatus ?? status.jobStatus
  return job.jobID === '' ? null : {
    hash: status.updatingHash,
    jobId: job.jobID,
    definition: jobDefinitionOf(job),
    source: pathLeft(status) ?? stateOfRunningJob,
    sentAt: status.lastUpdatedAt,
    incarnation: null,
    isRefused: false,
    isAnswered: false,
  }
}

/** Worth something only where no job has run since: who uses it has seen that none is alive. */
const pathLeft = (status: Status): LastState | null =>
  status.savepointPath === '' || isBeside(status) ? null : { _tag: 'Path', path: status.savepointPath, seen: 'Adopted' }

const is = (...wanted: readonly Phase[]) => (_: Status, phase: Phase): boolean => wanted.includes(phase)

const tearDownOf = (status: Status): ApplicationOperation | null => status.operation?.kind === 'Teardown' ? status.operation : null

/**
 * Our record has a job for each of two versions, and neither the state nor what is under way says that both may run: somebody changed one
 * of them. A job that is being submitted stands in its slot before it runs.
 */
function isUnexplainedPair(status: Status, phase: Phase): boolean {
  const { versionStatuses, deployHash, operatorRecord: { attempts } } = status
  const withJob = versionStatuses.filter(({ versionHash, jobStatus }) => versionHash !== '' && jobStatus.jobID !== '')
  const other = withJob.find(({ versionHash }) => versionHash !== deployHash)
  if (attempts === 0 || modeOf(status.deploymentMode) !== 'BlueGreen' || withJob.length < 2 || other === undefined) return false
  const operation = recordedOperation(status)
  if (operation === null) return phase !== 'DualRunning' && phase !== 'Deleting'
  if (operation.kind === 'Delete') return false
  if (operation.kind === 'Teardown') return phase !== 'DualRunning' || operation.phase !== 'DualRunning'
  return operation.phase !== phase || phase === 'DualRunning' || operation.submit?.jobId !== other.jobStatus.jobID
}

/**
 * What a status means that Lyft's operator left behind in the middle of something, or of which somebody took our record away (P25). The
 * first row that holds answers; what it says is written down before anything is done (row G3a).
 */
export const halfWayRows: readonly Row[] = [
  {
    row: 'H0',
    when: 'deployHash was taken away, or is an older one, and our record names the version that is live',
    holds: status => liveVersionPutBack(status) !== null,
    then: 'it is put back; what else the status means is asked then',
    means: (status, phase) => {
      const putBack = liveVersionPutBack(status)
      return { ...nothing(recordedOperation(status)?.phase ?? phase), ...(putBack === null ? {} : { putBack }) }
    },
  },
  {
    row: 'H0a',
    when: 'BlueGreen: both versions have a job, and nothing that is under way says why (A07)',
    holds: isUnexplainedPair,
    then: 'both run, whatever the state says: nothing is begun beside them, and a person names the one that goes (LD21)',
    means: status => ({ phase: 'DualRunning', operation: tearDownOf(status), lastState: stateOfRunningJob }),
  },
  {
    row: 'H1',
    when: 'our record says what is under way, and the state is another',
    holds: (status, phase) => (recordedOperation(status)?.phase ?? phase) !== phase,
    then: 'the state of the record: all of its steps are held against what is seen',
    means: ({ operation }, phase) => ({ phase: operation?.phase ?? phase, operation, lastState: null }),
  },
  {
    row: 'H1a',
    when: 'New, and a version is live',
    holds: ({ deployHash }, phase) => phase === 'New' && deployHash !== '',
    then: 'the state was taken away: it runs',
    means: () => nothing('Running', stateOfRunningJob),
  },
  {
    row: 'H2',
    when: 'New; or Updating, ClusterStarting without our record',
    holds: is('New', 'Updating', 'ClusterStarting'),
    then: 'the old job was not touched: the attempt begins anew, and takes over what is there of its hash',
    means: (_, phase) => nothing(phase === 'New' ? 'New' : 'Updating'),
  },
  {
    row: 'H3',
    when: 'Rescaling',
    holds: is('Rescaling'),
    then: 'labels and replicas may be half-way: they are put back, and it begins anew',
    means: status => under('Rescaling', 'Rescale', { ...status, updatingHash: '' }, {}),
  },
  {
    row: 'H4',
    when: 'Savepointing',
    holds: is('Savepointing'),
    then: 'a stop with the trigger id that is recorded may be under way. A path counts only if it is of that stop (LD03, LD04)',
    means: status => under('Savepointing', 'Deploy', status, { stop: ifAsked(status) }),
  },
  {
    row: 'H5',
    when: 'Cancelling',
    holds: is('Cancelling'),
    then: 'the old job may have been told to end',
    means: status => under('Cancelling', 'Deploy', status, { stop: stopOf(status, 'Cancel') }),
  },
  {
    row: 'H6',
    when: 'Recovering',
    holds: is('Recovering'),
    then: 'the old job may run, and a stop may be under way',
    means: status => under('Recovering', 'Deploy', status, { stop: ifAsked(status) }),
  },
  {
    row: 'H7',
    when: 'SubmittingJob with a job id',
    holds: (status, phase) => phase === 'SubmittingJob' && submitOf(status) !== null,
    then: 'that job is watched, in whichever cluster it is found',
    means: status => under('SubmittingJob', 'Deploy', status, { submit: submitOf(status) }, pathLeft(status)),
  },
  {
    row: 'H8a',
    when: 'BlueGreen: SubmittingJob without one, beside a version that is live',
    holds: (status, phase) => phase === 'SubmittingJob' && isBeside(status),
    then: 'that one ran on: a path may be of an attempt before, so that a savepoint is taken anew (LD04)',
    means: status => under('Savepointing', 'Deploy', status, {}),
  },
  {
    row: 'H8',
    when: 'SubmittingJob without one',
    holds: is('SubmittingJob'),
    then: 'one that is alive there is adopted; else the path counts if no job is alive, and no path is none that permits an empty start',
    means: status => under('SubmittingJob', 'Deploy', status, {}, pathLeft(status)),
  },
  {
    row: 'H9',
    when: 'RollingBackJob',
    holds: is('RollingBackJob'),
    then: 'the new job may be alive; the path counts if none is',
    means: status => under('RollingBackJob', 'Deploy', status, { submit: submitOf(status) }, pathLeft(status)),
  },
  {
    row: 'H10',
    when: 'Deleting',
    holds: is('Deleting'),
    then: 'a stop with the trigger id that is recorded may be under way; a path proves nothing (LD04)',
    means: status => under('Deleting', 'Delete', status, { stop: ifAsked(status) }),
  },
  {
    row: 'H11',
    when: 'DeployFailed, and a path is recorded',
    holds: (status, phase) => phase === 'DeployFailed' && pathLeft(status) !== null,
    then: 'a roll back failed: the path counts if no job is alive. Else it is stale (LD04)',
    means: status => nothing('DeployFailed', pathLeft(status)),
  },
  {
    row: 'H11a',
    when: 'BlueGreen: DeployFailed, and both versions have a job',
    holds: (status, phase) =>
      phase === 'DeployFailed' && isBeside(status) && status.versionStatuses.filter(({ jobStatus }) => jobStatus.jobID !== '').length === 2,
    then: 'a tear-down failed, whichever it was of: both run, and a person names the one that goes (LD21)',
    means: () => nothing('DualRunning', stateOfRunningJob),
  },
  {
    row: 'H12',
    when: 'Running, DeployFailed or DualRunning',
    holds: is('Running', 'DeployFailed', 'DualRunning'),
    then: 'nothing is under way; the job runs, or how it ended is to be seen',
    means: (_, phase) => nothing(phase, stateOfRunningJob),
  },
]

/** Is the record whole: it says what is under way where the state needs it, and the same state? */
const isWhole = (status: Status, phase: Phase): boolean => {
  const { operation, deployHash, operatorRecord: { attempts } } = status
  if (liveVersionPutBack(status) !== null || isUnexplainedPair(status, phase)) return false
  if (operation !== null) return recordedOperation(status)?.phase === phase
  return phase === 'New' ? deployHash === '' : attempts > 0 && !underWay.includes(phase)
}

/**
 * What the status means where our record does not say it; null: it does, or the word of the state is none that is known (G1). What our own
 * record has proved of the job's last state is kept.
 */
export const halfWay = (status: FlinkApplicationStatus): HalfWay | null => {
  const phase = phaseOf(status.phase)
  if (phase === null || isWhole(status, phase)) return null
  const row = halfWayRows.find(({ holds }) => holds(status, phase))
  if (row === undefined) return null
  const meaning = row.means(status, phase)
  const { lastState } = status.operatorRecord
  const isOurs = isDefinite(lastState) || lastState.why !== 'NothingRecorded'
  return { row: row.row, ...meaning, lastState: isOurs ? null : meaning.lastState }
}

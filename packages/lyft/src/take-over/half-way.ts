import { isDefinite, type LastState, stateOfRunningJob } from '@flink-operator/core/resource'
import { firstMatch, type Row } from '@flink-operator/core/round'
import { modeOf } from '../spec/modes.ts'
import { type Phase, phaseOf, underWay } from '../state/state-row.ts'
import type { ApplicationOperation, JobStop, JobSubmit, OperationKind } from '../status/application-operation.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { jobDefinitionOf } from '../status/job-definition.ts'
import { latestSlot, liveJob } from '../status/version-slots.ts'
import { liveVersionPutBack, type LiveVersionFields } from './live-version.ts'

/** The meaning of a status whose record is not ours, or not whole. */
export interface HalfWay {
  readonly row: string
  readonly phase: Phase
  /** The operation in progress; null: none. */
  readonly operation: Pick<ApplicationOperation, 'kind' | 'hash' | 'version' | 'stop' | 'submit'> | null
  /** Null: the recorded last state counts. */
  readonly lastState: LastState | null
  /** The fields to restore. The same write records what the rest of the status means then. */
  readonly putBack?: LiveVersionFields
}

interface HalfWayRow extends Row<[FlinkApplicationStatus, Phase], true> {
  /** The assumption until a query shows more. It never assumes that an operation has ended, or that there is no state to lose. */
  readonly then: string
  readonly means: (status: FlinkApplicationStatus, phase: Phase) => Omit<HalfWay, 'row'>
}

type Status = FlinkApplicationStatus

/**
 * True if no operation is in progress by the state, and the attempt targets a live version: the attempt has ended, and an older status was
 * restored (A05).
 */
const isOver = ({ phase, deployHash, operatorRecord: { beside } }: Status, { kind, hash }: ApplicationOperation): boolean =>
  (kind === 'Deploy' || kind === 'Rescale') && hash !== '' && (hash === deployHash || hash === beside?.hash)
  && ['New', ...resting].includes(phaseOf(phase))

const resting: readonly (Phase | null)[] = ['Running', 'DeployFailed', 'DualRunning']

/** True if an operation of this kind has the state that it names. If not, one of them comes from an older status. */
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

/** The recorded operation; null: there is none, or it comes from an older status. */
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
  // in Dual Lyft's operator records no target hash: '' is a hash that no spec has
  operation: { kind, hash: updatingHash, version: updatingVersion, stop: rest.stop ?? null, submit: rest.submit ?? null },
  lastState,
})

/** The stop of the live job that Lyft's operator requested. */
const stopOf = (status: Status, how: JobStop['how']): JobStop | null => {
  const { jobID } = liveJob(status)
  return jobID === '' ? null : {
    how,
    hash: status.deployHash,
    jobId: jobID,
    triggerId: how === 'Savepoint' ? status.savepointTriggerId : '',
    askedAt: status.lastUpdatedAt ?? 0,
    incarnation: null,
    // only Flink can show whether the path is of this stop, and whether the job has continued since (LD03, LD04)
    path: '',
    endedAt: null,
  }
}

/** In BlueGreen the live version runs on during an operation. */
const isBeside = ({ deploymentMode, deployHash }: Status): boolean => modeOf(deploymentMode) === 'BlueGreen' && deployHash !== ''

/** The recorded stop. In BlueGreen a savepoint of an earlier attempt stopped no job. */
const stopOfDeletion = (status: Status): JobStop | null => {
  const { operation, operatorRecord: { attempts } } = status
  const isOfUpdate = operation !== null && operation.attempt < attempts && isBeside(status) && operation.stop?.how === 'Savepoint'
  return isOfUpdate ? null : operation?.stop ?? null
}

const ifAsked = (status: Status): JobStop | null => (status.savepointTriggerId === '' ? null : stopOf(status, 'Savepoint'))

/** The submit of the last submitted job. A query shows in which cluster it is. */
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

/** Counts only if no job has run since. Its users have observed that none is alive. */
const pathLeft = (status: Status): LastState | null =>
  status.savepointPath === '' || isBeside(status) ? null : { _tag: 'Path', path: status.savepointPath, seen: 'Adopted' }

const is = (...wanted: readonly Phase[]) => (_: Status, phase: Phase): boolean => wanted.includes(phase)

const tearDownOf = (status: Status): ApplicationOperation | null => status.operation?.kind === 'Teardown' ? status.operation : null

/**
 * True if our record has a job for each of two versions, but neither the state nor the operation explains that both may run: one of them
 * was changed from outside. A job that is being submitted is in its slot before it runs.
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
 * The meaning of a status that Lyft's operator left in the middle of an operation, or whose record of this operator was lost (P25). The
 * first row that holds applies. The operator records the meaning before it does anything else (row flink-application/take-over).
 */
export const halfWayRows: readonly HalfWayRow[] = [
  {
    id: 'half-way/live-version-missing',
    when: 'deployHash or deployVersion is missing or outdated, and our record or the slot names the live version',
    holds: status => liveVersionPutBack(status) !== null,
    then: 'they are restored; the rows below say what the rest of the status means',
    means: (status, phase) => {
      const putBack = liveVersionPutBack(status)
      return putBack === null ? nothing(phase) : { ...nothing(halfWay({ ...status, ...putBack })?.phase ?? phase), putBack }
    },
  },
  {
    id: 'half-way/both-versions-run',
    when: 'BlueGreen: both versions have a job, and no operation in progress explains it (A07)',
    holds: isUnexplainedPair,
    then: 'both run, whatever the state says: the operator starts nothing beside them until the user names the one to tear down (LD21)',
    means: status => ({ phase: 'DualRunning', operation: tearDownOf(status), lastState: stateOfRunningJob }),
  },
  {
    id: 'half-way/other-state',
    when: 'our record has an operation in progress, and status.phase names another state',
    holds: (status, phase) => (recordedOperation(status)?.phase ?? phase) !== phase,
    then: 'the state of the record counts: each of its steps is checked against the facts',
    means: ({ operation }, phase) => ({ phase: operation?.phase ?? phase, operation, lastState: null }),
  },
  {
    id: 'half-way/state-lost',
    when: 'New, and deployHash names a live version',
    holds: ({ deployHash }, phase) => phase === 'New' && deployHash !== '',
    then: 'the state was lost: the live version runs',
    means: () => nothing('Running', stateOfRunningJob),
  },
  {
    id: 'half-way/creating',
    when: 'New; or Updating, ClusterStarting without our record',
    holds: is('New', 'Updating', 'ClusterStarting'),
    then: 'the old job was not touched: a new attempt starts, and takes over existing objects of its hash',
    means: (_, phase) => nothing(phase === 'New' ? 'New' : 'Updating'),
  },
  {
    id: 'half-way/rescaling',
    when: 'Rescaling',
    holds: is('Rescaling'),
    then: 'labels and replicas may be half-way changed: the operator restores them, then starts again',
    means: status => under('Rescaling', 'Rescale', { ...status, updatingHash: '' }, {}),
  },
  {
    id: 'half-way/savepointing',
    when: 'Savepointing',
    holds: is('Savepointing'),
    then: 'a stop with the recorded trigger id may be in progress. A path counts only if it is of that stop (LD03, LD04)',
    means: status => under('Savepointing', 'Deploy', status, { stop: ifAsked(status) }),
  },
  {
    id: 'half-way/cancelling',
    when: 'Cancelling',
    holds: is('Cancelling'),
    then: 'a cancel of the old job may have been requested',
    means: status => under('Cancelling', 'Deploy', status, { stop: stopOf(status, 'Cancel') }),
  },
  {
    id: 'half-way/recovering',
    when: 'Recovering',
    holds: is('Recovering'),
    then: 'the old job may run, and a stop may be in progress',
    means: status => under('Recovering', 'Deploy', status, { stop: ifAsked(status) }),
  },
  {
    id: 'half-way/submitting-with-job',
    when: 'SubmittingJob with a job id',
    holds: (status, phase) => phase === 'SubmittingJob' && submitOf(status) !== null,
    then: 'the operator observes that job, in whichever cluster it is found',
    means: status => under('SubmittingJob', 'Deploy', status, { submit: submitOf(status) }, pathLeft(status)),
  },
  {
    id: 'half-way/submitting-beside',
    when: 'BlueGreen: SubmittingJob without a job id, beside a live version',
    holds: (status, phase) => phase === 'SubmittingJob' && isBeside(status),
    then: 'the live job ran on: a recorded path may be of an earlier attempt, so the operator takes a new savepoint (LD04)',
    means: status => under('Savepointing', 'Deploy', status, {}),
  },
  {
    id: 'half-way/submitting',
    when: 'SubmittingJob without a job id',
    holds: is('SubmittingJob'),
    then: 'a job that is alive there is adopted. Otherwise the path counts if no job is alive; without a path no empty start is permitted',
    means: status => under('SubmittingJob', 'Deploy', status, {}, pathLeft(status)),
  },
  {
    id: 'half-way/rolling-back',
    when: 'RollingBackJob',
    holds: is('RollingBackJob'),
    then: 'the new job may be alive; the path counts if no job is',
    means: status => under('RollingBackJob', 'Deploy', status, { submit: submitOf(status) }, pathLeft(status)),
  },
  {
    id: 'half-way/deleting',
    when: 'Deleting',
    holds: is('Deleting'),
    then: 'the recorded stop, or one with the recorded trigger id, may be in progress, and so may a submit; a path proves nothing (LD04)',
    means: status =>
      under('Deleting', 'Delete', status, { stop: stopOfDeletion(status) ?? ifAsked(status), submit: status.operation?.submit ?? null }),
  },
  {
    id: 'half-way/failed-with-path',
    when: 'DeployFailed, and a path is recorded',
    holds: (status, phase) => phase === 'DeployFailed' && pathLeft(status) !== null,
    then: 'a roll back failed: the path counts if no job is alive. Otherwise it is stale (LD04)',
    means: status => nothing('DeployFailed', pathLeft(status)),
  },
  {
    id: 'half-way/failed-teardown',
    when: 'BlueGreen: DeployFailed, and both versions have a job',
    holds: (status, phase) =>
      phase === 'DeployFailed' && isBeside(status) && status.versionStatuses.filter(({ jobStatus }) => jobStatus.jobID !== '').length === 2,
    then: 'a teardown of one of them failed: both run, until the user names the one to tear down (LD21)',
    means: () => nothing('DualRunning', stateOfRunningJob),
  },
  {
    id: 'half-way/no-operation',
    when: 'Running, DeployFailed or DualRunning',
    holds: is('Running', 'DeployFailed', 'DualRunning'),
    then: 'no operation is in progress; the job runs, or a query will show how it ended',
    means: (_, phase) => nothing(phase, stateOfRunningJob),
  },
]

/** True if the record is whole: it has an operation if the state needs one, and both name the same state. */
const isWhole = (status: Status, phase: Phase): boolean => {
  const { operation, deployHash, operatorRecord: { attempts } } = status
  if (liveVersionPutBack(status) !== null || isUnexplainedPair(status, phase)) return false
  if (operation !== null) return recordedOperation(status)?.phase === phase
  return phase === 'New' ? deployHash === '' : attempts > 0 && !underWay.includes(phase)
}

/**
 * The meaning of a status whose record is not whole; null: it is whole, or `status.phase` names no state (G1). A last state that our own
 * record has proved is kept.
 */
export const halfWay = (status: FlinkApplicationStatus): HalfWay | null => {
  const phase = phaseOf(status.phase)
  if (phase === null || isWhole(status, phase)) return null
  const row = firstMatch(halfWayRows, status, phase)?.row
  if (row === undefined) return null
  const meaning = row.means(status, phase)
  const { lastState } = status.operatorRecord
  const isOurs = isDefinite(lastState) || lastState.why !== 'NothingRecorded'
  return { row: row.id, ...meaning, lastState: isOurs ? null : meaning.lastState }
}

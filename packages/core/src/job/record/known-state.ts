import type { SavepointInfo, SavepointRecord } from '../../resource/job-status.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import { lastStateMarker, type DeploySource } from '../../resource/operation.ts'
import { isStateless, stateKeptIn, type UpgradeMode } from '../../resource/upgrade-mode.ts'

/**
 * All that the status says of the state that the job was left with, or was started from. Two parts of it have to agree before anything is
 * started.
 */
export interface StateWitnesses {
  /** Our own record (`operatorRecord.lastState`). */
  readonly recorded: LastState
  /** `jobStatus.upgradeSavepointPath`, which the reference operator goes by. */
  readonly upgradeSavepointPath: string | null
  readonly savepointInfo: SavepointInfo
  /** The mode of `lastReconciledSpec`: the one that was used. Null: nothing is recorded as deployed. */
  readonly used: UpgradeMode | null
  /** Does `lastReconciledSpec` say that the job is not to run? */
  readonly isSuspended: boolean
  readonly firstDeployment: boolean
  readonly jobId: string | null
  /** Did a look ever find the job? */
  readonly wasSeen: boolean
  readonly isCancelled: boolean
  readonly deployedSource: DeploySource | null
  readonly deployedAttempt: string | null
}

interface Row {
  readonly row: string
  /** Null: the row says nothing of this. */
  readonly answer: (it: StateWitnesses) => LastState | null
}

/** Where the recorded mode says that the state is. */
const keptIn = ({ used }: StateWitnesses): (typeof stateKeptIn)[UpgradeMode] | null => (used === null ? null : stateKeptIn[used])

/** Savepoints by age; the last savepoint is the newest of the history, or the only word of it. */
const savepoints = ({ savepointInfo: { savepointHistory, lastSavepoint } }: StateWitnesses): readonly SavepointRecord[] =>
  lastSavepoint === null || savepointHistory.some(({ location }) => location === lastSavepoint.location) ? savepointHistory
    : [...savepointHistory, lastSavepoint]

/** Was a savepoint taken after the one at `path`? Then what is at `path` is not the last state. */
const isOutdated = (it: StateWitnesses, path: string): boolean => {
  const places = savepoints(it).map(({ location }) => location)
  return places.includes(path) && places.at(-1) !== path
}

/** The newest savepoint, where it may be the one that the job was stopped with: a periodic or manual one surely is not. */
const stopsOwn = (it: StateWitnesses): string | null => {
  const newest = savepoints(it).at(-1)
  return newest === undefined || newest.triggerType === 'MANUAL' || newest.triggerType === 'PERIODIC' ? null : newest.location
}

const pathOf = (
  { upgradeSavepointPath }: StateWitnesses,
): string | null => (upgradeSavepointPath === lastStateMarker ? null : upgradeSavepointPath)

const path = (place: string | null): LastState | null => (place === null ? null : { _tag: 'Path', path: place, seen: 'Adopted' })

/** What speaks of an earlier life of the job, in words; empty: nothing does. */
const signsOfEarlierRun = (it: StateWitnesses): readonly string[] => [
  // a first deployment names the path that it starts from
  ...(pathOf(it) === null || it.firstDeployment ? [] : [`status.jobStatus.upgradeSavepointPath is ${pathOf(it) ?? ''}`]),
  ...savepoints(it).slice(-1).map(({ location }) => `status.jobStatus.savepointInfo names savepoint ${location ?? ''}`),
  ...(it.deployedAttempt === null && it.deployedSource === null ? [] : ['status.operatorRecord tells of a deployment']),
  ...(it.wasSeen ? ['status.jobStatus.startTime tells of a run'] : []),
]

/** Words of an older version or of the reference operator are taken only where this version has said nothing. */
const isAdopted = ({ recorded, isSuspended }: StateWitnesses): boolean =>
  isSuspended && recorded._tag === 'Unknown' && recorded.why === 'NothingRecorded'

const recordedPath = (it: StateWitnesses): string | null => (it.recorded._tag === 'Path' ? it.recorded.path : null)

/**
 * What the next start goes on from, by all that the status says of it (design.md, section 3): the first row that answers.
 *
 * | row | recorded | beside it | answer |
 * |---|---|---|---|
 * | K1 | path | upgradeSavepointPath is the same, or is gone | the path |
 * | K2 | path | another path, older by the history in which the recorded one is the newest | the path |
 * | K3 | path | another path, or the marker | unknown |
 * | K4 | HA metadata of a job | it is the job of the status | HA metadata of that job |
 * | K5 | HA metadata of a job | it is another job | unknown |
 * | K6 | never started | a path, a savepoint, a deployment, a run | unknown |
 * | K7 | never started | nothing | never started |
 * | K8 | nothing to keep | the record's mode is stateless, or its job is to run | nothing to keep |
 * | K9 | nothing to keep | it is another | unknown |
 *
 * The others are of a status that an older version, or the reference operator, left suspended:
 *
 * | row | mode that was used | beside it | answer |
 * |---|---|---|---|
 * | K10 | any | a first deployment was written down, of which no job was ever seen and nothing speaks of state | never started |
 * | K11 | last-state | – | HA metadata of the job |
 * | K12 | savepoint | a path that no savepoint is newer than | that path |
 * | K13 | savepoint | no path; the newest savepoint may be the stop's own | that savepoint |
 * | K14 | stateless | the job was cancelled by somebody, and its last checkpoint was read (D-01) | that checkpoint |
 * | K15 | stateless | no path | nothing to keep |
 * | K16 | – | – | unknown |
 */
export const knownStateRows: readonly Row[] = [
  {
    row: 'K1',
    answer:
      it => (recordedPath(it) !== null && (it.upgradeSavepointPath === null || it.upgradeSavepointPath === recordedPath(it)) ? it.recorded
        : null),
  },
  {
    row: 'K2',
    answer: it => (recordedPath(it) !== null && it.upgradeSavepointPath !== null && isOutdated(it, it.upgradeSavepointPath)
        && savepoints(it).at(-1)?.location === recordedPath(it) ? it.recorded : null),
  },
  {
    row: 'K3',
    answer: it => (recordedPath(it) === null ? null
      : contradictedState(
        `status.jobStatus.upgradeSavepointPath is ${it.upgradeSavepointPath ?? ''}, and the job was left with ${recordedPath(it) ?? ''}`,
      )),
  },
  { row: 'K4', answer: it => (it.recorded._tag === 'InHighAvailability' && it.recorded.jobId === it.jobId ? it.recorded : null) },
  {
    row: 'K5',
    answer: it => (it.recorded._tag === 'InHighAvailability'
      ? contradictedState(`status.jobStatus.jobId is ${it.jobId ?? 'gone'}, and HA metadata is that of ${it.recorded.jobId}`) : null),
  },
  {
    row: 'K6',
    answer: it => (it.recorded._tag === 'NeverStarted' && signsOfEarlierRun(it).length > 0
      ? contradictedState(`the job is recorded as never started, but ${signsOfEarlierRun(it).join(', ')}`) : null),
  },
  { row: 'K7', answer: it => (it.recorded._tag === 'NeverStarted' ? it.recorded : null) },
  { row: 'K8', answer: it => (it.recorded._tag === 'None' && (!it.isSuspended || isStateless(it.used)) ? it.recorded : null) },
  {
    row: 'K9',
    answer: it => (it.recorded._tag === 'None'
      ? contradictedState(`the job is recorded as left without state, but was stopped in mode ${it.used ?? 'not known'}`) : null),
  },
  {
    row: 'K10',
    answer: it => (isAdopted(it) && it.firstDeployment && signsOfEarlierRun(it).length === 0 ? { _tag: 'NeverStarted' } : null),
  },
  {
    row: 'K11',
    answer:
      it => (isAdopted(it) && keptIn(it) === 'HaMetadata' && it.jobId !== null ? { _tag: 'InHighAvailability', jobId: it.jobId } : null),
  },
  {
    row: 'K12',
    answer:
      it => (isAdopted(it) && keptIn(it) === 'Savepoint' && pathOf(it) !== null && !isOutdated(it, pathOf(it) ?? '') ? path(pathOf(it))
        : null),
  },
  {
    row: 'K13',
    answer: it => (isAdopted(it) && keptIn(it) === 'Savepoint' && it.upgradeSavepointPath === null ? path(stopsOwn(it)) : null),
  },
  { row: 'K14', answer: it => (isAdopted(it) && isStateless(it.used) && it.isCancelled ? path(pathOf(it)) : null) },
  {
    row: 'K15',
    answer: it => (isAdopted(it) && isStateless(it.used) && !it.firstDeployment && it.upgradeSavepointPath === null
      ? { _tag: 'None', reason: 'the job was stopped as stateless' } : null),
  },
  { row: 'K16', answer: it => it.recorded },
]

export const knownState = (it: StateWitnesses): LastState => {
  for (const { answer } of knownStateRows) {
    const state = answer(it)
    if (state !== null) return state
  }
  return it.recorded
}

/**
 * What the deployed cluster was started from: where a run that completed no checkpoint goes on from, and one that never came up.
 *
 * | row | deployedSource | beside it | answer |
 * |---|---|---|---|
 * | S1 | path | upgradeSavepointPath is the same, or is gone | the path |
 * | S2 | path | it is another | unknown |
 * | S3 | empty | the record's mode is stateless, or no path is recorded | nothing to keep |
 * | S4 | empty | it is not, and a path is | unknown |
 * | S5 | HA metadata | with a path beside it | the path |
 * | S6 | HA metadata | began empty, and the record's mode is no other | nothing to keep |
 * | S7 | HA metadata | its checkpoint alone | unknown |
 * | S8 | not known | the record's mode is stateless | nothing to keep |
 * | S9 | not known | it is savepoint, and a path is recorded | the path |
 * | S10 | not known | – | unknown |
 */
export const startedFrom = (it: StateWitnesses): LastState => {
  const source = it.deployedSource
  const place = pathOf(it)
  switch (source?._tag) {
    case 'Path':
      return it.upgradeSavepointPath === null || it.upgradeSavepointPath === source.path
        ? { _tag: 'Path', path: source.path, seen: 'Source' }
        : contradictedState(
          `the job was started from ${source.path}, but status.jobStatus.upgradeSavepointPath is ${it.upgradeSavepointPath}`,
        )
    case 'Empty':
      return isStateless(it.used) || place === null ? startedEmpty
        : contradictedState(`the job is recorded as started empty, but status.jobStatus.upgradeSavepointPath is ${place}`)
    case 'LastState':
      return source.restorePath === null ? startedEmpty
        : source.restorePath === lastStateMarker ? contradictedState('the job went on from a checkpoint in HA metadata')
        : { _tag: 'Path', path: source.restorePath, seen: 'Source' }
    case 'NoJob':
      return contradictedState('what runs is recorded as a session cluster, which starts no job')
    case undefined:
      return isStateless(it.used) ? startedEmpty
        : keptIn(it) === 'Savepoint' && place !== null ? { _tag: 'Path', path: place, seen: 'Source' }
        : contradictedState('it is not recorded what the job was started from')
  }
}

const startedEmpty: LastState = { _tag: 'None', reason: 'the run began empty and completed no checkpoint' }

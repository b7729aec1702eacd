import type { SavepointInfo, SavepointRecord } from '../../contract/resource/job-status.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import { lastStateMarker, type DeploySource } from '../../contract/resource/operation.ts'
import { isStateless, stateKeptIn, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'
import { firstMatch, type Row } from '../../contract/round/row.ts'

/**
 * Everything that the status says about the job's last state, or about the state that it was started from. Two parts have to agree before
 * anything is started.
 */
export interface StateWitnesses {
  /** Our own record (`operatorRecord.lastState`). */
  readonly recorded: LastState
  /** `jobStatus.upgradeSavepointPath`, which the reference operator uses. */
  readonly upgradeSavepointPath: string | null
  readonly savepointInfo: SavepointInfo
  /** The upgrade mode of `lastReconciledSpec`: the one that was used. Null: no deployed spec is recorded. */
  readonly used: UpgradeMode | null
  /** True if `lastReconciledSpec` is suspended. */
  readonly isSuspended: boolean
  readonly firstDeployment: boolean
  readonly jobId: string | null
  /** True if the job was ever observed. */
  readonly wasSeen: boolean
  readonly isCancelled: boolean
  readonly deployedSource: DeploySource | null
  readonly deployedAttempt: string | null
}

/** Where the state is kept, according to the recorded mode. */
const keptIn = ({ used }: StateWitnesses): (typeof stateKeptIn)[UpgradeMode] | null => (used === null ? null : stateKeptIn[used])

/** Savepoints by age. The last savepoint is the newest of the history, or the only one known. */
const savepoints = ({ savepointInfo: { savepointHistory, lastSavepoint } }: StateWitnesses): readonly SavepointRecord[] =>
  lastSavepoint === null || savepointHistory.some(({ location }) => location === lastSavepoint.location) ? savepointHistory
    : [...savepointHistory, lastSavepoint]

/** True if a newer savepoint exists than the one at `path`, which then is not the last state. */
const isOutdated = (it: StateWitnesses, path: string): boolean => {
  const places = savepoints(it).map(({ location }) => location)
  return places.includes(path) && places.at(-1) !== path
}

/** The newest savepoint, if it may be the one that the job was stopped with. A periodic or manual savepoint is not. */
const stopsOwn = (it: StateWitnesses): string | null => {
  const newest = savepoints(it).at(-1)
  return newest === undefined || newest.triggerType === 'MANUAL' || newest.triggerType === 'PERIODIC' ? null : newest.location
}

const pathOf = (
  { upgradeSavepointPath }: StateWitnesses,
): string | null => (upgradeSavepointPath === lastStateMarker ? null : upgradeSavepointPath)

const path = (place: string | null): LastState | null => (place === null ? null : { _tag: 'Path', path: place, seen: 'Adopted' })

/** Evidence of an earlier run of the job, in words. Empty: there is none. */
const signsOfEarlierRun = (it: StateWitnesses): readonly string[] => [
  // a first deployment names the path that it starts from
  ...(pathOf(it) === null || it.firstDeployment ? [] : [`status.jobStatus.upgradeSavepointPath is ${pathOf(it) ?? ''}`]),
  ...savepoints(it).slice(-1).map(({ location }) => `status.jobStatus.savepointInfo names savepoint ${location ?? ''}`),
  ...(it.deployedAttempt === null && it.deployedSource === null ? [] : ['status.operatorRecord records a deployment']),
  ...(it.wasSeen ? ['status.jobStatus.startTime records a run'] : []),
]

/** True if the record is one of an older version or of the reference operator. It is used only if this version has recorded nothing. */
const isAdopted = ({ recorded, isSuspended }: StateWitnesses): boolean =>
  isSuspended && recorded._tag === 'Unknown' && recorded.why === 'NothingRecorded'

const recordedPath = (it: StateWitnesses): string | null => (it.recorded._tag === 'Path' ? it.recorded.path : null)

/**
 * The state to restore the job from, by everything that the status says (design.md, section 3). The first row that applies answers.
 * Rows for an older status: an older version, or the reference operator, left the job suspended.
 */
export const knownStateRows: readonly Row<[StateWitnesses], LastState>[] = [
  {
    id: 'known-state/path',
    when: 'a path is recorded, and upgradeSavepointPath is the same or missing: the path',
    holds:
      it => (recordedPath(it) !== null && (it.upgradeSavepointPath === null || it.upgradeSavepointPath === recordedPath(it)) ? it.recorded
        : null),
  },
  {
    id: 'known-state/newest-savepoint',
    when: 'another path than the recorded one, which is older by the history, where the recorded one is the newest: the recorded path',
    holds: it => (recordedPath(it) !== null && it.upgradeSavepointPath !== null && isOutdated(it, it.upgradeSavepointPath)
        && savepoints(it).at(-1)?.location === recordedPath(it) ? it.recorded : null),
  },
  {
    id: 'known-state/other-path',
    when: 'a path is recorded, and upgradeSavepointPath is another path, or the marker: unknown',
    holds: it => (recordedPath(it) === null ? null
      : contradictedState(
        `status.jobStatus.upgradeSavepointPath is ${it.upgradeSavepointPath ?? ''}, but the recorded last state of the job is ${
          recordedPath(it) ?? ''
        }`,
      )),
  },
  {
    id: 'known-state/ha-metadata',
    when: 'HA metadata of the job of the status is recorded: that HA metadata',
    holds: it => (it.recorded._tag === 'InHighAvailability' && it.recorded.jobId === it.jobId ? it.recorded : null),
  },
  {
    id: 'known-state/ha-metadata-of-other-job',
    when: 'HA metadata of another job is recorded: unknown',
    holds: it => (it.recorded._tag === 'InHighAvailability'
      ? contradictedState(`status.jobStatus.jobId is ${it.jobId ?? 'missing'}, but the HA metadata belongs to job ${it.recorded.jobId}`)
      : null),
  },
  {
    id: 'known-state/never-started-but-ran',
    when: 'recorded as never started, but a path, a savepoint, a deployment or a run is recorded: unknown',
    holds: it => (it.recorded._tag === 'NeverStarted' && signsOfEarlierRun(it).length > 0
      ? contradictedState(`the job is recorded as never started, but ${signsOfEarlierRun(it).join(', ')}`) : null),
  },
  {
    id: 'known-state/never-started',
    when: 'recorded as never started, and nothing speaks against it: never started',
    holds: it => (it.recorded._tag === 'NeverStarted' ? it.recorded : null),
  },
  {
    id: 'known-state/no-state',
    when: 'recorded as without state, and the mode of the record is stateless, or its job should run: no state',
    holds: it => (it.recorded._tag === 'None' && (!it.isSuspended || isStateless(it.used)) ? it.recorded : null),
  },
  {
    id: 'known-state/no-state-but-stateful',
    when: 'recorded as without state, and the job was stopped in another mode: unknown',
    holds: it => (it.recorded._tag === 'None'
      ? contradictedState(`the job is recorded as having no state, but was stopped in mode ${it.used ?? 'not known'}`) : null),
  },
  {
    id: 'known-state/adopted-never-started',
    when: 'an older status: a first deployment was recorded, its job was never observed, and there is no evidence of state: never started',
    holds: it => (isAdopted(it) && it.firstDeployment && signsOfEarlierRun(it).length === 0 ? { _tag: 'NeverStarted' } : null),
  },
  {
    id: 'known-state/adopted-ha-metadata',
    when: 'an older status, last-state mode: HA metadata of the job',
    holds:
      it => (isAdopted(it) && keptIn(it) === 'HaMetadata' && it.jobId !== null ? { _tag: 'InHighAvailability', jobId: it.jobId } : null),
  },
  {
    id: 'known-state/adopted-path',
    when: 'an older status, savepoint mode, with a path and no newer savepoint: that path',
    holds: it => (isAdopted(it) && keptIn(it) === 'Savepoint' && pathOf(it) !== null && !isOutdated(it, pathOf(it) ?? '') ? path(pathOf(it))
      : null),
  },
  {
    id: 'known-state/adopted-savepoint',
    when: 'an older status, savepoint mode without a path: the newest savepoint, if it may be the one of the stop',
    holds: it => (isAdopted(it) && keptIn(it) === 'Savepoint' && it.upgradeSavepointPath === null ? path(stopsOwn(it)) : null),
  },
  {
    id: 'known-state/adopted-cancelled',
    when:
      'an older status, stateless: the job was cancelled outside of the operator, and its last checkpoint was read (D-01): that checkpoint',
    holds: it => (isAdopted(it) && isStateless(it.used) && it.isCancelled ? path(pathOf(it)) : null),
  },
  {
    id: 'known-state/adopted-stateless',
    when: 'an older status, stateless, without a path: no state',
    holds: it => (isAdopted(it) && isStateless(it.used) && !it.firstDeployment && it.upgradeSavepointPath === null
      ? { _tag: 'None', reason: 'the job was stopped as stateless' } : null),
  },
  { id: 'known-state/as-recorded', when: 'anything else: as recorded', holds: it => it.recorded },
]

export const knownState = (it: StateWitnesses): LastState => firstMatch(knownStateRows, it)?.found ?? it.recorded

/**
 * The state that the deployed cluster was started from. It is the last state of a run that completed no checkpoint, and of one that never
 * started.
 *
 * | row | deployedSource | other evidence | answer |
 * |---|---|---|---|
 * | started-from/path | path | upgradeSavepointPath is the same, or is missing | the path |
 * | started-from/other-path | path | upgradeSavepointPath is another path | unknown |
 * | started-from/empty | empty | the record's mode is stateless, or no path is recorded | no state |
 * | started-from/empty-but-path | empty | the mode is stateful, and a path is recorded | unknown |
 * | started-from/ha-metadata-with-path | HA metadata | with a restore path | the path |
 * | started-from/ha-metadata-empty | HA metadata | the first run started empty | no state |
 * | started-from/ha-metadata-alone | HA metadata | the checkpoint in it alone | unknown |
 * | started-from/unknown-stateless | unknown | the record's mode is stateless | no state |
 * | started-from/unknown-savepoint | unknown | the mode is savepoint, and a path is recorded | the path |
 * | started-from/unknown | unknown | – | unknown |
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
        : source.restorePath === lastStateMarker ? contradictedState('the job was restored from a checkpoint in HA metadata')
        : { _tag: 'Path', path: source.restorePath, seen: 'Source' }
    case 'NoJob':
      return contradictedState('the deployed cluster is recorded as a session cluster, which starts no job')
    case undefined:
      return isStateless(it.used) ? startedEmpty
        : keptIn(it) === 'Savepoint' && place !== null ? { _tag: 'Path', path: place, seen: 'Source' }
        : contradictedState('the status does not record what the job was started from')
  }
}

const startedEmpty: LastState = { _tag: 'None', reason: 'the run started from empty state and completed no checkpoint' }

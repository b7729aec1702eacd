import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import type { SavepointRecord } from '../../resource/job-status.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { isTooOld, type SnapshotLimits } from './snapshot-limits.ts'

export interface HistoryPruningInputs {
  /** Oldest first. */
  readonly history: readonly SavepointRecord[]
  /** All FlinkStateSnapshots of the job. */
  readonly snapshots: readonly StateSnapshotView[]
  readonly limits: SnapshotLimits
  /** `savepoint.cleanup.enabled`: otherwise entries are forgotten and their files stay. */
  readonly cleanupEnabled: boolean
  /** What must stay: `referencedSavepoints`. */
  readonly referenced: readonly string[]
  readonly now: EpochMillis
}

/** An entry of the history that is to go. */
export interface PrunableSavepoint {
  readonly record: SavepointRecord
  /** Over the count: not before those that are older. Too old: by itself. */
  readonly cause: 'Count' | 'Age'
  /** Are its files to be deleted first? Not where somebody else owns them. */
  readonly dispose: boolean
}

/** Completed savepoint resources that stay: they count, and one of them lets the history end (B79). */
const completedSavepoints = (snapshots: readonly StateSnapshotView[]): number =>
  snapshots.filter(({ kind, state, deleting }) => kind === 'savepoint' && state === 'COMPLETED' && !deleting).length

/**
 * Which entries of the legacy history are to go (control-flow.md, section 6.6), oldest first. The newest stays whatever its age, unless a
 * completed savepoint resource is there (B79).
 * Unlike the reference: nothing that is referenced goes (P04, B03, D-32), and files are deleted only where no other entry and no
 * FlinkStateSnapshot has them (one owner a path).
 */
export const prunableSavepoints = (inputs: HistoryPruningInputs): readonly PrunableSavepoint[] => {
  const { history, snapshots, limits, cleanupEnabled, referenced, now } = inputs
  const completed = completedSavepoints(snapshots)
  const excess = history.length - Math.max(0, limits.count - completed)
  const causeOf = (record: SavepointRecord, at: number): 'Count' | 'Age' | null => {
    const isNewest = at === history.length - 1
    if ((isNewest && completed === 0) || (record.location !== null && referenced.includes(record.location))) return null
    if (isTooOld(record.timeStamp, limits, now)) return 'Age'
    return at < excess ? 'Count' : null
  }
  const causes = history.map(causeOf)
  const owned = [...snapshots.map(({ path }) => path), ...history.filter((_, at) => causes[at] === null).map(({ location }) => location)]
  return history.flatMap((record, at) => {
    const cause = causes[at] ?? null
    return cause === null ? []
      : [{ record, cause, dispose: cleanupEnabled && record.location !== null && !owned.includes(record.location) }]
  })
}

/**
 * The history after disposal. An entry goes once its files are known to be gone (B73); a failed disposal keeps the entry, and those after
 * it that are over the count as well, so that no older one is orphaned.
 */
export const historyAfterDisposal = (
  history: readonly SavepointRecord[],
  prunable: readonly PrunableSavepoint[],
  isDisposed: (location: string) => boolean,
): readonly SavepointRecord[] => {
  const { gone } = prunable.reduce<{ readonly gone: readonly SavepointRecord[]; readonly stuck: boolean }>(
    ({ gone: before, stuck }, { record, cause, dispose }) => {
      const mayGo = !dispose || (record.location !== null && isDisposed(record.location))
      return { gone: mayGo && !(stuck && cause === 'Count') ? [...before, record] : before, stuck: stuck || !mayGo }
    },
    { gone: [], stuck: false },
  )
  return history.filter(record => !gone.includes(record))
}

/** Which locations are to be disposed of, in order; what is over the count waits behind a disposal that failed (`isFailed`). */
export const locationsToDispose = (
  prunable: readonly PrunableSavepoint[],
  isFailed: (location: string) => boolean = () => false,
): readonly string[] =>
  prunable.reduce<{ readonly locations: readonly string[]; readonly stuck: boolean }>(
    ({ locations, stuck }, { record: { location }, cause, dispose }) => {
      if (!dispose || location === null || locations.includes(location)) return { locations, stuck }
      if (isFailed(location)) return { locations, stuck: true }
      return { locations: stuck && cause === 'Count' ? locations : [...locations, location], stuck }
    },
    { locations: [], stuck: false },
  ).locations

import type { JobLine, StoredState, World } from '../world/world.ts'

/** The stored state of the current job at a path; undefined: it never existed, or was discarded. */
export const storedAt = (world: World, path: string): StoredState | undefined =>
  world.storage.find(it => it.path === path) ?? storedBeside(world, path)

/** A stored state of another cluster: a blue/green child starts from a savepoint of the other child. */
const storedBeside = ({ beside }: World, path: string): StoredState | undefined => {
  for (const { storage } of beside) {
    const found = storage.find(it => it.path === path)
    if (found !== undefined) return found
  }
  return undefined
}

/** The progress of the best state that a job could start from (safety-properties.md, 1.1: `best(w)`); 0: no state exists. */
export const best = ({ storage }: Pick<JobLine, 'storage'>): number =>
  storage.reduce((most, it) => (it.current && it.progress > most ? it.progress : most), 0)

/**
 * The progress of a run that starts from empty state. FlinkSessionJobs count in separate ranges, so that worlds don't differ in the
 * progress of one job relative to another.
 */
export const fromNothing = ({ owner }: Pick<JobLine, 'owner'>): number =>
  owner === null ? 0 : Array.from(owner).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 1) * 1_000_000

/**
 * Stores a completed checkpoint or savepoint. A plain savepoint of a job that keeps running is not `current`: Flink recovers from the
 * newest checkpoint even if a savepoint is newer, and so may an upgrade.
 */
export const store = (
  world: World,
  kind: StoredState['kind'],
  progress: number,
  current = true,
): { readonly world: World; readonly path: string } => {
  const path = kind === 'Savepoint'
    ? `file:/flink/savepoints/savepoint-${String(world.stored).padStart(9, '0')}`
    : `file:/flink/checkpoints/chk-${String(world.stored).padStart(9, '0')}`
  return { path, world: { ...world, stored: world.stored + 1, storage: [...world.storage, { path, kind, progress, current }] } }
}

/** Deletes the files of a checkpoint of the current job. */
export const discard = (world: World, path: string | null): World =>
  path === null ? world : { ...world, storage: world.storage.filter(it => it.path !== path) }

/** Flink continues from an older state: newer states belong to an abandoned history. */
export const branchAt = (world: World, progress: number): World =>
  world.storage.some(it => it.current && it.progress > progress)
    ? { ...world, storage: world.storage.map(it => (it.progress > progress ? { ...it, current: false } : it)) }
    : world

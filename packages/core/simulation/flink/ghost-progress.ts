import type { JobLine, StoredState, World } from '../world/world.ts'

/** The stored state of the job at hand at a path; undefined: it was never there, or was discarded. */
export const storedAt = (world: World, path: string): StoredState | undefined =>
  world.storage.find(it => it.path === path) ?? storedBeside(world, path)

/** Of another cluster: a child of a switch starts from a savepoint of the other one. */
const storedBeside = ({ beside }: World, path: string): StoredState | undefined => {
  for (const { storage } of beside) {
    const found = storage.find(it => it.path === path)
    if (found !== undefined) return found
  }
  return undefined
}

/** How far the best state that a job could be started from has come (safety-properties.md, 1.1: `best(w)`); 0: there is none. */
export const best = ({ storage }: Pick<JobLine, 'storage'>): number =>
  storage.reduce((most, it) => (it.current && it.progress > most ? it.progress : most), 0)

/**
 * How far a run has come that starts from nothing. FlinkSessionJobs count in ranges of their own: worlds don't differ in how far one of
 * them has come beside another.
 */
export const fromNothing = ({ owner }: Pick<JobLine, 'owner'>): number =>
  owner === null ? 0 : Array.from(owner).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 1) * 1_000_000

/**
 * Stores a completed checkpoint or savepoint. A plain savepoint of a job that goes on is not `current`: Flink recovers from the newest
 * checkpoint even if a savepoint is newer, and so may an upgrade.
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

/** Deletes the files of a checkpoint of the job at hand. */
export const discard = (world: World, path: string | null): World =>
  path === null ? world : { ...world, storage: world.storage.filter(it => it.path !== path) }

/** Flink goes on from less: what is ahead of it belongs to a past that did not happen. */
export const branchAt = (world: World, progress: number): World =>
  world.storage.some(it => it.current && it.progress > progress)
    ? { ...world, storage: world.storage.map(it => (it.progress > progress ? { ...it, current: false } : it)) }
    : world

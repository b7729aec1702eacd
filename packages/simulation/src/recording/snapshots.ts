import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkStateSnapshot } from '@flink-operator/core/kind/flink-state-snapshot'
import type { JsonObject } from '@flink-operator/core/resource'
import type { Performed } from '../kubernetes/answer.ts'
import { deleteResourceOf, writeOwn } from '../kubernetes/custom-resources.ts'
import { stateSnapshotsOf, withStateSnapshots } from '../world/resources.ts'
import type { StateSnapshotResource, World } from '../world/world.ts'
import type { Pending } from './candidate.ts'
import type { Entry } from './edits.ts'

export const decodedSnapshot = (json: JsonObject): StateSnapshotResource | null => {
  const result = decodeFlinkStateSnapshot(json)
  return isRight(result) ? result.right : null
}

/** An edit of a FlinkStateSnapshot by a user or another writer, as far as the recording shows it. */
export interface SnapshotEdit {
  readonly key: string
  /** The first line that shows it. */
  readonly line: number
  readonly words: string
  /** The same world if the edit is not possible. */
  readonly make: (world: World) => World
}

/** The snapshot in a line. */
const snapshotIn = (
  { value }: Entry,
): JsonObject | null => ('line' in value && value.line === 'Read' && value.of.kind === 'FlinkStateSnapshot' ? value.resource : null)

/** Statuses as this version reads them, whichever version wrote them. */
export const withSnapshotStatusesAsRead = (entries: readonly Entry[]): readonly Entry[] => {
  const json = entries.map(snapshotIn).find(it => it !== null) ?? null
  return json === null ? entries : entries.map(entry => {
    const { value } = entry
    if (
      !('line' in value) || value.line !== 'Begin' || value.action._tag !== 'PersistStatus' || value.status === undefined
      || value.of.kind !== 'FlinkStateSnapshot'
    ) return entry
    const resource = decodedSnapshot({ ...json, status: value.status })
    return resource === null ? entry : { ...entry, value: { ...value, action: { ...value.action, status: resource.status } } }
  })
}

/** The names that the recording's effects are about. */
const begunWith = (entries: readonly Entry[], tag: 'CreateStateSnapshot' | 'DeleteObject'): ReadonlySet<string> =>
  new Set(entries.flatMap(({ value }) => {
    if (!('line' in value) || value.line !== 'Begin' || value.action._tag !== tag) return []
    if (value.action._tag === 'CreateStateSnapshot') return [value.action.name]
    return value.action.target.kind === 'FlinkStateSnapshot' ? [value.action.target.name] : []
  }))

/** Snapshots with an effect that was never answered: the recording does not show what wrote them afterwards. */
const leftOpen = (entries: readonly Entry[]): ReadonlySet<string> => {
  const open = new Map<string, string>()
  for (const { file, value } of entries) {
    if (!('line' in value) || (value.line !== 'Begin' && value.line !== 'End') || value.of.kind !== 'FlinkStateSnapshot') continue
    if (value.line === 'Begin') open.set(`${file} ${value.of.name}`, value.of.name)
    else if (value.error?.applied !== 'Maybe') open.delete(`${file} ${value.of.name}`)
  }
  return new Set(open.values())
}

/**
 * Snapshots that users created, or that existed before; those that they deleted; and what was written while none of our processes ran.
 */
export const snapshotEdits = (entries: readonly Entry[]): readonly SnapshotEdit[] => {
  const [created, deleted] = [begunWith(entries, 'CreateStateSnapshot'), begunWith(entries, 'DeleteObject')]
  const open = leftOpen(entries)
  const given = new Set(entries.flatMap(({ value }) => ('line' in value && value.line === 'End' ? value.resourceVersion ?? [] : [])))
  const shownBy = new Map<string, { readonly file: number; readonly version: string }>()
  const edits = new Map<string, SnapshotEdit>()
  for (const [line, entry] of entries.entries()) {
    const json = snapshotIn(entry)
    const shown = json === null ? null : decodedSnapshot(json)
    if (shown === null) continue
    const { name, uid, deletionTimestamp, resourceVersion: version } = shown.meta
    const before = shownBy.get(uid)
    shownBy.set(uid, { file: entry.file, version })
    const add = (what: string, make: SnapshotEdit['make']): void => {
      const key = `${what} ${uid}`
      if (!edits.has(key)) edits.set(key, { key, line, words: `a user ${what} FlinkStateSnapshot ${name}`, make })
    }
    if (!created.has(name))
      add(
        'creates',
        world => {
          const there = stateSnapshotsOf(world)
          return there === null || there.some(it => it.meta.name === name) ? world : withStateSnapshots(world, [...there, shown])
        },
      )
    if (before !== undefined && before.file !== entry.file && before.version !== version && !given.has(version) && !open.has(name))
      add(
        `writes (${version})`,
        world => withStateSnapshots(world, stateSnapshotsOf(world)?.map(it => (it.meta.uid === uid ? shown : it)) ?? null),
      )
    if (deletionTimestamp !== null && !deleted.has(name)) add('deletes', world => deleteResourceOf(world, 'FlinkStateSnapshot', uid))
  }
  return [...edits.values()]
}

/** A snapshot round's write to its own resource; null: it is no such write. */
export const snapshotWrite = (world: World, { of, action, version }: Pending): Performed | null =>
  of.kind === 'FlinkStateSnapshot' ? writeOwn(world, of.kind, of.name, action, version) : null

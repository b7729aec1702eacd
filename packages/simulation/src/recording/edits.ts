import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import type { RecordedLine, RecordedResource, RecordedRound } from '@flink-operator/core/explain'
import { decodeFlinkSessionJob } from '@flink-operator/core/kind/flink-session-job'
import type { KindName } from '@flink-operator/kinds'
import type { JsonObject } from '@flink-operator/core/resource'
import { touchResource } from '../kubernetes/resource-writes.ts'
import { atJob } from '../world/jobs.ts'
import { jobResourceOf, withJobResource } from '../world/resources.ts'
import { type FlinkDeploymentResource, type JobResource, type SessionJobResource, versionOf, type World } from '../world/world.ts'

/** One entry of a recording, with its file. */
export interface Entry {
  readonly file: number
  readonly value: RecordedLine | RecordedRound<KindName>
}

/** An edit by a user or another writer, as far as the recording shows it. */
export interface PersonsEdit {
  /** The first line that shows it. */
  readonly line: number
  readonly words: string
  readonly make: (world: World) => World
}

export const decoded = (json: JsonObject): FlinkDeploymentResource | null => {
  const result = decodeFlinkDeployment(json)
  return isRight(result) ? result.right : null
}

/** The FlinkSessionJob of a line; null: the line is about another kind. */
export const ownerOf = ({ kind, name }: RecordedResource): string | null => (kind === 'FlinkSessionJob' ? name : null)

const isOf = (owner: string | null) => (of: RecordedResource): boolean =>
  owner === null ? of.kind === 'FlinkDeployment' : ownerOf(of) === owner

/** The FlinkSessionJob of that name, or (null) the FlinkDeployment, in a line. Undefined: the line shows none. */
export const jobResourceIn = ({ value }: Entry, owner: string | null): JsonObject | null | undefined => {
  if (!('line' in value) || (value.line !== 'Read' && value.line !== 'Watch') || !isOf(owner)(value.of)) return undefined
  if (value.line === 'Read') return value.resource
  return value.seen.kind === 'Resource' ? value.seen.resource : undefined
}

/** The FlinkDeployment in a line. Undefined: the line shows none. */
export const resourceIn = (entry: Entry): JsonObject | null | undefined => jobResourceIn(entry, null)

/** The names of FlinkSessionJobs that lines are about. */
export const sessionJobsIn = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ value }) => ('line' in value && value.line === 'Read' ? ownerOf(value.of) ?? [] : []))),
]

const decodedSessionJob = (json: JsonObject): SessionJobResource | null => {
  const result = decodeFlinkSessionJob(json)
  return isRight(result) ? result.right : null
}

export const decodedJob = (json: JsonObject, owner: string | null): JobResource | null =>
  owner === null ? decoded(json) : decodedSessionJob(json)

/** Statuses as this version reads them, whichever version wrote them. */
export const withStatusesAsRead = (entries: readonly Entry[], owner: string | null): readonly Entry[] => {
  const json = entries.map(entry => jobResourceIn(entry, owner) ?? null).find(it => it !== null) ?? null
  return json === null ? entries : entries.map(entry => {
    const { value } = entry
    if (
      !('line' in value) || value.line !== 'Begin' || value.action._tag !== 'PersistStatus' || value.status === undefined
      || !isOf(owner)(value.of)
    ) return entry
    const resource = decodedJob({ ...json, status: value.status }, owner)
    return resource === null ? entry : { ...entry, value: { ...value, action: { ...value.action, status: resource.status } } }
  })
}

const asText = (value: unknown): string =>
  JSON.stringify(
    value,
    (
      _,
      it: unknown,
    ) => (typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1))) : it),
  )

/** The part of the resource that users write. */
const personsPart = ({ meta, spec }: JobResource): string => asText([spec, meta.annotations, meta.generation, meta.deletionTimestamp])

/** `status`: the edit includes the status; the operator wrote no such status. */
const edited = (next: JobResource, status: boolean) => (world: World): World => {
  const resource = jobResourceOf(world)
  if (resource === null) return world
  const { spec, meta: { annotations, generation, deletionTimestamp, labels } } = next
  const touched = touchResource(world)
  // without a finalizer the resource is removed at once
  if (deletionTimestamp !== null && resource.meta.finalizers.length === 0) return withJobResource(world, null)
  return withJobResource(touched, {
    ...resource,
    spec,
    ...(status ? { status: next.status } : {}),
    meta: { ...resource.meta, annotations, generation, deletionTimestamp, labels, resourceVersion: versionOf(world.writes) },
  })
}

const wordsFor = (before: JobResource, { meta }: JobResource, owner: string | null): string => {
  const what = meta.deletionTimestamp !== null && before.meta.deletionTimestamp === null ? 'a user deletes the resource'
    : meta.generation !== before.meta.generation ? `a user edits the spec: generation ${meta.generation}` : 'a user writes annotations'
  return owner === null ? what : `${what} (FlinkSessionJob ${owner})`
}

/** Creates the resource if the name is free; otherwise the same world. */
const created = (resource: JobResource) => (world: World): World => jobResourceOf(world) === null ? withJobResource(world, resource) : world

/**
 * The users' edits, in the order of the resource's versions; of the FlinkSessionJob of that name, or (null) of the FlinkDeployment.
 */
export const personsEdits = (entries: readonly Entry[], owner: string | null): readonly PersonsEdit[] => {
  const shown = new Map<number, { readonly line: number; readonly resource: JobResource }>()
  for (const [line, entry] of entries.entries()) {
    const json = jobResourceIn(entry, owner)
    const resource = json === null || json === undefined ? null : decodedJob(json, owner)
    if (resource !== null && !shown.has(Number(resource.meta.resourceVersion)))
      shown.set(Number(resource.meta.resourceVersion), { line, resource })
  }
  const inOrder = [...shown].sort(([a], [b]) => a - b).map(([, it]) => it)
  // A version that an effect produced is the operator's, whatever it contains; a round without a recorded effect is reported separately.
  const given = entries.flatMap((
    { value },
  ) => ('line' in value && value.line === 'End' && isOf(owner)(value.of) && value.resourceVersion !== null
    ? [value.resourceVersion] : [])
  )
  const written = entries.flatMap((
    { value },
  ) => ('line' in value && value.line === 'Begin' && value.action._tag === 'PersistStatus' && isOf(owner)(value.of)
    ? [asText(value.action.status)] : [])
  )
  const made = (words: string, line: number, make: PersonsEdit['make']): PersonsEdit => ({
    line,
    words,
    make: world => atJob(world, owner, make),
  })
  return inOrder.flatMap(({ line, resource }, index) => {
    const before = inOrder[index - 1]?.resource
    // a recording begins with the FlinkDeployment
    if (before?.meta.uid !== resource.meta.uid)
      return owner === null ? [] : [made(`a user creates FlinkSessionJob ${owner}`, line, created(resource))]
    const status = asText(resource.status)
    const isForeign = status !== asText(before.status) && !written.includes(status) && !given.includes(resource.meta.resourceVersion)
    if (personsPart(before) !== personsPart(resource))
      return [made(wordsFor(before, resource, owner), line, edited(resource, isForeign))]
    return isForeign ? [made('another writer writes the status', line, edited(resource, true))] : []
  })
}

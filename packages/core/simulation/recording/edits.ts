import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '../../src/codec/flink-deployment.ts'
import { decodeFlinkSessionJob } from '../../src/kind/flink-session-job/flink-session-job-codec.ts'
import type { RecordedLine, RecordedResource } from '../../src/explain/recorded-line.ts'
import type { RecordedRound } from '../../src/explain/recorded-round.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import { touchResource } from '../kubernetes/resource-writes.ts'
import { atJob } from '../world/jobs.ts'
import { jobResourceOf, withJobResource } from '../world/resources.ts'
import { type FlinkDeploymentResource, type JobResource, type SessionJobResource, versionOf, type World } from '../world/world.ts'

/** One entry of a recording, with the file that it is of. */
export interface Entry {
  readonly file: number
  readonly value: RecordedLine | RecordedRound
}

/** What somebody else did to the resource, as far as it showed. */
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

/** The FlinkSessionJob that a line is about; null: it is about another kind. */
export const ownerOf = ({ kind, name }: RecordedResource): string | null => (kind === 'FlinkSessionJob' ? name : null)

const isOf = (owner: string | null) => (of: RecordedResource): boolean =>
  owner === null ? of.kind === 'FlinkDeployment' : ownerOf(of) === owner

/** The FlinkSessionJob of that name, or (null) the FlinkDeployment, that a line shows. Undefined: it shows none. */
export const jobResourceIn = ({ value }: Entry, owner: string | null): JsonObject | null | undefined => {
  if (!('line' in value) || (value.line !== 'Read' && value.line !== 'Watch') || !isOf(owner)(value.of)) return undefined
  if (value.line === 'Read') return value.resource
  return value.seen.kind === 'Resource' ? value.seen.resource : undefined
}

/** The FlinkDeployment that a line shows. Undefined: it shows none. */
export const resourceIn = (entry: Entry): JsonObject | null | undefined => jobResourceIn(entry, null)

/** FlinkSessionJobs that lines are about, by name. */
export const sessionJobsIn = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ value }) => ('line' in value && value.line === 'Read' ? ownerOf(value.of) ?? [] : []))),
]

const decodedSessionJob = (json: JsonObject): SessionJobResource | null => {
  const result = decodeFlinkSessionJob(json)
  return isRight(result) ? result.right : null
}

export const decodedJob = (json: JsonObject, owner: string | null): JobResource | null =>
  owner === null ? decoded(json) : decodedSessionJob(json)

/** What is written is what this version reads of it, whichever version wrote it. */
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

/** What is a person's of it. */
const personsPart = ({ meta, spec }: JobResource): string => asText([spec, meta.annotations, meta.generation, meta.deletionTimestamp])

/** `status`: with it, too; the operator wrote none like it. */
const edited = (next: JobResource, status: boolean) => (world: World): World => {
  const resource = jobResourceOf(world)
  if (resource === null) return world
  const { spec, meta: { annotations, generation, deletionTimestamp, labels } } = next
  const touched = touchResource(world)
  // without a finalizer it goes at once
  if (deletionTimestamp !== null && resource.meta.finalizers.length === 0) return withJobResource(world, null)
  return withJobResource(touched, {
    ...resource,
    spec,
    ...(status ? { status: next.status } : {}),
    meta: { ...resource.meta, annotations, generation, deletionTimestamp, labels, resourceVersion: versionOf(world.writes) },
  })
}

const wordsFor = (before: JobResource, { meta }: JobResource, owner: string | null): string => {
  const what = meta.deletionTimestamp !== null && before.meta.deletionTimestamp === null ? 'somebody deletes the resource'
    : meta.generation !== before.meta.generation ? `somebody edits the spec: generation ${meta.generation}` : 'somebody writes annotations'
  return owner === null ? what : `${what} (FlinkSessionJob ${owner})`
}

/** Where none of the name is there; else the same world. */
const created = (resource: JobResource) => (world: World): World => jobResourceOf(world) === null ? withJobResource(world, resource) : world

/** What people did, in the order of the resource's versions; of the FlinkSessionJob of that name, or (null) of the FlinkDeployment. */
export const personsEdits = (entries: readonly Entry[], owner: string | null): readonly PersonsEdit[] => {
  const shown = new Map<number, { readonly line: number; readonly resource: JobResource }>()
  for (const [line, entry] of entries.entries()) {
    const json = jobResourceIn(entry, owner)
    const resource = json === null || json === undefined ? null : decodedJob(json, owner)
    if (resource !== null && !shown.has(Number(resource.meta.resourceVersion)))
      shown.set(Number(resource.meta.resourceVersion), { line, resource })
  }
  const inOrder = [...shown].sort(([a], [b]) => a - b).map(([, it]) => it)
  // what an effect gave is the operator's, whatever it holds; a round whose effect was left out is told by itself
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
    // the FlinkDeployment is what a recording begins with
    if (before?.meta.uid !== resource.meta.uid)
      return owner === null ? [] : [made(`somebody creates FlinkSessionJob ${owner}`, line, created(resource))]
    const status = asText(resource.status)
    const isForeign = status !== asText(before.status) && !written.includes(status) && !given.includes(resource.meta.resourceVersion)
    if (personsPart(before) !== personsPart(resource))
      return [made(wordsFor(before, resource, owner), line, edited(resource, isForeign))]
    return isForeign ? [made('somebody writes the status', line, edited(resource, true))] : []
  })
}

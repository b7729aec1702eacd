import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '../../src/codec/flink-deployment.ts'
import type { RecordedLine } from '../../src/explain/recorded-line.ts'
import type { RecordedRound } from '../../src/explain/recorded-round.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import { touchResource } from '../kubernetes/resource-writes.ts'
import { flinkDeploymentOf, withFlinkDeployment } from '../world/resources.ts'
import { type FlinkDeploymentResource, versionOf, type World } from '../world/world.ts'

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

/** The FlinkDeployment that a line shows. Undefined: it shows none. */
export const resourceIn = ({ value }: Entry): JsonObject | null | undefined => {
  if (!('line' in value)) return undefined
  if (value.line === 'Read' && value.of.kind === 'FlinkDeployment') return value.resource
  return value.line === 'Watch' && value.of.kind === 'FlinkDeployment' && value.seen.kind === 'Resource' ? value.seen.resource : undefined
}

/** What is written is what this version reads of it, whichever version wrote it. */
export const withStatusesAsRead = (entries: readonly Entry[]): readonly Entry[] => {
  const last = entries.find(entry => resourceIn(entry) != null)
  const json = last === undefined ? null : resourceIn(last) ?? null
  return json === null ? entries : entries.map(entry => {
    const { value } = entry
    if (
      !('line' in value) || value.line !== 'Begin' || value.action._tag !== 'PersistStatus' || value.status === undefined
      || value.of.kind !== 'FlinkDeployment'
    ) return entry
    const resource = decoded({ ...json, status: value.status })
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
const personsPart = ({ meta, spec }: FlinkDeploymentResource): string =>
  asText([spec, meta.annotations, meta.generation, meta.deletionTimestamp])

/** `status`: with it, too; the operator wrote none like it. */
const edited = (next: FlinkDeploymentResource, status: boolean) => (world: World): World => {
  const resource = flinkDeploymentOf(world)
  if (resource === null) return world
  const { spec, meta: { annotations, generation, deletionTimestamp, labels } } = next
  const touched = touchResource(world)
  // without a finalizer it goes at once
  if (deletionTimestamp !== null && resource.meta.finalizers.length === 0) return withFlinkDeployment(world, null)
  return withFlinkDeployment(touched, {
    ...resource,
    spec,
    ...(status ? { status: next.status } : {}),
    meta: { ...resource.meta, annotations, generation, deletionTimestamp, labels, resourceVersion: versionOf(world.writes) },
  })
}

const wordsFor = (before: FlinkDeploymentResource, { meta }: FlinkDeploymentResource): string =>
  meta.deletionTimestamp !== null && before.meta.deletionTimestamp === null ? 'somebody deletes the resource'
    : meta.generation !== before.meta.generation ? `somebody edits the spec: generation ${meta.generation}` : 'somebody writes annotations'

/** What people did, in the order of the resource's versions. */
export const personsEdits = (entries: readonly Entry[]): readonly PersonsEdit[] => {
  const shown = new Map<number, { readonly line: number; readonly resource: FlinkDeploymentResource }>()
  for (const [line, entry] of entries.entries()) {
    const json = resourceIn(entry)
    const resource = json === null || json === undefined ? null : decoded(json)
    if (resource !== null && !shown.has(Number(resource.meta.resourceVersion)))
      shown.set(Number(resource.meta.resourceVersion), { line, resource })
  }
  const inOrder = [...shown].sort(([a], [b]) => a - b).map(([, it]) => it)
  // what an effect gave is the operator's, whatever it holds; a round whose effect was left out is told by itself
  const given = entries.flatMap((
    { value },
  ) => ('line' in value && value.line === 'End' && value.of.kind === 'FlinkDeployment' && value.resourceVersion !== null
    ? [value.resourceVersion] : [])
  )
  const written = entries.flatMap((
    { value },
  ) => ('line' in value && value.line === 'Begin' && value.action._tag === 'PersistStatus' && value.of.kind === 'FlinkDeployment'
    ? [asText(value.action.status)] : [])
  )
  return inOrder.slice(1).flatMap(({ line, resource }, index) => {
    const before = inOrder[index]!.resource
    const status = asText(resource.status)
    const isForeign = status !== asText(before.status) && !written.includes(status) && !given.includes(resource.meta.resourceVersion)
    if (personsPart(before) !== personsPart(resource))
      return [{ line, words: wordsFor(before, resource), make: edited(resource, isForeign) }]
    return isForeign ? [{ line, words: 'somebody writes the status', make: edited(resource, true) }] : []
  })
}

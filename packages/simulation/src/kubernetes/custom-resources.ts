import { isRight } from 'fp-ts/lib/Either.js'
import { formatInstant } from '@flink-operator/core/codec'
import { kindOf, type KindName } from '@flink-operator/kinds'
import { type JsonObject, identityOf, startedAnnotation, startedValue } from '@flink-operator/core/resource'
import type { AnyAction, AnyResource } from '../kind/any-kind.ts'
import { withTampered } from '../world/jobs.ts'
import { resourcesOf, withResources } from '../world/resources.ts'
import { uidOf, versionOf, type World } from '../world/world.ts'
import { done, type Performed, refused } from './answer.ts'

/** The content of a new resource. */
export interface NewResource {
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly spec: JsonObject
}

/** `POST` of a resource of any kind: a taken name counts as created, by whichever of our processes. */
export const createResource = (world: World, kind: KindName, { namespace, name, labels, spec }: NewResource): Performed => {
  const there = world.resources[kind] ?? null
  if (there === null) return refused(world, 'NotFound', 'the server could not find the requested resource')
  if (there.some(({ meta }) => meta.name === name)) return done(world)
  const decoded = kindOf(kind).decode({
    ...identityOf(kindOf(kind).type),
    spec,
    metadata: {
      name,
      namespace,
      labels,
      uid: uidOf(world.serial),
      resourceVersion: versionOf(world.writes),
      generation: 1,
      creationTimestamp: formatInstant(world.now),
    },
  })
  return isRight(decoded)
    ? done({ ...withResources(world, kind, [...there, decoded.right]), serial: world.serial + 1, writes: world.writes + 1 })
    : refused(world, 'Invalid', decoded.left.expected)
}

/** `DELETE` with uid precondition: immediate, or, with a finalizer, when that is removed. */
export const deleteResourceOf = (world: World, kind: string, uid: string): World => {
  const old = resourcesOf(world, kind).find(({ meta }) => meta.uid === uid)
  if (old === undefined || old.meta.deletionTimestamp !== null) return world
  return old.meta.finalizers.length === 0 ? without(world, kind, old)
    : written(world, kind, old, { ...old, meta: { ...old.meta, deletionTimestamp: world.now } })
}

/** `PATCH` of the spec of the only resource of a kind. */
export const editResourceOf = (world: World, kind: string, spec: object): World => {
  const [old] = resourcesOf(world, kind)
  return old === undefined || old.meta.deletionTimestamp !== null ? world
    : written(world, kind, old, { ...old, spec: spec as unknown, meta: { ...old.meta, generation: old.meta.generation + 1 } })
}

/** Null: the backup was used. */
const withBackup = ({ ghost: { backupBeside: _used, ...ghost }, ...world }: World, backup: object | null): World => ({
  ...world,
  ghost: backup === null ? ghost : { ...ghost, backupBeside: backup },
})

export const backUpStatusOf = (world: World, kind: string): World => {
  const [resource] = resourcesOf(world, kind)
  return resource === undefined ? world : withBackup(world, resource.status as object)
}

/**
 * The resource with another status, as its kind reads it from the API server: an inconsistent part is reported as unread. Null: the
 * kind can't read the status at all.
 */
export const readWithStatus = (kind: KindName, resource: AnyResource, status: object): AnyResource | null => {
  const { apiVersion, kind: name, namespace, uid } = resource.meta
  const metadata = { name: resource.meta.name, namespace, uid, resourceVersion: '1', generation: 1 }
  const it = kindOf(kind)
  const read = it.decode({ apiVersion, kind: name, metadata, spec: {}, status: it.encodeStatus(status, null) })
  if (!isRight(read)) return null
  const unread = (read.right.unread ?? []).filter(({ path }) => path.startsWith('status'))
  return { ...resource, status: read.right.status, ...(unread.length === 0 ? {} : { unread }) }
}

/** A user writes another status behind the operator's back, of the only resource of a kind. The properties are judged by that. */
export const tamperStatusOf = (
  world: World,
  kind: string,
  { status, extent, what }: { readonly status: object; readonly extent: 'Part' | 'Whole'; readonly what: string },
): World => {
  const [old] = resourcesOf(world, kind)
  const read = old === undefined ? null : readWithStatus(kind as KindName, old, status)
  if (old === undefined || read === null) return world
  return withTampered(withBackup(written(world, kind, old, read), null), { extent, what })
}

const without = (world: World, kind: string, old: AnyResource): World =>
  withResources(world, kind, resourcesOf(world, kind).filter(it => it !== old))

const written = (world: World, kind: string, old: AnyResource, next: AnyResource): World => {
  const made = { ...next, meta: { ...next.meta, resourceVersion: versionOf(world.writes) } }
  return { ...withResources(world, kind, resourcesOf(world, kind).map(it => (it === old ? made : it))), writes: world.writes + 1 }
}

/**
 * Is it a write of the round's own resource? A patch of its labels is one in the API, too, but the round does not continue from it.
 */
const isOfResource = ({ _tag }: AnyAction, isOwn: boolean): boolean =>
  _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer' || _tag === 'MarkStarted'
  || (_tag === 'PatchObject' && isOwn)

/**
 * A write of the round's own resource: status and finalizers with the version that was read, labels by a patch. Null: it is no such
 * write.
 */
export const writeOwn = (world: World, kind: string, name: string, action: AnyAction, version: string): Performed | null => {
  const isOwn = action._tag === 'PatchObject' && action.target.kind === kind
  if (!isOfResource(action, isOwn)) return null
  const old = resourcesOf(world, kind).find(({ meta }) => meta.name === name)
  if (old === undefined) return refused(world, 'NotFound', 'the resource is gone')
  if (!isOwn && old.meta.resourceVersion !== version)
    return refused(world, 'Conflict', 'the object has been modified; please apply your changes to the latest version and try again')
  const { finalizers, deletionTimestamp } = old.meta
  switch (action._tag) {
    case 'PersistStatus':
      return done(
        JSON.stringify(old.status) === JSON.stringify(action.status) ? world
          : written(world, kind, old, { ...old, status: action.status as unknown }),
      )
    case 'AddFinalizer':
      return done(written(world, kind, old, { ...old, meta: { ...old.meta, finalizers: [...finalizers, action.finalizer] } }))
    case 'RemoveFinalizer': {
      const left = finalizers.filter(it => it !== action.finalizer)
      return done(
        deletionTimestamp !== null && left.length === 0 ? without(world, kind, old)
          : written(world, kind, old, { ...old, meta: { ...old.meta, finalizers: left } }),
      )
    }
    case 'MarkStarted': {
      const annotations = { ...old.meta.annotations, [startedAnnotation]: startedValue(old.meta.uid, action.mark) }
      return done(written(world, kind, old, { ...old, meta: { ...old.meta, annotations } }))
    }
    case 'PatchObject': {
      const { labels } = action.patch['metadata'] as { readonly labels: Readonly<Record<string, string>> }
      return done(written(world, kind, old, { ...old, meta: { ...old.meta, labels: { ...old.meta.labels, ...labels } } }))
    }
    default:
      return null
  }
}

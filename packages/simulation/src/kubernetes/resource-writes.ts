import type { PersistStatus } from '@flink-operator/core/action'
import { initialOperatorRecord } from '@flink-operator/core/codec'
import { type JsonObject, type JobLifecycleStatus, startedAnnotation, type StartedMark, startedValue } from '@flink-operator/core/resource'
import { jobResourceOf, withJobResource } from '../world/resources.ts'
import { breach, type JobResource, type SpecOfJob, versionOf, type World } from '../world/world.ts'
import { done, type Performed, refused } from './answer.ts'
import { encodedStatus, withRaw } from './raw-status.ts'

/** The resource with another content and a new version; a lagging cache shows the old one. */
const written = (world: World, old: JobResource, next: JobResource): World => ({
  ...withJobResource(world, { ...next, meta: { ...next.meta, resourceVersion: versionOf(world.writes) } }),
  writes: world.writes + 1,
  olderResource: old,
})

const onVersion = (world: World, version: string, write: (resource: JobResource) => World): Performed => {
  const resource = jobResourceOf(world)
  if (resource === null) return refused(world, 'NotFound', 'the resource is gone')
  if (resource.meta.resourceVersion !== version && world.fidelity.broken !== 'UnguardedWrites')
    return refused(world, 'Conflict', 'the object has been modified; please apply your changes to the latest version and try again')
  return done(write(resource))
}

/**
 * `PUT` on `/status` with the resourceVersion; a write without a change keeps the version, as in the API server. With `over`: if the
 * status is still the given one, the write uses the present version.
 */
export const persistStatus = (world: World, version: string, { status, over }: PersistStatus<JobLifecycleStatus>): Performed => {
  const now = jobResourceOf(world)
  return onVersion(
    world,
    over !== undefined && now !== null && isSame(now.status, over) ? now.meta.resourceVersion : version,
    resource => (isSame(resource.status, status) ? world
      : keepingForeign(overRaw(written(world, resource, { ...resource, status }), status), status)),
  )
}

/** Unreadable content stays, unless the write replaces it. */
const overRaw = (world: World, status: JobResource['status']): World => {
  const resource = jobResourceOf(world)
  if (world.rawStatus === null || resource === null) return world
  const rawStatus = encodedStatus(world, status, world.rawStatus) as JsonObject
  return { ...withJobResource(world, withRaw(resource, rawStatus)), rawStatus }
}

/** A field that no version of ours knows, in the status and in the record. */
const foreignField = 'ofAnotherVersion'

/**
 * An operator of another version takes over briefly: its record has a field that this version does not know, and lacks what this
 * version remembers besides ids.
 */
export const takeOver = (world: World): World => {
  const resource = jobResourceOf(world)
  if (resource === null) return world
  const { attempts, deployedAttempt } = resource.status.operatorRecord
  const status = { ...resource.status, operatorRecord: { ...initialOperatorRecord, attempts, deployedAttempt } }
  const json = encodedStatus(world, status, null) as JsonObject
  const foreignStatus = {
    ...json,
    [foreignField]: true,
    operatorRecord: { ...(json['operatorRecord'] as JsonObject), [foreignField]: true },
  }
  return { ...written(world, resource, { ...resource, status }), foreignStatus }
}

/** Our writes are merged over the status that was read. */
const keepingForeign = (world: World, status: JobResource['status']): World => {
  if (world.foreignStatus === null) return world
  const json = encodedStatus(world, status, world.fidelity.broken === 'ForgetfulWrites' ? null : world.foreignStatus) as JsonObject
  const isKept = json[foreignField] === true && (json['operatorRecord'] as JsonObject)[foreignField] === true
  return isKept ? { ...world, foreignStatus: json }
    : breach(world, 'P11', 'a status write lost what an operator of another version had written')
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** The same as JSON: undefined fields don't exist. Unchanged parts are the same objects. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  for (const key in a) if (!isSame(a[key], b[key])) return false
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false
  return true
}

export const addFinalizer = (world: World, version: string, finalizer: string): Performed =>
  onVersion(world, version, resource =>
    resource.meta.finalizers.includes(finalizer)
      ? world
      : written(world, resource, { ...resource, meta: { ...resource.meta, finalizers: [...resource.meta.finalizers, finalizer] } }))

export const markStarted = (world: World, version: string, mark: StartedMark): Performed =>
  onVersion(world, version, resource => {
    const { uid, annotations } = resource.meta
    const value = startedValue(uid, mark)
    return annotations[startedAnnotation] === value ? world
      : written(world, resource, { ...resource, meta: { ...resource.meta, annotations: { ...annotations, [startedAnnotation]: value } } })
  })

/**
 * Removing the last finalizer of a resource that is being deleted removes the resource; the garbage collector then removes its
 * dependents.
 */
export const removeFinalizer = (world: World, version: string, finalizer: string): Performed =>
  onVersion(world, version, resource => {
    const finalizers = resource.meta.finalizers.filter(it => it !== finalizer)
    return resource.meta.deletionTimestamp !== null && finalizers.length === 0
      ? { ...withJobResource(world, null), olderResource: resource }
      : written(world, resource, { ...resource, meta: { ...resource.meta, finalizers } })
  })

/** A user changes the spec: the generation grows if it really changes. */
export const editSpec = (world: World, spec: SpecOfJob): World => {
  const resource = jobResourceOf(world)
  return resource === null ? world
    : written(world, resource, { ...resource, spec, meta: { ...resource.meta, generation: resource.meta.generation + 1 } })
}

/** A user deletes the resource: with finalizers it only gets a deletionTimestamp. */
export const deleteResource = (world: World): World => {
  const resource = jobResourceOf(world)
  if (resource === null || resource.meta.deletionTimestamp !== null) return world
  return resource.meta.finalizers.length === 0
    ? withJobResource(world, null)
    : written(world, resource, {
      ...resource,
      meta: { ...resource.meta, generation: resource.meta.generation + 1, deletionTimestamp: world.now },
    })
}

/** A user writes the annotations: no new generation. */
export const annotateResource = (world: World, annotations: Readonly<Record<string, string>>): World => {
  const resource = jobResourceOf(world)
  return resource === null ? world : written(world, resource, { ...resource, meta: { ...resource.meta, annotations } })
}

/** Another writer changes something that no reader uses: only the version changes. */
export const touchResource = (world: World): World => {
  const resource = jobResourceOf(world)
  return resource === null ? world : written(world, resource, resource)
}

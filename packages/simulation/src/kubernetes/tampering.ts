import { initialFlinkDeploymentStatus } from '@flink-operator/core/codec'
import { initialFlinkSessionJobStatus } from '@flink-operator/core/kind/flink-session-job'
import type { JobLifecycleStatus, Json, JsonObject, Millis } from '@flink-operator/core/resource'
import { jobResourceOf, withJobResource } from '../world/resources.ts'
import { type JobResource, type PodObject, uidOf, versionOf, type World } from '../world/world.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { branchAt } from '../flink/ghost-progress.ts'
import { isAlive } from '../flink/job-manager-process.ts'
import { fromJob, isOfJob } from '../world/jobs.ts'
import { writtenBy } from './clock-jump.ts'
import { encodedStatus, withRaw } from './raw-status.ts'
import { type TamperedField, valueAt, withValueAt } from './tampered-fields.ts'

export interface FieldChange {
  readonly field: TamperedField
  readonly to: 'Default' | 'Backup'
}

/** What a user or a tool does to the resource behind the operator's back. */
export type Tampering =
  /** A field of the status is removed, or restored from the backup. */
  | ({ readonly _tag: 'Field' } & FieldChange)
  /** The same for several fields at once. */
  | { readonly _tag: 'Fields'; readonly changes: readonly FieldChange[] }
  /** Content that this version can't read is written to the status: by a newer version, or by mistake (F14). */
  | { readonly _tag: 'Unreadable'; readonly path: readonly string[]; readonly value: Json }
  /**
   * All moments in the status were written with a clock that was ahead by this much, or behind; now the clock is right again (F15).
   */
  | { readonly _tag: 'Clock'; readonly ahead: Millis }
  | { readonly _tag: 'Finalizer' }
  /**
   * The resource is deleted past our finalizer and created again. `Background`: its dependents are deleted with it. `Orphan`: they
   * stay without an owner. `restored`: with the status of the backup, as a backup tool does.
   */
  | { readonly _tag: 'Created anew'; readonly dependents: 'Background' | 'Orphan'; readonly restored?: true }
  /** A FlinkSessionJob gets the status of another one: it is created as a copy, or its own status is overwritten. */
  | { readonly _tag: 'Copied'; readonly from: string }

const changeText = ({ field: { path }, to }: FieldChange): string => {
  const what = path.length === 0 ? 'the status' : `status.${path.join('.')}`
  return to === 'Default' ? `removed ${what}` : `restored an older ${what}`
}

export const tamperingText = (tampering: Tampering): string => {
  switch (tampering._tag) {
    case 'Field':
      return changeText(tampering)
    case 'Fields':
      return tampering.changes.map(changeText).join(' and ')
    case 'Unreadable':
      return `wrote ${JSON.stringify(tampering.value)} to status.${tampering.path.join('.')}`
    case 'Clock':
      return `corrected a clock that was ${tampering.ahead > 0 ? 'ahead' : 'behind'} by ${
        String(Math.abs(tampering.ahead) / 3_600_000)
      } h when the status was written`
    case 'Finalizer':
      return 'removed our finalizer'
    case 'Created anew':
      return `deleted the resource past our finalizer${tampering.dependents === 'Orphan' ? ', orphaning what it owned,' : ''} and ${
        tampering.restored === true ? 'restored it from a backup' : 'created it again'
      }`
    case 'Copied':
      return `copied FlinkSessionJob ${tampering.from} with its status`
  }
}

/** Would the tampering change anything? Called for each world and each tampering. */
export const mayTamper = (world: World, tampering: Tampering): boolean => {
  const resource = jobResourceOf(world)
  return tampering._tag === 'Unreadable' ? resource !== null && hasPlace(resource, tampering.path) : tamper(world, tampering) !== world
}

const hasPlace = ({ status }: JobResource, path: readonly string[]): boolean =>
  path.length <= 1 || valueAt(status, path.slice(0, -1)) != null

/** The world after the tampering; the world itself if nothing would change. */
export const tamper = (world: World, tampering: Tampering): World => {
  const resource = jobResourceOf(world)
  if (tampering._tag === 'Copied') return copied(world, resource, tampering)
  if (resource === null) return world
  switch (tampering._tag) {
    case 'Field':
      return tamperWith(world, resource, tampering)
    case 'Fields':
      return withFields(world, tampering)
    case 'Unreadable':
      return tamperUnreadable(world, resource, tampering)
    case 'Clock':
      return { ...changed(world, { ...resource, status: writtenBy(resource.status, tampering.ahead) }), steadySince: world.now }
    case 'Finalizer':
      if (resource.meta.finalizers.length === 0) return world
      return unlocked(world, resource, tampering)
    case 'Created anew':
      return recreate(world, resource, tampering)
  }
}

/**
 * Removes the finalizer. The resource's dependents are deleted sooner or later; a job in another resource's session cluster stays,
 * without an owner.
 */
const unlocked = (world: World, resource: JobResource, tampering: Tampering): World => {
  const next = resource.meta.deletionTimestamp === null ? changed(world, { ...resource, meta: { ...resource.meta, finalizers: [] } })
    : { ...withJobResource(world, null), olderResource: resource }
  return world.owner === null ? next : { ...next, ghost: { ...next.ghost, tampered: { extent: 'Part', what: tamperingText(tampering) } } }
}

const changed = (world: World, resource: JobResource): World => ({
  ...withJobResource(world, { ...resource, meta: { ...resource.meta, resourceVersion: versionOf(world.writes) } }),
  writes: world.writes + 1,
  olderResource: jobResourceOf(world),
})

/** The initial status of the current job's resource. */
const initialStatus = ({ owner }: World): JobLifecycleStatus => owner === null ? initialFlinkDeploymentStatus : initialFlinkSessionJobStatus

const tamperWith = (world: World, resource: JobResource, tampering: Extract<Tampering, { readonly _tag: 'Field' }>): World => {
  const { field, to } = tampering
  const { status } = resource
  const { backup } = world.ghost
  const value = to === 'Default' ? (field.path.length === 0 ? initialStatus(world) : field.default)
    : backup === null ? undefined : valueAt(backup, field.path)
  const before = valueAt(status, field.path)
  if (value === undefined || before === undefined || JSON.stringify(value) === JSON.stringify(before)) return world
  const next: JobLifecycleStatus = withValueAt(status, field.path, value)
  return {
    ...changed(world, { ...resource, status: next }),
    ghost: { ...world.ghost, tampered: { extent: 'Part', what: tamperingText(tampering) } },
  }
}

const withFields = (world: World, tampering: Extract<Tampering, { readonly _tag: 'Fields' }>): World => {
  const steps = tampering.changes.reduce<readonly World[]>((before, change) => {
    const now = before.at(-1) ?? world
    const resource = jobResourceOf(now)
    return resource === null ? before : [...before, tamperWith(now, resource, { _tag: 'Field', ...change })]
  }, [])
  const next = steps.at(-1) ?? world
  // each change must have an effect: a single change is a tampering of its own
  if (steps.length < tampering.changes.length || steps.some((step, at) => step === (steps[at - 1] ?? world))) return world
  return {
    ...next,
    olderResource: jobResourceOf(world),
    ghost: { ...next.ghost, tampered: { extent: 'Part', what: tamperingText(tampering) } },
  }
}

const tamperUnreadable = (
  world: World,
  resource: JobResource,
  tampering: Extract<Tampering, { readonly _tag: 'Unreadable' }>,
): World => {
  const { path, value } = tampering
  if (!hasPlace(resource, path)) return world
  const encoded = encodedStatus(world, resource.status, null) as JsonObject
  const rawStatus = withValueAt(encoded, path, value)
  const mended = { path, value: valueAt(encoded, path) as Json }
  return {
    ...changed(world, withRaw(resource, rawStatus)),
    rawStatus,
    ghost: { ...world.ghost, mended, tampered: { extent: 'Part', what: tamperingText(tampering) } },
  }
}

/** A user restores what the unreadable content replaced. */
export const mendStatus = (world: World): World => {
  const { rawStatus, ghost: { mended } } = world
  const resource = jobResourceOf(world)
  return resource === null || rawStatus === null || mended === null ? world
    : {
      ...changed(world, withRaw(resource, withValueAt(rawStatus, mended.path, mended.value))),
      rawStatus: null,
      ghost: { ...world.ghost, mended: null },
    }
}

const isEnding = ({ process }: PodObject): boolean =>
  process !== null
  && (process.operations.some(({ kind, state }) => kind === 'Stop' && state._tag === 'InProgress')
    || process.jobs.some(({ state }) => state === 'CANCELLING'))

const recreatedMeta = ({ serial, now }: World, { meta }: JobResource): JobResource['meta'] => ({
  ...meta,
  uid: uidOf(serial),
  generation: 1,
  finalizers: [],
  deletionTimestamp: null,
  creationTimestamp: now,
})

const recreate = (
  world: World,
  resource: JobResource,
  tampering: Extract<Tampering, { readonly _tag: 'Created anew' }>,
): World => {
  const { dependents, restored } = tampering
  const { backup } = world.ghost
  if (restored === true && backup === null) return world
  if (world.owner !== null) return recreatedSessionJob(world, resource, tampering)
  const meta = recreatedMeta(world, resource)
  const released = <A extends { readonly ownerUids: readonly string[] }>(
    it: A,
  ): A => (it.ownerUids.includes(resource.meta.uid) ? { ...it, ownerUids: [] } : it)
  const over: World = dependents === 'Background' ? world
    : { ...world, deployments: world.deployments.map(released), ingress: world.ingress === null ? null : released(world.ingress) }
  const hasLeft = (dependents === 'Orphan' && world.deployments.some(it => !it.deleting)) || world.ha.jobs.length > 0
  const next = changed({ ...over, serial: over.serial + 1 }, {
    ...resource,
    meta,
    status: restored === true && backup !== null ? backup : initialStatus(world),
  })
  // A consistent status is trusted if nothing remains that contradicts it: the HA metadata of a job that is being stopped is deleted when
  // the job ends.
  const reports = (dependents === 'Orphan' && world.deployments.some(it => !it.deleting))
    || (world.ha.jobs.some(({ pointer }) => pointer !== null) && !world.pods.some(isEnding))
  const extent = restored === true && !reports ? 'Whole' : 'Part'
  return {
    ...(hasLeft || restored === true ? next : givenUp(next)),
    ghost: { ...next.ghost, tampered: { extent, what: tamperingText(tampering) } },
  }
}

/**
 * The same for a FlinkSessionJob, which owns nothing in its cluster: its running job continues, or HA metadata restores it, under an
 * id of the deleted resource (A02). If neither exists any more, or the job is being ended, the user gave it up.
 */
const recreatedSessionJob = (
  world: World,
  resource: JobResource,
  tampering: Extract<Tampering, { readonly _tag: 'Created anew' }>,
): World => {
  const { backup } = world.ghost
  const isBackup = tampering.restored === true && backup !== null
  const status = isBackup ? backup : initialStatus(world)
  const next = changed({ ...world, serial: world.serial + 1 }, { ...resource, meta: recreatedMeta(world, resource), status })
  const alive = world.pods.flatMap(({ process }) => process?.jobs.filter(job => isOfJob(world, job) && isAlive(job)) ?? [])
  const isKept = [world.ha, ...Object.values(world.zooKeeper)].some(({ cluster }) =>
    cluster?.plans.some(({ jobId, submission }) => submission?.owner === world.owner && !world.ended.includes(jobId))
  )
  const isLeft = (alive.length > 0 || isKept) && !world.pods.some(isEnding)
  const made = isLeft || isBackup ? next
    : { ...branchAt(next, 0), ended: [...new Set([...next.ended, ...alive.map(({ jobId }) => jobId)])] }
  return { ...made, ghost: { ...made.ghost, tampered: { extent: isBackup && !isLeft ? 'Whole' : 'Part', what: tamperingText(tampering) } } }
}

/** A new copy may read the states that the other resource has stored. */
const copied = (world: World, there: JobResource | null, tampering: Extract<Tampering, { readonly _tag: 'Copied' }>): World => {
  const from = fromJob(world, tampering.from)
  const source = jobResourceOf(from)
  if (world.owner === null || source === null || (there !== null && JSON.stringify(there.status) === JSON.stringify(source.status)))
    return world
  const next = there === null
    ? changed({ ...world, serial: world.serial + 1, storage: from.storage }, {
      ...source,
      meta: { ...recreatedMeta(world, source), name: world.owner },
    }) : changed(world, { ...there, status: source.status })
  return { ...next, ghost: { ...next.ghost, tampered: { extent: 'Part', what: tamperingText(tampering) } } }
}

/**
 * If no cluster and no HA metadata is left, no trace of the job remains: the user gave it up. What a cluster that is being deleted
 * still runs or starts counts as no resource's job.
 */
const givenUp = (world: World): World => {
  const going = [...world.deployments, ...world.pods].flatMap(({ input }) => clusterConfiguration(input).jobId ?? [])
  return { ...branchAt(world, 0), ended: [...new Set([...world.ended, ...going])] }
}

import { encodeRecordedSpec, decodeRecordedSpec } from '@flink-operator/core/codec'
import { absent, type Fact, known, unknown, type UnknownReason } from '@flink-operator/core/fact'
import {
  blueGreenStatus,
  initialBlueGreenStatus,
  transitionAnnotation,
  type FlinkBlueGreenDeploymentStatus,
} from '@flink-operator/core/kind/flink-blue-green-deployment'
import type { RestEndpoint } from '@flink-operator/core/query'
import { type Condition, finalizerOf, type FlinkDeploymentStatus, isSameJson } from '@flink-operator/core/resource'
import { isHeld } from '@flink-operator/core/round'
import { specDiff } from '@flink-operator/core/spec'
import type { FlinkQuery } from '../world/answer-flink-query.ts'
import type { Played, PlayedEvent, PlayedJob } from '../world/played-children.ts'
import { nothingPlayed } from '../world/played-children.ts'
import { isResource, resourcesOf, withResources } from '../world/resources.ts'
import { type FlinkDeploymentResource, versionOf, type World } from '../world/world.ts'
import { done, type Performed, refused } from './answer.ts'
import { readWithStatus } from './custom-resources.ts'
import { tamperedPlaces, valueAt, withValueAt } from './tampered-fields.ts'

/** A job whose state does not fit, or a missing image: it never starts. */
export const brokenImage = 'broken'

/** What the child's operator says of it. */
const neverStarts: Condition = {
  type: 'Stalled',
  status: 'True',
  reason: 'JobManagerDeploymentMissing',
  message: 'the image does not exist',
  lastTransitionTime: '',
}

export const playedOf = (world: World): Played => world.played ?? nothingPlayed

export const childrenOf = (world: World): readonly FlinkDeploymentResource[] =>
  resourcesOf(world, 'FlinkDeployment') as readonly FlinkDeploymentResource[]

const childOf = (world: World, uid: string): FlinkDeploymentResource | undefined => childrenOf(world).find(({ meta }) => meta.uid === uid)

const jobOf = (world: World, uid: string): PlayedJob | undefined => playedOf(world).jobs.find(it => it.uid === uid)

const withPlayed = (world: World, change: Partial<Played>): World => ({ ...world, played: { ...playedOf(world), ...change } })

const withJob = (world: World, uid: string, job: PlayedJob | null): World => {
  const { jobs } = playedOf(world)
  const rest = jobs.filter(it => it.uid !== uid)
  return withPlayed(world, { jobs: job === null ? rest : [...rest, job] })
}

/** A write of the child's own operator. */
const written = (world: World, child: FlinkDeploymentResource, next: FlinkDeploymentResource): World => ({
  ...withResources(
    world,
    'FlinkDeployment',
    childrenOf(world).map(it => (it === child ? { ...next, meta: { ...next.meta, resourceVersion: versionOf(world.writes) } } : it)),
  ),
  writes: world.writes + 1,
})

type StatusChange = Partial<Omit<FlinkDeploymentStatus, 'jobStatus'>> & { readonly job?: Partial<FlinkDeploymentStatus['jobStatus']> }

const reported = (world: World, child: FlinkDeploymentResource, { job = {}, ...change }: StatusChange): World =>
  written(world, child, {
    ...child,
    status: {
      ...child.status,
      ...change,
      // each change of the job's state has a new moment, although in an abstract world no time passes
      jobStatus: { ...child.status.jobStatus, ...job, updateTime: String(world.now + world.writes) },
    },
  })

const isUpToDate = ({ meta, status }: FlinkDeploymentResource): boolean => status.observedGeneration === meta.generation
const isSuspended = ({ spec }: FlinkDeploymentResource): boolean => spec.job?.state === 'suspended'
const isRunning = ({ status }: FlinkDeploymentResource): boolean =>
  status.jobStatus.state === 'RUNNING' && status.lifecycleState === 'STABLE'

const isOrphaned = (world: World, { meta }: FlinkDeploymentResource): boolean =>
  (meta.ownerReferences ?? []).length > 0 && meta.ownerReferences?.some(({ uid }) => isResource(world, uid)) !== true

/** The automatic steps. */
export const fairPlay = (world: World): readonly PlayedEvent[] =>
  world.played === undefined ? [] : childrenOf(world).flatMap((child): readonly PlayedEvent[] => {
    const { uid, deletionTimestamp } = child.meta
    const asked = (jobOf(world, uid)?.savepoints ?? []).filter(it => it.path === null && !it.failed)
    const complete = asked.map(({ triggerId }): PlayedEvent => ({ _tag: 'Complete', uid, triggerId }))
    if (deletionTimestamp !== null) return [{ _tag: 'End', uid }, ...complete]
    if (isOrphaned(world, child)) return [{ _tag: 'Collect', uid }, ...complete]
    if (isHeld(child.meta)) return complete
    if (!isUpToDate(child)) return [{ _tag: 'TakeUp', uid }, ...complete]
    const comesUp = !isSuspended(child) && !isRunning(child) && child.spec.image !== brokenImage
    return [...(comesUp ? [{ _tag: 'ComeUp' as const, uid }] : []), ...complete]
  })

/** The faults. */
export const foulPlay = (world: World, has: (kind: 'Job' | 'JobManager' | 'Stop' | 'Deployment') => boolean): readonly PlayedEvent[] =>
  world.played === undefined ? [] : childrenOf(world).flatMap((child): readonly PlayedEvent[] => {
    const { uid, deletionTimestamp } = child.meta
    const job = jobOf(world, uid)
    return [
      ...(has('Job') && isRunning(child) ? [{ _tag: 'Stumble' as const, uid }] : []),
      ...(has('JobManager') && job !== undefined ? [{ _tag: 'ReplaceJobManager' as const, uid }] : []),
      ...(has('Stop') ? (job?.savepoints ?? []).filter(it => it.path === null && !it.failed).map(({ triggerId }) => ({
        _tag: 'FailSavepoint' as const,
        uid,
        triggerId,
      })) : []),
      ...(has('Deployment') && deletionTimestamp === null ? [{ _tag: 'DeleteChild' as const, uid }] : []),
    ]
  })

export const play = (world: World, event: PlayedEvent): World => {
  if (event._tag === 'PutBack') return putBack(world, event)
  if (event._tag === 'BackUp') return withPlayed(world, { backup: parentStatusOf(world) })
  const child = childOf(world, event.uid)
  if (child === undefined) return world
  const job = jobOf(world, event.uid)
  switch (event._tag) {
    case 'TakeUp':
      return takenUp(world, child, job)
    case 'ComeUp':
      return cameUp(reported(world, child, { lifecycleState: 'STABLE', job: { state: 'RUNNING' } }), child)
    case 'End':
      return ended(world, child)
    case 'Complete':
      return withSavepoint({ ...world, stored: world.stored + 1 }, job, event.triggerId, {
        path: `file:/flink/savepoints/savepoint-${String(world.stored).padStart(9, '0')}`,
      })
    case 'FailSavepoint':
      return withSavepoint(world, job, event.triggerId, { failed: true })
    case 'Stumble':
      return reported(world, child, { lifecycleState: 'DEPLOYED', job: { state: 'RECONCILING' } })
    case 'ReplaceJobManager':
      return job === undefined ? world
        : withJob(
          reported({ ...world, writes: world.writes + 1 }, child, { lifecycleState: 'DEPLOYED', job: { state: 'RECONCILING' } }),
          job.uid,
          {
            ...job,
            startTime: world.now + world.writes,
            savepoints: [],
          },
        )
    case 'Collect':
      return deletedChild(world, child)
    case 'StripOwner':
      return written(world, child, { ...child, meta: { ...child.meta, ownerReferences: [] } })
    case 'DeleteChild':
      return withPlayed(deletedChild(world, child), { disturbed: true, unseen: true })
  }
}

/** Records that a round has observed the children. */
export const looked = (world: World): World => (world.played?.unseen === true ? withPlayed(world, { unseen: false }) : world)

const deletedChild = (world: World, child: FlinkDeploymentResource): World =>
  child.meta.finalizers.length === 0 ? ended(world, child)
    : written(world, child, { ...child, meta: { ...child.meta, deletionTimestamp: world.now } })

const withSavepoint = (
  world: World,
  job: PlayedJob | undefined,
  triggerId: string,
  change: { readonly path?: string; readonly failed?: boolean },
): World =>
  job === undefined ? world
    : withJob(world, job.uid, {
      ...job,
      savepoints: job.savepoints.map(it => (it.triggerId === triggerId ? { ...it, ...change } : it)),
      taken: change.path !== undefined && isWaitedFor(world, triggerId) ? { triggerId, path: change.path } : job.taken,
    })

const isWaitedFor = (world: World, triggerId: string): boolean =>
  resourcesOf(world, 'FlinkBlueGreenDeployment').some(({ status }) =>
    (status as FlinkBlueGreenDeploymentStatus).operation?.id === triggerId
  )

/** Does the child's operator have to restart the job for the edit? */
const restarts = ({ spec, status }: FlinkDeploymentResource): boolean => {
  const recorded = status.reconciliationStatus.lastReconciledSpec
  const before = recorded === null ? null : decodeRecordedSpec(recorded)
  return before?._tag !== 'Right' || specDiff(before.right.spec, spec, 'native').type !== 'IGNORE'
}

/**
 * The child's operator reads the spec. A change that restarts nothing is done at once; otherwise it stops the job with its state, and
 * starts it from that.
 */
const takenUp = (world: World, child: FlinkDeploymentResource, job: PlayedJob | undefined): World => {
  const { meta, spec } = child
  const finalizer = finalizerOf(meta)
  const own = meta.finalizers.includes(finalizer) ? child : { ...child, meta: { ...meta, finalizers: [...meta.finalizers, finalizer] } }
  const recorded = {
    observedGeneration: meta.generation,
    reconciliationStatus: {
      ...child.status.reconciliationStatus,
      state: 'DEPLOYED' as const,
      lastReconciledSpec: encodeRecordedSpec({ spec, firstDeployment: false }),
    },
    conditions: !isSuspended(child) && spec.image === brokenImage ? [neverStarts] : [],
  }
  const at = (change: StatusChange): World => reported({ ...world, resources: swapped(world, child, own) }, own, { ...recorded, ...change })
  if (!restarts(child)) return at({})
  if (isSuspended(child)) {
    const path = `file:/flink/savepoints/savepoint-${String(world.stored).padStart(9, '0')}`
    const left = at({ lifecycleState: 'SUSPENDED', job: { state: 'FINISHED', upgradeSavepointPath: job === undefined ? null : path } })
    return job === undefined ? left : withJob({ ...left, stored: world.stored + 1 }, meta.uid, { ...job, savepoints: [] })
  }
  const jobId = (world.serial + 1000).toString(16).padStart(32, '0')
  const started = at({ lifecycleState: 'DEPLOYED', job: { state: 'RECONCILING', jobId, upgradeSavepointPath: null } })
  return withJob({ ...started, serial: world.serial + 1 }, meta.uid, {
    uid: meta.uid,
    jobId,
    startTime: world.now + world.writes,
    source: job === undefined ? (spec.job?.initialSavepointPath ?? null) : job.source,
    savepoints: [],
    taken: job?.taken ?? null,
  })
}

const swapped = (world: World, old: FlinkDeploymentResource, next: FlinkDeploymentResource): World['resources'] => ({
  ...world.resources,
  FlinkDeployment: childrenOf(world).map(it => (it === old ? next : it)),
})

const cameUp = (world: World, { meta: { uid, annotations } }: FlinkDeploymentResource): World => {
  const { serving, givenUp } = playedOf(world)
  const isGivenUp = givenUp !== null && annotations[transitionAnnotation] === givenUp
  return serving === null && !isGivenUp ? withPlayed(world, { serving: uid, served: true }) : world
}

const ended = (world: World, child: FlinkDeploymentResource): World => {
  const { uid } = child.meta
  const left = withJob(withResources(world, 'FlinkDeployment', childrenOf(world).filter(it => it !== child)), uid, null)
  return playedOf(world).serving === uid ? withPlayed(left, { serving: null }) : left
}

const places = tamperedPlaces(blueGreenStatus, initialBlueGreenStatus)

/** The value of a removed field; undefined: the status is unreadable without the field. */
const defaultAt = (path: readonly string[]): unknown => places.find(it => isSameJson(it.path, path))?.default

const parentStatusOf = (world: World): object | null =>
  (resourcesOf(world, 'FlinkBlueGreenDeployment')[0]?.status as object | undefined) ?? null

const putBack = (world: World, { path, to }: Extract<PlayedEvent, { _tag: 'PutBack' }>): World => {
  const [parent] = resourcesOf(world, 'FlinkBlueGreenDeployment')
  const { backup } = playedOf(world)
  const from: object | null = to === 'Default' ? initialBlueGreenStatus : backup
  if (parent === undefined || from === null) return world
  const before = parent.status as object
  const value = to === 'Default' && path.length > 0 ? defaultAt(path) : valueAt(from, path)
  if (value === undefined || valueAt(before, path) === undefined || isSameJson(value, valueAt(before, path))) return world
  const read = readWithStatus('FlinkBlueGreenDeployment', parent, withValueAt(before, path, value))
  if (read === null) return world
  const next = { ...read, meta: { ...parent.meta, resourceVersion: versionOf(world.writes) } }
  return withPlayed({ ...withResources(world, 'FlinkBlueGreenDeployment', [next]), writes: world.writes + 1 }, {
    disturbed: true,
    backup: null,
  })
}

const childAt = (world: World, { service }: RestEndpoint): FlinkDeploymentResource | undefined =>
  childrenOf(world).find(({ meta }) => service === `${meta.name}-rest`)

/** The job as Flink's REST API shows it; undefined: nothing answers. */
const reached = (world: World, endpoint: RestEndpoint): PlayedJob | undefined => {
  const child = childAt(world, endpoint)
  return child === undefined || child.status.lifecycleState === 'SUSPENDED' ? undefined : jobOf(world, child.meta.uid)
}

/** Flink's answers about a simulated job. */
export const answerPlayed = (world: World, query: FlinkQuery, rest: UnknownReason | null): Fact<unknown> => {
  const { now } = world
  const job = rest === null ? reached(world, query.endpoint) : undefined
  if (job === undefined) return unknown(rest ?? 'Unreachable', 'connect ECONNREFUSED', now)
  const child = childAt(world, query.endpoint)
  switch (query._tag) {
    case 'GetJobsOverview':
      return known([{
        jobId: job.jobId,
        name: 'job',
        state: child !== undefined && isRunning(child) ? 'RUNNING' : 'CREATED',
        startTime: job.startTime,
        endTime: null,
        tasks: { total: 1, running: 1, finished: 0 },
      }], now)
    case 'GetSavepointOperation': {
      const found = job.savepoints.find(it => it.triggerId === query.triggerId)
      if (found === undefined) return absent(now)
      return known(
        found.failed ? { _tag: 'Failed', causes: [{ type: 'CheckpointException', message: 'the savepoint failed' }], savepointPath: null }
          : found.path === null ? { _tag: 'InProgress' } : { _tag: 'Completed', location: found.path, checkpointId: null },
        now,
      )
    }
    default:
      return absent(now)
  }
}

/** A savepoint of a simulated job; a known id starts nothing. */
export const triggerPlayed = (world: World, endpoint: RestEndpoint, triggerId: string): Performed => {
  const job = reached(world, endpoint)
  if (job === undefined) return refused(world, 'Unreachable', 'connection refused')
  return job.savepoints.some(it => it.triggerId === triggerId) ? done(world)
    : done(withJob(world, job.uid, { ...job, savepoints: [...job.savepoints, { triggerId, path: null, failed: false }] }))
}

import { identityOf, resourceTypes } from '@flink-operator/core/resource'
import { isRight } from 'fp-ts/lib/Either.js'
import { autoscaledWith } from '../autoscaler/scalings.ts'
import { emptyCluster, fromEachCluster } from '../world/clusters.ts'
import { emptyWorld } from '../world/empty-world.ts'
import { fairEvents } from '../world/fair-events.ts'
import { isAlive, ownerOf } from '../flink/job-manager-process.ts'
import { ofOwner, type WorldEvent } from '../world/world-event.ts'
import { atJob, emptyJobLine, fromJob } from '../world/jobs.ts'
import { flinkDeploymentOf, jobResourceOf, sessionJobsOf } from '../world/resources.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import { type FlinkDeploymentResource, uidOf, versionOf, type World } from '../world/world.ts'
import { type CheckerState, isDoing } from './checker-state.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import { changed, resume, type SpecEdit, suspend } from './edits.ts'
import type { AnyKind, Operator } from './operator.ts'
import { restarted, takenUp } from './queue.ts'
import type { SmallWorld } from './small-world.ts'

const startTime = 1_700_000_000_000

const metadata = (name: string, serial: number) => ({
  name,
  namespace: 'default',
  uid: uidOf(serial),
  resourceVersion: versionOf(serial),
  generation: 1,
  creationTimestamp: '2023-11-14T22:13:20Z',
  finalizers: [],
  labels: {},
  annotations: {},
})

const manifest = (
  { upgradeMode, highAvailability, configuration, sessionJobs }: Pick<
    SmallWorld,
    'upgradeMode' | 'highAvailability' | 'configuration' | 'sessionJobs'
  >,
  name: string,
  serial: number,
) => ({
  ...identityOf(resourceTypes.FlinkDeployment),
  metadata: metadata(name, serial),
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'execution.checkpointing.savepoint-dir': 'file:/flink/savepoints',
      'execution.checkpointing.dir': 'file:/flink/checkpoints',
      'execution.checkpointing.interval': '10 s',
      ...(highAvailability ? { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 'file:/flink/ha' } : {}),
      ...configuration,
    },
    jobManager: { replicas: 1, resource: { memory: '1024m', cpu: 1 } },
    taskManager: { resource: { memory: '1024m', cpu: 1 } },
    ...(sessionJobs === undefined ? { job: { jarURI: 'local:///opt/job.jar', parallelism: 1, upgradeMode, state: 'running' } } : {}),
  },
})

const sessionJobManifest = (
  { upgradeMode, jobConfiguration }: Pick<SmallWorld, 'upgradeMode' | 'jobConfiguration'>,
  name: string,
  serial: number,
) => ({
  ...identityOf(resourceTypes.FlinkSessionJob),
  metadata: metadata(name, serial),
  spec: {
    deploymentName: 'app',
    ...(jobConfiguration === undefined ? {} : { flinkConfiguration: jobConfiguration }),
    job: { jarURI: 'https://example.org/job.jar', parallelism: 1, upgradeMode, state: 'running' },
  },
})

/** The resource as just created; null: the kind can't read it. */
const freshResource = ({ kinds }: Operator, world: SmallWorld, name: string, serial: number): FlinkDeploymentResource | null => {
  const decoded = kinds.find(({ name }) => name === 'FlinkDeployment')!.rules.decode(manifest(world, name, serial)) as ReturnType<
    AnyKind['decode']
  >
  if (!isRight(decoded)) return null
  const { right: resource } = decoded
  return world.created === undefined ? resource : { ...resource, spec: world.created(resource.spec) }
}

/** The FlinkSessionJobs as just created; null: the world has none, or the kind can't read them. */
const freshSessionJobs = ({ kinds }: Operator, world: SmallWorld): readonly AnyResource[] | null => {
  const kind = kinds.find(({ name }) => name === 'FlinkSessionJob')
  if (world.sessionJobs === undefined || kind === undefined) return null
  return world.sessionJobs.flatMap((name, index) => {
    const decoded = kind.rules.decode(sessionJobManifest(world, name, index + 2))
    return isRight(decoded) ? [decoded.right as AnyResource] : []
  })
}

const freshWorld = (
  resource: FlinkDeploymentResource,
  other: FlinkDeploymentResource | null,
  sessionJobs: readonly AnyResource[] | null,
  { broken, snapshotResources, codeDeletesCheckpoints, jarsNameJobs, faultKinds, loads }: Pick<
    SmallWorld,
    'broken' | 'snapshotResources' | 'codeDeletesCheckpoints' | 'jarsNameJobs' | 'faultKinds' | 'loads'
  >,
): World => ({
  ...emptyWorld({
    abstract: true,
    restCacheMillis: 3_000,
    operationMemoryMillis: Number.MAX_SAFE_INTEGER,
    ...(broken === undefined ? {} : { broken }),
    ...(codeDeletesCheckpoints === undefined ? {} : { codeDeletesCheckpoints }),
    ...(jarsNameJobs === undefined ? {} : { jarsNameJobs }),
    ...(faultKinds.includes('Stale') ? { laggingWatches: true } : {}),
  }, startTime),
  ...(loads === undefined ? {} : { autoscaled: autoscaledWith(loads) }),
  beside: other === null ? [] : [emptyCluster(other.meta.name)],
  otherJobs: (sessionJobs ?? []).map(({ meta }) => emptyJobLine(meta.name)),
  resources: {
    FlinkDeployment: other === null ? [resource] : [resource, other],
    ...(sessionJobs === null ? {} : { FlinkSessionJob: sessionJobs }),
    FlinkStateSnapshot: snapshotResources === true ? [] : null,
  },
})

/**
 * The start state of a world's exploration. `Running` is reached by the simplest run: the operator steps first, then the world, and
 * nothing fails.
 */
export const startState = (operator: Operator, world: SmallWorld): CheckerState | null => {
  const resource = freshResource(operator, world, 'app', 1)
  const other = world.beside === true ? freshResource(operator, world, 'other', 2) : null
  if (resource === null) return null
  const budget = { edits: 0, faults: world.faults, crashes: world.crashes }
  const begins = freshWorld(resource, other, freshSessionJobs(operator, world), world)
  const fresh: CheckerState = {
    world: begins,
    processes: restarted(operator, begins),
    rival: null,
    budget,
  }
  const start = world.start === 'Fresh' ? fresh
    : world.start === 'Running' ? settled(operator, fresh, isStable)
    : resumed(operator, settled(operator, fresh, isStable), world.sessionJobs?.[0] ?? null)
  const begun: CheckerState = { ...start, world: [null, ...world.sessionJobs ?? []].reduce(withFirstSpec, start.world) }
  const { takenOver, until, arranged } = world
  const taken = takenOver === undefined ? begun : { ...begun, world: takenOver(begun.world) }
  const reached = takenOver === undefined ? taken : until === undefined ? dueNow(taken) : continued(operator, taken, until)
  return arranged === undefined ? reached : { ...reached, world: arranged(reached.world) }
}

/** Runs the operator on what another one left, until the world is as its exploration is to start. */
const continued = (operator: Operator, begun: CheckerState, until: (world: World) => boolean): CheckerState => {
  const { world, budget } = begun
  return { ...settled(operator, { ...begun, processes: restarted(operator, world) }, state => until(state.world)), budget }
}

const withFirstSpec = (world: World, owner: string | null): World =>
  atJob(world, owner, it => ({ ...it, ghost: { ...it.ghost, firstSpec: jobResourceOf(it)?.spec ?? null } }))

/** Makes the next round due now. */
export const dueNow = (state: CheckerState): CheckerState => ({ ...state, processes: takenUp(state.processes, state.world) })

/** A user's edit of the resource that the world is about, and everything that follows from it. */
const edited = (
  operator: Operator,
  state: CheckerState,
  owner: string | null,
  { change }: SpecEdit,
  isThere: (state: CheckerState) => boolean,
): CheckerState => {
  const resource = jobResourceOf(fromJob(state.world, owner))!
  const event = ofOwner(owner, { _tag: 'EditSpec', spec: changed(change, resource.spec), name: '' })
  return settled(operator, follow(operator, state, { _tag: 'World', event, kind: 'Fair' }).state, isThere)
}

const resumed = (operator: Operator, stable: CheckerState, owner: string | null): CheckerState => {
  const suspended = edited(
    operator,
    stable,
    owner,
    suspend,
    ({ world }) => jobResourceOf(fromJob(world, owner))?.status.lifecycleState === 'SUSPENDED',
  )
  const backup = jobResourceOf(fromJob(suspended.world, owner))?.status ?? null
  const again = edited(operator, dueNow(suspended), owner, resume, state => isStable(state) && isPastCheckpoint(state.world, owner))
  return {
    ...again,
    budget: stable.budget,
    world: atJob(again.world, owner, it => ({ ...it, ghost: { ...it.ghost, backup } })),
  }
}

/** Has the job's live run stored a checkpoint? */
const isPastCheckpoint = (world: World, owner: string | null): boolean =>
  world.pods.some(({ process }) =>
    process?.jobs.some(job => ownerOf(job) === owner && isAlive(job) && job.statistics.completed !== null) ?? false
  )

/** Two resources that look every five seconds are played for longer than the ten minutes that the longest wait takes. */
const mostRounds = 500

/** The simplest run until `isThere` holds: the operator steps first, then the world, and nothing fails. */
export const settled = (operator: Operator, begun: CheckerState, isThere: (state: CheckerState) => boolean): CheckerState => {
  const calm = { edits: [], faultKinds: [] }
  let state = begun
  for (let round = 0; round < mostRounds; round += 1) {
    const [operatorMove] = movesFrom(state, calm)
    if (operatorMove !== undefined) state = follow(operator, state, operatorMove).state
    if (isDoing(state)) continue
    const event = nextEvent(state.world)
    if (event !== undefined) state = follow(operator, state, { _tag: 'World', event, kind: 'Fair' }).state
    if (isThere(state)) return state
  }
  return state
}

/** The next automatic step of the world, first in the current cluster. */
export const nextEvent = (world: World): WorldEvent | undefined => {
  for (const it of fromEachCluster(world)) {
    const event = fairEvents(it).find(({ _tag }) => _tag !== 'CompleteCheckpoint') ?? progressEvent(it)
    if (event !== undefined) return it === world ? event : { _tag: 'In', clusterId: it.clusterId, event }
  }
  return undefined
}

/** The first checkpoint of a job that has none. */
const progressEvent = (world: World) =>
  fairEvents(world).find(it =>
    it._tag === 'CompleteCheckpoint'
    && world.pods.some(({ process }) => process?.jobs.some(job => job.jobId === it.jobId && job.statistics.completed === null))
  )

const isStable = ({ world }: CheckerState): boolean =>
  flinkDeploymentOf(world)?.status.lifecycleState === 'STABLE'
  && (sessionJobsOf(world)?.map(({ meta }) => fromJob(world, meta.name)) ?? [world]).every(isStableJob)

const isStableJob = (world: World): boolean => jobResourceOf(world)?.status.lifecycleState === 'STABLE' && world.storage.length > 0

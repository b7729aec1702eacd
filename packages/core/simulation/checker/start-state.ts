import { identityOf, resourceTypes } from '../../src/resource/resource-type.ts'
import { isRight } from 'fp-ts/lib/Either.js'
import { emptyCluster, fromEachCluster } from '../world/clusters.ts'
import { emptyWorld } from '../world/empty-world.ts'
import { fairEvents } from '../world/fair-events.ts'
import type { WorldEvent } from '../world/world-event.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import { type FlinkDeploymentResource, type PodObject, uidOf, versionOf, type World } from '../world/world.ts'
import { type CheckerState, isDoing } from './checker-state.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import { resume, type SpecEdit, suspend } from './edits.ts'
import type { AnyKind, Operator } from './operator.ts'
import { restarted, takenUp } from './queue.ts'
import type { SmallWorld } from './small-world.ts'

const startTime = 1_700_000_000_000

const manifest = (
  { upgradeMode, highAvailability, configuration }: Pick<SmallWorld, 'upgradeMode' | 'highAvailability' | 'configuration'>,
  name: string,
  serial: number,
) => ({
  ...identityOf(resourceTypes.FlinkDeployment),
  metadata: {
    name,
    namespace: 'default',
    uid: uidOf(serial),
    resourceVersion: versionOf(serial),
    generation: 1,
    creationTimestamp: '2023-11-14T22:13:20Z',
    finalizers: [],
    labels: {},
    annotations: {},
  },
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
    job: { jarURI: 'local:///opt/job.jar', parallelism: 1, upgradeMode, state: 'running' },
  },
})

/** The resource as it was just created; null: the kind can't read it. */
const freshResource = ({ kinds }: Operator, world: SmallWorld, name: string, serial: number): FlinkDeploymentResource | null => {
  const decoded = kinds.find(({ name }) => name === 'FlinkDeployment')!.rules.decode(manifest(world, name, serial)) as ReturnType<
    AnyKind['decode']
  >
  if (!isRight(decoded)) return null
  const { right: resource } = decoded
  return world.created === undefined ? resource : { ...resource, spec: world.created(resource.spec) }
}

const freshWorld = (
  resource: FlinkDeploymentResource,
  other: FlinkDeploymentResource | null,
  { broken, snapshotResources, codeDeletesCheckpoints, faultKinds }: Pick<
    SmallWorld,
    'broken' | 'snapshotResources' | 'codeDeletesCheckpoints' | 'faultKinds'
  >,
): World => ({
  ...emptyWorld({
    abstract: true,
    restCacheMillis: 3_000,
    operationMemoryMillis: Number.MAX_SAFE_INTEGER,
    ...(broken === undefined ? {} : { broken }),
    ...(codeDeletesCheckpoints === undefined ? {} : { codeDeletesCheckpoints }),
    ...(faultKinds.includes('Stale') ? { laggingWatches: true } : {}),
  }, startTime),
  beside: other === null ? [] : [emptyCluster(other.meta.name)],
  resources: {
    FlinkDeployment: other === null ? [resource] : [resource, other],
    FlinkStateSnapshot: snapshotResources === true ? [] : null,
  },
})

/** Where a world's exploration starts. `Running` is reached by the plainest run: the operator goes first, then the world, nothing fails. */
export const startState = (operator: Operator, world: SmallWorld): CheckerState | null => {
  const resource = freshResource(operator, world, 'app', 1)
  const other = world.beside === true ? freshResource(operator, world, 'other', 2) : null
  if (resource === null) return null
  const budget = { edits: 0, faults: world.faults, crashes: world.crashes }
  const begins = freshWorld(resource, other, world)
  const fresh: CheckerState = {
    world: begins,
    processes: restarted(operator, begins),
    rival: null,
    budget,
  }
  const start = world.start === 'Fresh' ? fresh
    : world.start === 'Running' ? settled(operator, fresh, isStable) : resumed(operator, settled(operator, fresh, isStable))
  const begun: CheckerState = {
    ...start,
    world: { ...start.world, ghost: { ...start.world.ghost, firstSpec: flinkDeploymentOf(start.world)?.spec ?? null } },
  }
  return world.takenOver === undefined ? begun
    : dueNow({ ...begun, world: world.takenOver(begun.world) })
}

/** The next round is due now. */
export const dueNow = (state: CheckerState): CheckerState => ({ ...state, processes: takenUp(state.processes, state.world) })

/** A person's edit, and all that follows of it. */
const edited = (operator: Operator, state: CheckerState, { change }: SpecEdit, isThere: (state: CheckerState) => boolean): CheckerState =>
  settled(
    operator,
    follow(operator, state, {
      _tag: 'World',
      event: { _tag: 'EditSpec', spec: change(flinkDeploymentOf(state.world)!.spec), name: '' },
      kind: 'Fair',
    }).state,
    isThere,
  )

const resumed = (operator: Operator, stable: CheckerState): CheckerState => {
  const suspended = edited(operator, stable, suspend, ({ world }) => flinkDeploymentOf(world)?.status.lifecycleState === 'SUSPENDED')
  const backup = flinkDeploymentOf(suspended.world)?.status ?? null
  const again = edited(
    operator,
    dueNow(suspended),
    resume,
    state => isStable(state) && state.world.pods.some(hasCheckpoint),
  )
  return { ...again, budget: stable.budget, world: { ...again.world, ghost: { ...again.world.ghost, backup } } }
}

const hasCheckpoint = ({ process }: PodObject): boolean => process?.jobs.some(job => job.statistics.completed !== null) ?? false

/** The plainest run until it is there: the operator goes first, then the world, nothing fails. */
export const settled = (operator: Operator, begun: CheckerState, isThere: (state: CheckerState) => boolean): CheckerState => {
  const calm = { edits: [], faultKinds: [] }
  let state = begun
  for (let round = 0; round < 200; round += 1) {
    const [operatorMove] = movesFrom(state, calm)
    if (operatorMove !== undefined) state = follow(operator, state, operatorMove).state
    if (isDoing(state)) continue
    const event = nextEvent(state.world)
    if (event !== undefined) state = follow(operator, state, { _tag: 'World', event, kind: 'Fair' }).state
    if (isThere(state)) return state
  }
  return state
}

/** What comes next of itself, in the cluster at hand first. */
const nextEvent = (world: World): WorldEvent | undefined => {
  for (const it of fromEachCluster(world)) {
    const event = fairEvents(it).find(({ _tag }) => _tag !== 'CompleteCheckpoint') ?? progressEvent(it)
    if (event !== undefined) return it === world ? event : { _tag: 'In', clusterId: it.clusterId, event }
  }
  return undefined
}

/** The first checkpoint of a job that has none. */
const progressEvent = (world: World) =>
  world.pods.some(hasCheckpoint) ? undefined : fairEvents(world).find(it => it._tag === 'CompleteCheckpoint')

const isStable = ({ world }: CheckerState): boolean =>
  flinkDeploymentOf(world)?.status.lifecycleState === 'STABLE' && world.storage.length > 0

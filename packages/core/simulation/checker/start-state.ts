import { isRight } from 'fp-ts/lib/Either.js'
import { emptyWorld } from '../world/empty-world.ts'
import { fairEvents } from '../world/world-event.ts'
import { type FlinkDeploymentResource, uidOf, versionOf, type World } from '../world/world.ts'
import type { CheckerState } from './checker-state.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import type { AnyKind, Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'

const startTime = 1_700_000_000_000

const manifest = ({ upgradeMode, highAvailability, configuration }: Pick<SmallWorld, 'upgradeMode' | 'highAvailability' | 'configuration'>) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    name: 'app', namespace: 'default', uid: uidOf(1), resourceVersion: versionOf(1), generation: 1, creationTimestamp: '2023-11-14T22:13:20Z', finalizers: [], labels: {}, annotations: {},
  },
  spec: {
    image: 'flink:1.20', flinkVersion: 'v1_20', serviceAccount: 'flink',
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
const freshResource = (kind: AnyKind, world: SmallWorld): FlinkDeploymentResource | null => {
  const decoded = kind.decode(manifest(world))
  if (!isRight(decoded)) return null
  const { right: resource } = decoded
  return world.created === undefined ? resource : { ...resource, spec: world.created(resource.spec) }
}

const freshWorld = (resource: FlinkDeploymentResource, { broken, snapshotResources, faultKinds }: Pick<SmallWorld, 'broken' | 'snapshotResources' | 'faultKinds'>): World => ({
  ...emptyWorld({
    abstract: true, restCacheMillis: 3_000, operationMemoryMillis: Number.MAX_SAFE_INTEGER, ...(broken === undefined ? {} : { broken }),
    ...(faultKinds.includes('Stale') ? { laggingWatches: true } : {}),
  }, startTime),
  resource, snapshots: snapshotResources === true ? [] : null,
})

/** Where a world's exploration starts. `Running` is reached by the plainest run: the operator goes first, then the world, nothing fails. */
export const startState = (operator: Operator, world: SmallWorld): CheckerState | null => {
  const resource = freshResource(operator.kind, world)
  if (resource === null) return null
  const budget = { edits: 0, faults: world.faults, crashes: world.crashes }
  const fresh: CheckerState = { world: freshWorld(resource, world), process: { _tag: 'Idle', dueAt: startTime }, rival: null, snapshots: [], failures: 0, budget }
  const start = world.start === 'Fresh' ? fresh : settled(operator, fresh)
  return world.takenOver === undefined ? start : { ...start, world: world.takenOver(start.world), process: { _tag: 'Idle', dueAt: start.world.now } }
}

const settled = (operator: Operator, fresh: CheckerState): CheckerState => {
  const calm = { edits: [], faultKinds: [] }
  let state = fresh
  for (let round = 0; round < 200; round += 1) {
    const [operatorMove] = movesFrom(state, calm)
    if (operatorMove !== undefined) state = follow(operator, state, operatorMove).state
    if (state.process._tag !== 'Idle') continue
    const event = fairEvents(state.world).find(it => it._tag !== 'CompleteCheckpoint') ?? progressEvent(state.world)
    if (event !== undefined) state = follow(operator, state, { _tag: 'World', event, kind: 'Fair' }).state
    if (isSettled(state)) return state
  }
  return state
}

const progressEvent = (world: World) =>
  world.storage.length > 0 ? undefined : fairEvents(world).find(it => it._tag === 'CompleteCheckpoint')

const isSettled = ({ world }: CheckerState): boolean => world.resource?.status.lifecycleState === 'STABLE' && world.storage.length > 0

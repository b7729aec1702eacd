import { identityOf, resourceTypes } from '../../src/resource/resource-type.ts'
import { isRight } from 'fp-ts/lib/Either.js'
import type { Action } from '../../src/action/action.ts'
import type { CreateStateSnapshot } from '../../src/action/create-state-snapshot.ts'
import { formatInstant } from '../../src/codec/instant.ts'
import { decodeFlinkStateSnapshot } from '../../src/codec/flink-state-snapshot.ts'
import type { StateSnapshotView } from '../../src/fact/state-snapshot-view.ts'
import type { FlinkStateSnapshotStatus } from '../../src/resource/flink-state-snapshot.ts'
import { stateSnapshotsOf, withStateSnapshots } from '../world/resources.ts'
import { type StateSnapshotResource, uidOf, versionOf, type World } from '../world/world.ts'
import { done, type Performed, refused } from './answer.ts'

const notInstalled = (world: World): Performed => refused(world, 'NotFound', 'the server could not find the requested resource')

/** `POST`: a name that is taken is there, by whichever of our processes. */
export const createStateSnapshot = (world: World, { namespace, name, labels, spec }: CreateStateSnapshot): Performed => {
  const snapshots = stateSnapshotsOf(world)
  if (snapshots === null) return notInstalled(world)
  if (snapshots.some(({ meta }) => meta.name === name)) return done(world)
  const decoded = decodeFlinkStateSnapshot({
    ...identityOf(resourceTypes.FlinkStateSnapshot),
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
  return isRight(decoded) ? done({
    ...withStateSnapshots(world, [...snapshots, decoded.right]),
    serial: world.serial + 1,
    writes: world.writes + 1,
  })
    : refused(world, 'Invalid', decoded.left.expected)
}

/** `DELETE` with uid precondition: at once, or, with a finalizer, when that is taken away. */
export const deleteStateSnapshot = (world: World, uid: string): World => {
  const { now } = world
  const old = stateSnapshotsOf(world)?.find(({ meta }) => meta.uid === uid)
  if (old === undefined || old.meta.deletionTimestamp !== null) return world
  return old.meta.finalizers.length === 0 ? without(world, old)
    : written(world, old, { ...old, meta: { ...old.meta, deletionTimestamp: now } })
}

const without = (world: World, old: StateSnapshotResource): World =>
  withStateSnapshots(world, stateSnapshotsOf(world)?.filter(it => it !== old) ?? null)

const written = (world: World, old: StateSnapshotResource, next: StateSnapshotResource): World => {
  const made = { ...next, meta: { ...next.meta, resourceVersion: versionOf(world.writes) } }
  return {
    ...withStateSnapshots(world, stateSnapshotsOf(world)?.map(it => (it === old ? made : it)) ?? null),
    writes: world.writes + 1,
  }
}

/** An action of a round of one FlinkStateSnapshot. */
export type SnapshotAction = Action<FlinkStateSnapshotStatus>

/** A write of the resource itself: status and finalizers on the version that was read, labels by a patch on the uid. */
export const writeStateSnapshot = (world: World, name: string, action: SnapshotAction, version: string): Performed => {
  const old = stateSnapshotsOf(world)?.find(({ meta }) => meta.name === name)
  if (old === undefined) return refused(world, 'NotFound', 'the resource is gone')
  if (action._tag !== 'PatchObject' && old.meta.resourceVersion !== version)
    return refused(world, 'Conflict', 'the object has been modified; please apply your changes to the latest version and try again')
  const { finalizers, deletionTimestamp } = old.meta
  switch (action._tag) {
    case 'PersistStatus':
      return done(
        JSON.stringify(old.status) === JSON.stringify(action.status) ? world : written(world, old, { ...old, status: action.status }),
      )
    case 'AddFinalizer':
      return done(written(world, old, { ...old, meta: { ...old.meta, finalizers: [...finalizers, action.finalizer] } }))
    case 'RemoveFinalizer': {
      const left = finalizers.filter(it => it !== action.finalizer)
      return done(
        deletionTimestamp !== null && left.length === 0 ? without(world, old)
          : written(world, old, { ...old, meta: { ...old.meta, finalizers: left } }),
      )
    }
    case 'PatchObject': {
      const { labels } = action.patch['metadata'] as { readonly labels: Readonly<Record<string, string>> }
      return done(written(world, old, { ...old, meta: { ...old.meta, labels: { ...old.meta.labels, ...labels } } }))
    }
    default:
      return done(world)
  }
}

const triggerTypes = ['MANUAL', 'PERIODIC', 'UPGRADE'] as const

/** What a list shows of it. */
export const stateSnapshotView = ({ meta, spec, status }: StateSnapshotResource): StateSnapshotView => ({
  name: meta.name,
  uid: meta.uid,
  creationTimestamp: meta.creationTimestamp,
  deleting: meta.deletionTimestamp !== null,
  kind: spec.checkpoint === null ? 'savepoint' : 'checkpoint',
  triggerType: triggerTypes.find(it => it === meta.labels['snapshot.trigger-type']) ?? 'UNKNOWN',
  state: status.state,
  path: status.path,
})

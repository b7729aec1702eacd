import { edit, remove, resume, suspend, zooKeeperInSight } from './edits.ts'
import type { SmallWorld } from './small-world.ts'

const people: readonly (Pick<SmallWorld, 'edits'> & { readonly name: string })[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'delete', edits: [remove] },
]

const faults: readonly (Pick<SmallWorld, 'faultKinds' | 'faults' | 'crashes'> & { readonly name: string })[] = [
  { name: 'calm', faultKinds: [], faults: 0, crashes: 1 },
  { name: 'answers', faultKinds: ['Effects'], faults: 1, crashes: 0 },
  { name: 'unreachable', faultKinds: ['ZooKeeper', 'Kubernetes'], faults: 1, crashes: 0 },
  { name: 'lost', faultKinds: ['ZooKeeperLost', 'Deployment'], faults: 1, crashes: 0 },
  { name: 'flink', faultKinds: ['Rest', 'JobManager', 'PodLost', 'Job', 'Stop'], faults: 1, crashes: 0 },
]

/** A job whose HA metadata is in ZooKeeper, where the operator may look. */
export const zooKeeperWorlds: readonly SmallWorld[] = (['last-state', 'savepoint', 'stateless'] as const).flatMap(upgradeMode =>
  people.flatMap(({ name, ...story }) =>
    faults.map(({ name: fault, ...group }): SmallWorld => ({
      name: `${upgradeMode}/zookeeper/${name}/${fault}`,
      upgradeMode,
      highAvailability: true,
      start: 'Running',
      configuration: zooKeeperInSight,
      ...story,
      ...group,
    }))
  )
)

import type { UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import { configured, remove, spec, takeBack, zooKeeper, zooKeeperInSight } from './edits.ts'
import type { FaultKind } from './move.ts'
import type { SmallWorld } from './small-world.ts'

/** Of the cluster: its JobManager is to be another one. */
export const editCluster = spec('edit of the cluster', configured({ 'taskmanager.numberOfTaskSlots': '2' }))

/** Where and how jobs run. */
export interface Place {
  readonly upgradeMode: UpgradeMode
  readonly highAvailability: boolean
  /** In ZooKeeper, where the operator may look, or not. */
  readonly zooKeeper?: 'InSight' | 'OutOfSight'
}

/** A world of a session cluster. */
export const sessionWorld = (
  { upgradeMode, highAvailability, zooKeeper: service }: Place,
  jobs: readonly string[],
  name: string,
  of: Partial<SmallWorld>,
): SmallWorld => ({
  name: `sessions/${upgradeMode}/${
    service === 'InSight' ? 'zookeeper' : service === 'OutOfSight' ? 'zookeeper-out-of-sight' : highAvailability ? 'ha' : 'no-ha'
  }/${name}`,
  upgradeMode,
  highAvailability,
  start: 'Running',
  edits: [],
  faultKinds: [],
  faults: 0,
  crashes: 0,
  sessionJobs: jobs,
  ...(service === undefined ? {} : { configuration: service === 'InSight' ? zooKeeperInSight : zooKeeper }),
  ...of,
})

/** One fault of these kinds. */
export const fault = (...kinds: readonly FaultKind[]): Partial<SmallWorld> => ({ faultKinds: kinds, faults: 1 })

const clusterStories: readonly (readonly [string, Partial<SmallWorld>])[] = [
  ['first-deploy', { start: 'Fresh' }],
  ['edit', { edits: [editCluster] }],
  ['delete', { edits: [remove] }],
  ['edit-revert', { edits: [editCluster, takeBack] }],
  ['edit-delete', { edits: [editCluster, remove] }],
]
const clusterGroups: readonly (readonly [string, Partial<SmallWorld>])[] = [
  ['calm', { crashes: 1 }],
  ['answers', fault('Effects', 'Late')],
  ['flink', fault('Rest', 'JobManager', 'PodLost')],
  ['kubernetes', fault('Kubernetes', 'Stale', 'Deployment', 'HaLost')],
  ['second-operator', fault('Rival')],
  ['other-version', fault('TakeOver')],
]

/** A session cluster without a FlinkSessionJob. */
export const clusterWorlds: readonly SmallWorld[] = [true, false].flatMap(highAvailability =>
  clusterStories.flatMap(([story, of]) =>
    // a second operator beside two edits: more than a million states each
    clusterGroups.filter(([group]) => group !== 'second-operator' || !story.startsWith('edit-')).map(([group, faults]) =>
      sessionWorld({ upgradeMode: 'stateless', highAvailability }, [], `cluster/${story}/${group}`, { ...of, ...faults })
    )
  )
)

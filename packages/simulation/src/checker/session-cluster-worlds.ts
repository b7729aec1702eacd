import type { UpgradeMode } from '@flink-operator/core/resource'
import { configured, remove, spec, takeBack, zooKeeper, observableZooKeeper } from './edits.ts'
import type { FaultKind } from './move.ts'
import type { SmallWorld } from './small-world.ts'

/** An edit of the session cluster, which needs a new JobManager. */
export const editCluster = spec('edit of the cluster', configured({ 'taskmanager.numberOfTaskSlots': '2' }))

/** Where and how jobs run. */
export interface Place {
  readonly upgradeMode: UpgradeMode
  readonly highAvailability: boolean
  /** HA metadata is in ZooKeeper, which the operator can or can't query. */
  readonly zooKeeper?: 'Observable' | 'Unobservable'
}

/** A world of a session cluster. */
export const sessionWorld = (
  { upgradeMode, highAvailability, zooKeeper: service }: Place,
  jobs: readonly string[],
  name: string,
  of: Partial<SmallWorld>,
): SmallWorld => ({
  name: `sessions/${upgradeMode}/${
    service === 'Observable' ? 'zookeeper' : service === 'Unobservable' ? 'zookeeper-out-of-sight' : highAvailability ? 'ha' : 'no-ha'
  }/${name}`,
  upgradeMode,
  highAvailability,
  start: 'Running',
  edits: [],
  faultKinds: [],
  faults: 0,
  crashes: 0,
  sessionJobs: jobs,
  ...(service === undefined ? {} : { configuration: service === 'Observable' ? observableZooKeeper : zooKeeper }),
  ...of,
})

/** One fault, of one of these kinds. */
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
    // leaves out a second operator together with two edits: more than a million states each
    clusterGroups.filter(([group]) => group !== 'second-operator' || !story.startsWith('edit-')).map(([group, faults]) =>
      sessionWorld({ upgradeMode: 'stateless', highAvailability }, [], `cluster/${story}/${group}`, { ...of, ...faults })
    )
  )
)

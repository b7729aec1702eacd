import { slowStartMillis } from '@flink-operator/core/job'
import { slowMain } from './row-worlds.ts'
import { configured, edit, ofSessionJob, remove, resume, spec, suspend, observableZooKeeper } from './edits.ts'
import { withStrangeNode } from '../kubernetes/foreign-objects.ts'
import { editCluster, fault, sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const userEdits: readonly (Pick<SmallWorld, 'edits'> & { readonly name: string })[] = [
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

/** A job whose HA metadata is in ZooKeeper, which the operator can query. */
export const zooKeeperWorlds: readonly SmallWorld[] = (['last-state', 'savepoint', 'stateless'] as const).flatMap(upgradeMode =>
  userEdits.flatMap(({ name, ...story }) =>
    faults.map(({ name: fault, ...group }): SmallWorld => ({
      name: `${upgradeMode}/zookeeper/${name}/${fault}`,
      upgradeMode,
      highAvailability: true,
      start: 'Running',
      configuration: observableZooKeeper,
      ...story,
      ...group,
    }))
  )
)

const zooKeeperInChroot = { ...observableZooKeeper, 'high-availability.zookeeper.quorum': 'zookeeper.flink.svc:2181/team' }

/** A ZooKeeper ensemble that the operator's options don't name. */
const zooKeeperNotNamed = { ...observableZooKeeper, 'high-availability.zookeeper.quorum': 'elsewhere.flink.svc:2181' }

/** The node of another cluster's job: below this cluster's own root, or below the root that an edit moves it to. */
const ownNode = '/flink/app'
const otherRoot = spec('another root in ZooKeeper', configured({ 'high-availability.zookeeper.path.root': '/other' }))
const foreignObject = { kind: 'ZooKeeper node', name: ownNode, owner: 'Nobody', marked: false, replaces: false } as const
const others: Partial<SmallWorld> = { faultKinds: ['ForeignObject'], foreignObjects: [foreignObject], faults: 1 }

type Part = readonly [name: string, of: Partial<SmallWorld>]

/**
 * Another cluster's job at the same node, or at the node that the cluster is moved to; corrupt pointers; a ZooKeeper that the cluster
 * can't reach.
 */
const places: readonly Part[] = [
  ['edit/others', { ...others, edits: [edit] }],
  ['delete/others', { ...others, edits: [remove] }],
  ['suspend-resume/others', { ...others, edits: [suspend, resume] }],
  ['first-deploy/others-before', { start: 'Fresh', takenOver: world => withStrangeNode(world, ownNode, true) }],
  ['move/no-fault', { edits: [otherRoot] }],
  ['move/others-there', { edits: [otherRoot], takenOver: world => withStrangeNode(world, '/other/app', true) }],
  ['edit/others-lost', { ...others, edits: [edit], faultKinds: ['ZooKeeperLost', 'ForeignObject'], faults: 2 }],
  ['edit/chroot', { configuration: zooKeeperInChroot, edits: [edit], ...fault('Deployment') }],
  ['edit/chroot-others', { configuration: zooKeeperInChroot, edits: [edit], takenOver: world => withStrangeNode(world, ownNode, true) }],
  ['edit/not-named', { configuration: zooKeeperNotNamed, edits: [edit] }],
  ['edit/spoilt', { edits: [edit], ...fault('ZooKeeperSpoilt') }],
  ['idle/spoilt', { faultKinds: ['ZooKeeperSpoilt', 'Deployment'], faults: 2 }],
  ['edit/cut-off', { edits: [edit], ...fault('CutOff') }],
  ['delete/cut-off', { edits: [remove], ...fault('CutOff') }],
]

export const zooKeeperPlaceWorlds: readonly SmallWorld[] = (['last-state', 'savepoint', 'stateless'] as const).flatMap(upgradeMode =>
  places.map(([name, of]): SmallWorld => ({
    name: `${upgradeMode}/zookeeper/${name}`,
    upgradeMode,
    highAvailability: true,
    start: 'Running',
    configuration: observableZooKeeper,
    edits: [],
    faultKinds: [],
    faults: 0,
    crashes: 0,
    ...of,
  }))
)

const ofA = (it: Parameters<typeof ofSessionJob>[1]) => ofSessionJob('a', it)
const toKubernetes = spec('HA in Kubernetes', configured({ 'high-availability.type': 'kubernetes' }))

const clusterParts: readonly Part[] = [
  ['edit-of-cluster/calm', { edits: [editCluster], crashes: 1 }],
  ['edit-of-cluster/unreachable', { edits: [editCluster], ...fault('ZooKeeper', 'Kubernetes') }],
  ['edit-of-cluster/lost', { edits: [editCluster], ...fault('ZooKeeperLost', 'Deployment') }],
  ['edit-of-cluster/spoilt', { edits: [editCluster], ...fault('ZooKeeperSpoilt') }],
  ['edit-of-cluster/others-spoilt', { ...others, edits: [editCluster], faultKinds: ['ZooKeeperSpoilt', 'ForeignObject'], faults: 2 }],
  ['edit-of-cluster/down', { edits: [editCluster], ...fault('JobManager', 'PodLost') }],
  ['move/no-fault', { edits: [otherRoot] }],
  ['move/down', { edits: [otherRoot], ...fault('JobManager', 'PodLost', 'Deployment') }],
  ['move/down-unreachable', { edits: [otherRoot], faultKinds: ['Deployment', 'ZooKeeper'], faults: 2 }],
  ['move/others-there', { edits: [otherRoot], takenOver: world => withStrangeNode(world, '/other/app', true) }],
  ['to-kubernetes/down', { edits: [toKubernetes], ...fault('JobManager', 'Deployment') }],
  ['rest/lost-both', { faultKinds: ['Deployment', 'ZooKeeperLost', 'ZooKeeperSpoilt'], faults: 2 }],
  ['rest/cut-off', { faultKinds: ['Deployment', 'CutOff'], faults: 2 }],
  ['delete-cluster-first/no-fault', { edits: [remove, ofA(remove)] }],
  ['delete-cluster-first/unreachable', { edits: [remove, ofA(remove)], ...fault('ZooKeeper') }],
  ['delete-both/others', { ...others, edits: [ofA(remove), remove] }],
  ['first/others-before', { start: 'Fresh', takenOver: world => withStrangeNode(world, ownNode, true) }],
]

const jobParts: readonly Part[] = [
  ['edit/calm', { edits: [ofA(edit)], crashes: 1 }],
  ['edit/jobmanager', { edits: [ofA(edit)], ...fault('JobManager', 'PodLost', 'Leadership') }],
  ['edit/unreachable', { edits: [ofA(edit)], ...fault('ZooKeeper') }],
  ['edit/crash-unreachable', { edits: [ofA(edit)], faultKinds: ['JobManager', 'ZooKeeper'], faults: 2 }],
  ['delete/calm', { edits: [ofA(remove)], crashes: 1 }],
  ['delete/jobmanager', { edits: [ofA(remove)], ...fault('JobManager', 'Leadership') }],
  ['delete/crash-unreachable', { edits: [ofA(remove)], faultKinds: ['JobManager', 'ZooKeeper'], faults: 2 }],
]

/** A job that is not listed is taken for ended after this time. */
const missedForGood: Partial<SmallWorld> = { ...slowMain, horizons: { jobMissedSince: 2 * slowStartMillis } }

/** The same worlds with a ZooKeeper that the operator can't query. */
const unobservable: readonly Part[] = [
  ['edit-of-cluster/no-fault', { edits: [editCluster] }],
  ['edit/jobmanager', { edits: [ofA(edit)], ...fault('JobManager'), ...missedForGood }],
  ['delete/jobmanager', { edits: [ofA(remove)], ...fault('JobManager'), ...missedForGood }],
  ['delete-cluster-first/no-fault', { edits: [remove, ofA(remove)] }],
  ['move/down', { edits: [otherRoot], ...fault('Deployment') }],
]

/** A session cluster whose HA metadata is in ZooKeeper, with a FlinkSessionJob. */
export const zooKeeperSessionWorlds: readonly SmallWorld[] = (['last-state', 'savepoint', 'stateless'] as const).flatMap(upgradeMode => [
  ...[...clusterParts, ...jobParts].map(([name, of]) =>
    sessionWorld({ upgradeMode, highAvailability: true, zooKeeper: 'Observable' }, ['a'], `one/${name}`, of)
  ),
  sessionWorld({ upgradeMode, highAvailability: true, zooKeeper: 'Observable' }, ['a', 'b'], 'two/delete-one/jobmanager', {
    edits: [ofA(remove)],
    ...fault('JobManager'),
  }),
  ...unobservable.map(([name, of]) =>
    sessionWorld({ upgradeMode, highAvailability: true, zooKeeper: 'Unobservable' }, ['a'], `one/${name}`, of)
  ),
])

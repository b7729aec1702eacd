import type { Edit, FaultKind } from '../../checker/move.ts'
import type { SmallWorld } from '../../checker/small-world.ts'
import { blueGreenStatus } from '@flink-operator/core/kind/flink-blue-green-deployment'
import type { JsonObject } from '@flink-operator/core/resource'
import { allPlaces, pairsOf } from '../../kubernetes/tampered-fields.ts'
import { childrenOf } from '../../kubernetes/play-children.ts'
import { emptyCluster } from '../../world/clusters.ts'
import { nothingPlayed } from '../../world/played-children.ts'
import { withResources } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'
import {
  back,
  backUp,
  broken,
  childSuspended,
  childTwo,
  created,
  edited,
  invalid,
  ofImage,
  ofJob,
  patch,
  putBack,
  redeploy,
  redeployFromNowhere,
  remove,
  resume,
  statefulThree,
  statelessTwo,
  stripOwner,
  suspend,
  three,
  two,
  twoAtOnce,
  upgradeInPlaceOfRedeploy,
} from './blue-green-edits.ts'

const kind = 'FlinkBlueGreenDeployment'

/** Deadlines of one step of time: no wait outlasts the next query. */
const step = '60 s'
const childConfiguration = {
  'execution.checkpointing.savepoint-dir': 'file:/flink/savepoints',
  'execution.checkpointing.dir': 'file:/flink/checkpoints',
  'kubernetes.operator.savepoint.trigger.grace-period': step,
}

const specOf = (job: JsonObject, options: Readonly<Record<string, string>>, image = 'one'): JsonObject => ({
  configuration: {
    'kubernetes.operator.bluegreen.abort.grace-period': step,
    'kubernetes.operator.bluegreen.reconciliation.reschedule-interval': step,
    ...options,
  },
  template: {
    spec: {
      image,
      flinkVersion: 'v1_20',
      serviceAccount: 'flink',
      flinkConfiguration: childConfiguration,
      jobManager: { replicas: 1, resource: { memory: '1024m', cpu: 1 } },
      taskManager: { resource: { memory: '1024m', cpu: 1 } },
      job: { jarURI: 'local:///opt/job.jar', parallelism: 1, upgradeMode: 'savepoint', state: 'running', ...job },
    },
  },
})

const alone = (world: World): World => ({
  ...withResources(withResources(world, 'FlinkDeployment', []), kind, []),
  played: nothingPlayed,
})

interface Story {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly job?: JsonObject
  readonly options?: Readonly<Record<string, string>>
}

const stories: readonly Story[] = [
  { name: 'create', edits: [] },
  { name: 'switch', edits: [two] },
  { name: 'aborted', edits: [broken] },
  { name: 'stateless', edits: [two], job: { upgradeMode: 'stateless' } },
  { name: 'patch', edits: [patch] },
  { name: 'redeploy', edits: [redeploy] },
]
const delay = { 'kubernetes.operator.bluegreen.deployment-deletion.delay': step }
const moreStories: readonly Story[] = [
  { name: 'delayed', edits: [two], options: delay },
  { name: 'edit-in-the-middle', edits: [two, three] },
  { name: 'taken-back', edits: [two, back] },
  { name: 'mended', edits: [broken, three] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'suspend-in-the-middle', edits: [two, suspend] },
  { name: 'edit-before-it-serves', edits: [twoAtOnce] },
  { name: 'switch-delete', edits: [two, remove] },
  { name: 'invalid', edits: [invalid] },
  { name: 'upgrade-in-a-redeploy', edits: [redeploy, upgradeInPlaceOfRedeploy] },
  { name: 'redeploy-from-nowhere', edits: [redeployFromNowhere] },
  { name: 'stateless-for-a-moment', edits: [statelessTwo, statefulThree] },
  { name: 'child-edited', edits: [childTwo] },
  { name: 'child-edited-and-switch', edits: [childTwo, two] },
  { name: 'child-suspended-and-switch', edits: [childSuspended, two] },
  { name: 'child-edited-and-suspend', edits: [childTwo, suspend, resume] },
  { name: 'mended-in-place', edits: [suspend, three, resume] },
]

/** Fields for users that no decision reads. */
const reportedOnly = ['jobStatus', 'error', 'conditions', 'lastReconciledTimestamp', 'abortTimestamp', 'deploymentReadyTimestamp']

/** Fields of the status that decisions read, from the field table. */
const places = [[], ...allPlaces(blueGreenStatus)].filter(path => !reportedOnly.includes(path[0] ?? ''))

/** Edits around the moment of the tampering: `before` happens first, `after` last. */
interface TamperedStory {
  /** Prefix in the names of its worlds; empty: a switch. */
  readonly name: '' | `${'suspended' | 'taken-back' | 'switch-suspend' | 'redeploy' | 'delete' | 'create' | 'patch' | 'aborted'}-`
  readonly before: readonly Edit[]
  readonly after: readonly Edit[]
}
const tamperedStories: readonly TamperedStory[] = [
  { name: '', before: [two], after: [] },
  { name: 'suspended-', before: [suspend], after: [resume] },
  { name: 'taken-back-', before: [two], after: [back] },
  { name: 'switch-suspend-', before: [two], after: [suspend] },
  { name: 'redeploy-', before: [redeploy], after: [] },
  { name: 'delete-', before: [two], after: [remove] },
]

/** These fields are removed, or restored from a backup, at any moment of the story (P25). */
const tamperedIn = ({ name, before, after }: TamperedStory, paths: readonly (readonly string[])[]): readonly Story[] => {
  const what = paths.map(path => (path.length === 0 ? 'status' : path.join('.'))).join('+')
  return [
    { name: `tamper/${name}removed-${what}`, edits: [...before, ...paths.map(path => putBack(path, 'Default')), ...after] },
    { name: `tamper/${name}put-back-${what}`, edits: [...before, backUp, ...paths.map(path => putBack(path, 'Backup')), ...after] },
  ]
}

const tampered: readonly Story[] = tamperedStories.flatMap(story => places.flatMap(path => tamperedIn(story, [path])))

/** The fields that decide a switch or a resume. */
const decisive = [
  'blueGreenState',
  'lastReconciledSpec',
  'savepointTriggerId',
  'operation',
  'operation.source',
  'operation.childUid',
  'operation.activeUid',
  'operatorRecord',
  'operatorRecord.activeUid',
  'operatorRecord.suspendedPath',
].map(name => name.split('.'))

/** Every pair of them. */
const pairs: readonly Story[] = tamperedStories.flatMap(story => pairsOf(decisive).flatMap(pair => tamperedIn(story, pair)))

/** Each of them, and the whole status, in the other phases: a first deployment, a change in place, a switch that is rolled back. */
const otherPhases: readonly Story[] = ([
  { name: 'create-', before: [], after: [] },
  { name: 'patch-', before: [patch], after: [] },
  { name: 'aborted-', before: [broken], after: [] },
] as const).flatMap(story => [[], ...decisive].flatMap(path => tamperedIn(story, [path])))

/** A backup tool or a migration removes the owner references of a child at any moment of a switch (A01). */
const stripped: readonly Story[] = (['BLUE', 'GREEN'] as const).map(colour => ({
  name: `tamper/owner-stripped-${colour.toLowerCase()}`,
  edits: [two, stripOwner(colour)],
}))

interface Group {
  readonly name: string
  readonly kinds: readonly FaultKind[]
  readonly faults: number
  readonly crashes: number
}

const groups: readonly Group[] = [
  { name: 'calm', kinds: [], faults: 0, crashes: 1 },
  { name: 'answers', kinds: ['Effects'], faults: 1, crashes: 0 },
  { name: 'looks', kinds: ['Rest', 'Kubernetes'], faults: 1, crashes: 0 },
  { name: 'children', kinds: ['Job', 'JobManager', 'Stop'], faults: 1, crashes: 0 },
  { name: 'by-hand', kinds: ['Deployment'], faults: 1, crashes: 0 },
  { name: 'late', kinds: ['Late'], faults: 1, crashes: 0 },
  { name: 'paused', kinds: ['Paused'], faults: 1, crashes: 0 },
]

/** Two faults, a paused process and a failing job: a switch that is rolled back could lose state to a request from before. */
const pausedAndStumbling: Group = { name: 'paused-and-job', kinds: ['Paused', 'Job'], faults: 2, crashes: 0 }

const combined = (reported: readonly Story[], of: readonly Group[]): readonly SmallWorld[] =>
  reported.flatMap(({ name, edits, job = {}, options = {} }) =>
    of.map((group): SmallWorld => ({
      name: `blue-green/${name}/${group.name}`,
      upgradeMode: 'savepoint',
      highAvailability: false,
      start: 'Fresh',
      edits: [created(specOf(job, options)), ...edits],
      faultKinds: group.kinds,
      faults: group.faults,
      crashes: group.crashes,
      takenOver: alone,
      tick: 60_000,
      horizons: { mintedAt: 130_000 },
    }))
  )

const noFault: readonly Group[] = [{ name: 'no-fault', kinds: [], faults: 0, crashes: 0 }]

/** Children with an operator of this version, and a cluster each, instead of simulated ones. */
const real = (name: string, edits: readonly Edit[], job: JsonObject, crashes = 0): SmallWorld => ({
  name: `blue-green/real/${name}`,
  upgradeMode: 'savepoint',
  highAvailability: false,
  start: 'Fresh',
  edits: [created(specOf(job, { 'kubernetes.operator.bluegreen.abort.grace-period': '20 s' })), ...edits],
  faultKinds: [],
  faults: 0,
  crashes,
  takenOver: world => ({
    ...withResources(withResources(world, 'FlinkDeployment', []), kind, []),
    clusterId: 'app-blue',
    beside: [emptyCluster('app-green')],
  }),
})

/** The first child serves. */
const isReal = (world: World): boolean =>
  childrenOf(world).some(({ status }) => status.lifecycleState === 'STABLE' && status.jobStatus.state === 'RUNNING')

const twoOfReal = edited('image two', ofImage('two'), isReal)
const suspendReal = edited('suspend', ofJob({ state: 'suspended' }), isReal)
const patchReal = edited('a savepoint nonce', ofJob({ savepointTriggerNonce: 1 }), isReal)

const realWorlds: readonly SmallWorld[] = [
  real('create/calm', [], { upgradeMode: 'stateless' }, 1),
  real('patch/calm', [patchReal], {}, 1),
  real('suspend/calm', [suspendReal], {}, 1),
]

/** Two clusters side by side, more than 250,000 states each: covered by random walks, and explored partly from their start. */
export const realSwitches: readonly SmallWorld[] = [
  real('switch', [twoOfReal], {}, 1),
  real('stateless', [twoOfReal], { upgradeMode: 'stateless' }, 1),
]

/** Two edits with an operator crash, where the number of states stays within the limit. */
const diesIn = /^(?:delayed|taken-back|suspend-in-the-middle|switch-delete|edit-before-it-serves|suspend-resume)$/u

/** A process that pauses in the middle of a round while a user edits twice. */
const pausesIn = /^(?:delayed|taken-back|mended|suspend-in-the-middle|switch-delete|suspend-resume)$/u

const all: readonly SmallWorld[] = [
  ...combined(stories, groups),
  ...combined(moreStories, noFault),
  ...combined(moreStories.filter(({ name }) => diesIn.test(name)), groups.slice(0, 1)),
  ...combined(moreStories.filter(({ name }) => pausesIn.test(name)), groups.slice(-1)),
  ...combined(stories.filter(({ name }) => name === 'stateless'), [pausedAndStumbling]),
  ...combined([...tampered, ...pairs, ...otherPhases, ...stripped], noFault),
  ...realWorlds,
]

const isSmall = ({ name }: SmallWorld): boolean =>
  /^blue-green\/(?:create\/.*|(?:create|switch|aborted|stateless|patch|redeploy)\/calm|(?:patch|redeploy)\/by-hand|invalid\/no-fault)$/u
    .test(name)

export const blueGreenWorlds: readonly SmallWorld[] = all.filter(isSmall)

/** Worlds of the full matrix: faults, two edits, a delay before the switch, and tampering with the status. */
export const largeBlueGreenWorlds: readonly SmallWorld[] = all.filter(it => !isSmall(it))

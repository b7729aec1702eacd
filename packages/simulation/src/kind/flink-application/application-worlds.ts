import { emptyFlinkApplicationSpec } from '@flink-operator/lyft'
import { identityOf } from '@flink-operator/core/resource'
import {
  type FlinkApplicationSpec,
  initialApplicationStatus,
  type FlinkApplicationStatus,
  flinkApplicationType,
} from '@flink-operator/lyft'
import { operatorOptions } from '@flink-operator/core/operator-options'
import type { Resource } from '@flink-operator/core/resource'
import { checkerConfiguration } from '../../checker/checker-env.ts'
import type { Horizons } from '../../checker/hashed-fields.ts'
import type { Edit, FaultKind } from '../../checker/move.ts'
import type { SmallWorld } from '../../checker/small-world.ts'
import { missingImage } from '../../kubernetes/rendered-objects.ts'
import { withResources } from '../../world/resources.ts'
import { uidOf, versionOf, type World } from '../../world/world.ts'
import { backUp, decisive, decisivePairs, defaults, nameOf, places, putBack } from './tampered-status.ts'
import {
  applicationIn,
  back,
  broken,
  dualThree,
  force,
  grow,
  invalid,
  mode,
  noJar,
  remove,
  removeBoth,
  shrink,
  stateless,
  tearDown,
  three,
  two,
} from './application-edits.ts'

const kind = flinkApplicationType.kind
type Spec = FlinkApplicationSpec
type Application = Resource<Spec, FlinkApplicationStatus>

const specOf = (change: Partial<Spec>): Spec => ({
  ...emptyFlinkApplicationSpec,
  image: 'one',
  flinkVersion: '1.20',
  jarName: 'job.jar',
  entryClass: 'Job',
  parallelism: 1,
  taskManagerConfig: { ...emptyFlinkApplicationSpec.taskManagerConfig, taskSlots: 1 },
  ...change,
})

const applicationOf = (spec: Spec, creationTimestamp: number): Application => ({
  meta: {
    ...identityOf(flinkApplicationType),
    name: 'app',
    namespace: 'default',
    uid: uidOf(1),
    resourceVersion: versionOf(1),
    generation: 1,
    creationTimestamp,
    deletionTimestamp: null,
    finalizers: [],
    labels: {},
    annotations: {},
  },
  spec,
  status: initialApplicationStatus,
})

export interface Story {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly spec?: Partial<Spec>
  /** The world starts before anything is deployed. */
  readonly isFresh?: true
  /** May a step last until its give-up deadline? */
  readonly isSlow?: true
}

interface Group {
  readonly name: string
  readonly kinds: readonly FaultKind[]
  readonly faults: number
  readonly crashes: number
}

const calm: Group = { name: 'calm', kinds: [], faults: 0, crashes: 1 }
export const noFault: Group = { name: 'no-fault', kinds: [], faults: 0, crashes: 0 }
const groups: readonly Group[] = [
  calm,
  { name: 'answers', kinds: ['Effects'], faults: 1, crashes: 0 },
  { name: 'looks', kinds: ['Rest', 'Kubernetes'], faults: 1, crashes: 0 },
  { name: 'jobmanager', kinds: ['JobManager'], faults: 1, crashes: 0 },
  { name: 'job', kinds: ['Job', 'Start', 'Stop'], faults: 1, crashes: 0 },
]
const moreGroups: readonly Group[] = [
  { name: 'late', kinds: ['Late'], faults: 1, crashes: 0 },
  { name: 'deployment', kinds: ['Deployment'], faults: 1, crashes: 0 },
  { name: 'second-operator', kinds: ['Rival'], faults: 1, crashes: 0 },
]

/** Does the first version run, with a stored state, and nothing in progress? */
const isServed = (world: World): boolean => {
  const status = applicationIn(world)?.status
  return status?.phase === 'Running' && status.operation === null && status.jobStatus.jobID !== ''
    && [world, ...world.otherJobs].some(({ storage }) => storage.length > 0)
}

/** Moments that are only reported never differ from now. */
const reported: Horizons = { startedAt: 0, lastCheckpointTime: 0, restoreTime: 0, lastUpdatedAt: 0 }
const step = 10_000

/** No step lasts until its give-up deadline: when it began makes no difference. */
const quick = { tick: step, horizons: { ...reported, progressAt: 0, deletingSince: 0, sentAt: step + 1_000, endedAt: step + 1_000 } }

/** Any step may last until its give-up deadline, which is two steps of time. */
const limit = operatorOptions(checkerConfiguration).options.flinkApplicationErrorTimeout
const slow = {
  tick: limit / 2,
  horizons: { ...reported, progressAt: limit + 1_000, deletingSince: limit + 1_000, startTime: limit + 1_000 },
}

export const combined = (mode: string, stories: readonly Story[], of: readonly Group[]): readonly SmallWorld[] =>
  stories.flatMap(({ name, edits, spec = {}, isFresh, isSlow }) =>
    of.map((group): SmallWorld => ({
      name: `applications/${mode}/${name}/${group.name}`,
      upgradeMode: 'savepoint',
      highAvailability: false,
      start: 'Fresh',
      edits,
      faultKinds: group.kinds,
      faults: group.faults,
      crashes: group.crashes,
      takenOver: world =>
        withResources(withResources(world, 'FlinkDeployment', []), kind, [
          applicationOf(specOf({ deploymentMode: mode === 'dual' ? 'Dual' : 'BlueGreen', ...spec }), world.now),
        ]),
      until: isFresh === true ? () => true : isServed,
      ...(isSlow === true ? slow : quick),
    }))
  )

const dualStories: readonly Story[] = [
  { name: 'first-deploy', edits: [], isFresh: true },
  { name: 'edit', edits: [two] },
  { name: 'stateless', edits: [stateless] },
  { name: 'delete', edits: [remove] },
]
const moreDualStories: readonly Story[] = [
  { name: 'slow', edits: [two], isSlow: true },
  { name: 'slow-first-deploy', edits: [], isFresh: true, isSlow: true },
  { name: 'slow-delete', edits: [remove], isSlow: true },
  { name: 'broken-image', edits: [broken], isSlow: true },
  { name: 'broken-jar', edits: [noJar] },
  { name: 'broken-first-deploy', edits: [], isFresh: true, isSlow: true, spec: { image: missingImage } },
  { name: 'mended', edits: [broken, two], isSlow: true },
  { name: 'edit-in-the-middle', edits: [two, three] },
  { name: 'taken-back', edits: [two, back] },
  { name: 'forced-back', edits: [two, force] },
  { name: 'in-place', edits: [grow], spec: { scaleMode: 'InPlace' } },
  { name: 'in-place-and-back', edits: [grow, shrink], spec: { scaleMode: 'InPlace' } },
  { name: 'in-place-and-edit', edits: [grow, two], spec: { scaleMode: 'InPlace' } },
  { name: 'delete-cancel', edits: [remove], spec: { deleteMode: 'ForceCancel' } },
  { name: 'delete-none', edits: [remove], spec: { deleteMode: 'None' } },
  { name: 'edit-delete', edits: [two, remove] },
  { name: 'invalid', edits: [invalid] },
  { name: 'another-mode', edits: [mode] },
]
const colourStories: readonly Story[] = [
  { name: 'first-deploy', edits: [], isFresh: true },
  { name: 'edit', edits: [two] },
]
const moreColourStories: readonly Story[] = [
  { name: 'tear-down-old', edits: [two, tearDown('deployHash')] },
  { name: 'tear-down-new', edits: [two, tearDown('updatingHash')] },
  { name: 'edit-between', edits: [two, dualThree, tearDown('deployHash')] },
  { name: 'stateless', edits: [stateless] },
  { name: 'slow', edits: [two], isSlow: true },
  { name: 'broken-image', edits: [broken], isSlow: true },
  { name: 'delete', edits: [remove] },
  { name: 'delete-both', edits: [two, removeBoth] },
  { name: 'delete-both-cancel', edits: [two, removeBoth], spec: { deleteMode: 'ForceCancel' } },
]

/** A user removes fields of the status, or restores them from a backup, at any moment (P25). */
const tamperedIn = (name: string, { edits, ...rest }: Omit<Story, 'name'>, of = places): readonly Story[] =>
  of.flatMap((path): readonly Story[] => [
    ...(path.join('.') in defaults
      ? [{ ...rest, name: `tamper/${name}/removed-${nameOf(path)}`, edits: [...edits, putBack(path, 'Default')] }]
      : []),
    ...(edits.length === 0 && rest.isFresh === undefined ? []
      : [{ ...rest, name: `tamper/${name}/put-back-${nameOf(path)}`, edits: [...edits, backUp, putBack(path, 'Backup')] }]),
  ])

/** The other phases: only the fields that decide, and the whole status. */
const decisiveIn = (name: string, story: Omit<Story, 'name'>): readonly Story[] => tamperedIn(name, story, [[], ...decisive])

const dualTampered: readonly Story[] = [
  ...tamperedIn('idle', { edits: [] }),
  ...tamperedIn('edit', { edits: [two] }),
  ...tamperedIn('in-place', { edits: [grow], spec: { scaleMode: 'InPlace' } }),
  ...tamperedIn('delete', { edits: [remove] }),
  ...decisiveIn('first-deploy', { edits: [], isFresh: true }),
  ...decisiveIn('rolled-back', { edits: [broken], isSlow: true }),
]
const colourTampered: readonly Story[] = [
  ...tamperedIn('idle', { edits: [] }),
  ...tamperedIn('edit', { edits: [two] }),
  ...tamperedIn('tear-down', { edits: [two, tearDown('deployHash')] }),
  ...decisiveIn('tear-down-new', { edits: [two, tearDown('updatingHash')] }),
  ...decisiveIn('delete-both', { edits: [two, removeBoth] }),
]

/** Two fields that decide a start or a stop are removed, or restored from a backup. */
const pairsIn = (name: string, edits: readonly Edit[]): readonly Story[] =>
  decisivePairs.flatMap(([one, other]): readonly Story[] => {
    const what = `${nameOf(one)}+${nameOf(other)}`
    return [
      { name: `tamper/${name}/removed-${what}`, edits: [...edits, putBack(one, 'Default'), putBack(other, 'Default')], spec: {} },
      { name: `tamper/${name}/put-back-${what}`, edits: [...edits, backUp, putBack(one, 'Backup'), putBack(other, 'Backup')], spec: {} },
    ]
  })

const all: readonly SmallWorld[] = [
  ...combined('dual', dualStories, [...groups, ...moreGroups]),
  ...combined('dual', [{ name: 'edit', edits: [two] }, { name: 'stateless', edits: [stateless] }], [noFault]),
  ...combined('dual', moreDualStories, [noFault, calm]),
  ...combined('dual', dualTampered, [noFault]),
  ...combined('blue-green', colourStories, [...groups, ...moreGroups]),
  ...combined('blue-green', [{ name: 'edit', edits: [two] }], [noFault]),
  ...combined('blue-green', moreColourStories, [noFault, calm]),
  ...combined('blue-green', colourTampered, [noFault]),
  ...combined('dual', [...pairsIn('edit', [two]), ...pairsIn('delete', [remove])], [noFault]),
  ...combined('blue-green', pairsIn('edit', [two]), [noFault]),
]

const isOneOf = (patterns: readonly RegExp[]) => ({ name }: SmallWorld): boolean => patterns.some(pattern => pattern.test(name))

/** Fully explored within 3,000 states: for the first matrix. */
const isSmall = isOneOf([
  /^applications\/(?:dual|blue-green)\/(?:first-deploy|delete)\/(?:calm|no-fault)$/u,
  /^applications\/dual\/(?:first-deploy|delete)\/answers$/u,
  /^applications\/dual\/first-deploy\/deployment$/u,
  /^applications\/dual\/(?:in-place|slow-first-deploy|broken-image|delete-cancel|delete-none|invalid|another-mode)\/no-fault$/u,
  /^applications\/blue-green\/stateless\/no-fault$/u,
  // the other fields are in the full matrix
  /^applications\/(?:dual|blue-green)\/tamper\/idle\/removed-(?:status|phase|deployHash|jobStatus|savepointPath|operation|operatorRecord|failedDeployHash)\//u,
])

/** Fully explored: for the full matrix. */
const isLarge = isOneOf([
  /^applications\/(?:dual|blue-green)\/first-deploy\/(?:answers|looks|jobmanager|job|late|deployment|second-operator)$/u,
  /^applications\/dual\/edit\/(?:no-fault|calm|answers|looks|jobmanager|job)$/u,
  /^applications\/dual\/stateless\/(?:no-fault|calm|answers|looks|jobmanager|job)$/u,
  /^applications\/blue-green\/edit\/(?:calm|answers|looks|jobmanager)$/u,
  /^applications\/dual\/(?:slow-delete|broken-jar|broken-first-deploy)\/no-fault$/u,
  /^applications\/(?:dual|blue-green)\/tamper\//u,
])

export const applicationWorlds: readonly SmallWorld[] = all.filter(isSmall)

/** Worlds of the full matrix. */
export const largeApplicationWorlds: readonly SmallWorld[] = all.filter(it => !isSmall(it) && isLarge(it))

/** Too large to be explored whole, or not explored yet: covered by random walks only (application-worlds.test.ts). */
export const walkedApplicationWorlds: readonly SmallWorld[] = all.filter(it => !isSmall(it) && !isLarge(it))

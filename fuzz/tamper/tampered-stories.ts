import { combined, noFault } from '../../packages/simulation/src/kind/flink-application/application-worlds.ts'
import { edited, ofSpec, three, two } from '../../packages/simulation/src/kind/flink-application/application-edits.ts'
import { autoscalerWorlds } from '../../packages/simulation/src/autoscaler/autoscaler-worlds.ts'
import {
  edit,
  haInKubernetes,
  ingress,
  ofMode,
  ofSessionJob,
  remove,
  resume,
  revert,
  savepointNonce,
  suspend,
  withoutHa,
} from '../../packages/simulation/src/checker/edits.ts'
import type { Edit } from '../../packages/simulation/src/checker/move.ts'
import { editCluster, type Place, sessionWorld } from '../../packages/simulation/src/checker/session-cluster-worlds.ts'
import type { SmallWorld } from '../../packages/simulation/src/checker/small-world.ts'
import { allWorlds } from '../../packages/simulation/src/checker/worlds.ts'

/** The resource that is tampered with. */
export interface Subject {
  readonly kind: string
  readonly name: string
}

/** A world without faults: its resources are created, and its edits follow one another. */
export interface TamperedStory {
  readonly world: SmallWorld
  readonly subject: Subject
}

const bases = [['savepoint', false], ['savepoint', true], ['last-state', true], ['last-state', false], ['stateless', true]] as const

type Named = readonly [name: string, edits: readonly Edit[]]

const jobEdits: readonly Named[] = [
  ['idle', []],
  ['edit-suspend-resume-delete', [edit, suspend, resume, remove]],
  ['suspend-resume-edit', [suspend, resume, edit]],
  ['edit-revert-delete', [edit, revert, remove]],
  ['delete', [remove]],
  ['savepoint-edit', [savepointNonce, edit]],
]

const applications: readonly TamperedStory[] = bases.flatMap(([upgradeMode, highAvailability]) => {
  const other = highAvailability ? withoutHa : haInKubernetes
  return [
    ...jobEdits,
    ['ingress-edit', [ingress, edit]] as const,
    ['ha-turned', [other, edit]] as const,
    ['ha-turned-suspended', [suspend, other, resume, remove]] as const,
    ['to-last-state', [ofMode('last-state'), suspend, resume]] as const,
  ].map(([name, edits]): TamperedStory => ({
    world: {
      name: `${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${name}`,
      upgradeMode,
      highAvailability,
      start: 'Fresh',
      edits,
      faultKinds: [],
      faults: 0,
      crashes: 0,
    },
    subject: { kind: 'FlinkDeployment', name: 'app' },
  }))
})

const places: readonly Place[] = bases.map(([upgradeMode, highAvailability]) => ({ upgradeMode, highAvailability }))
const ofA = (it: Edit): Edit => ofSessionJob('a', it)

const sessionStories = (kind: 'FlinkSessionJob' | 'FlinkDeployment', stories: readonly Named[]): readonly TamperedStory[] =>
  places.flatMap(place =>
    stories.map(([name, edits]): TamperedStory => ({
      // the operator waits as long as a request may take that runs the job
      world: sessionWorld(place, ['a'], name, { start: 'Fresh', edits, horizons: { sentAt: 605_000 } }),
      subject: { kind, name: kind === 'FlinkSessionJob' ? 'a' : 'app' },
    }))
  )

const sessionJobs = sessionStories('FlinkSessionJob', [
  ...jobEdits.map(([name, edits]): Named => [name, edits.map(ofA)]),
  ['edit-of-cluster', [editCluster, ofA(edit)]],
  ['edit-of-both', [ofA(edit), editCluster, ofA(remove)]],
  ['ha-turned', [withoutHa, ofA(edit)]],
])
const sessionClusters = sessionStories('FlinkDeployment', [
  ['idle', []],
  ['edit', [editCluster]],
  ['edit-of-both', [ofA(edit), editCluster]],
  ['suspend-edit', [ofA(suspend), editCluster, ofA(resume)]],
  ['delete', [remove]],
  ['delete-both', [ofA(remove), remove]],
  ['edit-delete', [editCluster, remove]],
  ['ingress', [ingress]],
])

/** Jobs that are scaled, in place and by upgrades, and what their users do meanwhile. */
const autoscaledJobs: readonly TamperedStory[] = autoscalerWorlds
  .filter(({ name }) => /^autoscaler\/(?!session).*\/(?!state-|metrics-)[a-z-]+\/no-fault$/u.test(name))
  .map(world => ({ world, subject: { kind: 'FlinkDeployment', name: 'app' } }))

const autoscaledSessionJobs: readonly TamperedStory[] = autoscalerWorlds
  .filter(({ name }) => /^autoscaler\/session-.*\/(?!state-)[a-z-]+\/no-fault$/u.test(name))
  .map(world => ({ world, subject: { kind: 'FlinkSessionJob', name: 'job' } }))

/** The edits of worlds of the matrix, without their faults. */
const ofMatrix = (pattern: RegExp, subject: Subject): readonly TamperedStory[] =>
  [...new Map(allWorlds.filter(({ name }) => pattern.test(name)).map(it => [it.name, it])).values()].map(world => ({
    world: { ...world, faultKinds: [], faults: 0, crashes: 0 },
    subject,
  }))

const blueGreen = ofMatrix(
  /^blue-green\/(?:(?:create|switch|aborted|stateless|patch|redeploy)\/calm|(?!tamper).*\/no-fault|real\/.*)$/u,
  { kind: 'FlinkBlueGreenDeployment', name: 'app' },
)

const snapshots: readonly TamperedStory[] = [
  ...ofMatrix(/^snapshots\/(?:manual|manual-twice|manual-edit|upgrade|manual-checkpoint)$/u, {
    kind: 'FlinkDeployment',
    name: 'app',
  }),
  ...ofMatrix(/^snapshots\/(?:by-hand|by-hand-no-directory)$/u, { kind: 'FlinkStateSnapshot', name: 'by-hand' }),
].map(it => ({ ...it, subject: { kind: 'FlinkStateSnapshot', name: '*' } }))

const grow = ofSpec('parallelism 2', { parallelism: 2 })
const removeApplication: Edit = {
  name: 'delete',
  event: ({ resources }) => {
    const [application] = resources['FlinkApplication'] ?? []
    return application === undefined || application.meta.deletionTimestamp !== null ? null
      : { _tag: 'DeleteBeside', kind: 'FlinkApplication', uid: application.meta.uid }
  },
}
const tearDown = (which: 'deployHash' | 'updatingHash'): Edit =>
  edited(
    `tear down ${which}`,
    (_spec, status) => (status.phase === 'DualRunning' ? { tearDownVersionHash: status[which] } : null),
  )
const inZooKeeper = {
  'high-availability': 'zookeeper',
  'high-availability.zookeeper.quorum': 'zookeeper.flink.svc:2181',
  'high-availability.storageDir': 'file:/flink/ha',
}
const haOff = ofSpec('high availability off', { flinkConfig: {} })
const haOn = ofSpec('high availability on', { flinkConfig: inZooKeeper })

const applicationStories: Readonly<Record<'dual' | 'in-place' | 'blue-green', readonly Named[]>> = {
  dual: [
    ['idle', []],
    ['edit', [two]],
    ['edits', [two, three]],
    ['edit-delete', [two, removeApplication]],
    ['delete', [removeApplication]],
    ['ha-turned', [haOn, haOff]],
    ['to-blue-green', [ofSpec('BlueGreen', { deploymentMode: 'BlueGreen' }), two]],
  ],
  'in-place': [['grow', [grow]], ['grow-edit', [grow, two]], ['grow-delete', [grow, removeApplication]]],
  'blue-green': [
    ['edit', [two]],
    ['edit-tear-down-old', [two, tearDown('deployHash')]],
    ['edit-tear-down-new', [two, tearDown('updatingHash')]],
    ['edit-edit', [two, three, tearDown('deployHash')]],
    ['edit-delete', [two, removeApplication]],
    ['delete', [removeApplication]],
  ],
}
const flinkApplications: readonly TamperedStory[] = (['dual', 'in-place', 'blue-green'] as const).flatMap(mode =>
  [{}, inZooKeeper].flatMap(flinkConfig =>
    combined(
      mode === 'blue-green' ? mode : 'dual',
      applicationStories[mode].map(([name, edits]) => ({
        name: `${mode === 'in-place' ? 'in-place-' : ''}${name}${flinkConfig === inZooKeeper ? '-ha' : ''}`,
        edits,
        spec: { flinkConfig, ...(mode === 'in-place' ? { scaleMode: 'InPlace' as const } : {}) },
        isFresh: true as const,
        isSlow: true as const,
      })),
      [noFault],
    ).map(world => ({ world, subject: { kind: 'FlinkApplication', name: 'app' } }))
  )
)

/** Kinds as the command names them, with their stories. */
export const tamperedStories = {
  application: applications,
  'session-cluster': sessionClusters,
  'session-job': sessionJobs,
  snapshot: snapshots,
  'blue-green': blueGreen,
  'flink-application': flinkApplications,
  autoscaled: autoscaledJobs,
  'autoscaled-session-job': autoscaledSessionJobs,
} as const

export type TamperedKind = keyof typeof tamperedStories

import type { UpgradeMode } from '@flink-operator/core/resource'
import {
  configured,
  edit,
  goOn,
  invalid,
  invalidStateless,
  laterSavepointNonce,
  nameSavepointOf,
  ofMode,
  ofSessionJob,
  pause,
  redeployAlone,
  redeploySuspended,
  remove,
  restart,
  resume,
  resumeStateless,
  revert,
  savepointNonce,
  spec,
  suspend,
  takeBack,
} from './edits.ts'
import type { Edit } from './move.ts'
import { rollbacks } from './row-worlds.ts'
import { editCluster, fault, type Place, sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const ofA = (it: Edit): Edit => ofSessionJob('a', it)
const ofB = (it: Edit): Edit => ofSessionJob('b', it)

const modes: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']
const places: readonly Place[] = modes.flatMap(upgradeMode => [true, false].map(highAvailability => ({ upgradeMode, highAvailability })))

const haOff = spec('high availability off', configured({ 'high-availability.type': 'NONE' }))
/** A FlinkSessionJob can't go to another cluster: validation refuses it. */
const move = spec('move to another cluster', it => ({ ...it, deploymentName: 'other' }) as typeof it)

type Part = readonly [name: string, of: Partial<SmallWorld>]

const stories: readonly Part[] = [
  ['first', { start: 'Fresh' }],
  ['edit', { edits: [ofA(edit)] }],
  ['suspend-resume', { edits: [ofA(suspend), ofA(resume)] }],
  ['delete', { edits: [ofA(remove)] }],
]
const groups: readonly Part[] = [
  ['calm', { crashes: 1 }],
  ['answers', fault('Effects')],
  ['late', fault('Late')],
  ['jobmanager', fault('JobManager', 'PodLost', 'Leadership')],
  ['rest', fault('Rest')],
  ['job', fault('Job', 'Stop', 'Start', 'Finish')],
  ['kubernetes', fault('Kubernetes', 'Stale', 'Deployment', 'HaLost')],
  ['other-version', fault('TakeOver')],
  ['past-the-operator', fault('Asked')],
]
/** Other edits of one job, and edits of the cluster that it runs in. */
const edits: readonly Part[] = [
  ['edit-revert', { edits: [ofA(edit), ofA(revert)] }],
  ['edit-suspend', { edits: [ofA(edit), ofA(suspend)] }],
  ['edit-delete', { edits: [ofA(edit), ofA(remove)] }],
  ['first-delete', { start: 'Fresh', edits: [ofA(remove)] }],
  ['restart', { edits: [ofA(restart)] }],
  ['redeploy', { edits: [ofA(redeployAlone)] }],
  ['redeploy-take-back', { edits: [ofA(redeployAlone), ofA(takeBack)] }],
  ['redeploy-suspended', { edits: [ofA(redeploySuspended), ofA(resume)] }],
  ['to-stateless', { edits: [ofA(ofMode('stateless')), ofA(takeBack)] }],
  ['stateless-for-a-moment', { edits: [ofA(suspend), ofA(resumeStateless), ofA(takeBack)] }],
  ['to-savepoint', { edits: [ofA(ofMode('savepoint')), ofA(takeBack)] }],
  ['invalid', { edits: [ofA(edit), ofA(invalid)] }],
  ['invalid-stateless', { edits: [ofA(invalidStateless)] }],
  ['savepoint-nonce', { edits: [ofA(savepointNonce), ofA(edit)] }],
  ['edit-of-cluster', { edits: [editCluster] }],
  ['edit-of-both', { edits: [ofA(edit), editCluster] }],
  ['edit-of-cluster-first', { edits: [editCluster, ofA(edit)] }],
  ['suspend-then-edit-cluster', { edits: [ofA(suspend), editCluster, ofA(resume)] }],
  ['edit-cluster-then-suspend', { edits: [editCluster, ofA(suspend), ofA(resume)] }],
  ['delete-then-edit-cluster', { edits: [ofA(remove), editCluster] }],
  ['first-then-edit-cluster', { start: 'Fresh', edits: [editCluster] }],
  ['pause', { edits: [ofA(pause), ofA(edit), ofA(goOn)] }],
  ['invalid-from-the-start', { start: 'Fresh', edits: [ofA(invalid), ofA(takeBack)] }],
  ['edit-and-ha-off', { edits: [ofA(edit), haOff] }],
  ['suspend-and-ha-off', { edits: [ofA(suspend), haOff, ofA(resume)] }],
  ['move', { edits: [ofA(move), ofA(takeBack)] }],
  ['move-and-delete-cluster', { edits: [ofA(move), remove] }],
  ['move-and-delete', { edits: [ofA(move), ofA(remove)] }],
  ['delete-both', { edits: [ofA(remove), remove] }],
  ['delete-cluster-first', { edits: [remove, ofA(remove)] }],
  ['edit-and-delete-cluster', { edits: [editCluster, remove] }],
]

const savepointAtDeletion = { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } }

/** What the configuration asks for. */
const options: readonly Part[] = [
  ['restart-failed', { configuration: { 'kubernetes.operator.job.restart.failed': 'true' }, ...fault('Job') }],
  ['savepoint-at-deletion', { ...savepointAtDeletion, edits: [ofA(remove)] }],
  ['savepoint-at-deletion-then-edit-cluster', { ...savepointAtDeletion, edits: [ofA(remove), editCluster] }],
]

/** Faults of the cluster under its job, which also destroy what would restore the job. */
const underneath: readonly Part[] = [
  ['edit-of-cluster', { edits: [editCluster] }],
  ['ha-off', { edits: [haOff] }],
  ['delete-cluster-first', { edits: [remove, ofA(remove)] }],
]
/** Cluster and job edited in one step, or one soon after the other. */
const together: readonly Part[] = [
  ['edit-of-both', { edits: [ofA(edit), editCluster] }],
  ['suspend-then-edit-cluster', { edits: [ofA(suspend), editCluster, ofA(resume)] }],
]
const togetherWith: readonly Part[] = [['calm', { crashes: 1 }], ['jobmanager', fault('JobManager')], ['stop', fault('Stop')]]

const losses: readonly Part[] = [
  ['lost', fault('Deployment', 'HaLost')],
  ['down', fault('JobManager', 'PodLost')],
  ['spoilt', fault('HaSpoilt')],
  ['job', fault('Job')],
  ['crash', { crashes: 1 }],
]

/** The cluster is deleted without waiting for its job, so the FlinkSessionJob has no cluster any more (E-8). */
const doesNotWait = { configuration: { 'kubernetes.operator.session.deletion.block-on-session-jobs': 'false' } }
const withoutWaiting: readonly Part[] = [
  ['cluster-goes', { ...doesNotWait, edits: [remove] }],
  ['cluster-goes-edit', { ...doesNotWait, edits: [remove, ofA(edit)] }],
  ['cluster-goes-delete', { ...doesNotWait, edits: [remove, ofA(remove)] }],
]

/**
 * A run that HA metadata restored fails before it reports a checkpoint: it did not start from where the job was started from (F03).
 */
const afterAnotherRun: readonly Part[] = (['Leadership', 'JobManager', 'PodLost'] as const).map(kind => [
  `start-fails-after-${kind === 'Leadership' ? 'leadership' : kind === 'JobManager' ? 'crash' : 'pod-lost'}`,
  { edits: [ofA(edit)], faultKinds: ['Start', kind], faults: 2 },
])

/** Worlds with one FlinkSessionJob. */
export const oneJobWorlds: readonly SmallWorld[] = places.flatMap(place => [
  ...stories.flatMap(([story, of]) =>
    groups.map(([group, faults]) => sessionWorld(place, ['a'], `one/${story}/${group}`, { ...of, ...faults }))
  ),
  // needs high availability
  ...(place.highAvailability
    ? [
      sessionWorld(place, ['a'], 'one/rollback/job', { ...rollbacks, edits: [ofA(edit)], ...fault('Restart', 'Finish', 'Start') }),
      // without it, the job's own error comes first: mending that lets the cluster's error be mended
      sessionWorld(place, ['a'], 'one/move-and-edit-cluster/no-fault', { edits: [ofA(move), editCluster] }),
      sessionWorld(place, ['a'], 'one/rest/lost-both', { faultKinds: ['Deployment', 'HaLost', 'HaSpoilt'], faults: 2 }),
      ...afterAnotherRun.map(([group, of]) => sessionWorld(place, ['a'], `one/edit/${group}`, of)),
    ] : []),
  ...options.flatMap(([name, of]) => [
    sessionWorld(place, ['a'], `one/${name}/calm`, { ...of, crashes: 1 }),
    sessionWorld(place, ['a'], `one/${name}/jobmanager`, { ...of, faultKinds: [...of.faultKinds ?? [], 'JobManager'], faults: 1 }),
  ]),
  ...edits.map(([story, of]) => sessionWorld(place, ['a'], `one/${story}/no-fault`, of)),
  ...together.flatMap(([story, of]) =>
    togetherWith.map(([group, faults]) => sessionWorld(place, ['a'], `one/${story}/${group}`, { ...of, ...faults }))
  ),
  ...withoutWaiting.map(([story, of]) => sessionWorld(place, ['a'], `one/${story}/calm`, { ...of, crashes: 1 })),
  ...underneath.flatMap(([story, of]) =>
    losses.map(([group, faults]) => sessionWorld(place, ['a'], `one/${story}/${group}`, { ...of, ...faults }))
  ),
])

const beside: readonly Part[] = [
  ['first', { start: 'Fresh' }],
  ['edit-one', { edits: [ofA(edit)] }],
  ['edit-both', { edits: [ofA(edit), ofB(edit)] }],
  ['edit-cluster', { edits: [editCluster] }],
  ['delete-one', { edits: [ofA(remove)] }],
  ['delete-jobs-first', { edits: [ofA(remove), ofB(remove), remove] }],
  ['delete-cluster-between', { edits: [ofA(remove), remove, ofB(remove)] }],
  ['delete-cluster-first', { edits: [remove, ofA(remove), ofB(remove)] }],
]

/** The history keeps one savepoint; an unanswered request is given up soon. */
const newestAlone = {
  'kubernetes.operator.savepoint.trigger.grace-period': '5 s',
  'kubernetes.operator.savepoint.history.max.count': '1',
}

/** Two FlinkSessionJobs side by side: actions for one don't affect the other, and both lose the cluster together. */
export const twoJobWorlds: readonly SmallWorld[] = [
  sessionWorld({ upgradeMode: 'savepoint', highAvailability: false }, ['a', 'b'], 'two/history-that-another-names/calm', {
    crashes: 1,
    edits: [ofA(savepointNonce), nameSavepointOf('a', 'b'), ofA(laterSavepointNonce)],
    configuration: newestAlone,
    horizons: { triggerTimestamp: 16_000, askedAt: 6_000 },
  }),
  ...places.flatMap(place => [
    ...beside.map(([story, of]) => sessionWorld(place, ['a', 'b'], `two/${story}/no-fault`, of)),
    sessionWorld(place, ['a', 'b'], 'two/edit-one/calm', { edits: [ofA(edit)], crashes: 1 }),
    sessionWorld(place, ['a', 'b'], 'two/edit-one/jobmanager', { edits: [ofA(edit)], ...fault('JobManager') }),
    sessionWorld(place, ['a', 'b'], 'two/rest/jobmanager', fault('JobManager', 'PodLost', 'Leadership', 'Deployment', 'HaLost')),
  ]),
]

import { edit, ofSessionJob, remove, resume, resumeStateless, suspend, takeBack } from './edits.ts'
import type { Edit } from './move.ts'
import { sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { decisivePairs, lostRecord, othersGroup, putBackPairs, tamperGroups } from './tamper-worlds.ts'
import { readFields } from '../kubernetes/tampered-fields.ts'
import { mayTamper, type Tampering } from '../kubernetes/tampering.ts'

const ofA = (it: Edit): Edit => ofSessionJob('a', it)

const userEdits: readonly { readonly name: string; readonly edits: readonly Edit[] }[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [ofA(edit)] },
  { name: 'suspend-resume', edits: [ofA(suspend), ofA(resume)] },
  { name: 'delete', edits: [ofA(remove)] },
]

const bases = [['savepoint', false], ['savepoint', true], ['last-state', true], ['last-state', false], ['stateless', true]] as const

/** A user changes the status of a FlinkSessionJob behind the operator's back, or removes its finalizer, at any moment (P25). */
const anyMoment: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  [
    ...tamperGroups,
    othersGroup,
    ['pairs', decisivePairs] as const,
    ['pairs-put-back', putBackPairs] as const,
    ['finalizer', [{ _tag: 'Finalizer' }]] as const,
  ].flatMap(([name, tamperings, rest]) =>
    userEdits.map(({ name: story, edits }) =>
      sessionWorld({ upgradeMode, highAvailability }, ['a'], `tamper/${story}/${name}`, {
        start: 'Resumed',
        edits,
        faultKinds: ['Tamper'],
        tamperings,
        faults: 1,
        ...rest,
      })
    )
  )
)

/** The same, with the record of the submitted job removed, while a user sets upgradeMode to stateless for a moment. */
const statelessForAMoment: readonly SmallWorld[] = [true, false].map(highAvailability =>
  sessionWorld({ upgradeMode: 'savepoint', highAvailability }, ['a'], 'tamper/stateless-for-a-moment/record', {
    edits: [ofA(suspend), ofA(resumeStateless), ofA(takeBack)],
    faultKinds: ['Tamper'],
    tamperings: lostRecord,
    faults: 1,
  })
)

const recreated: Tampering = { _tag: 'Created anew', dependents: 'Background' }
const restored: Tampering = { _tag: 'Created anew', dependents: 'Background', restored: true }

/** The fault as an edit, so that it happens to both of two jobs. */
const createdAgain: Edit = {
  name: 'created again past our finalizer',
  event: world => (mayTamper(world, recreated) ? { _tag: 'Tamper', tampering: recreated } : null),
}

/** Fields that can replace each other are removed together: each would identify the start in progress. */
const pairs: readonly (readonly [name: string, fields: readonly string[]])[] = [
  ['operation+last-state', ['operation', 'operatorRecord.lastState']],
  ['operation+job-id', ['operation', 'jobStatus.jobId']],
  ['operation+record', ['operation', 'operatorRecord']],
  ['operation+last-state+job-id', ['operation', 'operatorRecord.lastState', 'jobStatus.jobId']],
]
const firstPairs: readonly SmallWorld[] = bases.map(([upgradeMode, highAvailability]) =>
  sessionWorld({ upgradeMode, highAvailability }, ['a'], 'tamper/first/pairs', {
    start: 'Fresh',
    faultKinds: ['Tamper'],
    tamperings: decisivePairs,
    faults: 1,
  })
)
const withoutAll = (removed: readonly string[]): Tampering => ({
  _tag: 'Fields',
  changes: readFields.filter(({ path }) => removed.includes(path.join('.'))).map(field => ({ field, to: 'Default' })),
})

const pairWorlds: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  pairs.flatMap(([name, removed]) =>
    ([['first', { start: 'Fresh' }], ['edit', { start: 'Resumed', edits: [ofA(edit)] }]] as const).map(([story, of]) =>
      sessionWorld({ upgradeMode, highAvailability }, ['a'], `tamper/${story}/${name}`, {
        faultKinds: ['Tamper'],
        tamperings: [withoutAll(removed)],
        faults: 1,
        ...of,
      })
    )
  )
)

/** The same, while the answer of the submit is lost and the submit arrives later or never. */
const latePairWorlds: readonly SmallWorld[] = (['stateless', 'savepoint'] as const).flatMap(upgradeMode =>
  pairs.map(([name, removed]) =>
    sessionWorld({ upgradeMode, highAvailability: false }, ['a'], `tamper/first/${name}/late`, {
      start: 'Fresh',
      faultKinds: ['Tamper', 'Late'],
      tamperings: [withoutAll(removed)],
      faults: 2,
    })
  )
)

const inHa = (['stateless', 'savepoint', 'last-state'] as const).flatMap(upgradeMode => [
  { upgradeMode, highAvailability: true },
  { upgradeMode, highAvailability: true, zooKeeper: 'Observable' as const },
])

/**
 * A FlinkSessionJob is deleted despite our finalizer and created again, while its JobManager fails over. A newly elected JobManager
 * lists nothing until it has restored the jobs in HA metadata, under an id of the deleted resource (A02). `restored`: the new resource
 * has the status of a backup.
 */
const createdAgainWorlds: readonly SmallWorld[] = inHa.flatMap(place => {
  const world = (jobs: readonly string[], name: string, of: Partial<SmallWorld>): SmallWorld =>
    sessionWorld(place, jobs, `tamper/${name}`, { tamperings: [recreated], faults: 2, ...of })
  return [
    world(['a'], 'created-again/calm', { faultKinds: ['Tamper'], faults: 1, crashes: 1 }),
    ...(['JobManager', 'PodLost', 'Leadership'] as const).map(kind =>
      world(['a'], `created-again/${kind.toLowerCase()}`, { faultKinds: ['Tamper', kind], crashes: 1 })
    ),
    world(['a'], 'created-again/named-by-jar', { jarsNameJobs: true, faultKinds: ['Tamper', 'JobManager'] }),
    world(['a'], 'created-again/unreachable', {
      faultKinds: ['Tamper', 'JobManager', place.zooKeeper === undefined ? 'Kubernetes' : 'ZooKeeper'],
      faults: 3,
    }),
    world(['a', 'b'], 'created-again/beside-another', { faultKinds: ['Tamper', 'JobManager'] }),
    world(['a', 'b'], 'created-again/both', {
      edits: [ofSessionJob('a', createdAgain), ofSessionJob('b', createdAgain)],
      faultKinds: ['JobManager'],
      faults: 1,
    }),
    world(['a'], 'restored-again/jobmanager', {
      start: 'Resumed',
      tamperings: [restored],
      faultKinds: ['Tamper', 'JobManager'],
      crashes: 1,
    }),
  ]
})

export const sessionTamperWorlds: readonly SmallWorld[] = [
  ...anyMoment,
  ...statelessForAMoment,
  ...firstPairs,
  ...pairWorlds,
  ...latePairWorlds,
  ...createdAgainWorlds,
]

import { edit, ofSessionJob, remove, resume, resumeStateless, suspend, takeBack } from './edits.ts'
import type { Edit } from './move.ts'
import { sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { decisivePairs, lostRecord, othersGroup, putBackPairs, tamperGroups } from './tamper-worlds.ts'
import { readFields } from '../kubernetes/tampered-fields.ts'
import { mayTamper, type Tampering } from '../kubernetes/tampering.ts'

const ofA = (it: Edit): Edit => ofSessionJob('a', it)

const people: readonly { readonly name: string; readonly edits: readonly Edit[] }[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [ofA(edit)] },
  { name: 'suspend-resume', edits: [ofA(suspend), ofA(resume)] },
  { name: 'delete', edits: [ofA(remove)] },
]

const bases = [['savepoint', false], ['savepoint', true], ['last-state', true], ['last-state', false], ['stateless', true]] as const

/** Somebody changes the status of a FlinkSessionJob behind the operator's back, or takes its finalizer, at any moment (P25). */
const anyMoment: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  [
    ...tamperGroups,
    othersGroup,
    ['pairs', decisivePairs] as const,
    ['pairs-put-back', putBackPairs] as const,
    ['finalizer', [{ _tag: 'Finalizer' }]] as const,
  ].flatMap(([name, tamperings, rest]) =>
    people.map(({ name: story, edits }) =>
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

/** The same, with what was submitted gone, and a person who says stateless for a moment. */
const statelessForAMoment: readonly SmallWorld[] = [true, false].map(highAvailability =>
  sessionWorld({ upgradeMode: 'savepoint', highAvailability }, ['a'], 'tamper/stateless-for-a-moment/record', {
    edits: [ofA(suspend), ofA(resumeStateless), ofA(takeBack)],
    faultKinds: ['Tamper'],
    tamperings: lostRecord,
    faults: 1,
  })
)

const anew: Tampering = { _tag: 'Created anew', dependents: 'Background' }
const restored: Tampering = { _tag: 'Created anew', dependents: 'Background', restored: true }

/** The same as a deed of people, so that it is done to both of two jobs. */
const createdAgain: Edit = {
  name: 'created again past our finalizer',
  event: world => (mayTamper(world, anew) ? { _tag: 'Tamper', tampering: anew } : null),
}

/** Fields that stand in for each other are gone at once: what the start that is under way could be told by. */
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

/** The same, while the answer of the submit is lost, and it arrives later or never. */
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
  { upgradeMode, highAvailability: true, zooKeeper: 'InSight' as const },
])

/**
 * A FlinkSessionJob is deleted past our finalizer and created again, while its JobManager fails over: one that was elected again lists
 * nothing until it has brought back what HA metadata holds, under an id of the resource that was (A02). `restored`: with the status of a
 * backup.
 */
const createdAgainWorlds: readonly SmallWorld[] = inHa.flatMap(place => {
  const world = (jobs: readonly string[], name: string, of: Partial<SmallWorld>): SmallWorld =>
    sessionWorld(place, jobs, `tamper/${name}`, { tamperings: [anew], faults: 2, ...of })
  return [
    world(['a'], 'created-again/calm', { faultKinds: ['Tamper'], faults: 1, crashes: 1 }),
    ...(['JobManager', 'PodLost', 'Leadership'] as const).map(kind =>
      world(['a'], `created-again/${kind.toLowerCase()}`, { faultKinds: ['Tamper', kind], crashes: 1 })
    ),
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

import { edit, ofSessionJob, remove, resume, resumeStateless, suspend, takeBack } from './edits.ts'
import type { Edit } from './move.ts'
import { sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { lostRecord, othersGroup, tamperGroups } from './tamper-worlds.ts'

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
  [...tamperGroups, othersGroup, ['finalizer', [{ _tag: 'Finalizer' }]] as const].flatMap(([name, tamperings, rest]) =>
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

export const sessionTamperWorlds: readonly SmallWorld[] = [...anyMoment, ...statelessForAMoment]

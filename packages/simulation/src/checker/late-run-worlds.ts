import type { RunJar } from '@flink-operator/core/action'
import { type JobOwner, mintJobIdIn, type UpgradeMode } from '@flink-operator/core/resource'
import { atJob } from '../world/jobs.ts'
import { jobResourceOf } from '../world/resources.ts'
import type { World } from '../world/world.ts'
import { edit, ofSessionJob, remove, resume, suspend } from './edits.ts'
import type { Edit } from './move.ts'
import { sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'

/** The request of the attempt before the one that is recorded: the program took longer than any operator waits for it. */
const runOfEarlierAttempt = (world: World, owner: JobOwner): RunJar | null => {
  const jar = world.pods.flatMap(({ process }) => process?.jars ?? []).at(-1)
  return jar === undefined ? null : {
    _tag: 'RunJar',
    endpoint: { namespace: 'default', service: 'app-rest', port: 8081, tls: false },
    jarId: jar.id,
    jobId: mintJobIdIn(owner, 0, 0),
    entryClass: null,
    args: [],
    parallelism: 1,
    savepointPath: null,
    allowNonRestoredState: false,
    configuration: {},
    flinkVersion: 'v1_20',
  }
}

/** From now on it may start at any moment. */
const stillStarting = (world: World): World =>
  atJob({ ...world, fidelity: { ...world.fidelity, lateRuns: true } }, 'a', it => {
    const owner = jobResourceOf(it)?.meta
    const action = owner === undefined ? null : runOfEarlierAttempt(it, owner)
    return action === null ? it : {
      ...it,
      ended: [...it.ended, action.jobId],
      late: [...it.late, { action, version: '', until: Number.MAX_SAFE_INTEGER, owner: 'a' }],
    }
  })

const ofA = (it: Edit): Edit => ofSessionJob('a', it)
const modes: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']
const stories: readonly (readonly [string, readonly Edit[]])[] = [
  ['rest', []],
  ['edit', [ofA(edit)]],
  ['suspend-resume', [ofA(suspend), ofA(resume)]],
  ['delete', [ofA(remove)]],
]

/** The job of an attempt that is over starts at any moment: the operator ends it, and its state replaces no other. */
export const lateRunWorlds: readonly SmallWorld[] = modes.flatMap(upgradeMode =>
  [true, false].flatMap(highAvailability =>
    stories.map(([story, edits]) =>
      sessionWorld({ upgradeMode, highAvailability }, ['a'], `late-run/${story}/no-fault`, { edits, arranged: stillStarting })
    )
  )
)

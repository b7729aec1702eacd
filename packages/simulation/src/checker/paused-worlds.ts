import type { UpgradeMode } from '@flink-operator/core/resource'
import { edit, ofSessionJob, remove, resume, revert, suspend } from './edits.ts'
import type { Edit } from './move.ts'
import { fault, sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const stories: readonly (readonly [name: string, start: SmallWorld['start'], edits: readonly Edit[]])[] = [
  ['first-deploy', 'Fresh', []],
  ['edit', 'Running', [edit]],
  ['delete', 'Running', [remove]],
  ['suspend-resume', 'Running', [suspend, resume]],
  ['edit-revert', 'Running', [edit, revert]],
]
const modes: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']

/**
 * A process pauses between two actions of its round, for any time, while another process takes over; then it performs the next action
 * and checks the clock after that. The resource version makes its status writes fail. Can its other actions do harm?
 */
export const pausedWorlds: readonly SmallWorld[] = modes.flatMap(upgradeMode =>
  [true, false].flatMap(highAvailability =>
    stories.flatMap(([story, start, edits]) => [
      {
        name: `paused/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${story}`,
        upgradeMode,
        highAvailability,
        start,
        edits,
        faultKinds: ['Paused'],
        faults: 1,
        crashes: 0,
      } satisfies SmallWorld,
      sessionWorld({ upgradeMode, highAvailability }, ['a'], `paused/${story}`, {
        start,
        edits: edits.map(it => ofSessionJob('a', it)),
        ...fault('Paused'),
      }),
    ])
  )
)

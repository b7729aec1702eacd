import type { UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
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
 * A process stands still between two actions of its round, for any time, while another one goes on in its place; then it does the action
 * that it was about to do. After that it looks at the clock. Status writes are refused by the version; what of the rest still does harm?
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

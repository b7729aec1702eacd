import { spec, takeBack } from './edits.ts'
import { sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const taskManagers = (replicas: number): NonNullable<SmallWorld['created']> => it => ({
  ...it,
  mode: 'standalone',
  taskManager: { ...it.taskManager!, replicas },
})

const moreTaskManagers = spec('more TaskManagers', taskManagers(2))

const stories: readonly (readonly [string, SmallWorld['edits']])[] = [
  ['edit', [moreTaskManagers]],
  ['edit-revert', [moreTaskManagers, takeBack]],
]

const groups: readonly (readonly [string, Partial<SmallWorld>])[] = [
  ['calm', { crashes: 1 }],
  ['answers', { faultKinds: ['Effects'], faults: 1 }],
  ['late', { faultKinds: ['Late'], faults: 1 }],
]

/** Standalone clusters, whose TaskManagers users count: an edit of their number, which is taken back at any moment (W47). */
export const standaloneWorlds: readonly SmallWorld[] = stories.flatMap(([story, edits]) =>
  groups.flatMap(([group, faults]): readonly SmallWorld[] => {
    const of = { edits, created: taskManagers(1), ...faults }
    const session = sessionWorld({ upgradeMode: 'stateless', highAvailability: false }, [], '', of)
    const { sessionJobs: _none, ...application } = session
    return [
      {
        ...application,
        name: `standalone/reactive/${story}/${group}`,
        upgradeMode: 'savepoint',
        configuration: { 'scheduler-mode': 'reactive' },
      },
      { ...session, name: `standalone/session/${story}/${group}` },
    ]
  })
)

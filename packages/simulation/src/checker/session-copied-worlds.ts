import type { UpgradeMode } from '@flink-operator/core/resource'
import { mayTamper, type Tampering } from '../kubernetes/tampering.ts'
import { edit, ofSessionJob, remove, resume, savepointNonce, suspend } from './edits.ts'
import type { Edit } from './move.ts'
import { fault, type Place, sessionWorld } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { sessionJobsOfReference } from './taken-over.ts'

const ofA: Tampering = { _tag: 'Copied', from: 'a' }

/** The fault as an edit, so that another step can follow it. */
const copied: Edit = ofSessionJob('b', {
  name: 'copied with its status',
  event: world => (mayTamper(world, ofA) ? { _tag: 'Tamper', tampering: ofA } : null),
})

const stories: readonly (readonly [name: string, edits: readonly Edit[]])[] = [
  ['idle', [copied]],
  ['edit', [copied, ofSessionJob('b', edit)]],
  ['suspend', [copied, ofSessionJob('b', suspend)]],
  ['delete', [copied, ofSessionJob('b', remove)]],
  ['savepoint', [copied, ofSessionJob('b', savepointNonce)]],
  ['of-suspended', [ofSessionJob('a', suspend), copied, ofSessionJob('b', resume)]],
  ['while-edited', [ofSessionJob('a', edit), copied]],
]
const groups: readonly (readonly [name: string, of: Partial<SmallWorld>])[] = [
  ['no-fault', {}],
  ['jobmanager', fault('JobManager')],
]

const modes: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']
const places: readonly Place[] = modes.flatMap(upgradeMode => [true, false].map(highAvailability => ({ upgradeMode, highAvailability })))

/**
 * FlinkSessionJob b gets the status of FlinkSessionJob a, in the same cluster (row others-job): a backup tool or a user creates b as a copy
 * of a; or b existed with a job of its own, and its status is overwritten (`over-another`).
 */
export const copiedWorlds: readonly SmallWorld[] = places.flatMap(place =>
  stories.flatMap(([story, edits]) =>
    groups.flatMap(([group, of]) => [
      sessionWorld(place, ['a'], `copied/${story}/${group}`, { edits, ...of }),
      sessionWorld(place, ['a', 'b'], `copied/${story}-over-another/${group}`, { edits, ...of }),
      // only the statuses show which resource owns a job id that another operator chose
      sessionWorld(place, ['a'], `copied/${story}-taken-over/${group}`, { edits, takenOver: sessionJobsOfReference, ...of }),
    ])
  )
)

import type { UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import { edit } from './edits.ts'
import type { SmallWorld } from './small-world.ts'

const modes: readonly UpgradeMode[] = ['savepoint', 'last-state']

/**
 * An answer that is late, and a Deployment that somebody deletes: what was sent without an answer arrives, runs and is deleted, or arrives
 * when its attempt is over (ADR 29).
 */
export const lateAndLostWorlds: readonly SmallWorld[] = modes.flatMap(upgradeMode =>
  [true, false].map((highAvailability): SmallWorld => ({
    name: `late-and-lost/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/edit`,
    upgradeMode,
    highAvailability,
    start: 'Running',
    edits: [edit],
    faultKinds: ['Late', 'Deployment'],
    faults: 2,
    crashes: 0,
  }))
)

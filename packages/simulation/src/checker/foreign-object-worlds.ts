import { foreignObjects } from '../kubernetes/foreign-objects.ts'
import { checkerEnv } from './checker-env.ts'
import { edit, remove, resume, suspend } from './edits.ts'
import type { SmallWorld } from './small-world.ts'

const restUnreachableMillis = checkerEnv.options.observerRestUnreachableTimeout

const userEdits: readonly (Pick<SmallWorld, 'start' | 'edits'> & { readonly name: string })[] = [
  { name: 'first-deploy', start: 'Fresh', edits: [] },
  { name: 'edit', start: 'Running', edits: [edit] },
  { name: 'suspend-resume', start: 'Running', edits: [suspend, resume] },
  { name: 'delete', start: 'Running', edits: [remove] },
]

/** An unreachable REST API is reported only after minutes (F16). */
export const restMissed: Pick<SmallWorld, 'horizons' | 'tick'> = {
  horizons: { restMissedSince: restUnreachableMillis + 1_000 },
  tick: restUnreachableMillis / 3,
}

const bases = [['savepoint', false], ['last-state', true], ['stateless', true]] as const

/** The Service of Flink's REST API is deleted at any moment (F16). */
export const serviceWorlds: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  userEdits.map(({ name, start, edits }): SmallWorld => ({
    name: `service-lost/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${name}`,
    upgradeMode,
    highAvailability,
    start,
    edits,
    faultKinds: ['Service'],
    faults: 1,
    crashes: 0,
    ...restMissed,
  }))
)

/** Another controller or user creates an object with one of our names or labels, at any moment (P21). */
export const foreignObjectWorlds: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  userEdits.flatMap(({ name, start, edits }) =>
    Object.entries(foreignObjects).map(([what, list]): SmallWorld => ({
      name: `strangers/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${name}/${what}`,
      upgradeMode,
      highAvailability,
      start,
      edits,
      faultKinds: ['ForeignObject'],
      foreignObjects: list,
      faults: 1,
      crashes: 0,
      ...(what === 'service' ? restMissed : {}),
    }))
  )
)

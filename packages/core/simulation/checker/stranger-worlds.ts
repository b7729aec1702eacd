import { strangers } from '../kubernetes/strangers.ts'
import { checkerEnv } from './checker-env.ts'
import { edit, remove, resume, suspend } from './edits.ts'
import type { SmallWorld } from './small-world.ts'

const restUnreachableMillis = checkerEnv.options.observerRestUnreachableTimeout

const people: readonly (Pick<SmallWorld, 'start' | 'edits'> & { readonly name: string })[] = [
  { name: 'first-deploy', start: 'Fresh', edits: [] },
  { name: 'edit', start: 'Running', edits: [edit] },
  { name: 'suspend-resume', start: 'Running', edits: [suspend, resume] },
  { name: 'delete', start: 'Running', edits: [remove] },
]

/** REST that can't be reached is told only after minutes (F16). */
export const restMissed: Pick<SmallWorld, 'horizons' | 'tick'> = {
  horizons: { restMissedSince: restUnreachableMillis + 1_000 },
  tick: restUnreachableMillis / 3,
}

const bases = [['savepoint', false], ['last-state', true], ['stateless', true]] as const

/** The Service of Flink's REST API is deleted at any moment (F16). */
export const serviceWorlds: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  people.map(({ name, start, edits }): SmallWorld => ({
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

/** Somebody makes an object under a name or the labels of ours, at any moment (P21). */
export const strangerWorlds: readonly SmallWorld[] = bases.flatMap(([upgradeMode, highAvailability]) =>
  people.flatMap(({ name, start, edits }) =>
    Object.entries(strangers).map(([what, list]): SmallWorld => ({
      name: `strangers/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${name}/${what}`,
      upgradeMode,
      highAvailability,
      start,
      edits,
      faultKinds: ['Stranger'],
      strangers: list,
      faults: 1,
      crashes: 0,
      ...(what === 'service' ? restMissed : {}),
    }))
  )
)

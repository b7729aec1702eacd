import { stateOf, withStateData } from '../../packages/simulation/src/autoscaler/disturbances.ts'
import type { StateObject } from '../../packages/simulation/src/autoscaler/autoscaled.ts'
import type { World } from '../../packages/simulation/src/world/world.ts'
import type { Disturbance } from './disturbances.ts'

export type StateData = StateObject['data']

/** What the autoscaler stored for this job; null: nothing. */
export const stateDataOf = (world: World, name: string): StateData | null => stateOf(world, name)?.data ?? null

const without = (data: StateData, key: string): StateData => Object.fromEntries(Object.entries(data).filter(([it]) => it !== key))

/** What a user or a tool does to the ConfigMap of the autoscaler. `earlier`: what was stored before. */
export const stateTamperings = (world: World, name: string, earlier: readonly StateData[]): readonly Disturbance[] => {
  const data = stateDataOf(world, name)
  if (data === null) return []
  const changed = (what: string, change: (data: StateData) => StateData | null): Disturbance => ({
    what: `${what} of the autoscaler`,
    done: now => withStateData(now, name, change),
  })
  return [
    changed('deleted the ConfigMap', () => null),
    changed('emptied the ConfigMap', () => ({})),
    ...Object.keys(data).flatMap(key => [
      changed(`removed ${key}`, it => without(it, key)),
      changed(`made ${key} unreadable`, it => ({ ...it, [key]: '\u0000: [' })),
    ]),
    ...earlier.flatMap((older, at) => [
      changed(`put back the whole ConfigMap of moment ${at}`, () => older),
      ...Object.entries(older).filter(([key, text]) => data[key] !== text).map(([key, text]) =>
        changed(`put back ${key} of moment ${at}`, it => ({ ...it, [key]: text }))
      ),
    ]),
  ]
}

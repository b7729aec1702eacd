import { versionOf, type World } from '../world/world.ts'
import type { JobLoad, StateObject } from './autoscaled.ts'
import { disturbed, withScalings } from './scalings.ts'

/** What users and tools do to the autoscaler's ConfigMap. */
export type StateTampering =
  | 'Removed'
  | 'Emptied'
  | 'BackedUp'
  | 'PutBack'
  | 'Unreadable'
  | 'WithoutOverrides'
  | 'WithoutHistory'
  | 'TooLarge'

/** Another number of records arrives, or the metrics of the job break or are complete again. */
export const changeLoad = (world: World, name: string, change: Partial<JobLoad>): World => {
  const { autoscaled } = world
  const load = autoscaled?.loads[name]
  return autoscaled === undefined || load === undefined ? world
    : disturbed({ ...world, autoscaled: { ...autoscaled, loads: { ...autoscaled.loads, [name]: { ...load, ...change } } } }, name)
}

const without = (data: StateObject['data'], ...keys: readonly string[]): StateObject['data'] =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)))

const garbage = '\u0000: ['

/** The data after that; null: the ConfigMap is gone. */
const tampered = (how: Exclude<StateTampering, 'BackedUp'>, data: StateObject['data'], backup: StateObject['data']) => {
  switch (how) {
    case 'Removed':
      return null
    case 'Emptied':
      return {}
    case 'PutBack':
      return backup
    case 'Unreadable':
      return Object.fromEntries(Object.keys(data).map(key => [key, garbage]))
    case 'WithoutOverrides':
      return without(data, 'parallelismOverrides')
    case 'WithoutHistory':
      return without(data, 'scalingHistory', 'scalingTracking')
    case 'TooLarge':
      return { ...data, collectedMetrics: 'x'.repeat(1_000) }
  }
}

/** The ConfigMap in which the autoscaler stores the data of this job; null: none. */
export const stateOf = ({ autoscaled }: Pick<World, 'autoscaled'>, name: string): StateObject | null =>
  autoscaled?.states.find(it => it.name === `autoscaler-${name}`) ?? null

/** The ConfigMap has other data, or is gone: null. The world itself if there is none. */
export const withStateData = (world: World, name: string, change: (data: StateObject['data']) => StateObject['data'] | null): World => {
  const found = stateOf(world, name)
  const { autoscaled } = world
  if (found === null || autoscaled === undefined) return world
  const data = change(found.data)
  const states = autoscaled.states.flatMap(
    it => (it !== found ? [it] : data === null ? [] : [{ ...it, version: versionOf(world.serial), data }]),
  )
  // a restart that the stored decision leads to stays explained: Flink may have the new parallelism already
  return disturbed({ ...world, serial: world.serial + 1, autoscaled: { ...autoscaled, states } }, name)
}

export const tamperState = (world: World, name: string, how: StateTampering): World =>
  how === 'BackedUp' ? withScalings(world, name, it => ({ ...it, backup: stateOf(world, name)?.data ?? it.backup }))
    : withStateData(world, name, data => tampered(how, data, world.autoscaled?.scalings?.[name]?.backup ?? {}))

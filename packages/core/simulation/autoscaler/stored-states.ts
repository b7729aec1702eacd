import type { WriteAutoscalerState } from '../../src/action/write-autoscaler-state.ts'
import { absent, type Fact, known } from '../../src/fact/fact.ts'
import type { AutoscalerStateView } from '../../src/fact/autoscaler-state-view.ts'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import { uidOf, versionOf, type World } from '../world/world.ts'
import { noAutoscaled, type StateObject } from './autoscaled.ts'

const statesOf = ({ autoscaled }: World): readonly StateObject[] => autoscaled?.states ?? []

const withStates = (world: World, states: readonly StateObject[]): World => ({
  ...world,
  serial: world.serial + 1,
  autoscaled: { ...world.autoscaled ?? noAutoscaled, states },
})

export const readState = (world: World, name: string): Fact<AutoscalerStateView> => {
  const found = statesOf(world).find(it => it.name === name)
  return found === undefined ? absent(world.now) : known({
    name,
    uid: found.uid,
    resourceVersion: found.version,
    deleting: false,
    ownerUids: found.ownerUid === null ? [] : [found.ownerUid],
    data: found.data,
  }, world.now)
}

const merged = (data: StateObject['data'], change: WriteAutoscalerState['data']): StateObject['data'] =>
  Object.fromEntries(Object.entries({ ...data, ...change }).flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])))

/** `POST` of one that is not there, or a merge patch of the one that was seen: whatever was written since is a conflict. */
export const writeState = (world: World, { name, owner, seen, data }: WriteAutoscalerState): Performed => {
  const states = statesOf(world)
  const found = states.find(it => it.name === name)
  if (found === undefined)
    return seen !== null ? refused(world, 'NotFound', `configmaps "${name}" not found`)
      : done(withStates(world, [...states, {
        name,
        uid: uidOf(world.serial),
        version: versionOf(world.serial),
        ownerUid: owner.uid,
        data: merged({}, data),
      }]))
  if (found.uid !== seen?.uid || found.version !== seen.resourceVersion)
    return refused(world, 'Conflict', `configmaps "${name}" has been modified`)
  return done(
    withStates(world, states.map(it => it === found ? { ...it, version: versionOf(world.serial), data: merged(it.data, data) } : it)),
  )
}

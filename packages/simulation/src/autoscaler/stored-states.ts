import type { WriteAutoscalerState } from '@flink-operator/core/action'
import { absent, type Fact, known, type AutoscalerStateView } from '@flink-operator/core/fact'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import { uidOf, versionOf, type World } from '../world/world.ts'
import { noAutoscaled, type StateObject } from './autoscaled.ts'
import { noteDecision } from './scalings.ts'

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

/** `POST` of a new ConfigMap, or a merge patch of the observed one: a write in between is a conflict. */
export const writeState = (world: World, action: WriteAutoscalerState): Performed => {
  const { name, owner, seen, data } = action
  const states = statesOf(world)
  const found = states.find(it => it.name === name)
  if (found === undefined)
    return seen !== null ? refused(world, 'NotFound', `configmaps "${name}" not found`)
      : done(noteDecision(
        withStates(world, [...states, {
          name,
          uid: uidOf(world.serial),
          version: versionOf(world.serial),
          ownerUid: owner.uid,
          data: merged({}, data),
        }]),
        action,
        {},
        merged({}, data),
      ))
  if (found.uid !== seen?.uid || found.version !== seen.resourceVersion)
    return refused(world, 'Conflict', `configmaps "${name}" has been modified`)
  const after = merged(found.data, data)
  const next = withStates(world, states.map(it => it === found ? { ...it, version: versionOf(world.serial), data: after } : it))
  return done(noteDecision(next, action, found.data, after))
}

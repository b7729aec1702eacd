import type { EpochMillis } from '@flink-operator/core/resource'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { World } from '../world/world.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { resourceOf } from './drive-process.ts'
import type { Operator } from './operator.ts'

/** Will the process do something without an outside event? */
export const isAwake = (process: Process, world: World): boolean =>
  process.doing !== null
  || (resourceOf(process, world) !== null && (process.kind.restsFrom === null || process.dueAt - world.now < process.kind.restsFrom))

/**
 * Does the next round of a key start now, with time passing until it is due? Rounds start in the order in which they are due, and no
 * time passes while another round is about to perform an action.
 */
export const isNext = ({ world, processes }: CheckerState, dueAt: EpochMillis): boolean =>
  processes.length === 1 || dueAt <= world.now
  || processes.every(it => it.doing === null && (it.dueAt >= dueAt || !isAwake(it, world)))

/** True if the operator has no resource left to handle. */
export const isLeftAlone = ({ world, processes }: CheckerState): boolean =>
  processes.every(it => !it.kind.arrivesWaiting || resourceOf(it, world) === null)

/** A process whose round is due now. */
const due = (kind: SimulatedKind, name: string, now: EpochMillis, failures = 0): Process => ({
  kind,
  name,
  failures,
  dueAt: now,
  doing: null,
})

/** After a crash of the operator every key is due when it starts again. */
export const restarted = ({ kinds }: Pick<Operator, 'kinds'>, world: World): readonly Process[] =>
  kinds.flatMap(kind => kind.resources(world).map(({ meta }) => due(kind, meta.name, world.now)))

/** After a watch event the rounds are due now, except those that are running. */
export const woken = (processes: readonly Process[], { now }: World): readonly Process[] =>
  processes.map(it => (it.doing === null && it.kind.isWoken ? { ...it, dueAt: now } : it))

/** Running rounds are abandoned and due again: another process takes over. */
export const takenUp = (processes: readonly Process[], { now }: World): readonly Process[] =>
  processes.map(it => (it.kind.isWoken ? { ...it, dueAt: now, doing: null } : it))

/** Replaces one process of the list. */
export const withProcess = (processes: readonly Process[], index: number, next: Process): readonly Process[] =>
  processes.length === 1 ? [next] : processes.map((it, at) => (at === index ? next : it))

/**
 * Keeps one key for each resource in the queue: keys of new resources and of resources that a user now deletes are due; the key of a
 * removed resource is dropped.
 */
export const watched = ({ kinds }: Pick<Operator, 'kinds'>, before: World, state: CheckerState): CheckerState => {
  const { world, processes } = state
  if (world === before || kinds.every(kind => kind.resources(world) === kind.resources(before))) return state
  const next: Process[] = []
  for (const kind of kinds) {
    const there = kind.resources(world)
    const earlier = kind.resources(before)
    for (const process of processes)
      if (process.kind === kind && process.doing !== null && !there.some(({ meta }) => meta.name === process.name)) next.push(process)
    for (const resource of there) next.push(keyOf(kind, resource, earlier, processes, world.now))
  }
  return next.length === processes.length && next.every((it, index) => it === processes[index]) ? state : { ...state, processes: next }
}

const keyOf = (
  kind: SimulatedKind,
  { meta: { name, deletionTimestamp } }: AnyResource,
  earlier: readonly AnyResource[],
  processes: readonly Process[],
  now: EpochMillis,
): Process => {
  const known = processes.find(it => it.kind === kind && it.name === name)
  if (known === undefined) return due(kind, name, now)
  const isDeletedNow = deletionTimestamp !== null && earlier.find(({ meta }) => meta.name === name)?.meta.deletionTimestamp === null
  return isDeletedNow && known.doing === null && known.dueAt !== now ? due(kind, name, now, known.failures) : known
}

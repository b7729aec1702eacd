import type { EpochMillis } from '../../src/resource/time.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { World } from '../world/world.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { resourceOf } from './drive-process.ts'
import type { Operator } from './operator.ts'

/** Will it do something by itself? */
export const isAwake = (process: Process, world: World): boolean =>
  process.doing !== null
  || (resourceOf(process, world) !== null && (process.kind.restsFrom === null || process.dueAt - world.now < process.kind.restsFrom))

/**
 * Does the next round of a key begin now, with time passing until it is due? Rounds come in the order in which they are due, and no time
 * passes while another one is about to do something.
 */
export const isNext = ({ world, processes }: CheckerState, dueAt: EpochMillis): boolean =>
  processes.length === 1 || dueAt <= world.now
  || processes.every(it => it.doing === null && (it.dueAt >= dueAt || !isAwake(it, world)))

/** Nothing is left that the operator has to look after. */
export const isLeftAlone = ({ world, processes }: CheckerState): boolean =>
  processes.every(it => !it.kind.arrivesWaiting || resourceOf(it, world) === null)

/** A round of this resource is due now. */
const due = (kind: SimulatedKind, name: string, now: EpochMillis, failures = 0): Process => ({
  kind,
  name,
  failures,
  dueAt: now,
  doing: null,
})

/** The whole process dies: every key is due when another one starts. */
export const restarted = ({ kinds }: Pick<Operator, 'kinds'>, world: World): readonly Process[] =>
  kinds.flatMap(kind => kind.resources(world).map(({ meta }) => due(kind, meta.name, world.now)))

/** Rounds that a watch brings forward are due now, but for one that is under way. */
export const woken = (processes: readonly Process[], { now }: World): readonly Process[] =>
  processes.map(it => (it.doing === null && it.kind.isWoken ? { ...it, dueAt: now } : it))

/** What was under way is given up, and due again: another process goes on. */
export const takenUp = (processes: readonly Process[], { now }: World): readonly Process[] =>
  processes.map(it => (it.kind.isWoken ? { ...it, dueAt: now, doing: null } : it))

/** One process of the list is another one now. */
export const withProcess = (processes: readonly Process[], index: number, next: Process): readonly Process[] =>
  processes.length === 1 ? [next] : processes.map((it, at) => (at === index ? next : it))

/** The queue has a key for each resource: new ones and those that are deleted now are due; one that is gone needs no more rounds. */
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

import type { WriteAutoscalerState } from '@flink-operator/core/action'
import { parseMap } from '@flink-operator/core/flink-configuration'
import type { Millis } from '@flink-operator/core/resource'
import { jobResourceOf } from '../world/resources.ts'
import { breach, type World } from '../world/world.ts'
import { arrivalAt } from './arrival-rate.ts'
import type { Autoscaled, JobLoad, Scalings, StateObject } from './autoscaled.ts'
import { runOf } from './run-of.ts'

/** No scaling yet; the first start of the job needs no decision. */
export const noScalings: Scalings = { decided: [], count: 0, generation: 0, isOwed: false, undecided: -1, backup: null }

/** P26: the most scalings under a load that is constant. */
export const mostScalings = 3

/** The same where restarts take longer than the autoscaler expects: their backlog may need another scaling each, but not for ever. */
export const mostWithBacklog = 6

/** The longest restart that the autoscaler of these worlds expects: after a longer one it may scale for the backlog. */
export const expectedRestart: Millis = 15_000

/** Changes what the checker remembers of the scalings of a job; the world itself where they are not judged. */
export const withScalings = (world: World, name: string, change: (scalings: Scalings) => Scalings): World => {
  const { autoscaled } = world
  const before = autoscaled?.scalings?.[name]
  if (autoscaled === undefined || before === undefined) return world
  return { ...world, autoscaled: { ...autoscaled, scalings: { ...autoscaled.scalings, [name]: change(before) } } }
}

/** Somebody else changed what decisions rest on: what was decided before says nothing about what follows. */
export const disturbed = (world: World, name: string): World => withScalings(world, name, it => ({ ...it, decided: [], count: 0 }))

/** A run of the job begins, because of the stored decision or for another reason. */
export const noteRun = (world: World, name: string, load: JobLoad): World =>
  withScalings(world, name, it => {
    if (!it.isOwed) return { ...it, undecided: it.undecided + 1, decided: [], count: 0 }
    const isLate = load.lag > (arrivalAt(load, world.now) * expectedRestart) / 1000
    return { ...it, isOwed: false, decided: isLate ? it.decided.slice(-1) : it.decided }
  })

const overridesIn = ({ parallelismOverrides }: StateObject['data']): string => parallelismOverrides ?? ''

const isAsItRuns = (world: World, name: string, overrides: string): boolean => {
  const run = runOf(world, name)
  return run !== null
    && Object.entries(parseMap(overrides) ?? {}).every(([id, parallelism]) => Number(parallelism) === run.parallelism[id])
}

/** The autoscaler stored data: a new parallelism is a decision (P26). */
export const noteDecision = (
  world: World,
  { owner: { name } }: WriteAutoscalerState,
  before: StateObject['data'],
  after: StateObject['data'],
): World => {
  const overrides = overridesIn(after)
  if (overrides === overridesIn(before)) return world
  // what was decided before may be on its way to Flink already
  if (overrides === '') return disturbed(world, name)
  const generation = jobResourceOf(world)?.meta.generation ?? 0
  const scalings = world.autoscaled?.scalings?.[name]
  if (scalings === undefined) return world
  const isOfNow = scalings.generation === generation
  const decided = isOfNow ? scalings.decided : []
  const count = (isOfNow ? scalings.count : 0) + 1
  const next = withScalings(world, name, it => ({
    ...it,
    generation,
    decided: [...decided, overrides],
    count,
    isOwed: !isAsItRuns(world, name, overrides),
  }))
  const story = [...decided, overrides].join(' -> ')
  if (decided.includes(overrides)) return breach(next, 'P26', `the autoscaler goes around in a circle under a constant load: ${story}`)
  if (count > mostWithBacklog) return breach(next, 'P26', `${count} scalings under a constant load, the last ones: ${story}`)
  return decided.length < mostScalings ? next
    : breach(next, 'P26', `more than ${mostScalings} scalings under a constant load: ${story}`)
}

/** Jobs with these loads that were never scaled. */
export const autoscaledWith = (loads: Readonly<Record<string, JobLoad>>): Autoscaled => ({
  states: [],
  loads,
  scalings: Object.fromEntries(Object.keys(loads).map(name => [name, noScalings])),
})

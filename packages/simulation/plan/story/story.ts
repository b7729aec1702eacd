import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Facts } from '@flink-operator/core/fact'
import { redactTexts } from '@flink-operator/core/redaction'
import type { Millis } from '@flink-operator/core/resource'
import { shortFacts } from '@flink-operator/core/round'
import { inputOf, type PlannedEdit } from '../plan-edit.ts'
import { type PlanInput, type PlayedAsSeen, playedAsSeen, playedOffline } from '../plan.ts'
import { type Planned, plannedOf } from '../planned.ts'
import { play, type Played, type PlayEnd } from '../play.ts'
import type { Settings } from '../play-round.ts'
import { isModelled, type Key, nowIn, pass, type PlanWorld, resourceIn, untilQuiet } from '../world/plan-world.ts'
import { jobOutcome, type JobOutcome } from './job-outcome.ts'
import { ownSteps, stepsOf, timeStep } from './steps.ts'
import { runningIn, type RunningJob, type Standing, standingIn } from './standing.ts'
import type { StoryStep } from './story-step.ts'

/** A plan, step by step: the process may crash after each step. */
export interface Story {
  readonly of: Key
  readonly planned: Planned
  readonly settings: Settings
  /** The world when the edit was applied. */
  readonly begun: PlanWorld
  readonly stands: Standing
  /** The jobs that ran then. */
  readonly running: readonly RunningJob[]
  readonly steps: readonly StoryStep[]
  readonly end: PlayEnd
  /** What happened to the job. */
  readonly outcome: JobOutcome
  /**
   * The answer of each query in short, by the name of its fact; null: the story begins with what the status says, or with assumptions.
   */
  readonly seen: Readonly<Record<string, string>> | null
}

/** After a crash: the following steps, and how the story ends then. */
export interface CrashStory extends Pick<Story, 'steps' | 'end' | 'outcome'> {
  /** The number of steps before the crash. */
  readonly boundary: number
}

/** When another process begins its first round: after the duration of the crashed leader's Lease, by default. */
const takeOverMillis: Millis = 15_000

const reported = (of: Key, { rounds, end }: Played, secrets: readonly string[], first: number): Pick<Story, 'steps' | 'end'> => ({
  steps: stepsOf(of, rounds, secrets, first),
  end,
})

/**
 * The story of an edit: what the operator, Kubernetes and Flink do, step by step, in the simulated world, until the steady state. The
 * deployed resource runs and is healthy, or is as its status says, or with `facts` as queries showed it; no query is made. Left: as
 * for `plan`, or a kind that is not modelled.
 */
export const storyOf = (edit: PlannedEdit): E.Either<string, Story> =>
  pipe(
    inputOf(edit),
    E.filterOrElse(isModelled, ({ kind }) => `kind: what follows the first round of a ${kind} is not known`),
    E.chain((input: PlanInput) => {
      const facts = { ...edit.beside, ...edit.facts }
      return edit.facts === undefined ? pipe(playedOffline(input), E.map(played => storyOfPlay(input, played, null)))
        : pipe(playedAsSeen(input, facts), E.map(({ played, isSeen }: PlayedAsSeen) => storyOfPlay(input, played, isSeen ? facts : null)))
    }),
  )

const storyOfPlay = (input: PlanInput, played: Played, seen: Facts | null): Story => {
  const { rounds: [first], world } = played
  const planned = plannedOf(first, played, input)
  const { of, begun } = first
  const { secrets } = planned
  return {
    of,
    planned,
    settings: input.settings,
    begun,
    stands: standingIn(begun, of, secrets),
    running: runningIn(begun),
    ...reported(of, played, secrets, 1),
    outcome: jobOutcome(begun, world, of, secrets),
    seen: seen === null ? null : redactTexts(shortFacts(seen), secrets),
  }
}

/**
 * The process crashes after this many steps of the story, and no operator runs for a while: only Kubernetes and Flink continue. Then
 * another process starts, which knows only what it reads.
 */
export const crashedAt = ({ of, settings, begun, steps, planned: { secrets } }: Story, boundary: number): CrashStory => {
  const before = steps.slice(0, boundary)
  const world = before.at(-1)?.world ?? begun
  const alone = ownSteps(of, world, secrets)
  const met = pass(untilQuiet(world), takeOverMillis)
  const waited = timeStep(of, { world: met, millis: takeOverMillis, secrets, waitingFor: 'another process to take over' })
  const resource = resourceIn(met, of)
  if (resource === null)
    return { boundary, steps: [...alone, waited], end: { _tag: 'Gone' }, outcome: jobOutcome(begun, met, of, secrets) }
  const played = play(settings, met, of, resource)
  const first = (before.findLast(({ round }) => round !== null)?.round ?? 0) + 1
  const { steps: after, end } = reported(of, played, secrets, first)
  return { boundary, steps: [...alone, waited, ...after], end, outcome: jobOutcome(begun, played.world, of, secrets) }
}

/** How much time has passed in the story, up to a world in it. */
export const elapsed = ({ begun }: Pick<Story, 'begun'>, world: PlanWorld): Millis => nowIn(world) - nowIn(begun)

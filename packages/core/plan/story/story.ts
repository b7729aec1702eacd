import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Facts } from '../../src/fact/facts.ts'
import { redactTexts } from '../../src/redaction/redact.ts'
import type { Millis } from '../../src/resource/time.ts'
import { shortFacts } from '../../src/round/short-fact.ts'
import { inputOf, type PlannedEdit } from '../plan-edit.ts'
import { type PlanInput, type PlayedAsSeen, playedAsSeen, playedOffline } from '../plan.ts'
import { type Planned, plannedOf } from '../planned.ts'
import { play, type Played, type PlayEnd } from '../play.ts'
import type { Settings } from '../play-round.ts'
import { isModelled, type Key, nowIn, pass, type PlanWorld, resourceIn, untilQuiet } from '../world/plan-world.ts'
import { jobOutcome, type JobOutcome } from './job-outcome.ts'
import { ownSteps, stepsOf, timeStep } from './steps.ts'
import { type Standing, standingIn } from './standing.ts'
import type { StoryStep } from './story-step.ts'

/** A plan, told step by step: each step is one boundary at which a process may die. */
export interface Story {
  readonly of: Key
  readonly planned: Planned
  readonly settings: Settings
  /** When the edit was applied. */
  readonly begun: PlanWorld
  readonly stands: Standing
  readonly steps: readonly StoryStep[]
  readonly end: PlayEnd
  /** What became of the job. */
  readonly outcome: JobOutcome
  /** What was looked at, in a word or two each, by the name of its fact; null: the story begins with what the status says, or assumes. */
  readonly seen: Readonly<Record<string, string>> | null
}

/** After a crash: the steps from there on, and how it ends then. */
export interface CrashStory extends Pick<Story, 'steps' | 'end' | 'outcome'> {
  /** How many steps had been made. */
  readonly boundary: number
}

/** Another process begins its first round: as long as the Lease of leader election of the one that died stands, by default. */
const takeOverMillis: Millis = 15_000

const told = (of: Key, { rounds, end }: Played, secrets: readonly string[], first: number): Pick<Story, 'steps' | 'end'> => ({
  steps: stepsOf(of, rounds, secrets, first),
  end,
})

/**
 * The story of an edit: what the operator, Kubernetes and Flink do, one after the other, in the simulated world, until it comes to rest.
 * What is deployed runs and is healthy, or is as its status says, or with `facts` as somebody saw it; nobody is asked. Left: as of
 * `plan`, or a kind that is not modelled.
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
    ...told(of, played, secrets, 1),
    outcome: jobOutcome(begun, world, of, secrets),
    seen: seen === null ? null : redactTexts(shortFacts(seen), secrets),
  }
}

/**
 * The process dies after so many steps of the story, and nobody is there for a while: what goes on without an operator does. Then another
 * process begins, which knows nothing but what it reads.
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
  const { steps: after, end } = told(of, played, secrets, first)
  return { boundary, steps: [...alone, waited, ...after], end, outcome: jobOutcome(begun, played.world, of, secrets) }
}

/** How long the story takes, up to a world in it. */
export const elapsed = ({ begun }: Pick<Story, 'begun'>, world: PlanWorld): Millis => nowIn(world) - nowIn(begun)

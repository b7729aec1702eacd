import { actionWords } from '@flink-operator/core/action'
import { redactText } from '@flink-operator/core/redaction'
import type { Millis } from '@flink-operator/core/resource'
import type { PerformedEffect, PlayedRound } from '../play-round.ts'
import { doingsUntilQuiet, type Key, nowIn, type OwnDoing, type PlanWorld, resourceIn } from '../world/plan-world.ts'
import { phaseOf } from '../words/phases.ts'
import { doingWords } from './doing-words.ts'
import { runningIn, standingIn } from './standing.ts'
import { statusWrites } from './status-writes.ts'
import type { StoryStep } from './story-step.ts'

/** The fields of every step. `of`: the resource that the story is about. */
const stepIn = (of: Key, world: PlanWorld, secrets: readonly string[]): StoryStep => ({
  at: nowIn(world),
  actor: 'Time',
  of: null,
  round: null,
  text: '',
  isBookkeeping: false,
  error: null,
  writes: [],
  stands: standingIn(world, of, secrets),
  running: runningIn(world),
  world,
})

const effectStep = (
  of: Key,
  round: PlayedRound,
  number: number,
  { effect, error, world }: PerformedEffect,
  before: PlanWorld,
  secrets: readonly string[],
): StoryStep => ({
  ...stepIn(of, world, secrets),
  actor: 'Operator',
  of: round.of,
  round: number,
  text: redactText(actionWords(effect), secrets),
  isBookkeeping: phaseOf(effect) === null,
  error: error === null ? null : redactText(error.message, secrets),
  writes: effect._tag === 'PersistStatus'
    ? statusWrites(resourceIn(before, round.of)?.status ?? null, resourceIn(world, round.of)?.status ?? null, secrets) : [],
})

const doingStep = (of: Key, before: PlanWorld, doing: OwnDoing, secrets: readonly string[]): StoryStep => {
  const { actor, text } = doingWords(before, doing)
  return { ...stepIn(of, doing.world, secrets), actor, text: redactText(text, secrets) }
}

/** The automatic steps of the clusters, until nothing more happens. */
export const ownSteps = (of: Key, begun: PlanWorld, secrets: readonly string[]): readonly StoryStep[] => {
  const doings = doingsUntilQuiet(begun)
  return doings.map((doing, index) => doingStep(of, doings[index - 1]?.world ?? begun, doing, secrets))
}

/** Time that passes, and what the round waits for. */
export interface Waited {
  readonly world: PlanWorld
  readonly millis: Millis
  readonly waitingFor: string | null
  readonly secrets: readonly string[]
}

const span = (millis: Millis): string => (millis < 1_000 ? `${millis} ms pass` : `${Math.round(millis / 100) / 10} s pass`)

export const timeStep = (of: Key, { world, millis, waitingFor, secrets }: Waited): StoryStep => ({
  ...stepIn(of, world, secrets),
  text: redactText(`${span(millis)}${waitingFor === null ? '' : `, waiting for ${waitingFor}`}`, secrets),
})

const waitingForOf = ({ end }: PlayedRound): string | null => (end._tag === 'RestartRound' ? null : end.requeue?.waitingFor ?? null)

/** The steps of rounds in order, with the steps of the world between them. `first`: the number of the first round. */
export const stepsOf = (of: Key, rounds: readonly PlayedRound[], secrets: readonly string[], first: number): readonly StoryStep[] =>
  rounds.flatMap((round, index): readonly StoryStep[] => {
    const { begun, performed, world } = round
    const effects = performed.map((it, at) => effectStep(of, round, first + index, it, performed[at - 1]?.world ?? begun, secrets))
    const own = ownSteps(of, world, secrets)
    const next = rounds[index + 1]
    const last = own.at(-1)?.world ?? world
    const millis = next === undefined ? 0 : nowIn(next.begun) - nowIn(last)
    const waited = next === undefined || millis <= 0 ? []
      : [timeStep(of, { world: next.begun, millis, waitingFor: waitingForOf(round), secrets })]
    return [...effects, ...own, ...waited]
  })

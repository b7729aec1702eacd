import type { Env } from '@flink-operator/core'
import type { Action } from '@flink-operator/core/action'
import type { Fact } from '@flink-operator/core/fact'
import { factOf, type Query } from '@flink-operator/core/query'
import type { JobLifecycleStatus, EpochMillis, Millis } from '@flink-operator/core/resource'
import { type AnyRules, type RoundOf, roundOf } from '@flink-operator/core/round'
import type { AnyResource } from '../kind/any-kind.ts'
import { answerQuery } from '../world/answer-query.ts'
import { fairEvents } from '../world/fair-events.ts'
import { perform } from '../world/perform.ts'
import { resourcesOf } from '../world/resources.ts'
import { step } from '../world/step-world.ts'
import type { WorldEvent } from '../world/world-event.ts'
import type { World } from '../world/world.ts'

/** One resource whose rounds are played, with its operator. */
export interface PlayedOperator {
  readonly rules: AnyRules
  readonly kind: 'FlinkDeployment' | 'FlinkSessionJob'
  readonly name: string
  readonly env: Env
  /** The process crashes right after this many effects, and another one starts; left out: never. */
  readonly diesAfter?: number
}

/** The effects and queries in a world, in order. */
export interface Done {
  readonly at: EpochMillis
  readonly action: Action<JobLifecycleStatus>
}

export interface Playing {
  readonly world: World
  readonly done: readonly Done[]
  /** Queries to Flink's REST API. */
  readonly asked: readonly Query[]
  /** Effects of the running process. */
  readonly effects: number
}

export const playing = (world: World): Playing => ({ world, done: [], asked: [], effects: 0 })

/** The automatic steps of the world before the next round; a running job completes one checkpoint. */
const worldContinues = (world: World): World => {
  let now = world
  const isEndless = ({ _tag }: WorldEvent): boolean => _tag === 'Process' || _tag === 'CompleteCheckpoint' || _tag === 'DropCheckpoint'
  for (let count = 0; count < 100; count += 1) {
    const event = fairEvents(now).find(it => !isEndless(it))
    if (event === undefined) break
    now = step(now, event)
  }
  return fairEvents(now).filter(({ _tag }) => _tag === 'Process' || _tag === 'CompleteCheckpoint').reduce(step, now)
}

const resourceIn = (world: World, { kind, name }: PlayedOperator): AnyResource | null =>
  resourcesOf(world, kind).find(({ meta }) => meta.name === name) ?? null

type AnyRound = RoundOf<unknown, unknown, unknown>

const seen = (world: World, round: AnyRound): { readonly round: AnyRound; readonly queries: readonly Query[] } => {
  if (round.command._tag !== 'Look') return { round, queries: [] }
  const queries = round.command.queries.flat()
  const facts = Object.fromEntries(queries.map(query => [factOf(query), answerQuery(world, query) as Fact<never>]))
  return { round: round.after({ _tag: 'Seen', facts }), queries }
}

/** One round, or the part of it before a crash. */
const playRound = (operator: PlayedOperator, before: Playing): { readonly after: Millis; readonly playing: Playing } => {
  const { rules, env, kind, name, diesAfter = Infinity } = operator
  const resource = resourceIn(before.world, operator)
  if (resource === null) return { after: env.options.reconcileInterval, playing: before }
  let round: AnyRound = roundOf(rules, resource as never, { ...env, now: before.world.now })
  let now = before
  for (;;) {
    const { command } = round
    switch (command._tag) {
      case 'Look': {
        const looked = seen(now.world, round)
        now = { ...now, asked: [...now.asked, ...looked.queries] }
        round = looked.round
        break
      }
      case 'Perform': {
        const action = command.effect as Action<JobLifecycleStatus>
        const performed = perform(now.world, action, command.version, 'Ok', kind === 'FlinkDeployment' ? null : name)
        const isEvent = action._tag === 'EmitEvent'
        now = {
          ...now,
          world: performed.world,
          done: [...now.done, { at: now.world.now, action }],
          effects: now.effects + (isEvent ? 0 : 1),
        }
        if (now.effects >= diesAfter) return { after: 1_000, playing: { ...now, effects: 0 } }
        round = performed.error !== null ? round.after({ _tag: 'Failed', error: performed.error })
          : round.after({ _tag: 'Done', version: resourceIn(performed.world, operator)?.meta.resourceVersion ?? null })
        break
      }
      case 'Finish': {
        const { end } = command
        const after = end._tag === 'Settled' ? end.requeue?.after ?? 0 : end._tag === 'RestartRound' ? 0 : end.after ?? 5_000
        return { after, playing: now }
      }
    }
  }
}

/** Plays rounds, and the world's steps between them, for a given time. `each`: called after each round. */
export const playFor = (
  operators: readonly PlayedOperator[],
  before: Playing,
  millis: Millis,
  each: (playing: Playing) => void = () => undefined,
): Playing => {
  const until = before.world.now + millis
  let now = before
  while (now.world.now < until) {
    let wait: Millis = until - now.world.now
    for (const operator of operators) {
      const played = playRound(operator, now)
      now = played.playing
      wait = Math.min(wait, Math.max(1_000, played.after))
      each(now)
    }
    now = { ...now, world: worldContinues(now.world) }
    now = { ...now, world: step(now.world, { _tag: 'PassTime', millis: wait }) }
  }
  return now
}

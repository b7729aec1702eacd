import { mayFail, type Action } from '@flink-operator/core/action'
import { type RecordedBegin, type RecordedResource, firstDifference, type RecordedRound, replayRound } from '@flink-operator/core/explain'
import type { Fact } from '@flink-operator/core/fact'
import { type KindName, kinds } from '@flink-operator/kinds'
import type { Query } from '@flink-operator/core/query'
import type { JsonObject } from '@flink-operator/core/resource'
import type { Entry } from './edits.ts'
import { byOf } from './effect-lines.ts'

/** A round whose effects differ from its decision, or whose decision differs from the rules. */
export interface WrongRound {
  readonly line: number
  readonly what: string
}

interface Doing {
  readonly effects: readonly Action<unknown>[]
  /** The last effect was answered with an error. */
  readonly failed: boolean
  readonly resource: JsonObject | null
  /** The answers since it began. */
  readonly looks: readonly Answered[]
}

const nothing: Doing = { effects: [], failed: false, resource: null, looks: [] }

const resourceOf = ({ kind, resource }: RecordedRound): RecordedResource => {
  const metadata = (resource['metadata'] ?? {}) as { readonly namespace?: string; readonly name?: string }
  return { kind, namespace: metadata.namespace ?? '', name: metadata.name ?? '' }
}

const isEffect = ({ _tag }: Action<unknown>): boolean => _tag !== 'Look' && _tag !== 'Requeue'

const effectsWrong = (decided: readonly Action<unknown>[], { effects, failed }: Doing, isLook: boolean): string | null => {
  const wrong = effects.findIndex((it, index) => index < decided.length && firstDifference(it, decided[index]) !== null)
  if (wrong >= 0 && !(failed && wrong > 0))
    return `effect ${wrong + 1} of the round is ${effects[wrong]?._tag ?? ''}; decided was ${decided[wrong]?._tag ?? ''}`
  if (failed) return null
  if (effects.length < decided.length && !isLook)
    return `the round decided ${decided[effects.length]?._tag ?? ''}, and no line shows that it was begun`
  return effects.length > decided.length ? `${effects[decided.length]?._tag ?? ''} was done, and the round had not decided it` : null
}

/** A query and its recorded answer. */
interface Answered {
  readonly query: Query
  readonly fact: Fact<unknown>
}

/** Recordings from before facts named their query have none. */
const isReported = ({ answers, ...fact }: Fact<unknown>, look: Answered): boolean =>
  firstDifference(look.fact, fact) === null && (answers === undefined || firstDifference(look.query, answers) === null)

/** A queried fact without a recorded answer. */
const unreported = ({ facts }: RecordedRound, { looks }: Doing): string | null => {
  const asked = Object.entries(facts as Readonly<Record<string, Fact<unknown> | undefined>>).filter(([, fact]) => fact?.source === 'live')
  return asked.find(([, fact]) => fact !== undefined && !looks.some(look => isReported(fact, look)))?.[0] ?? null
}

const check = (round: RecordedRound<KindName>, doing: Doing, again: boolean): string | null => {
  const wrong = effectsWrong(round.actions.filter(isEffect), doing, round.actions.some(({ _tag }) => _tag === 'Look'))
  if (wrong !== null) return wrong
  if (doing.resource !== null && firstDifference(doing.resource, round.resource) !== null)
    return 'the round decided on another resource than it had read'
  const fact = unreported(round, doing)
  if (fact !== null) return `the round's ${fact} differs from the recorded answer`
  const replayed = again ? replayRound(kinds, round) : null
  return replayed?._tag === 'Differs'
    ? `the rules of this version decide otherwise at ${replayed.first.path}: recorded ${replayed.first.recorded ?? 'nothing'}, now ${
      replayed.first.now ?? 'nothing'
    }` : null
}

/**
 * Finds rounds whose effects are not what they had decided, in order and complete. `again`: do the rules of this version decide the
 * same?
 */
export const wrongRounds = (entries: readonly Entry[], again: boolean): readonly WrongRound[] => {
  const doing = new Map<string, Doing>()
  const wrong: WrongRound[] = []
  for (const [line, { file, value }] of entries.entries()) {
    if (!('line' in value)) {
      const by = byOf(file, resourceOf(value))
      const what = check(value, doing.get(by) ?? nothing, again)
      if (what !== null) wrong.push({ line, what })
      doing.delete(by)
      continue
    }
    if (value.line === 'Read') doing.set(byOf(file, value.of), { ...nothing, resource: value.resource })
    // any round's query counts: it may be of a snapshot's round on the same cluster
    if (value.line === 'Look') {
      for (const [by, now] of doing) if (by.startsWith(`${file} `)) doing.set(by, { ...now, looks: [...now.looks, value] })
    }
    if (value.line === 'Begin') begun(doing, byOf(file, value.of), value)
    if (value.line === 'End') {
      const by = byOf(file, value.of)
      const now = doing.get(by)
      const last = now?.effects.at(-1)
      if (now === undefined || last === undefined || last._tag !== value.effect)
        wrong.push({ line, what: `an answer to ${value.effect}, which was not begun` })
      else doing.set(by, { ...now, failed: now.failed || (value.error !== null && !mayFail(last)) })
    }
  }
  return wrong
}

const begun = (doing: Map<string, Doing>, by: string, { action }: RecordedBegin): void => {
  const now = doing.get(by) ?? nothing
  doing.set(by, { ...now, effects: [...now.effects, action] })
}

import { mayFail } from '../../src/action/action-properties.ts'
import type { Action } from '../../src/action/action.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { RecordedBegin, RecordedResource } from '../../src/explain/recorded-line.ts'
import { firstDifference, type RecordedRound, replayRound } from '../../src/explain/recorded-round.ts'
import type { Query } from '../../src/query/query.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import type { Entry } from './edits.ts'
import { byOf } from './effect-lines.ts'

/** A round that did something else than it decided, or decided something else than the rules say. */
export interface WrongRound {
  readonly line: number
  readonly what: string
}

interface Doing {
  readonly effects: readonly Action<unknown>[]
  /** The last effect was answered with an error. */
  readonly failed: boolean
  readonly resource: JsonObject | null
  /** Answers that came since it began. */
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
    return `the round decided ${decided[effects.length]?._tag ?? ''}, and nothing tells that it was begun`
  return effects.length > decided.length ? `${effects[decided.length]?._tag ?? ''} was done, and the round had not decided it` : null
}

/** What was asked, and what the answer told. */
interface Answered {
  readonly query: Query
  readonly fact: Fact<unknown>
}

/** Recordings of before facts named their query have none. */
const isTold = ({ answers, ...fact }: Fact<unknown>, look: Answered): boolean =>
  firstDifference(look.fact, fact) === null && (answers === undefined || firstDifference(look.query, answers) === null)

/** A fact that was asked for and that no answer told. */
const untold = ({ facts }: RecordedRound, { looks }: Doing): string | null => {
  const asked = Object.entries(facts as Readonly<Record<string, Fact<unknown> | undefined>>).filter(([, fact]) => fact?.source === 'live')
  return asked.find(([, fact]) => fact !== undefined && !looks.some(look => isTold(fact, look)))?.[0] ?? null
}

const check = (round: RecordedRound, doing: Doing, again: boolean): string | null => {
  const wrong = effectsWrong(round.actions.filter(isEffect), doing, round.actions.some(({ _tag }) => _tag === 'Look'))
  if (wrong !== null) return wrong
  if (doing.resource !== null && firstDifference(doing.resource, round.resource) !== null)
    return 'the round decided on another resource than it had read'
  const fact = untold(round, doing)
  if (fact !== null) return `the round knows ${fact} otherwise than it was answered`
  const replayed = again ? replayRound(round) : null
  return replayed?._tag === 'Differs'
    ? `the rules of this version decide otherwise at ${replayed.first.path}: recorded ${replayed.first.recorded ?? 'nothing'}, now ${
      replayed.first.now ?? 'nothing'
    }` : null
}

/**
 * Is each effect what its round had decided, in its order, and did no round leave one out? `again`: do the rules of this version decide the
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
    // whoever's look it was: it may be of a snapshot's round on the same cluster
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

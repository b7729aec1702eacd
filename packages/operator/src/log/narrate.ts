import { type EpochMillis, redactText } from '@flink-operator/core'
import { actionWords } from '@flink-operator/core/action'
import { painted, plainText } from '../output/plain-text.ts'
import { type Action, keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'
import { boundedText } from './bounded-text.ts'
import { didSomething, errorWords, factsWords, reasonsOf } from './round-words.ts'

type Look = (text: string) => string

/** Plain text without secrets (P23). */
const shown = (text: string): string => plainText(redactText(boundedText(text)))

export interface NarrateOptions {
  readonly print: (line: string) => void
  readonly colour: boolean
  /** Includes quiet rounds. */
  readonly everything?: boolean
  /** How a timestamp is shown; default: the time of day. */
  readonly time?: (at: EpochMillis) => string
}

const timeOfDay = (at: EpochMillis): string => new Date(at).toISOString().slice(11, 23)

/** `1.5 s`, `200 ms`, `2 min` */
const span = (millis: number): string =>
  millis < 1_000 ? `${millis} ms` : millis < 120_000 ? `${Math.round(millis / 100) / 10} s` : `${Math.round(millis / 60_000)} min`

/** The words of an action, without a reason that was just shown. */
const didWords = (action: Action, reasons: readonly string[]): string =>
  action._tag === 'PersistStatus' && reasons.includes(action.reason) ? 'write status' : actionWords(action)

const notSaid = (waitingFor: string | null, reasons: readonly string[]): string =>
  waitingFor === null || reasons.includes(waitingFor) ? '' : `: ${waitingFor}`

/**
 * Describes each round to a user in a few lines: observations, the decision and its reason, the actions, and what the resource waits
 * for. Rounds in which nothing happened are left out.
 */
export const createNarrator = (options: NarrateOptions) => {
  const { colour, everything = false, time = timeOfDay } = options
  const [bold, dim, red, green] = [1, 2, 31, 32].map(code => painted(colour, code)) as [Look, Look, Look, Look]
  const { print } = options
  const line = (label: string, ...pieces: readonly string[]): void => print(`  ${dim(label.padEnd(8))} ${pieces.join(' ')}`)

  return (key: ResourceKey, report: RoundReport): void => {
    if (!everything && !didSomething(report)) return
    const { end } = report
    const state = report.lifecycleState === null ? [] : [shown(report.lifecycleState)]
    print([dim(time(report.startedAt)), bold(keyText(key)), ...state].join(' '))
    const facts = Object.entries(factsWords(report)).map(([name, words]) => `${name} ${words}`)
    if (facts.length > 0) line('saw', shown(facts.join(' · ')))
    const reasons = reasonsOf(report)
    const [reason, ...more] = reasons
    if (reason !== undefined) line('decided', shown(reason))
    for (const other of more.slice(0, -1)) line('', shown(other))
    for (const { action, result, error } of [...report.outcomes, ...report.recovery]) {
      if (action._tag === 'Requeue' || result === 'skipped') continue
      const what = shown(didWords(action, reasons))
      if (result === 'done') line('did', green('✓'), what)
      else line('did', red('✗'), what, red(error === null ? '' : errorWords(error)))
    }
    if (end._tag === 'Settled') line('next', shown(`in ${span(end.after)}${notSaid(report.waitingFor, reasons)}`))
    else if (end._tag === 'Failed')
      line('failed', `${red(errorWords(end.error))}${end.after === null ? '' : `; again in ${span(end.after)}`}`)
    else if (end._tag === 'RestartRound') line('again', shown(errorWords(end.error)))
    else line('unread', red(redactText(end.message)))
  }
}

import { actionWords, type EpochMillis, redactText } from '@flink-operator/core'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'
import { didSomething, errorWords, factsWords, reasonsOf } from './round-words.ts'

export interface NarrateOptions {
  readonly print: (line: string) => void
  readonly colour: boolean
  /** Tells quiet rounds, too. */
  readonly everything?: boolean
  /** How a moment is shown; by default the time of day. */
  readonly time?: (at: EpochMillis) => string
}

const timeOfDay = (at: EpochMillis): string => new Date(at).toISOString().slice(11, 23)

const paint = (colour: boolean, code: number) => (text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** `1.5 s`, `200 ms`, `2 min` */
const span = (millis: number): string =>
  millis < 1_000 ? `${millis} ms` : millis < 120_000 ? `${Math.round(millis / 100) / 10} s` : `${Math.round(millis / 60_000)} min`

/**
 * Tells each round to a person in a few lines: what was seen, what was decided and why, what was done, and what it waits for.
 * Rounds in which nothing happened are left out.
 */
export const createNarrator = (options: NarrateOptions) => {
  const { colour, everything = false, time = timeOfDay } = options
  const print = (line: string): void => options.print(redactText(line))
  const bold = paint(colour, 1)
  const dim = paint(colour, 2)
  const red = paint(colour, 31)
  const green = paint(colour, 32)
  const line = (label: string, text: string): void => print(`  ${dim(label.padEnd(8))} ${text}`)

  return (key: ResourceKey, report: RoundReport): void => {
    if (!everything && !didSomething(report)) return
    const { end } = report
    print(`${dim(time(report.startedAt))} ${bold(keyText(key))}${report.lifecycleState === null ? '' : ` ${report.lifecycleState}`}`)
    const facts = Object.entries(factsWords(report)).map(([name, words]) => `${name} ${words}`)
    if (facts.length > 0) line('saw', facts.join(' · '))
    const [reason, ...more] = reasonsOf(report)
    if (reason !== undefined) line('decided', reason)
    for (const other of more.slice(0, -1)) line('', other)
    for (const { action, result, error } of [...report.outcomes, ...report.recovery]) {
      if (action._tag === 'Requeue' || result === 'skipped') continue
      line(
        'did',
        result === 'done' ? `${green('✓')} ${actionWords(action)}`
          : `${red('✗')} ${actionWords(action)} ${red(error === null ? '' : errorWords(error))}`,
      )
    }
    if (end._tag === 'Settled') line('next', `in ${span(end.after)}${report.waitingFor === null ? '' : `: ${report.waitingFor}`}`)
    else if (end._tag === 'Failed')
      line('failed', `${red(errorWords(end.error))}${end.after === null ? '' : `; again in ${span(end.after)}`}`)
    else if (end._tag === 'StartAnew') line('anew', errorWords(end.error))
    else line('unread', red(end.message))
  }
}

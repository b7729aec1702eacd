import { type AdapterError, type Fact, redactText } from '@flink-operator/core'
import { factWords } from '@flink-operator/core/fact'
import type { RoundReport } from '../round.ts'

/** The facts of a round, by name. */
export const factsWords = (report: RoundReport): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(report.facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, factWords(fact as Fact<unknown>)]])),
  )

/** One failed call as one line. */
export const errorWords = (error: AdapterError): string =>
  redactText(
    `${error._tag}${error.httpStatus === null ? '' : ` ${error.httpStatus}`}${error.applied === 'Maybe' ? ' (may have been done)' : ''}: ${
      error.message.split('\n')[0] ?? ''
    }`,
  )

/** Why the round did what it did: the reasons of its decision, the most specific first. */
export const reasonsOf = (report: RoundReport): readonly string[] => {
  const persisted = report.outcomes.flatMap(({ action }) => (action._tag === 'PersistStatus' ? [action.reason] : []))
  const waiting = report.waitingFor === null ? [] : [`waiting for ${report.waitingFor}`]
  const looked = report.looks.map(({ why }) => why)
  return [...persisted, ...(persisted.length === 0 ? looked : []), ...waiting]
}

/** True if the round did or learned anything of interest to a user. A query of a healthy job does not count. */
export const didSomething = (report: RoundReport): boolean =>
  report.end._tag !== 'Settled' || [...report.outcomes, ...report.recovery].some(({ action }) => action._tag !== 'Requeue')

import * as O from 'fp-ts/lib/Option.js'
import { parseDuration } from '../flink-configuration/parse-duration.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'
import { parseCron, type CronExpression } from './cron-expression.ts'
import { nextCronTime } from './next-cron-time.ts'

/** What `periodic.savepoint.interval` and `periodic.checkpoint.interval` say (control-flow.md, section 6.3). */
export type PeriodicExpression =
  /** Blank. */
  | { readonly _tag: 'Off' }
  /** 0 is never due. */
  | { readonly _tag: 'Interval'; readonly every: Millis }
  | { readonly _tag: 'Cron'; readonly cron: CronExpression }
  /** Neither a Flink duration nor a Quartz expression: nothing is triggered, and people are told. */
  | { readonly _tag: 'Unreadable'; readonly text: string }

export const periodicExpression = (text: string): PeriodicExpression => {
  if (text.trim() === '') return { _tag: 'Off' }
  const every = parseDuration(text)
  if (every !== null) return { _tag: 'Interval', every }
  const cron = parseCron(text)
  return O.isSome(cron) ? { _tag: 'Cron', cron: cron.value } : { _tag: 'Unreadable', text }
}

/**
 * Periods count as at least this long: a snapshot at each reconcile would keep the job, its storage and the operator busy with nothing else
 * (S11).
 */
export const shortestPeriod: Millis = 10_000

const periodOf = (every: Millis): Millis => Math.max(every, shortestPeriod)

/** When the next one is due after `last`; null: never. It is triggered once that moment has passed. */
export const nextPeriodicTime = (expression: PeriodicExpression, last: EpochMillis): EpochMillis | null => {
  switch (expression._tag) {
    case 'Interval':
      return expression.every === 0 ? null : last + periodOf(expression.every)
    case 'Cron': {
      const next = nextCronTime(expression.cron, last)
      return next === null ? null : Math.max(next, last + shortestPeriod)
    }
    case 'Off':
    case 'Unreadable':
      return null
  }
}

/**
 * From when the period counts once a snapshot was triggered at `now`: the last moment at which one was due. Periods don't drift by the time
 * that passes until a round notices (B74), and those that were missed are not made up for.
 */
export const periodicTimeAt = (expression: PeriodicExpression, last: EpochMillis, now: EpochMillis): EpochMillis =>
  expression._tag === 'Interval' && expression.every > 0
    ? last + Math.max(0, Math.floor((now - last) / periodOf(expression.every))) * periodOf(expression.every) : now

import * as O from 'fp-ts/lib/Option.js'
import { parseDuration } from '../configuration/parse-duration.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { parseCron, type CronExpression } from './cron-expression.ts'
import { nextCronTime } from './next-cron-time.ts'

/** Parsed value of `periodic.savepoint.interval` or `periodic.checkpoint.interval` (control-flow.md, section 6.3). */
export type PeriodicExpression =
  /** Blank. */
  | { readonly _tag: 'Off' }
  /** 0 is never due. */
  | { readonly _tag: 'Interval'; readonly every: Millis }
  | { readonly _tag: 'Cron'; readonly cron: CronExpression }
  /** Neither a Flink duration nor a Quartz expression: the operator triggers nothing and warns the user. */
  | { readonly _tag: 'Unreadable'; readonly text: string }

/** Reads the text of a schedule. A text that does not parse is `Unreadable`, with the text. */
export const periodicExpression = (text: string): PeriodicExpression => {
  if (text.trim() === '') return { _tag: 'Off' }
  const every = parseDuration(text)
  if (every !== null) return { _tag: 'Interval', every }
  const cron = parseCron(text)
  return O.isSome(cron) ? { _tag: 'Cron', cron: cron.value } : { _tag: 'Unreadable', text }
}

/**
 * Smallest period. Shorter ones are raised to it: a snapshot in each reconcile would overload the job, its storage and the operator (S11).
 */
export const shortestPeriod: Millis = 10_000

const periodOf = (every: Millis): Millis => Math.max(every, shortestPeriod)

/** When the next snapshot after `last` is due; null: never. The operator triggers it once that moment has passed. */
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
 * Start of the next period after a snapshot that was triggered at `now`: the latest moment at which one was due. The schedule therefore
 * does not drift by the delay until a round runs (B74). Missed snapshots are not made up for.
 */
export const periodicTimeAt = (expression: PeriodicExpression, last: EpochMillis, now: EpochMillis): EpochMillis =>
  expression._tag === 'Interval' && expression.every > 0
    ? last + Math.max(0, Math.floor((now - last) / periodOf(expression.every))) * periodOf(expression.every) : now

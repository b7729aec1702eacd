import * as O from 'fp-ts/lib/Option.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as N from 'fp-ts/lib/number.js'
import { daysOfMonth, daysOfWeek, fieldValues, hours, minutes, months, seconds, years, type CronField } from './cron-field.ts'

/** The matching days of a month. Days of the week: 1 is Sunday. */
export type CronDays =
  | { readonly _tag: 'DaysOfMonth'; readonly days: readonly number[] }
  /** `L`, `L-3`, `LW`: counted back from the last day; `weekday`: the weekday that is nearest to it in the same month. */
  | { readonly _tag: 'LastDay'; readonly offset: number; readonly weekday: boolean }
  /** `15W`. */
  | { readonly _tag: 'NearestWeekday'; readonly day: number }
  | { readonly _tag: 'DaysOfWeek'; readonly days: readonly number[] }
  /** `6L`: the last Friday. */
  | { readonly _tag: 'LastDayOfWeek'; readonly day: number }
  /** `6#3`: the third Friday. */
  | { readonly _tag: 'NthDayOfWeek'; readonly day: number; readonly nth: number }

/** A parsed Quartz cron expression; all lists are sorted. Times are UTC. */
export interface CronExpression {
  readonly seconds: readonly number[]
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly months: readonly number[]
  readonly years: readonly number[]
  readonly days: CronDays
}

type Parsed<A> = O.Option<A>

const parts = (text: string): readonly string[] => text.split(',').filter(part => part !== '')

const isSome = <A>(value: A | null): value is A => value !== null

const valuesOf = (field: CronField, text: string): Parsed<readonly number[]> =>
  pipe(
    parts(text),
    RA.map(part => fieldValues(field, part)),
    values => (values.every(isSome) ? O.some(pipe(RA.flatten(values.filter(isSome)), RA.uniq(N.Eq), RA.sort(N.Ord))) : O.none),
    O.filter(RA.isNonEmpty),
  )

const lastDay = (text: string): Parsed<CronDays> =>
  pipe(
    O.fromNullable(/^L(?:-(\d*))?(W?)$/u.exec(text)),
    O.filter(() => text !== 'L-'),
    O.map(([, offset = '', weekday = '']): { readonly offset: number; readonly weekday: boolean } => ({
      offset: Number(offset),
      weekday: weekday === 'W',
    })),
    O.filter(({ offset }) => offset <= 30),
    O.map(found => ({ _tag: 'LastDay', ...found })),
  )

/** Of a list with an `nW` Quartz uses only the first day, with or without the W. */
const daysInMonth = (text: string): Parsed<CronDays> => {
  if (text.startsWith('L')) return lastDay(text)
  const hasWeekday = parts(text).some(part => /^\d+W/u.test(part))
  return pipe(
    valuesOf(daysOfMonth, parts(text).map(part => part.replace(/^(\d+)W.*$/u, '$1')).join(',')),
    O.map((days): CronDays => (hasWeekday ? { _tag: 'NearestWeekday', day: days[0] ?? 1 } : { _tag: 'DaysOfMonth', days })),
  )
}

const specialWeekday = /^(?:(\d+)|([A-Z]{3}))(?:(L).*|#(\d+))$/u

/** Of a list with an `L` or `#n` Quartz uses only the first day of the week. */
const daysInWeek = (text: string): Parsed<CronDays> => {
  if (/^L(?:W|-\d*W?)?$/u.test(text)) return O.some({ _tag: 'DaysOfWeek', days: [7] })
  const all = parts(text)
  const specials = all.flatMap(part => {
    const match = specialWeekday.exec(part)
    return match === null ? [] : [match]
  })
  if ((text.includes('L') && all.length > 1) || specials.length > 1) return O.none
  const plain = all.map(part => part.replace(specialWeekday, '$1$2')).join(',')
  const [special] = specials
  return pipe(
    valuesOf(daysOfWeek, plain),
    O.chain((days): Parsed<CronDays> => {
      const day = days[0] ?? 1
      if (special === undefined) return O.some({ _tag: 'DaysOfWeek', days })
      if (special[3] === 'L') return O.some({ _tag: 'LastDayOfWeek', day })
      const nth = Number(special[4])
      return nth >= 1 && nth <= 5 ? O.some({ _tag: 'NthDayOfWeek', day, nth }) : O.none
    }),
  )
}

/** `?` in exactly one of the two day fields. */
const daysOf = (ofMonth: string, ofWeek: string): Parsed<CronDays> => {
  const [noMonth, noWeek] = [ofMonth, ofWeek].map(text => parts(text).some(part => /^\?.?$/u.test(part)))
  if (noMonth === noWeek) return O.none
  return noMonth === true ? daysInWeek(ofWeek) : daysInMonth(ofMonth)
}

/**
 * Parses a Quartz cron expression: seconds, minutes, hours, day of month, month, day of week, optional year; `?` in one of the two day
 * fields; `L W # L-n`, words of three letters, ranges that wrap around (control-flow.md, section 6.3; Quartz 2.4). None if the text is not
 * such an expression.
 */
export const parseCron = (text: string): O.Option<CronExpression> => {
  const [second = '', minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = '*'] = text.toUpperCase().split(/[ \t]+/u)
    .filter(it => it !== '')
  return pipe(
    O.Do,
    O.apS('seconds', valuesOf(seconds, second)),
    O.apS('minutes', valuesOf(minutes, minute)),
    O.apS('hours', valuesOf(hours, hour)),
    O.apS('months', valuesOf(months, month)),
    O.apS('years', valuesOf(years, year)),
    O.apS('days', daysOf(dayOfMonth, dayOfWeek)),
  )
}

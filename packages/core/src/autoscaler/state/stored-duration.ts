import * as E from 'fp-ts/lib/Either.js'
import type { Millis } from '../../contract/resource/time.ts'
import { isNull, type Read, type YamlTree } from './yaml-tree.ts'
import { plainNumber } from './yaml-scalar.ts'

const isoText = /^([-+]?)PT?(?:([-+]?\d{1,12})D)?T?(?:([-+]?\d{1,12})H)?(?:([-+]?\d{1,12})M)?(?:([-+]?\d{1,12}(?:[.,]\d{0,9})?)S)?$/i

const isoDuration = (text: string): Millis | null => {
  const [, sign = '', ...parts]: readonly (string | undefined)[] = isoText.exec(text) ?? []
  if (parts.every(part => part === undefined)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(part => Number((part ?? '0').replace(',', '.')))
  return (sign === '-' ? -1000 : 1000) * (((days * 24 + hours) * 60 + minutes) * 60 + seconds) + 0
}

/** Parses seconds as a decimal number without quotes, or ISO text (`PT1M35S`); null: no value. */
export const durationOf = (tree: YamlTree, what: string): Read<Millis | null> => {
  if (isNull(tree)) return E.right(null)
  const number = plainNumber(tree)
  const duration = number !== null ? Number(number) * 1000 : tree._tag === 'Scalar' ? isoDuration(tree.text) : null
  return duration === null || !Number.isFinite(duration) ? E.left(`${what} is not a duration`) : E.right(duration)
}

/** Largest duration: longer than any restart, within the range of Java's `Duration` and of plain decimal text. */
const longest = 1e15

/** Prints seconds with nine decimals; zero is `0.0`. */
export const printDuration = (duration: Millis): string => {
  const bounded = Number.isFinite(duration) ? Math.min(longest, Math.max(-longest, duration)) : 0
  return bounded === 0 ? '0.0' : (bounded / 1000).toFixed(9)
}

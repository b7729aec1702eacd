import type { Millis } from '../../contract/resource/time.ts'

const pattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{0,9}))?S)?)?$/i

/** Parses a duration as Java's `Duration` prints it (`PT15S`, `PT1M30.5S`), without signs. Null: invalid or negative. */
export const parseIsoDuration = (text: string): Millis | null => {
  const match = pattern.exec(text)
  if (match === null || !/\d/.test(text)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 5).map(part => Number((part as string | undefined) ?? 0))
  const millis = Number((match[5] ?? '').padEnd(3, '0').slice(0, 3))
  const total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + millis
  return Number.isSafeInteger(total) ? total : null
}

/** Prints like Java's `Duration.toString`: hours, minutes and seconds, each only if it is not zero. */
export const formatIsoDuration = (duration: Millis): string => {
  const [hours, minutes, millis] = [Math.floor(duration / 3_600_000), Math.floor(duration / 60_000) % 60, duration % 60_000]
  const seconds = millis === 0 ? '' : `${millis / 1000}S`
  return duration === 0 ? 'PT0S' : `PT${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${seconds}`
}

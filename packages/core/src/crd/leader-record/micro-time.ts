import { formatInstant, parseInstant } from '../instant.ts'

/** A moment in microseconds since 1970-01-01T00:00:00Z, the precision of Kubernetes and Flink. */
export type EpochMicros = number

/** Parses RFC 3339, cut to microseconds. Null: not such a text. */
export const parseMicroTime = (text: string): EpochMicros | null => {
  const at = parseInstant(text)
  if (at === null) return null
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? ''
  return at * 1000 + Number(fraction.padEnd(6, '0').slice(3, 6))
}

/** `2026-11-21T11:54:25.096937Z`: UTC, always six decimals. */
export const formatMicroTime = (at: EpochMicros): string => {
  const micros = ((at % 1_000_000) + 1_000_000) % 1_000_000
  return formatInstant((at - micros) / 1000).replace('Z', `.${String(micros).padStart(6, '0')}Z`)
}

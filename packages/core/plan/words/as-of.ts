import { parseInstant } from '../../src/codec/instant.ts'
import type { JsonObject } from '../../src/resource/json.ts'

/** Where nothing says when it is: any time will do, as long as it is always the same. */
const someTime = 1_577_836_800_000

const instant = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g

/**
 * When a file says that it is, so that the same files plan alike whenever they are asked: a minute after the last moment that stands in
 * them.
 */
export const asOf = (...read: readonly (JsonObject | null)[]): number => {
  const texts = [...JSON.stringify(read).matchAll(instant)].flatMap(([text]) => parseInstant(text) ?? [])
  return texts.reduce((latest, it) => Math.max(latest, it), someTime) + 60_000
}

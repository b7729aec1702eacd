import { parseInstant } from '@flink-operator/core/codec'
import type { JsonObject } from '@flink-operator/core/resource'

/** Used when the input contains no time: any time will do, as long as it is always the same. */
const someTime = 1_577_836_800_000

const instant = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g

/** The time of a plan from files, so that the same files always give the same plan: a minute after the last moment in them. */
export const asOf = (...read: readonly (JsonObject | null)[]): number => {
  const texts = [...JSON.stringify(read).matchAll(instant)].flatMap(([text]) => parseInstant(text) ?? [])
  return texts.reduce((latest, it) => Math.max(latest, it), someTime) + 60_000
}

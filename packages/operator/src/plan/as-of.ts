import type { JsonObject } from '@flink-operator/core'

/** Where nothing says when it is: any time will do, as long as it is always the same. */
const someTime = Date.UTC(2020, 0, 1)

const instant = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g

/**
 * When a file says that it is, so that the same files plan alike whenever they are asked: a minute after the last moment that stands in
 * them.
 */
export const asOf = (...read: readonly (JsonObject | null)[]): number => {
  const texts = [...JSON.stringify(read).matchAll(instant)].map(([text]) => Date.parse(text)).filter(it => !Number.isNaN(it))
  return texts.reduce((latest, it) => Math.max(latest, it), someTime) + 60_000
}

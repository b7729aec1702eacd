import { fastGrowth } from './growth.ts'
import { type Pump, pumps } from './pump.ts'

/** What is done with a text: `prepared` makes what it is done with, and is not timed. */
export interface Tried {
  readonly name: string
  readonly prepared: (text: string) => () => unknown
}

/** With which text it takes too long, and how the time grows. */
export interface SlowText {
  readonly name: string
  readonly pump: string
  readonly growth: string
}

/** What it throws does not count here: arguments are made of types, and a type says less than its function asks. */
const quietly = (run: (() => unknown) | undefined): void => {
  try {
    run?.()
  } catch {
    // the time until then is the time
  }
}

const slowWith = ({ name, prepared }: Tried, { name: pump, of }: Pump): readonly SlowText[] => {
  const made = new Map<number, () => unknown>()
  const growth = fastGrowth(letters => quietly(made.get(letters)), letters => {
    if (!made.has(letters)) made.set(letters, prepared(of(letters)))
  })
  return growth === null ? [] : [{ name, pump, growth }]
}

/** Of each no more than so many are told. */
const mostReported = 3

/**
 * What takes longer than the letters of its text ask for, measured once more after all others: a collection of garbage that hits the same
 * text each time does so once, and a square again. `budget`: milliseconds of processor time for each; when they are spent, the pumps
 * that are left are tried with others: each begins with another one.
 */
export const slowTexts = (all: readonly Tried[], budget: number): readonly SlowText[] =>
  slowOnce(all, budget).flatMap(([tried, pump]) => slowWith(tried, pump))

const slowOnce = (all: readonly Tried[], budget: number): readonly (readonly [Tried, Pump])[] =>
  all.flatMap((tried, index) => {
    const found: (readonly [Tried, Pump])[] = []
    const began = process.threadCpuUsage()
    for (let count = 0; count < pumps.length && found.length < mostReported; count += 1) {
      const { user, system } = process.threadCpuUsage(began)
      if (count > 0 && (user + system) / 1_000 > budget) break
      // 89 is prime to the number of pumps: neighbours in the list are not tried one after the other
      const pump = pumps[(index * 7 + count * 89) % pumps.length]
      if (pump !== undefined && slowWith(tried, pump).length > 0) found.push([tried, pump])
    }
    return found
  })

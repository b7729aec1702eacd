import type { Json } from '../packages/core/src/contract/resource/json.ts'
import { type CaseResult, type Kind, prepare, runCase, type Prepared } from './fuzz-case.ts'
import type { Material } from './material.ts'
import { mutated, mutationText } from './mutation.ts'

export interface FuzzOptions {
  readonly kind: Kind
  readonly material: Material
  readonly seed: number
  readonly count: number
  /** The first case; another than 0 repeats part of a run. */
  readonly from?: number
  /** Milliseconds that one case may take at most. */
  readonly limit?: number
}

/** The first case that failed, with as few of its wounds as fail, too. */
export interface FuzzFailure {
  readonly seed: number
  readonly index: number
  readonly problem: string
  readonly base: string
  readonly mutations: readonly string[]
  /** JSON text. */
  readonly resource: string
}

export interface FuzzReport {
  readonly seed: number
  /** Cases that were run. */
  readonly count: number
  readonly decoded: number
  /** Could not be decoded: each with path, what was found, what is allowed. */
  readonly refused: number
  /** Decoded, but the spec is not valid: each with field and message; decided with the last good one. */
  readonly invalid: number
  /** Lists of actions that were decided, valid or not. */
  readonly decided: number
  readonly situations: Readonly<Record<string, number>>
  readonly slowest: { readonly index: number; readonly millis: number }
  readonly failure: FuzzFailure | null
}

const jsonText = (json: Json): string => {
  try {
    return JSON.stringify(json)
  } catch (error) {
    return `(not to be written as JSON: ${String(error)})`
  }
}

const repeats = 4

/** Time that this thread worked: what other processes take does not count. */
const ownMillis = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Code may have been compiled, or garbage collected, meanwhile: the fastest of some runs counts. */
const slowness = (again: () => CaseResult, first: number, limit: number): number => {
  let least = first
  for (let run = 0; run < repeats && least > limit; run += 1) {
    const began = ownMillis()
    again()
    least = Math.min(least, ownMillis() - began)
  }
  return least
}

/** Leaves out every wound without which the case fails all the same. */
const smallest = (prepared: Prepared, fails: (prepared: Prepared) => string | null): Prepared => {
  let kept = prepared
  for (const mutation of prepared.mutations) {
    const fewer = { ...kept, mutations: kept.mutations.filter(it => it !== mutation) }
    if (fails(fewer)?.startsWith('threw') === fails(kept)?.startsWith('threw')) kept = fewer
  }
  return kept
}

/** Cases `from` to `from + count - 1` of a seed, up to the first that fails. */
export const fuzz = ({ kind, material, seed, count, from = 0, limit = 2_000 }: FuzzOptions): FuzzReport => {
  const totals = { Refused: 0, Invalid: 0, Decided: 0 }
  const situations: Record<string, number> = {}
  let slowest = { index: -1, millis: 0 }
  const report = (done: number, failure: FuzzFailure | null): FuzzReport => ({
    seed,
    count: done,
    decoded: totals.Invalid + totals.Decided,
    refused: totals.Refused,
    invalid: totals.Invalid,
    decided: totals.Invalid + totals.Decided,
    situations,
    slowest: { index: slowest.index, millis: Math.round(slowest.millis * 10) / 10 },
    failure,
  })
  for (let index = from; index < from + count; index += 1) {
    const prepared = prepare(material, seed, index)
    const again = (it: Prepared): CaseResult => runCase(kind, material, it, seed, index)
    const began = ownMillis()
    const result = again(prepared)
    let millis = ownMillis() - began
    if (millis > slowest.millis) {
      millis = slowness(() => again(prepared), millis, slowest.millis)
      if (millis > slowest.millis) slowest = { index, millis }
    }
    const tooSlow = millis > limit ? `took ${Math.round(millis)} ms, more than ${limit}` : null
    const problem = result.problem ?? tooSlow
    if (problem !== null) {
      const least = result.problem === null ? prepared : smallest(prepared, it => again(it).problem)
      return report(index - from, {
        seed,
        index,
        problem: again(least).problem ?? problem,
        base: least.base.from,
        mutations: least.mutations.map(mutationText),
        resource: jsonText(mutated(least.base.json, least.mutations)),
      })
    }
    totals[result.outcome] += 1
    if (result.situation !== null) situations[result.situation] = (situations[result.situation] ?? 0) + 1
  }
  return report(count, null)
}

const sumOf = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].sort().map(key => [key, (a[key] ?? 0) + (b[key] ?? 0)]))

/** Two parts of one run as one; of their failures the one that comes first. */
export const merged = (a: FuzzReport, b: FuzzReport): FuzzReport => ({
  seed: a.seed,
  count: a.count + b.count,
  decoded: a.decoded + b.decoded,
  refused: a.refused + b.refused,
  invalid: a.invalid + b.invalid,
  decided: a.decided + b.decided,
  situations: sumOf(a.situations, b.situations),
  slowest: a.slowest.millis >= b.slowest.millis ? a.slowest : b.slowest,
  failure: a.failure === null || (b.failure !== null && b.failure.index < a.failure.index) ? b.failure : a.failure,
})

import { hostileAnswers } from './answer.ts'
import type { HostileCase } from './hostile-case.ts'
import { reviewCase } from './review.ts'
import { specCase } from './spec.ts'

export interface HostileOptions {
  readonly seed: number
  readonly count: number
  /** The first case; another than 0 repeats part of a run. */
  readonly from?: number
  /** Milliseconds of processor time that one case may take, with the server that answers. */
  readonly limit?: number
  readonly onProgress?: (done: number) => void
  /** What makes the cases, by turns; left out: specs, answers of Flink and reviews. */
  readonly turns?: readonly ((seed: number, index: number) => HostileCase)[]
}

/** The first case that failed. */
export interface HostileFailure {
  readonly seed: number
  readonly index: number
  readonly name: string
  readonly problem: string
  /** The beginning of what was sent. */
  readonly sent: string
}

export interface HostileReport {
  readonly seed: number
  /** Cases that were run. */
  readonly count: number
  readonly slowest: { readonly index: number; readonly name: string; readonly millis: number }
  /** The most memory of the process, MiB: the answering server is in it, too. */
  readonly peakMebibytes: number
  readonly failure: HostileFailure | null
}

const ownMillis = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const problemOf = async ({ problem }: HostileCase, limit: number): Promise<readonly [string | null, number]> => {
  const began = ownMillis()
  const found = await problem().catch((thrown: unknown) => `throws ${String(thrown).slice(0, 300)}`)
  const millis = ownMillis() - began
  return [found ?? (millis > limit ? `takes ${Math.round(millis)} ms` : null), millis]
}

/** Specs, answers of Flink and admission reviews by turns. The same seed and index make the same case, whatever ran before. */
export const fuzzHostile = async (options: HostileOptions): Promise<HostileReport> => {
  const { seed, count, from = 0, limit = 5_000, onProgress } = options
  const answers = await hostileAnswers()
  const turns = options.turns ?? [specCase, answers.caseOf, reviewCase]
  let slowest = { index: -1, name: '', millis: 0 }
  const report = (done: number, failure: HostileFailure | null): HostileReport => ({
    seed,
    count: done,
    slowest,
    peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1_024),
    failure,
  })
  try {
    for (let index = from; index < from + count; index += 1) {
      const it = (turns[index % turns.length] ?? specCase)(seed, index)
      let [problem, millis] = await problemOf(it, limit)
      // code may have been compiled, or garbage collected, meanwhile
      for (let again = 0; again < 2 && problem !== null && millis > limit; again += 1) [problem, millis] = await problemOf(it, limit)
      if (problem !== null) return report(index - from, { seed, index, name: it.name, problem, sent: it.sent })
      if (millis > slowest.millis) slowest = { index, name: it.name, millis: Math.round(millis) }
      onProgress?.(index - from + 1)
    }
    return report(count, null)
  } finally {
    answers.close()
  }
}

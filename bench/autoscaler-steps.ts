import { autoscalerConfiguration, cycle, emptyState, type AutoscalerState, type Profile } from '@flink-operator/core/autoscaler'
import { answersOf } from '../test/golden/families/autoscaler-cycle.ts'
import { topologyOf } from '../test/golden/families/autoscaler-state.decode.ts'
import type { GoldenVector } from '../test/golden/family.ts'
import { ownVectors, readVectors } from '../test/golden/read-vectors.ts'

type Fields = Readonly<Record<string, unknown>>

/** The loads with one step. */
const loads = ['step-up', 'step-down', 'spike']

/** The cycles of a vector with the fields that each repeats from the one before. */
const cyclesOf = ({ given }: GoldenVector): readonly Fields[] => {
  let last: Fields = { configuration: given['configuration'] }
  return (given['cycles'] as readonly Fields[]).map(fields => {
    last = { ...last, state: 'RUNNING', missing: false, finished: [], ...fields }
    return last
  })
}

/** Records that arrived at the first source up to then: those that were read, and those that wait. */
const arrivedBy = (one: Fields): number => {
  const row = (one['v'] as readonly (readonly unknown[])[])[0] ?? []
  return Number(row[9]) + Number(row[10])
}

/** The cycle at which the arriving rate changes most. */
const stepIn = (cycles: readonly Fields[]): number => {
  const rates = cycles.map((one, index) => {
    const before = cycles[index - 1]
    const rate = before === undefined || before['running'] !== one['running'] ? NaN
      : (arrivedBy(one) - arrivedBy(before)) / (Number(one['t']) - Number(before['t']))
    return rate > 0 ? rate : NaN
  })
  const changes = rates.map((rate, index) => {
    const before = rates.slice(0, index).findLast(it => !Number.isNaN(it))
    return before === undefined || Number.isNaN(rate) ? 0 : Math.abs(Math.log(rate / before))
  })
  return changes.indexOf(Math.max(...changes))
}

const ours = ({ given }: GoldenVector, cycles: readonly Fields[], profile: Profile): readonly number[] => {
  const topology = topologyOf(given['topology'])
  let state: AutoscalerState = emptyState
  return cycles.flatMap((one, index) => {
    const done = cycle({
      state,
      configuration: autoscalerConfiguration(one['configuration'] as Readonly<Record<string, string>>, profile).configuration,
      profile,
      flinkVersion: 'v1_20',
      job: one['state'] === 'RUNNING' ? { _tag: 'Known', answers: answersOf(given['topology'] as readonly Fields[], topology, one) }
        : { _tag: 'NotRunning' },
      cluster: { _tag: 'Unchecked' },
      now: Number(one['t']),
    })
    state = done.state
    return done.verdict.row === 'scaled' ? [index] : []
  })
}

/** `first 1 min, last 18 min, 2 restarts` after the step. */
const words = (decisions: readonly number[], cycles: readonly Fields[], step: number): string => {
  const minutes = (index: number): number => Math.round((Number(cycles[index]?.['t']) - Number(cycles[step]?.['t'])) / 60_000) + 1
  const after = decisions.filter(index => index >= step)
  const [first, last] = [after[0], after.at(-1)]
  return first === undefined || last === undefined ? 'none'
    : `first ${minutes(first)} min, last ${minutes(last)} min, ${after.length} restarts`
}

/**
 * How long after a step of the load the job is decided to have another parallelism, and how often it restarts on the way: the reference
 * operator, and this one with its rules (profile 1.15.0) and with its own. The measurements are those of a job that the reference operator
 * scales, so what our own rules decide after a different first decision is no forecast.
 */
export const autoscalerSteps = (): Record<string, unknown> =>
  Object.fromEntries(
    readVectors(ownVectors, 'autoscaler-cycle').filter(({ id }) => loads.some(load => id.includes(`/${load}/`))).flatMap(vector => {
      const cycles = cyclesOf(vector)
      const step = stepIn(cycles)
      const name = vector.id.replace('autoscaler-cycle/', '')
      const reference = (vector.expect['cycles'] as readonly Fields[]).flatMap((
        it,
        index,
      ) => (it['parallelismOverrides'] === undefined ? [] : [index]))
      return [
        [`${name}.reference`, words(reference, cycles, step)],
        [`${name}.same`, words(ours(vector, cycles, '1.15.0'), cycles, step)],
        [`${name}.own`, words(ours(vector, cycles, 'main'), cycles, step)],
      ]
    }),
  )

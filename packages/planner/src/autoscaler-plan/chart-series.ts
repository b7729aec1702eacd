import type { Backtest, BacktestStep } from '@flink-operator/core/autoscaler'
import type { Played } from './played.ts'

/** A line of a chart. */
export interface Line {
  readonly name: string
  readonly points: readonly (readonly [at: number, value: number])[]
}

/** One of the charts, from top to bottom. */
export interface Chart {
  readonly title: string
  readonly lines: readonly Line[]
}

/** Reduces the values to the number that a chart shows: of merged values it keeps the largest, for the capacity the smallest. */
const thinned = (
  { steps }: Backtest,
  most: number,
  value: (step: BacktestStep) => number,
  choose: (a: number, b: number) => number,
): Line['points'] => {
  const each = Math.max(1, Math.ceil(steps.length / most))
  return Array.from({ length: Math.ceil(steps.length / each) }, (_, n): readonly [number, number] => {
    const them = steps.slice(n * each, (n + 1) * each)
    const values = them.map(value).filter(it => Number.isFinite(it))
    return [them[0]?.at ?? 0, values.length === 0 ? 0 : values.reduce(choose)]
  })
}

const larger = (a: number, b: number): number => Math.max(a, b)
const smaller = (a: number, b: number): number => Math.min(a, b)

/** With several configurations, a line has the name of its configuration. */
const named = (what: string, { name }: Played, played: readonly Played[]): string => (played.length > 1 ? name : what)

/** Load and capacity, slots, and lag over time; the load is the same for all configurations. */
export const chartsOf = (played: readonly Played[], most: number): readonly Chart[] => {
  const [first] = played
  // a capacity far above the load need not be shown
  const highest = (first?.result.steps ?? []).reduce((top, { load }) => Math.max(top, load), 0) * 2
  const lines = (what: string, value: (step: BacktestStep) => number, choose: (a: number, b: number) => number): readonly Line[] =>
    played.map(it => ({ name: named(what, it, played), points: thinned(it.result, most, value, choose) }))
  return [
    {
      title: 'records per second: load and capacity',
      lines: [
        ...(first === undefined ? [] : [{ name: 'load', points: thinned(first.result, most, ({ load }) => load, larger) }]),
        ...lines('capacity', ({ capacity }) => Math.min(highest, capacity), smaller),
      ],
    },
    { title: 'slots', lines: lines('slots', ({ slots }) => slots, larger) },
    { title: 'records of lag', lines: lines('lag', ({ lag }) => lag, larger) },
  ]
}

import { plot } from 'simple-ascii-chart'
import { type Chart, chartsOf, countText, type Played, timeText } from '@flink-operator/planner/autoscaler-plan'

const height = 8

/** Five ticks over the width. */
const ticksOf = ({ lines }: Chart): readonly number[] => {
  const points = lines[0]?.points ?? []
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
  return [0, 1, 2, 3, 4].map(n => first + ((last - first) * n) / 4)
}

const dayOrTime = (at: number, ticks: readonly number[]): string =>
  (ticks.at(-1) ?? 0) - (ticks[0] ?? 0) > 3 * 86_400_000 ? timeText(at).slice(5, 10) : timeText(at).slice(11)

/** One chart; `xText`: labels below; absent: times of day, or dates for a long time. */
export const chartText = (chart: Chart, width: number, xText?: (x: number) => string): string => {
  const most = Math.max(1, ...chart.lines.flatMap(({ points }) => points.map(([, value]) => value)))
  const ticks = ticksOf(chart)
  const text = plot(chart.lines.map(({ points }) => points.map(([at, value]): [number, number] => [at, value])), {
    width,
    height,
    yRange: [0, most],
    customXAxisTicks: [...ticks],
    customYAxisTicks: [0, most / 2, most],
    formatter: (value, { axis }) => (axis === 'x' ? xText?.(value) ?? dayOrTime(value, ticks) : countText(value)),
  })
  return `${chart.title}\n${text.split('\n').map(line => line.trimEnd()).filter(line => line !== '').join('\n')}\n`
}

/** Each chart with one line: a terminal can't distinguish two. */
export const terminalCharts = (played: readonly Played[], width: number): string => {
  const inner = Math.max(20, Math.min(160, width - 14))
  return chartsOf(played, inner).flatMap(({ title, lines }) =>
    lines.map(line => chartText({ title: lines.length > 1 ? `${title.replace(/:.*/, '')}: ${line.name}` : title, lines: [line] }, inner))
  ).join('\n')
}

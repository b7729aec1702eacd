import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type Chart, chartsOf } from './chart-series.ts'
import { shortText } from './number-text.ts'
import type { Played } from './played.ts'

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

const [chartHeight, gap, top] = [170, 60, 70]

/** How a picture is drawn. */
export interface ChartLook {
  /** In pixels. */
  readonly width: number
  readonly colours: 'light' | 'dark'
}

/** That of a file. */
const usualLook: ChartLook = { width: 900, colours: 'light' }

/** Colours of the load and of each configuration, which colour-blind users can distinguish (Okabe and Ito). */
const palettes: Readonly<Record<ChartLook['colours'], { readonly back: string; readonly lines: readonly string[] }>> = {
  light: { back: '#ffffff', lines: ['#000000', '#0072b2', '#d55e00', '#009e73'] },
  dark: { back: '#1c1f25', lines: ['#e6e9ef', '#56b4e9', '#e69f00', '#2bc79a'] },
}

const lastChart = 2

const topOf = (index: number): number => top + index * (chartHeight + gap)

const seriesOf = (lines: readonly string[]) => (chart: Chart, index: number) => {
  const isFirst = index === 0
  const isLast = index === lastChart
  return chart.lines.map((line, at) => {
    // the load is the first line of the first chart
    const configuration = isFirst ? at : at + 1
    return {
      type: 'line' as const,
      name: line.name,
      xAxisIndex: index,
      yAxisIndex: index,
      showSymbol: false,
      step: isLast || configuration === 0 ? (false as const) : ('end' as const),
      color: lines[configuration],
      lineStyle: { width: 1.5, type: configuration > 1 ? ('dashed' as const) : ('solid' as const) },
      data: line.points.map(([x, y]) => [x, y]),
    }
  })
}

/** A narrow picture has shorter numbers, fewer times and less space at its sides. */
const spacingOf = (width: number) =>
  width < 600
    ? {
      left: 48,
      right: 14,
      itemGap: 12,
      times: { splitNumber: 3, axisLabel: { hideOverlap: true } },
      numbers: { axisLabel: { formatter: shortText } },
    }
    : { left: 80, right: 24, itemGap: 28, times: {}, numbers: {} }

/** The charts as one SVG image: load and capacity, slots, lag. */
export const svgCharts = (played: readonly Played[], { width, colours }: ChartLook = usualLook): string => {
  const charts = chartsOf(played, width)
  const { back, lines } = palettes[colours]
  const { left, right, itemGap, times, numbers } = spacingOf(width)
  const chart = init(null, colours === 'dark' ? 'dark' : null, { renderer: 'svg', ssr: true, width, height: topOf(charts.length) })
  chart.setOption({
    animation: false,
    backgroundColor: back,
    useUTC: true,
    legend: {
      top: 8,
      itemGap,
      icon: 'rect',
      itemHeight: 3,
      data: [...new Set(charts.flatMap(it => it.lines.map(({ name }) => name)))],
    },
    title: charts.map(({ title }, index) => ({ text: title, left: 12, top: topOf(index) - 24, textStyle: { fontSize: 12 } })),
    grid: charts.map((_, index) => ({ left, right, top: topOf(index), height: chartHeight })),
    xAxis: charts.map((_, index) => ({ type: 'time' as const, gridIndex: index, ...times })),
    yAxis: charts.map((_, index) => ({ type: 'value' as const, gridIndex: index, min: 0, ...numbers })),
    series: charts.flatMap(seriesOf(lines)),
  })
  // a number that counts the charts of this process
  const text = chart.renderToSVGString().replaceAll(/\bzr\d+-/g, 'chart-')
  chart.dispose()
  return text
}

import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type Chart, chartsOf } from './chart-series.ts'
import type { Played } from './played.ts'

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

const [width, chartHeight, gap, top] = [900, 170, 60, 70]
/** A palette that colour-blind users can distinguish (Okabe and Ito). */
const colours = ['#000000', '#0072b2', '#d55e00', '#009e73']

const lastChart = 2

const topOf = (index: number): number => top + index * (chartHeight + gap)

const seriesOf = (chart: Chart, index: number) => {
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
      color: colours[configuration],
      lineStyle: { width: 1.5, type: configuration > 1 ? ('dashed' as const) : ('solid' as const) },
      data: line.points.map(([x, y]) => [x, y]),
    }
  })
}

/** The charts as one SVG image: load and capacity, slots, lag. */
export const svgCharts = (played: readonly Played[]): string => {
  const charts = chartsOf(played, width)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height: topOf(charts.length) })
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    useUTC: true,
    legend: {
      top: 8,
      itemGap: 28,
      icon: 'rect',
      itemHeight: 3,
      data: [...new Set(charts.flatMap(({ lines }) => lines.map(({ name }) => name)))],
    },
    title: charts.map(({ title }, index) => ({ text: title, left: 12, top: topOf(index) - 24, textStyle: { fontSize: 12 } })),
    grid: charts.map((_, index) => ({ left: 80, right: 24, top: topOf(index), height: chartHeight })),
    xAxis: charts.map((_, index) => ({ type: 'time' as const, gridIndex: index })),
    yAxis: charts.map((_, index) => ({ type: 'value' as const, gridIndex: index, min: 0 })),
    series: charts.flatMap(seriesOf),
  })
  // a number that counts the charts of this process
  const text = chart.renderToSVGString().replaceAll(/\bzr\d+-/g, 'chart-')
  chart.dispose()
  return text
}

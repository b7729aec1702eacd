import { chartText } from '../autoscaler-plan/terminal-chart.ts'
import type { LoadMoment } from './load-record.ts'

const width = 72

const secondsText = (seconds: number): string => `${Math.round(seconds)} s`

/** Three charts over the same time: the load, the parallelism of the job, and the lag. */
export const loadCharts = (moments: readonly LoadMoment[]): readonly string[] => {
  const began = moments[0]?.at ?? 0
  const drawn = (title: string, value: (moment: LoadMoment) => number): string =>
    chartText(
      { title, lines: [{ name: title, points: moments.map(it => [Math.round((it.at - began) / 1000), value(it)] as const) }] },
      width,
      secondsText,
    )
  return [
    drawn('records that arrive in a second', ({ arriving }) => arriving),
    drawn(
      'subtasks of the widest vertex; 0: the job restarts',
      ({ parallelism }) => Object.values(parallelism ?? {}).reduce((most, it) => Math.max(most, it), 0),
    ),
    drawn('records of lag', ({ lag }) => lag),
  ]
}

import { join } from 'node:path'
import { readLoad } from '@flink-operator/core/autoscaler'
import * as E from 'fp-ts/lib/Either.js'
import { readDocuments } from '../../packages/operator/src/autoscaler-plan/load-documents.ts'
import { playedWith } from '../../packages/planner/src/autoscaler-plan/played.ts'
import { svgCharts } from '../../packages/planner/src/autoscaler-plan/svg-chart.ts'
import { wantedOptions } from '../../packages/operator/src/autoscaler-plan/wanted-options.ts'
import type { Page } from './markdown.ts'
import { root } from './source-files.ts'

const right = <A>(read: E.Either<string, A>): A => {
  if (E.isLeft(read)) throw new Error(read.left)
  return read.right
}

const minute = 60_000

/** Each as `flink-operator autoscaler plan examples/autoscaler/day.yaml --svg FILE` makes it, with these options to compare. */
const pictures: readonly (readonly [name: string, compare: readonly string[]])[] = [
  ['autoscaler-day', []],
  ['autoscaler-schedule', ['vertex.min-parallelism.schedule=18:30-20:00 = 20']],
  ['autoscaler-utilization', ['utilization.target=0.5']],
]

export const autoscalerPictures = (): readonly Page[] => {
  const load = right(readLoad(right(readDocuments([join(root, 'examples/autoscaler/day.yaml')]))))
  return pictures.map(([name, compare]) => ({
    path: `docs/pictures/${name}.svg`,
    text: svgCharts(right(playedWith(load, right(wantedOptions({ set: [], compare })), { interval: minute, restart: minute }))),
  }))
}

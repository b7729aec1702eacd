import * as E from 'fp-ts/lib/Either.js'
import { autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import { evaluate } from '../../../packages/core/src/autoscaler/evaluate.ts'
import type { MetricsOf } from '../../../packages/core/src/autoscaler/evaluated-metrics.ts'
import { differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import { samplesOf, topologyOf } from './autoscaler-state.decode.ts'

/** NaN is absent. A number is a text, as the vectors write those that JSON does not hold. */
const jsonOf = (metrics: MetricsOf): unknown =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, { current, average }]) => [name, {
      ...(Number.isNaN(current) ? {} : { current: Number.isFinite(current) ? current : String(current) }),
      ...(Number.isNaN(average) ? {} : { average: Number.isFinite(average) ? average : String(average) }),
    }]),
  )

/** Texts of Java's own exceptions are not copied. */
const javaError = 'java.lang.NullPointerException'

export const autoscalerEvaluate: GoldenFamily = {
  name: 'autoscaler-evaluate',
  run: ({ given, expect }: GoldenVector) => {
    const evaluated = evaluate({
      topology: topologyOf(given['topology']),
      window: samplesOf(given['history']),
      configuration: autoscalerConfiguration(given['configuration'] as Readonly<Record<string, string>>, '1.15.0').configuration,
      profile: '1.15.0',
      restartTime: Number(given['restartSeconds']) * 1000,
    })
    if (E.isLeft(evaluated))
      return expect['throws'] === javaError ? [] : [...valueDifferences('message', expect['message'], evaluated.left)]
    if (expect['throws'] !== undefined) return [differenceOf('throws', expect['throws'], null)]
    const { vertices, global } = evaluated.right
    return [
      ...valueDifferences(
        'vertexMetrics',
        expect['vertexMetrics'],
        Object.fromEntries(Object.entries(vertices).map(([id, it]) => [id, jsonOf(it)])),
      ),
      ...valueDifferences('globalMetrics', expect['globalMetrics'], jsonOf(global)),
    ]
  },
}

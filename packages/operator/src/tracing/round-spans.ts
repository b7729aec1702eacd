import type { EpochMillis, Millis } from '@flink-operator/core'
import { actionWords } from '@flink-operator/core/action'
import { factWords } from '@flink-operator/core/fact'
import { redactTexts } from '@flink-operator/core/redaction'
import type { ActionOutcome } from '../executor.ts'
import { errorWords, reasonsOf } from '../log/round-words.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

/** A span, as tracing tools use it. */
export interface RoundSpan {
  readonly name: string
  readonly start: EpochMillis
  readonly end: EpochMillis
  readonly attributes: Readonly<Record<string, string | number>>
  /** What failed, in words without secrets; null: nothing. */
  readonly error: string | null
  readonly children: readonly RoundSpan[]
}

const span = (
  name: string,
  start: EpochMillis,
  took: Millis,
  attributes: RoundSpan['attributes'],
  error: string | null = null,
  children: readonly RoundSpan[] = [],
): RoundSpan => ({
  name,
  start,
  end: start + took,
  // exported texts contain no secret (P23)
  attributes: redactTexts<RoundSpan['attributes']>(attributes),
  error,
  children,
})

const lookSpans = ({ looks, startedAt }: RoundReport): readonly RoundSpan[] =>
  looks.flatMap(({ why, answers }) =>
    answers.map(({ query, fact, took, startedAt: began = startedAt }) =>
      span(
        `look ${query}`,
        began,
        took,
        { 'flink.look.why': why, 'flink.look.answer': factWords(fact) },
        fact._tag === 'Unknown' ? `unknown: ${fact.reason}` : null,
      )
    )
  )

const effectSpan = ({ action, error, took, result, startedAt: began }: ActionOutcome): readonly RoundSpan[] =>
  began === undefined ? [] : [
    span(
      `effect ${action._tag}`,
      began,
      took,
      { 'flink.effect.what': actionWords(action), 'flink.effect.result': result },
      error === null ? null : errorWords(error),
    ),
  ]

const errorOf = ({ end }: RoundReport): string | null =>
  end._tag === 'Failed' ? errorWords(end.error) : end._tag === 'Undecodable' ? `can not be read: ${end.path}` : null

/**
 * A round as a span, with a child for each query and each effect. It is made from the round's report, so nothing is measured during
 * the round.
 */
export const roundSpan = (kind: string, { namespace, name }: ResourceKey, report: RoundReport): RoundSpan => {
  const [reason] = reasonsOf(report)
  return span(
    `round ${kind}`,
    report.startedAt,
    report.took,
    {
      'k8s.namespace.name': namespace,
      'flink.resource.kind': kind,
      'flink.resource.name': name,
      'flink.round.end': report.end._tag,
      ...(report.meta === null ? {}
        : { 'flink.resource.uid': report.meta.uid, 'flink.resource.generation': report.meta.generation }),
      ...(report.lifecycleState === null ? {} : { 'flink.resource.state': report.lifecycleState }),
      ...(report.jobState === null ? {} : { 'flink.job.state': report.jobState }),
      ...(reason === undefined ? {} : { 'flink.round.reason': reason }),
    },
    errorOf(report),
    [...lookSpans(report), ...[...report.outcomes, ...report.recovery].flatMap(effectSpan)],
  )
}

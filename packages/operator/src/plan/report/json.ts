import type { Json } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { exactResource } from '@flink-operator/core/plan'
import { type PlanReport, verdict } from './report.ts'

/** The report for programs. `plans` first; what could not be planned beside it. */
export const reportJson = (report: PlanReport): string =>
  exactJsonText(
    {
      verdict: verdict(report),
      plans: report.plans.map(({ words }) => ({ ...words, rendered: words.rendered.map(exactResource) })),
      passedOver: report.passedOver,
      problems: report.problems,
    } as unknown as Json,
    '  ',
  )

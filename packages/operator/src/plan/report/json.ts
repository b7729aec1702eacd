import type { Json } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { exactResource } from '@flink-operator/simulation/plan'
import { type PlanReport, verdict } from './report.ts'

/** The report for programs: `plans` first, then the problems. */
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

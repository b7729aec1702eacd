import { type PlanReport, verdict } from './report.ts'

/** The report for programs. `plans` first; what could not be planned beside it. */
export const reportJson = (report: PlanReport): string =>
  JSON.stringify(
    {
      verdict: verdict(report),
      plans: report.plans.map(({ words }) => words),
      passedOver: report.passedOver,
      problems: report.problems,
    },
    null,
    2,
  )

import { redactText } from '@flink-operator/core'
import { yamlText } from '@flink-operator/core/codec'
import { exactResource, planText, problemText } from '@flink-operator/simulation/plan'
import { reportGithub } from './github.ts'
import { reportJson } from './json.ts'
import { reportMarkdown } from './markdown.ts'
import { counted, isInvalid, type PlacedPlan, type PlanReport } from './report.ts'

export const outputForms = ['text', 'json', 'markdown', 'github'] as const

export interface ReportFlags {
  readonly render?: true
  /** Each status write, event and query. */
  readonly verbose?: true
  readonly output: typeof outputForms[number]
}

const withoutRendered = (report: PlanReport): PlanReport => ({
  ...report,
  plans: report.plans.map(planned => ({ ...planned, words: { ...planned.words, rendered: [] } })),
})

/** Only the objects, as one YAML stream; comments name the resource that each belongs to. */
const yaml = ({ plans }: PlanReport): string =>
  plans.map(({ words }) =>
    [
      `# ${words.kind} ${words.resource} (${words.file}): ${words.headline}`,
      ...words.rendered.map(object => `---\n${yamlText(exactResource(object), { compat: 'yaml-1.1' }).replace(/\n$/u, '')}`),
    ].join('\n')
  ).join('\n')

/** One line over several resources; one alone has its headline. */
const summary = (report: PlanReport): readonly string[] => (report.plans.length > 1 ? [`Plan: ${counted(report)}.`] : [])

/** The text for standard output. */
export const printed = (report: PlanReport, { output, render, verbose }: ReportFlags): string => {
  const shown = render === true ? report : withoutRendered(report)
  switch (output) {
    case 'json':
      return reportJson(shown)
    case 'markdown':
      return reportMarkdown(shown)
    case 'github':
      return reportGithub(shown)
    case 'text':
      return render === true ? yaml(report)
        : [...report.plans.map(({ words }) => planText(words, verbose === true)), ...summary(report)].join('\n\n')
  }
}

const foundIn = ({ words, placeOf }: PlacedPlan): readonly string[] =>
  words.findings.filter(({ severity }) => severity === 'Error').map(({ field, message }) =>
    problemText({ ...placeOf(field), resource: null, field, message })
  )

/** The text for standard error: whatever the form of standard output has no place for. One line each, without secrets (P23). */
export const complaints = (report: PlanReport, { output, render }: ReportFlags): string => {
  const { problems, passedOver, plans } = report
  const reported = output === 'text' ? problems.map(problem => problemText(problem)) : []
  const passed = output === 'text' || output === 'github'
    ? passedOver.map(({ file, line, what, why }) => `${file}:${line ?? 1}: passed over: ${what}, ${why}`) : []
  const invalid = output === 'text' && render === true ? plans.filter(({ words }) => isInvalid(words)).flatMap(foundIn) : []
  return [...reported, ...invalid, ...passed].map(line => redactText(`flink-operator: ${line}`)).join('\n')
}

import { type Json, redactText } from '@flink-operator/core'
import { exactJsonText, yamlText } from '@flink-operator/core/codec'
import { exactResource, type Place, problemText, planText } from '@flink-operator/simulation/plan'
import { type PlanReport, verdict, impactWords, verdictOf, counted, isInvalid, type PlacedPlan } from './report.ts'
import { reportMarkdown } from './markdown.ts'

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

/** Escaping of GitHub's workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

type Level = 'error' | 'warning' | 'notice'

const annotation = (level: Level, { file, line, column }: Place, title: string, message: string): string => {
  const at = [
    ...(file === '-' ? [] : [`file=${property(file)}`]),
    ...(file === '-' || line === null ? [] : [`line=${line}`]),
    ...(file === '-' || column === null ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ]
  return `::${level} ${at.join(',')}::${data(message)}`
}

/** Annotations that GitHub shows beside the files of a change: errors, advice, and the impact of each edit. */
export const reportGithub = ({ plans, problems }: PlanReport): string =>
  [
    ...problems.map(problem =>
      annotation(
        'error',
        problem,
        problem.resource ?? 'flink-operator plan',
        problemText({ ...problem, file: '' }).replace(/^(:\d+)?: /, ''),
      )
    ),
    ...plans.flatMap(({ words, placeOf }) => {
      const title = `${words.kind} ${words.resource}`
      const found = words.findings.map(({ severity, field, message }) =>
        annotation(severity === 'Error' ? 'error' : 'warning', placeOf(field), title, `${field}: ${message}`)
      )
      const verdict = verdictOf(words)
      if (verdict === 'None' || verdict === 'Invalid') return found
      const level = verdict === 'Unknown' ? 'error' : verdict === 'Change' ? 'notice' : 'warning'
      return [
        ...found,
        annotation(level, placeOf('spec'), title, verdict === 'Change' ? words.headline : `${words.headline} (${impactWords(words)})`),
      ]
    }),
  ].join('\n')

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

import { type Place, problemText } from '@flink-operator/simulation/plan'
import { impactWords, type PlanReport, verdictOf } from './report.ts'

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

import { planText, problemText } from '@flink-operator/simulation/plan'
import { counted, impactWords, type PlacedPlan, type PlanReport, type Verdict, verdictOf } from './report.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')

const signs: Readonly<Record<Verdict, string>> = {
  Error: '❌',
  Invalid: '❌',
  Unknown: '❔',
  Risky: '⚠️',
  Stateless: '⚠️',
  Change: '🔷',
  None: '✅',
}

/** A fence longer than any in the text, so that the text can't end it. */
const fenced = (text: string): string => {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

const row = ({ words }: PlacedPlan): string =>
  `| ${signs[verdictOf(words)]} | ${cell(`${words.kind} \`${words.resource}\``)} | ${cell(words.file)} | ${cell(words.headline)} | ${
    cell(impactWords(words))
  } |`

/** The report as a page: for a comment on a pull request, or GitHub's job summary. */
export const reportMarkdown = (report: PlanReport): string => {
  const { plans, problems, passedOver } = report
  return [
    '## Flink plan',
    '',
    `${counted(report) || 'nothing to plan'}.`,
    ...(problems.length === 0 ? [] : ['', ...problems.map(problem => `- ❌ ${cell(problemText(problem))}`)]),
    ...(plans.length === 0 ? [] : ['', '| | resource | file | plan | amounts to |', '|---|---|---|---|---|', ...plans.map(row)]),
    ...plans.filter(({ words }) => verdictOf(words) !== 'None').flatMap(({ words }) => [
      '',
      `<details><summary>${cell(words.resource)}</summary>`,
      '',
      fenced(planText({ ...words, rendered: [] })),
      '',
      '</details>',
    ]),
    ...(passedOver.length === 0 ? [] : ['', `Passed over: ${passedOver.map(({ what }) => cell(what)).join(', ')}.`]),
  ].join('\n')
}

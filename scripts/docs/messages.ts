import { messageTexts, type MessageText } from './message-texts.ts'
import { code, page, type Page, table } from './markdown.ts'
import { isTest, sourceFiles } from './source-files.ts'

/** A chapter holds the texts of the files below these folders that no chapter before it has. */
const chapters: readonly (readonly [title: string, folders: readonly string[]])[] = [
  ['A FlinkDeployment', ['packages/core/src/kind/flink-deployment']],
  ['A FlinkSessionJob', ['packages/core/src/kind/flink-session-job']],
  ['A FlinkBlueGreenDeployment', ['packages/core/src/kind/flink-blue-green-deployment']],
  ['A FlinkStateSnapshot', ['packages/core/src/kind/flink-state-snapshot']],
  ['A FlinkApplication', ['packages/lyft/src']],
  ['Any job', ['packages/core/src/job']],
  ['Any cluster', ['packages/core/src/cluster']],
  ['The autoscaler', ['packages/core/src/autoscaler']],
  ['Any kind', ['packages/core/src/contract', 'packages/core/src/kind']],
]

/** Reasons of tables that are for readers of the code: which values may be shown, and what rights a kind needs. */
const isForDevelopers = (path: string): boolean => path.includes('/redaction/') || path.endsWith('-definition.ts')

/** Files whose texts have a page of their own: fields, the rules of tables, reasons of events. */
const hasOtherPage = (path: string): boolean => /(?:-fields|-shape|-rows|event-reasons|\/half-way)\.ts$/.test(path)

/** As it is shown: angle brackets are no HTML. */
const shown = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const chapter = (title: string, texts: readonly MessageText[]): readonly string[] => {
  const rows = texts.map(({ use, text }) => [shown(text), use])
  const distinct = [...new Map(rows.map(row => [row.join('\u0000'), row])).values()]
  return distinct.length === 0 ? [] : [`## ${title}`, table(['text', 'where'], distinct)]
}

/** `docs/reference/messages.md`: every text of a decision. */
export const messagesPage = (): Page => {
  const texts = messageTexts(sourceFiles(['packages/core/src', 'packages/lyft/src'], path => !isTest(path) && !isForDevelopers(path)))
  const chapterOf = (path: string): string | undefined =>
    chapters.find(([, folders]) => folders.some(folder => path.startsWith(`${folder}/`)))?.[0]
  const sections = chapters.flatMap(([title]) =>
    chapter(title, texts.filter(({ path, use }) => chapterOf(path) === title && (use !== 'part' || !hasOtherPage(path))))
  )
  return page(
    'docs/reference/messages.md',
    'Messages',
    `The texts of decisions, to search for one that you see. Parts that vary are in angle brackets. What to do is said by the [reasons](../troubleshooting/reasons.md) of conditions and events.

- *reason*: why the operator decided so: ${code('explain')}, conditions, logs.
- *waits for*, *continues when*: what a resource waits for, and who ends the wait: ${code('explain')}, conditions, the fleet page.
- *event*, *error or finding*, *what to do*: events, ${code('status.error')}, and the findings about a spec.
- *part*: a text that a function returns, or joins with others: search for it alone.

Not here: the text of an error of Flink or Kubernetes, which is theirs; the findings about a spec, of which [validation](validation.md) has all; and a reason that is the rule of a table, which is in [the rules](../rules.md) or [the states of a FlinkApplication](flink-application-states.md).`,
    ...sections,
  )
}

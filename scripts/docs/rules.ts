import { decisionTablesOf } from '../../packages/core/src/decision-tables.ts'
import { kinds } from '@flink-operator/kinds'
import type { RowText } from '../../packages/core/src/contract/round/row.ts'
import { blueGreenTables, blueGreenTable } from '../../packages/core/src/kind/flink-blue-green-deployment/classify-blue-green.ts'
import { changeRows } from '../../packages/core/src/kind/flink-blue-green-deployment/transition/change.ts'
import type { Phase } from '../../packages/core/src/kind/flink-blue-green-deployment/blue-green-round.ts'
import { documentedRows } from './documented-rows.ts'
import { page, type Page, table } from './markdown.ts'
import { lyftDefects, lyftScenarios } from './lyft-ids.ts'
import { ruleTitles } from './rule-ids.ts'

const rowTable = (rows: readonly RowText[]): string => table(['row', 'when'], rows.map(({ id, when }) => [id, when]))

/** The tables of other pages, or of another section of this one. */
const elsewhere = new Set([...blueGreenTables.slice(0, 2), ...kinds.FlinkApplication.tables])

const tablesSection = (): readonly string[] => [
  `## The decision tables

In each table the first row that applies decides. A situation names the row of the table of situations, and after it the rows of other tables that it rests on: \`session-cluster/edit, affected-jobs/stateful\`. The rows \`lost/…\` answer for the row \`lost\` of a job, and for \`jobmanager-lost\` of a cluster. \`flink-operator explain\` prints these names.
The tables are in \`packages/core/src\`; a row is found by its name. Those of a FlinkApplication are in [its states](reference/flink-application-states.md).`,
  ...decisionTablesOf(Object.values(kinds)).filter(it => !elsewhere.has(it)).flatMap(({ title, rows }) => [`### ${title}`, rowTable(rows)]),
  '### Decisions with more than one condition',
  'The code of these is no table; the docstring beside it is.',
  rowTable(documentedRows()),
]

const phaseWords: Readonly<Record<Phase, string>> = {
  Initializing: 'INITIALIZING_BLUE: no child ever ran',
  Active: 'ACTIVE_a: a serves, and nothing is under way',
  Savepointing: 'SAVEPOINTING_a: a savepoint of a is taken',
  Transitioning: 'TRANSITIONING_TO_n: n is brought up beside the old one, p, or changed in place',
}

const blueGreenSection = (): readonly string[] => {
  const general = blueGreenTable.filter(({ phases }) => phases.length > 1)
  const rowsTable = (rows: typeof blueGreenTable): string =>
    table(['row', 'when', 'then'], rows.map(({ id, when, next }) => [id, when, next]))
  return [
    `## A FlinkBlueGreenDeployment

Which edit is it? The first row that applies.`,
    table(['row', 'when', 'edit'], changeRows.map(({ id, when, change }) => [id, when, change])),
    `What is done? In each state the first row that applies, after these:`,
    rowsTable(general),
    ...(['Initializing', 'Active', 'Savepointing', 'Transitioning'] as const).flatMap(
      phase => [`### ${phaseWords[phase]}`, rowsTable(blueGreenTable.filter(({ phases }) => phases.length === 1 && phases[0] === phase))],
    ),
  ]
}

const titles = (words: Readonly<Record<string, string>>): string =>
  table(['id', 'what'], Object.entries(words).map(([id, title]) => [id, title]))

export const rulesPage = (): Page =>
  page(
    'docs/rules.md',
    'Rows and rules that code and tests cite',
    `Properties (P), historical bugs (B), and deviations of the control flow, of configuration and of cluster objects (D, L, C-D, M-D) stand in [properties.md](properties.md), what golden vectors excuse in
[deviations.md](deviations.md), what is relied on (K, F, T) in [rely-guarantee.md](rely-guarantee.md), errors that ask for a person (E1 to E5) in the [user guide](user-guide.md). The rest is here. A test fails where
code or a test cites an id that no document has.`,
    ...tablesSection(),
    ...blueGreenSection(),
    '## Other ids',
    titles(ruleTitles),
    `## Lyft's FlinkApplication

Where Lyft's operator does badly (LD), and what is done here instead.`,
    titles(lyftDefects),
    'Scenarios (FA): given, when: then.',
    titles(lyftScenarios),
  )

import { changeRows } from '../../packages/core/src/kind/flink-blue-green-deployment/transition/change.ts'
import type { Phase } from '../../packages/core/src/kind/flink-blue-green-deployment/blue-green-round.ts'
import { blueGreenTable } from '../../packages/core/src/kind/flink-blue-green-deployment/rows/rows.ts'
import { classification } from '../../packages/core/src/kind/flink-deployment/deployment-classification.ts'
import { classification as ofSessionJob } from '../../packages/core/src/kind/flink-session-job/session-job-classification.ts'
import {
  classification as ofSessionCluster,
  type RecordedState,
} from '../../packages/core/src/session-cluster/session-cluster-classification.ts'
import { allDecisionRows, decisionRowCells, type ToldRow } from './decision-rows.ts'
import { page, type Page, table } from './markdown.ts'
import { lyftDefects, lyftScenarios } from './lyft-ids.ts'
import { ruleTitles } from './rule-ids.ts'

const recordedStateWords: Readonly<Record<RecordedState['_tag'], string>> = {
  Unreadable: "Something that decisions rest on can't be read",
  NoSpec: 'There is no valid spec, and nothing was deployed',
  NotDeployed: 'Nothing is recorded as deployed',
  Deployed: 'Something is recorded as deployed',
}

const tableWords = {
  first: 'Whatever is recorded',
  unrecorded: 'Then, where nothing is recorded as started',
  recorded: 'Then, where something is recorded as started',
} as const

const classificationTable = (rows: readonly ToldRow[]): string => table(['row', 'when'], rows.map(({ row, when }) => [row, when]))

const lowerFirst = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`

/** `of`: whose they are, where that is not said above. */
const jobTables = (of: string | null, tables: Readonly<Record<keyof typeof tableWords, readonly ToldRow[]>>): readonly string[] =>
  (['first', 'unrecorded', 'recorded'] as const).flatMap(it => [
    `### ${of === null ? tableWords[it] : `${of}: ${lowerFirst(tableWords[it])}`}`,
    classificationTable(tables[it]),
  ])

const classificationSection = (): readonly string[] => [
  `## Which situation is it?

Rows are asked in this order, and the first one that fits is the situation; the last one always fits (\`job/first-table.ts\`, \`job/unrecorded-table.ts\` and \`job/job-table.ts\`; its own rows: \`own-cluster.ts\`). A single letter, or 4.9/8, stands for a table of its own, whose rows are told below.`,
  ...jobTables(null, classification),
  `## Which situation is a session cluster in?

The same of a FlinkDeployment without \`spec.job\` (\`session-cluster/session-cluster-classification.ts\`). K20 is asked behind all others. A row that takes the JobManager away is followed by that of what is at stake, J1 to J8 (\`jobs-at-stake.ts\`).`,
  ...(['Unreadable', 'NoSpec', 'NotDeployed', 'Deployed'] as const).flatMap(
    recorded => [
      `### A session cluster: ${lowerFirst(recordedStateWords[recorded])}`,
      classificationTable([...ofSessionCluster[recorded].rows, ofSessionCluster[recorded].last]),
    ],
  ),
]

const sessionJobSection = (): readonly string[] => [
  `## Which situation is a FlinkSessionJob in?

The first row that fits, of the same tables with its own rows (\`shared-cluster.ts\`, \`session-job-record-lost.ts\`); R, S, U, L and 4.9/8 stand for tables of their own.`,
  ...jobTables('A session job', ofSessionJob),
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
    table(['row', 'when', 'then'], rows.map(({ row, when, next }) => [row, when, next]))
  return [
    `## A FlinkBlueGreenDeployment

Which edit is it? The first row that fits (\`change.ts\`).`,
    table(['row', 'when', 'edit'], changeRows.map(({ row, when, change }) => [row, when, change])),
    `What is done? In each state the first row that fits, after these (\`rows.ts\`):`,
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
    ...classificationSection(),
    ...sessionJobSection(),
    ...blueGreenSection(),
    `## Rows of the decision tables

A letter may begin rows of two tables: the file tells which. Names like 5.2/5 are rows of control-flow.md's tables, see [vocabulary.md](vocabulary.md).`,
    table(['row', 'what it says', 'where'], allDecisionRows().map(decisionRowCells)),
    '## Other ids',
    titles(ruleTitles),
    `## Lyft's FlinkApplication

Where Lyft's operator does badly (LD), and what is done here instead.`,
    titles(lyftDefects),
    'Scenarios (FA): given, when: then.',
    titles(lyftScenarios),
  )

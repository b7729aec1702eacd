/** docs/reference/flink-application-states.md: the state machine of a FlinkApplication, drawn and told from its table. */
import { giveUpRows } from '../../packages/lyft/src/retry/give-up.ts'
import { deploymentModes } from '../../packages/lyft/src/spec/modes.ts'
import { stateDiagram } from '../../packages/lyft/src/state/diagram.ts'
import { builtOtherwise, stateRows } from '../../packages/lyft/src/state/table.ts'
import { type Phase, phases, type StateRow } from '../../packages/lyft/src/state/state-row.ts'
import { halfWayRows } from '../../packages/lyft/src/take-over/half-way.ts'
import { page, type Page, table } from './markdown.ts'

const drawn = (text: string): string => ['```mermaid', text, '```'].join('\n')

const isGeneral = ({ id }: StateRow): boolean => id.startsWith('flink-application/')

const rowsTable = (rows: readonly StateRow[]): string =>
  table(
    ['row', "in Lyft's table", 'modes', 'when', 'what is done', 'next', 'for'],
    rows.map(({ id, reference = '', modes, when, does, next, ids }) => [
      id,
      reference,
      modes.length === deploymentModes.length ? '' : modes.join(', '),
      when,
      does,
      next === 'Same' ? '' : next,
      ids.join(' '),
    ]),
  )

const ofState = (phase: Phase): readonly string[] => [
  `### ${phase}`,
  rowsTable(stateRows.filter(row => !isGeneral(row) && row.from.includes(phase))),
]

export const applicationStatesPage = (): Page =>
  page(
    'docs/reference/flink-application-states.md',
    'The states of a FlinkApplication',
    `The state machine of \`flink.k8s.io/v1beta1\`, kind FlinkApplication. \`status.phase\` holds the state; New is the empty word. Of the rows of a state the first one
answers of which "when" is so; it alone says which state comes next. A row without a number in Lyft's
table is of this operator alone. LDnn names a defect of Lyft's operator that the row does not have, Pnn a property that it keeps.`,
    ...deploymentModes.flatMap(mode => [`## ${mode}`, drawn(stateDiagram(mode))]),
    '## Rows',
    '### Every state',
    rowsTable(stateRows.filter(isGeneral)),
    ...phases.flatMap(ofState),
    '## When is a state given up?',
    table(['row', 'when', 'because'], giveUpRows.map(({ id, when, then }) => [id, when, then])),
    '## A status that is not ours, or not whole',
    `What Lyft's operator left in the middle of something, or what somebody changed by hand. The first row that fits says what it is taken for; that is written down before anything
is done.`,
    table(['row', 'when', 'what it is taken for'], halfWayRows.map(({ id, when, then }) => [id, when, then])),
    "## Rows of Lyft's operator that are none here",
    table(['row', 'in its place'], Object.entries(builtOtherwise)),
  )

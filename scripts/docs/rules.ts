import { allDecisionRows, decisionRowCells } from './decision-rows.ts'
import { page, type Page, table } from './markdown.ts'
import { ruleTitles } from './rule-ids.ts'

export const rulesPage = (): Page => page(
  'docs/rules.md', 'Rows and rules that code and tests cite',
  `Properties (P), historical bugs (B), and deviations of the control flow, of configuration and of cluster objects (D, L, C-D, M-D) stand in [properties.md](properties.md), what golden vectors excuse in
[deviations.md](deviations.md), what is relied on (K, F, T) in [rely-guarantee.md](rely-guarantee.md), errors that ask for a person (E1 to E5) in the [user guide](user-guide.md). The rest is here. A test fails where
code or a test cites an id that no document has.`,
  `## Rows of the decision tables

A letter may begin rows of two tables: the file tells which. Names like 5.2/5 are rows of control-flow.md's tables, see [vocabulary.md](vocabulary.md).`,
  table(['row', 'what it says', 'where'], allDecisionRows().map(decisionRowCells)),
  '## Other ids',
  table(['id', 'what'], Object.entries(ruleTitles).map(([id, title]) => [id, title])),
)

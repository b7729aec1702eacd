import type { Rule } from '../outcome.ts'
import type { StateRow } from '../state/state-row.ts'
import type { RowId } from '../state/table.ts'
import { cancelling } from './cancelling.ts'
import { clusterStarting } from './cluster-starting.ts'
import { creating } from './creating.ts'
import { dualRunning } from './dual-running.ts'
import { deleting } from './deleting.ts'
import { general } from './general.ts'
import { recovering } from './recovering.ts'
import { rescaling } from './rescaling.ts'
import { rollingBack } from './rolling-back.ts'
import { running } from './running.ts'
import { savepointing } from './savepointing.ts'
import { submitting } from './submitting.ts'

/** The code of every row of the table. A missing row, or one that the table does not have, does not compile. */
export const rules: { readonly [Id in RowId]: Rule } = {
  ...general,
  ...creating,
  ...rescaling,
  ...clusterStarting,
  ...savepointing,
  ...cancelling,
  ...recovering,
  ...submitting,
  ...rollingBack,
  ...running,
  ...dualRunning,
  ...deleting,
}

/** The rule of a row; null: no rule has that name. */
export const ruleOf = ({ id }: Pick<StateRow, 'id'>): Rule | null =>
  id in rules ? (rules as Readonly<Record<string, Rule>>)[id] ?? null : null

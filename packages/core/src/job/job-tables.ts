import type { DecisionTable, RowText } from '../contract/round/row.ts'
import { autoscalerRows } from './autoscale/autoscaler-situation.ts'
import type { LifecycleTables } from './classify-job.ts'
import { knownStateRows } from './record/known-state.ts'
import { inPlaceRows, nativeObstacles } from './scale/in-place-scaling.ts'
import { snapshotStepRows } from './snapshot/next-snapshot-step.ts'
import { baseRows, checkpointAgeRows } from './upgrade/base-upgrade-mode.ts'
import { restoreRows } from './upgrade/restore-job.ts'
import { rollbackIsDue, rollbackIsPossible, rollbackIsWanted } from './upgrade/rollback-obstacles.ts'
import { editRows } from './upgrade/upgrade-job.ts'

const upgradeModeRows: readonly RowText[] = [...baseRows, ...checkpointAgeRows]

/** The tables that the rows of a job's lifecycle refer to, wherever the job runs. */
export const jobSubTables: readonly DecisionTable[] = [
  { title: 'The edit needs a restart of the job', rows: editRows },
  { title: 'In which mode is the job stopped?', rows: upgradeModeRows },
  { title: 'What is the stopped job restored from?', rows: restoreRows },
  { title: 'Can the job be rescaled without a restart?', rows: [...nativeObstacles, ...inPlaceRows] },
  { title: 'What forbids a rollback?', rows: [...rollbackIsWanted, ...rollbackIsPossible, ...rollbackIsDue] },
  { title: 'Snapshots of the running job', rows: snapshotStepRows },
  { title: 'The autoscaler', rows: autoscalerRows },
  { title: 'What is the last state of the job?', rows: knownStateRows },
]

/** The tables of one kind in words. `it`: its name, at the beginning of a title. */
export const tablesInWords = (
  it: string,
  { first, unrecorded, recorded }: Readonly<Record<keyof LifecycleTables<never, never, never, never>, readonly RowText[]>>,
): readonly DecisionTable[] => [
  { title: `${it}: whatever is recorded`, rows: first },
  { title: `${it}: nothing is recorded as started`, rows: unrecorded },
  { title: `${it}: something is recorded as started`, rows: recorded },
]

/** Rows of the lifecycle that no situation names, because the rows of another table answer for them. */
const answeredElsewhere: readonly string[] = [
  'autoscaler-to-forget',
  'stopped',
  'resumed',
  'edit',
  'empty-start',
  'lost',
  'autoscaler',
  'upgrade-mode/by-checkpoint-age',
]

/** Ids of the rows that the situations of every job name. `more`: rows of the kind that other rows answer for. */
export const reportedRows = (tables: readonly (readonly RowText[])[], more: readonly string[]): readonly string[] => [
  ...new Set(
    [...tables, editRows, upgradeModeRows, restoreRows, snapshotStepRows, autoscalerRows].flatMap(rows => rows.map(({ id }) => id)).filter(
      id => !answeredElsewhere.includes(id) && !more.includes(id),
    ),
  ),
]

import { notRenderable, type DeployTarget, renderFirst as renderedFirst } from '../../../cluster/deploy/render-first.ts'
import { ingressRows } from '../../../cluster/ingress/ingress-step.ts'
import type { DecisionTable } from '../../../contract/round/row.ts'
import { tablesInWords } from '../../../job/job-tables.ts'
import { affectedRows } from './jobs-at-stake.ts'
import { lostRows } from './lost-session-cluster.ts'
import { scaleRow } from './scale-task-managers.ts'
import { classification } from './session-cluster-classification.ts'
import { classifyBy } from '../../../job/classify-job.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/** The decision tables of a session cluster. */
export const sessionClusterTables: readonly DecisionTable[] = [
  ...tablesInWords('A session cluster', classification),
  { title: 'Which jobs are affected if the JobManager is replaced?', rows: affectedRows },
  { title: 'A session cluster: the JobManager is lost', rows: lostRows },
  { title: 'A session cluster: the number of TaskManagers', rows: Object.values(scaleRow) },
]

const affected = affectedRows.map(({ id }) => id)
const followed = (row: string, more: readonly string[]): readonly string[] => more.map(it => `${row}, ${it}`)

/** Rows that are always followed by the row of another table, or answered by one. */
const onlyFollowed = ['session-cluster/deploy-begun', 'session-cluster/edit', 'session-cluster/rollback', 'ingress-edit', 'jobmanager-lost']

/**
 * Ids of the rows that a situation of a session cluster names. A row that replaces the JobManager is followed by the row of `affectedJobs`
 * that it rests on.
 */
export const decisionRows: readonly string[] = [
  ...new Set(
    [...classification.first, ...classification.unrecorded, ...classification.recorded, ...ingressRows, ...lostRows, ...notRenderable].map((
      { id },
    ) => id).filter(id => !onlyFollowed.includes(id)),
  ),
  // nothing is known of the high availability, and the row answers an absent Deployment before it checks jobs
  ...followed(
    'session-cluster/never-deployed',
    affected.filter(it => it !== 'affected-jobs/kept-by-ha' && it !== 'affected-jobs/jobmanager-down'),
  ),
  ...followed('session-cluster/deploy-begun', affected),
  ...followed('session-cluster/scaling', Object.values(scaleRow).map(({ id }) => id)),
  ...followed('session-cluster/edit', affected),
  ...followed('session-cluster/rollback', affected),
]

/** The spec that the situation will deploy in the end. Null: the situation leads to no deploy. */
const targetOf = (situation: SessionSituation): DeployTarget | null => {
  switch (situation._tag) {
    case 'FirstDeployment':
    case 'UpgradeDue':
    case 'StuckSubmit':
      return { target: situation.wanted, is: 'wanted' }
    case 'RollbackDue':
      return { target: situation.stable, is: 'stable' }
    case 'Lost':
      return { target: situation.deployed.running, is: 'running' }
    case 'NeedsFacts':
    case 'Deleting':
    case 'NotYetOurs':
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'Paused':
    case 'Deploying':
    case 'TearingDown':
    case 'AlreadyUpgraded':
    case 'ScaleDue':
    case 'IngressDue':
    case 'RunsWhatIsWanted':
    case 'Blocked':
    case 'Settled':
      return null
  }
}

/** Row `not-renderable` (F12). */
export const renderFirst = (round: SessionRound, situation: SessionSituation): SessionSituation =>
  renderedFirst(round, situation, targetOf(situation))

/** Classifies the round: the first row of `classification` that matches. */
export const classify = (round: SessionRound): SessionSituation => {
  const { desired: { deployed, wanted } } = round
  const recorded = deployed._tag === 'Deployed' && wanted !== null ? { deployed, wanted } : null
  return renderFirst(round, classifyBy(classification, round, { wanted, recorded }, 'session-cluster/nothing'))
}

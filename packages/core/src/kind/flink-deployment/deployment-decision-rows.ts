import type { DecisionTable } from '../../contract/round/row.ts'
import { notRenderable } from '../../cluster/deploy/render-first.ts'
import { ingressRows } from '../../cluster/ingress/ingress-step.ts'
import { jobSubTables, reportedRows, tablesInWords } from '../../job/job-tables.ts'
import { lostRows } from './application/recovery/lost-job-manager.ts'
import { unhealthyRows } from './application/recovery/unhealthy-job.ts'
import { endBeforeRedeployRows } from './application/stop/end-first.ts'
import { stopWithoutJobRows } from './application/upgrade/available-upgrade-mode.ts'
import { rollbackObstacles } from './application/upgrade/stop-answer.ts'
import { classification } from './deployment-classification.ts'
import { clusterRows } from './own-cluster.ts'
import { decisionRows as sessionClusterRows, sessionClusterTables } from './session-cluster/session-cluster-decision-rows.ts'

/** The tables that only an application has. */
const ownTables: readonly DecisionTable[] = [
  {
    title: 'An application: its cluster is being deployed, or was deployed by the previous operator',
    rows: [clusterRows.deploying, clusterRows['submitted-before']],
  },
  { title: 'An application: its job can not be stopped', rows: stopWithoutJobRows },
  { title: 'An application: the JobManager is lost', rows: lostRows },
  { title: 'An application: its health check fails', rows: unhealthyRows },
  { title: 'An application: only Flink can delete the stored plan of its job', rows: endBeforeRedeployRows },
]

/** The decision tables of a FlinkDeployment. */
export const deploymentTables: readonly DecisionTable[] = [
  ...tablesInWords('An application', classification),
  ...ownTables,
  ...jobSubTables,
  { title: 'What else forbids a rollback of an application?', rows: rollbackObstacles },
  { title: 'An edit of the ingress', rows: ingressRows },
  { title: 'Before a cluster is stopped or deleted', rows: notRenderable },
  ...sessionClusterTables,
]

/** Ids of the rows that a situation names. An application and a session cluster share some. */
export const decisionRows: readonly string[] = [
  ...new Set([
    ...reportedRows(
      [
        classification.first,
        classification.unrecorded,
        classification.recorded,
        ...ownTables.map(({ rows }) => rows),
        ingressRows,
        notRenderable,
      ],
      ['ingress-edit', 'unhealthy', 'end-before-redeploy', 'starting', 'started-before'],
    ),
    ...sessionClusterRows,
  ]),
]

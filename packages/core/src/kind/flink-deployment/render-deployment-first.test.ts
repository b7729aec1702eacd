import { describe, expect, test } from 'vitest'
import { aJob, goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, errorMessageOf, type Given, lookedAndDecided, situationOf, written } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { firstHealth, withClusterHealth } from './application/health/cluster-health.ts'

const unhealthySpec = { configuration: { 'kubernetes.operator.cluster.health-check.enabled': 'true' } }
const healthBefore = withClusterHealth(
  { 'flink-version': '1.20.1', 'flink-revision': 'abc' },
  firstHealth({ time: t0 - 60_000, restarts: 0, completedCheckpoints: 5 }),
)
const restartsAll = { configuration: { 'kubernetes.operator.job.restart.failed': 'true' } }
const rollsBack = { configuration: { 'kubernetes.operator.deployment.rollback.enabled': 'true' } }
/** Recorded as stable, before the operator or its defaults were changed: a keyword of another time. */
const old = { ...rollsBack, configuration: { ...rollsBack.configuration, 'kubernetes.hostnetwork.enabled': 'maybe' } }
const failed = {
  job: { state: 'FAILED', upgradeSavepointPath: 's3://b/cp/7' },
  record: { terminalSince: t0 - 60_000, left: true, runningSince: null },
} as const

/** What would be begun if it could be rendered; all but the rollback's target are spoilt by the operator's defaults. */
const cases: readonly (readonly [what: string, given: Given, world: FlinkDeploymentFacts, row: string])[] = [
  [
    'a rollback',
    {
      spec: rollsBack,
      status: runningStatus({
        recorded: { spec: rollsBack, used: 'last-state' },
        stable: { spec: old },
        job: { state: 'RESTARTING' },
        reconciliation: { reconciliationTimestamp: t0 - 3_600_000 },
        record: { runningSince: null },
      }),
    },
    runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0) }),
    'RollbackDue',
  ],
  [
    'the restart of an unhealthy job',
    { spec: unhealthySpec, status: runningStatus({ recorded: { spec: unhealthySpec }, clusterInfo: healthBefore }) },
    runningCluster(t0, { metrics: known({ restarts: 65, completedCheckpoints: 6 }, t0) }),
    'Unhealthy',
  ],
  [
    'the restart of a failed job',
    { spec: restartsAll, status: runningStatus({ recorded: { spec: restartsAll }, ...failed }) },
    runningCluster(t0, { jobs: known([aJob('FAILED')], t0) }),
    'RestartFailed',
  ],
  [
    'the recovery of a lost JobManager',
    { status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }) },
    goneCluster(),
    'Lost',
  ],
  [
    'the restore of a job that is stopped for an upgrade',
    { status: suspendedStatus({ reconciliation: { state: 'UPGRADING' } }) },
    goneCluster(),
    'RestoreDue',
  ],
]
const spoilt = { 'blob.server.port': '1-2' }

describe("not-renderable F12 nothing is stopped or taken away for a recorded spec that can't be rendered any more", () => {
  test.each(cases)('%s', (what, given, world, tag) => {
    const good = what === 'a rollback' ? {
      ...given,
      status: runningStatus({
        ...runningStatus(),
        recorded: { spec: rollsBack, used: 'last-state' },
        stable: { spec: rollsBack },
        job: { state: 'RESTARTING' },
        reconciliation: {
          reconciliationTimestamp: t0 - 3_600_000,
          lastReconciledSpec: given.status!.reconciliationStatus.lastReconciledSpec,
        },
        record: { runningSince: null },
      }),
    } : given
    expect(situationOf({ ...good, facts: world })).toMatchObject({ _tag: tag })
    const bad: Given = { ...given, ...(what === 'a rollback' ? {} : { operator: spoilt }) }
    expect(situationOf({ ...bad, facts: world })).toMatchObject({ _tag: 'Blocked', row: 'not-renderable' })
    const actions = lookedAndDecided(bad, world)
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation ?? null).toBeNull()
    expect(written(actions)!.lifecycleState).not.toBe(tag === 'Lost' ? 'STABLE' : '')
    expect(errorMessageOf(written(actions)!)).toMatch(/can't be rendered any more.*(blob\.server\.port|hostnetwork).*operator's defaults/)
  })

  test('an unhealthy job whose restart was begun is left alone while its cluster has not begun to go', () => {
    const operation = aDeploy({
      purpose: 'RestartUnhealthy',
      source: { _tag: 'LastState', restorePath: 'KUBERNETES_OPERATOR_LAST_STATE', reason: '' },
      step: 'TearDown',
    })
    const begun: Given = { spec: unhealthySpec, status: runningStatus({ recorded: { spec: unhealthySpec }, operation }) }
    expect(effectsOf(lookedAndDecided(begun, runningCluster()))).not.toEqual([])
    const actions = lookedAndDecided({ ...begun, operator: spoilt }, runningCluster())
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { withRollback as on } from '../../../../fixtures/session-cluster-cases.ts'
import { aDeployment, aPod } from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { eventsOf, written } from '../../../../fixtures/round.ts'
import {
  type GivenCluster,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionRecord,
} from '../../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'

const broken = { image: 'flink:broken' }
const stable = sessionRecord({}, on)
const unstable: GivenCluster = {
  configuration: on,
  recorded: broken,
  spec: broken,
  status: { jobManagerDeploymentStatus: 'DEPLOYING' },
  reconciliation: { lastStableSpec: stable, reconciliationTimestamp: t0 - 300_001 },
  facts: runningSession({
    jobs: unknown('NotReady', 'late', t0),
    deployment: known(aDeployment({ availableReplicas: 0 }), t0),
    jobManagerPods: known([aPod({ containers: [] })], t0),
  }),
}

test.each<readonly [string, string, GivenCluster]>([
  ['session-cluster/rollback, affected-jobs/kept-by-ha', 'nothing stands against it', {}],
  ['session-cluster/nothing', 'the user wants something else by now, and it is not valid', {
    spec: { ...broken, jobManager: { replicas: 0 } },
  }],
  ['session-cluster/edit, affected-jobs/kept-by-ha', 'the user wants something else by now', { spec: { image: 'flink:mended' } }],
  ['session-cluster/nothing', 'rollback is off', { configuration: ha }],
  ['session-cluster/edit-taken-back', 'rolled back already, and the stable spec is what is wanted', {
    spec: {},
    reconciliation: { ...unstable.reconciliation, state: 'ROLLED_BACK' },
  }],
  ['session-cluster/nothing', 'rolled back already', {
    reconciliation: { ...unstable.reconciliation, state: 'ROLLED_BACK' },
  }],
  ['session-cluster/nothing', 'the spec is stable', {
    reconciliation: { ...unstable.reconciliation, lastStableSpec: sessionRecord(broken, on) },
  }],
  ['session-cluster/nothing', 'F16 the JobManager is up but Flink is unreachable: which jobs run is unknown', {
    facts: runningSession({ jobs: unknown('Timeout', 'late', t0) }),
  }],
  ['session-cluster/nothing', 'there is no stable spec', { reconciliation: { ...unstable.reconciliation, lastStableSpec: null } }],
  ['session-cluster/nothing', 'the Flink version differs', {
    reconciliation: { ...unstable.reconciliation, lastStableSpec: sessionRecord({ flinkVersion: 'v1_19' }, on) },
  }],
  ['session-cluster/nothing', 'the spec still has time to become stable', {
    reconciliation: { ...unstable.reconciliation, reconciliationTimestamp: t0 - 300_000 },
  }],
  ['session-cluster/rollback, affected-jobs/kept-by-ha', 'F15 this process has looked for as long', { env: { steadySince: t0 - 300_001 } }],
  ['session-cluster/nothing', 'F15 this process has not looked for as long', { env: { steadySince: t0 - 300_000 } }],
])('%s a rollback of a session cluster (control-flow.md, section 4.9): %s', (row, _title, change) => {
  expect(sessionExplained({ ...unstable, ...change }).row).toBe(row)
})

test('session-cluster/rollback a rollback is told, and leaves the record of the spec that is taken back', () => {
  const actions = sessionDecided(unstable)
  expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['Rollback'])
  expect(written(actions)?.reconciliationStatus).toMatchObject({ state: 'ROLLING_BACK', lastStableSpec: stable })
})

import { expect, test } from 'vitest'
import { withRollback as on } from '../../fixtures/session-cluster-cases.ts'
import { aDeployment, aPod } from '../../fixtures/cluster-facts.ts'
import { t0 } from '../../fixtures/flink-deployment-resource.ts'
import { eventsOf, written } from '../../fixtures/round.ts'
import {
  type GivenCluster,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionRecord,
} from '../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../fact/fact.ts'

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
  ['K17 J1', 'nothing stands against it', {}],
  ['K19', 'the user wants something else by now, and it is not valid', { spec: { ...broken, jobManager: { replicas: 0 } } }],
  ['K15 J1', 'the user wants something else by now', { spec: { image: 'flink:mended' } }],
  ['K19', 'rollback is off', { configuration: ha }],
  ['K12', 'rolled back already, and the stable spec is what is wanted', {
    spec: {},
    reconciliation: { ...unstable.reconciliation, state: 'ROLLED_BACK' },
  }],
  ['K19', 'rolled back already', {
    reconciliation: { ...unstable.reconciliation, state: 'ROLLED_BACK' },
  }],
  ['K19', 'the spec is stable', { reconciliation: { ...unstable.reconciliation, lastStableSpec: sessionRecord(broken, on) } }],
  ['K19', 'F16 Flink is out of reach while its JobManager is up: nobody knows which jobs run', {
    facts: runningSession({ jobs: unknown('Timeout', 'late', t0) }),
  }],
  ['K19', 'there is no stable spec', { reconciliation: { ...unstable.reconciliation, lastStableSpec: null } }],
  ['K19', 'the Flink version differs', {
    reconciliation: { ...unstable.reconciliation, lastStableSpec: sessionRecord({ flinkVersion: 'v1_19' }, on) },
  }],
  ['K19', 'the spec still has time to become stable', {
    reconciliation: { ...unstable.reconciliation, reconciliationTimestamp: t0 - 300_000 },
  }],
  ['K17 J1', 'F15 this process has looked for as long', { env: { steadySince: t0 - 300_001 } }],
  ['K19', 'F15 this process has not looked for as long', { env: { steadySince: t0 - 300_000 } }],
])('%s a rollback of a session cluster (control-flow.md, section 4.9): %s', (row, _title, change) => {
  expect(sessionExplained({ ...unstable, ...change }).row).toBe(row)
})

test('K17 a rollback is told, and leaves the record of the spec that is taken back', () => {
  const actions = sessionDecided(unstable)
  expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['Rollback'])
  expect(written(actions)?.reconciliationStatus).toMatchObject({ state: 'ROLLING_BACK', lastStableSpec: stable })
})

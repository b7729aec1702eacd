import { settled } from '../settled.ts'
import { settling } from '../../kind/flink-deployment/application/settling.ts'
import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { JobDecision, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { snapshotKeeping } from './snapshot-pruning.ts'
import { resourceStep, upgradeResource } from './snapshot-resources.ts'
import { takeSnapshotStep } from './snapshots.ts'
import { summarize } from '../../kind/flink-deployment/summarize-deployment.ts'

const on = 'kubernetes.operator.snapshot.resource.enabled'
const spec = (more: SpecChange = {}): SpecChange => ({ ...more, configuration: { [on]: 'true', ...more.configuration } })
const deployedOf = ({ desired: { deployed } }: Round) => {
  if (deployed._tag !== 'Deployed') throw new Error('not deployed')
  return deployed
}
const round = (it: Given): Round => roundOf({ status: runningStatus({ recorded: { spec: spec() } }), metadata: { generation: 2 }, ...it })
const stepOf = (it: Round) => resourceStep(it, deployedOf(it))
const taken = (it: Round): JobDecision => {
  const step = stepOf(it)
  if (step === null || step === 'NotInstalled') throw new Error('no step')
  return takeSnapshotStep(it, step, settled(settling, it))
}
const listed = (...snapshots: readonly StateSnapshotView[]) => runningCluster(t0, { snapshots: known(snapshots, t0) })
const aSnapshot = (name: string, change: Partial<StateSnapshotView> = {}): StateSnapshotView => ({
  name,
  uid: `uid-${name}`,
  creationTimestamp: t0 - 1_000,
  deleting: false,
  kind: 'savepoint',
  triggerType: 'PERIODIC',
  state: 'COMPLETED',
  path: `s3://${name}`,
  ...change,
})
const manual = spec({ job: { savepointTriggerNonce: 1 } })

describe('which way snapshots are kept (control-flow.md, section 6.1)', () => {
  test.each(
    [
      ['nobody would carry the resources out', spec(), {}, false, 'Status'],
      ['the resource does not want them', spec({ configuration: { [on]: 'false' } }), {}, true, 'Status'],
      ['the operator forbids it', spec(), { [on]: 'false' }, true, 'Status'],
      ['they are carried out, and nobody says anything about them', {}, {}, true, 'Resources'],
    ] as const,
  )('%s', (_title, given, operator, hasController, want) => {
    const it = roundOf({ spec: given, status: runningStatus({ recorded: { spec: given } }) })
    expect(snapshotKeeping(deployedOf(it).running, environment(t0, operator, 0, hasController))).toBe(want)
  })
})

describe('snapshots as resources (control-flow.md, section 6.4)', () => {
  test('they are listed only when one is due', () => {
    expect(stepOf(round({ spec: spec(), facts: runningCluster() }))).toBeNull()
    expect(stepOf(round({ spec: manual, facts: runningCluster() }))).toMatchObject({
      _tag: 'Look',
      queries: [{ _tag: 'ListStateSnapshots', job: { kind: 'FlinkDeployment', name: 'app' } }],
    })
  })
  test('no CRD: kept in the status. Not seen: nothing is done (P14)', () => {
    expect(stepOf(round({ spec: manual, facts: runningCluster(t0, { snapshots: absent(t0) }) }))).toBe('NotInstalled')
    expect(stepOf(round({ spec: manual, facts: runningCluster(t0, { snapshots: unknown('Timeout', 'late', t0) }) }))).toBeNull()
  })
  test('B77 by nonce: the name is durable before, the nonce is recorded only after the resource is there', () => {
    const it = round({ spec: manual, facts: listed() })
    const actions = summarize(it, taken(it))
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'CreateStateSnapshot', 'PersistStatus', 'Requeue'])
    expect(actions[0]).toMatchObject({ status: { operatorRecord: { manualSavepoint: { nonce: 1, askedAt: t0 } } } })
    expect(actions[1]).toEqual({
      _tag: 'CreateStateSnapshot',
      namespace: 'ns',
      name: `app-savepoint-manual-${String(t0)}`,
      labels: { 'snapshot.trigger-type': 'MANUAL' },
      spec: {
        jobReference: { kind: 'FlinkDeployment', name: 'app' },
        savepoint: { path: 's3://b/sp', formatType: 'CANONICAL', disposeOnDelete: false, alreadyExists: false },
      },
    })
    const [first, last] = actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.status] : []))
    expect(first?.reconciliationStatus.lastReconciledSpec).not.toContain('"savepointTriggerNonce":1')
    expect(last?.reconciliationStatus.lastReconciledSpec).toContain('"savepointTriggerNonce":1')
    expect(last).toMatchObject({ lifecycleState: 'STABLE', operatorRecord: { manualSavepoint: null } })
  })
  test('a crash before the nonce was recorded: the same name again', () => {
    const it = round({
      spec: manual,
      facts: listed(),
      now: t0 + 60_000,
      status: runningStatus({ recorded: { spec: spec() }, record: { manualSavepoint: { nonce: 1, askedAt: t0, retryAt: null } } }),
    })
    expect(taken(it)).toMatchObject({ effects: [{ name: `app-savepoint-manual-${String(t0)}` }] })
  })
  test('periodic: named by the moment at which it became due, whenever it is noticed', () => {
    const periodic = spec({ configuration: { 'kubernetes.operator.periodic.checkpoint.interval': '1 min' } })
    const it = (now: number) =>
      round({
        spec: periodic,
        now,
        facts: listed(),
        status: runningStatus({ recorded: { spec: periodic }, record: { lastPeriodicCheckpointTrigger: t0 } }),
      })
    for (const now of [t0 + 61_000, t0 + 119_000])
      expect(taken(it(now))).toMatchObject({
        effects: [{ name: `app-checkpoint-periodic-${String(t0 + 60_000)}`, spec: { checkpoint: {} } }],
        then: { status: { operatorRecord: { lastPeriodicCheckpointTrigger: t0 + 60_000 } } },
      })
  })
  test('P04 B78 what is too much goes first; what is under way, asked for by people, or referenced stays', () => {
    const few = spec({ ...manual, configuration: { 'kubernetes.operator.savepoint.history.max.count': '1' } })
    const it = round({
      spec: few,
      facts: listed(
        aSnapshot('d'),
        aSnapshot('a', { creationTimestamp: 1 }),
        aSnapshot('b', { creationTimestamp: 2, state: 'IN_PROGRESS' }),
        aSnapshot('c', { creationTimestamp: 3, triggerType: 'MANUAL' }),
        aSnapshot('e', { creationTimestamp: 4 }),
      ),
      status: runningStatus({ recorded: { spec: { ...few, job: {} } }, job: { upgradeSavepointPath: 's3://e' } }),
    })
    expect(taken(it)).toMatchObject({
      effects: [{ _tag: 'DeleteObject', target: { kind: 'FlinkStateSnapshot', name: 'a', uid: 'uid-a' } }],
    })
  })
  test('6.7 the savepoint of an upgrade exists already, and has this one owner', () => {
    const it = round({ spec: spec() })
    expect(upgradeResource(it, deployedOf(it), 's3://up', aSuspend({ jobId }).mintedAt)).toMatchObject({
      name: `app-savepoint-upgrade-${String(aSuspend().mintedAt)}`,
      labels: { 'snapshot.trigger-type': 'UPGRADE' },
      spec: { savepoint: { path: 's3://up', alreadyExists: true } },
    })
  })
})

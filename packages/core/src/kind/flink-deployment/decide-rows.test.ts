import { describe, expect, test } from 'vitest'
import { goneCluster, jobId, neverAvailable, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { recordOf, runningStatus, type StatusChange, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { finalizer, type SpecChange, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import { mintId } from '../../contract/resource/mint-id.ts'
import type { RestoreSource } from '../../contract/resource/operation.ts'
import { decide } from './decide-deployment.ts'
import type { FlinkDeploymentDesired, JobAct, Round, Situation } from './application/application-round.ts'

const image = (tag: string): SpecChange => ({ rest: { image: `flink:${tag}` } })
const bad = image('bad')
const good = image('good')
const edited = { spec: image('new'), metadata: { generation: 2 } } as const
/** With `desired` as it can't become by itself. */
const round = (given: Given, desired: (it: FlinkDeploymentDesired) => Partial<FlinkDeploymentDesired> = () => ({})): Round => {
  const it = roundOf({ facts: runningCluster(), ...given })
  return { ...it, desired: { ...it.desired, ...desired(it.desired) } }
}
const never = () => ({ deployed: { _tag: 'Never' } }) as const
type Answered = Extract<Situation, { _tag: 'UpgradeDue' }>['answer']
const answer = (suspend: Answered['suspend'], restoreMode: Answered['restoreMode'], neverStarted = false): Answered => ({
  _tag: 'Available',
  suspend,
  restoreMode,
  neverStarted,
  row: 'upgrade-mode/stateless',
  reason: 'why it can be',
})
type Evidence = 'wanted' | 'deployed' | 'stable' | 'target' | 'redeploy'
type Unlabelled<S> = S extends Situation ? Omit<S, 'row' | 'reason' | Evidence> : never
/** With the evidence that the round has for it. */
const situation = ({ desired: { wanted, stable, deployed } }: Round, it: Unlabelled<Situation>): Situation => {
  const target = it._tag === 'RestoreDue' && it.purpose === 'Rollback' ? stable : wanted
  return { row: 'X', reason: 'why', ...it, wanted, stable, deployed, target } as unknown as Situation
}
const acted = (it: Round, what: Unlabelled<Situation>): JobAct => {
  const decision = decide(it, situation(it, what))
  return decision._tag === 'Act' ? decision : expect.fail(`it looks: ${decision.why}`)
}
const reported = ({ events }: JobAct): readonly string[] => events.map(({ reason }) => reason)
const path: RestoreSource = { _tag: 'Path', path: 's3://b/sp/1', reason: 'its savepoint' }
const operationId = mintId('operation', uid, 4, t0)

describe('a situation that asks for one thing', () => {
  test('not yet ours: the finalizer, before anything is made that it has to take away', () => {
    expect(acted(round({ status: runningStatus() }), { _tag: 'NotYetOurs' })).toMatchObject({
      effects: [{ _tag: 'AddFinalizer', finalizer }],
      reason: 'why',
      after: 0,
    })
  })
  test('the reference operator had begun a rollback: it is judged anew, from DEPLOYED', () => {
    const it = round({ status: runningStatus({ reconciliation: { state: 'ROLLING_BACK' } }) })
    const got = acted(it, { _tag: 'AdoptedRollback' })
    expect(got).toMatchObject({ effects: [], reason: 'why', status: { reconciliationStatus: { state: 'DEPLOYED' } } })
    expect(got.status).toEqual({
      ...it.observed.status,
      reconciliationStatus: { ...it.observed.status.reconciliationStatus, state: 'DEPLOYED' },
    })
  })
  test('the reference operator had cancelled the job: an operation of ours, which restores from its last checkpoint', () => {
    const got = acted(round({ status: runningStatus({ record: { retryAt: t0 - 1 } }) }), { _tag: 'AdoptedCancel' })
    expect(got).toMatchObject({
      effects: [],
      reason: 'the operator takes over the cancel of the previous operator',
      status: {
        operation: {
          kind: 'Suspend',
          id: operationId,
          attempt: 4,
          purpose: 'Upgrade',
          jobId,
          mode: 'CANCEL',
          restoreMode: 'savepoint',
          step: 'Requested',
        },
        operatorRecord: { attempts: 4, retryAt: null },
      },
    })
  })
  test.each(
    [
      ['a job that came back to life', 'OrphanJob', 'StopOrphan', ['OrphanJob']],
      ['past its time to live', 'PastTtl', 'ShutdownTtl', []],
    ] as const,
  )('%s: its cluster is taken away, HA metadata stays', (_title, _tag, purpose, events) => {
    const got = acted(round({ status: runningStatus({ record: { retryAt: t0 - 1 } }) }), { _tag })
    expect(got).toMatchObject({
      effects: [],
      status: {
        operation: { kind: 'TearDown', id: operationId, attempt: 4, purpose, deleteHaMetadata: false },
        operatorRecord: { attempts: 4, retryAt: null },
      },
    })
    expect(reported(got)).toEqual(events)
  })
})

describe('what is deployed for a restore (control-flow.md, sections 4.4 and 4.9)', () => {
  const stable: StatusChange = {
    recorded: { spec: bad, state: 'suspended', used: 'last-state' },
    stable: { spec: good },
    reconciliation: { state: 'UPGRADING' },
  }
  const withStable: SpecChange = { ...image('new'), configuration: { 'kubernetes.operator.deployment.rollback.enabled': 'true' } }
  const rollingBack: StatusChange = { ...stable, reconciliation: { state: 'ROLLING_BACK' } }
  const started = (
    given: Given,
    purpose: 'Resume' | 'Upgrade' | 'Rollback',
    desired?: (it: FlinkDeploymentDesired) => Partial<FlinkDeploymentDesired>,
  ): { readonly got: JobAct; readonly it: Round } => {
    const it = round({ facts: goneCluster(), ...given }, desired)
    return { it, got: acted(it, { _tag: 'RestoreDue', source: path, purpose }) }
  }

  test('a rollback: the stable spec; the bad one stays recorded, so that the unchanged edit is no change', () => {
    const { got, it } = started({ ...edited, status: suspendedStatus(rollingBack) }, 'Rollback')
    expect(it.desired.stable?.spec.image).toBe('flink:good')
    expect(got.status).toMatchObject({
      operation: { kind: 'Deploy', purpose: 'Rollback', source: path },
      reconciliationStatus: it.observed.status.reconciliationStatus,
    })
    expect(reported(got)).toEqual([])
  })
  test.each(
    [
      ['Upgrade', []],
      ['Resume', ['SpecChanged']],
    ] as const,
  )('%s: what is wanted, though a stable spec is known; recorded with the mode that was used', (purpose, events) => {
    const { got, it } = started(
      {
        spec: withStable,
        metadata: { generation: 2 },
        status: suspendedStatus({
          ...stable,
          recorded: { ...stable.recorded, spec: { ...withStable, ...bad } },
          stable: { spec: { ...withStable, ...good } },
        }),
      },
      purpose,
      ({ wanted }) => ({ stable: wanted }),
    )
    expect(it.desired.stable).not.toBeNull()
    expect(got.status).toMatchObject({ operation: { kind: 'Deploy', purpose }, reconciliationStatus: { state: 'UPGRADING' } })
    expect(got.status.reconciliationStatus.lastReconciledSpec).toContain('flink:new')
    expect(got.status.reconciliationStatus.lastReconciledSpec).toContain('"upgradeMode":"last-state"')
    expect(reported(got)).toEqual(events)
  })
  test('B09 D-04 stateless is recorded as such, whatever was used before', () => {
    const { got } = started({
      spec: { ...image('new'), job: { upgradeMode: 'stateless' } },
      metadata: { generation: 2 },
      status: suspendedStatus(stable),
    }, 'Upgrade')
    expect(got.status.reconciliationStatus.lastReconciledSpec).toContain('"upgradeMode":"stateless"')
  })
  test('a resume without a change of the spec announces none', () => {
    const { got } = started({ status: suspendedStatus({ recorded: { state: 'running' } }) }, 'Resume')
    expect(reported(got)).toEqual([])
  })
  test.each(
    [
      ['a failed job', { _tag: 'RestartFailed', source: path }, []],
      ['a lost job', { _tag: 'Lost', source: path }, ['RecoverDeployment']],
    ] as const,
  )('%s is put up again as it is recorded, not as it is wanted', (_title, what, events) => {
    const it = round({ ...edited, status: runningStatus() })
    const got = acted(it, what)
    expect(got.status).toMatchObject({
      operation: { kind: 'Deploy', purpose: what._tag === 'Lost' ? 'Recovery' : 'RestartFailed', source: path },
      reconciliationStatus: it.observed.status.reconciliationStatus,
    })
    expect(reported(got)).toEqual(events)
  })
})

describe('a rollback begins (control-flow.md, section 4.9)', () => {
  const it = round({ spec: bad, metadata: { generation: 2 }, status: runningStatus({ recorded: { spec: bad }, stable: { spec: good } }) })
  test.each<readonly [string, Answered, object]>([
    ['the job is stopped with a savepoint', answer('SAVEPOINT', 'savepoint'), {
      effects: [{ _tag: 'StopWithSavepoint' }],
      reason: 'why it can be',
      status: { operation: { kind: 'Suspend', purpose: 'Rollback', mode: 'SAVEPOINT', restoreMode: 'savepoint' } },
    }],
    ['nothing runs: it is recorded so at once, by the mode that its state can be restored with', answer('NOOP', 'last-state'), {
      effects: [],
      reason: 'why it can be',
      status: {
        operation: null,
        reconciliationStatus: {
          state: 'ROLLING_BACK',
          lastReconciledSpec: recordOf({ spec: bad, used: 'last-state', state: 'suspended' }),
        },
      },
    }],
  ])('%s', (_title, how, want) => {
    const got = acted(it, { _tag: 'RollbackDue', answer: how })
    expect(got).toMatchObject(want)
    expect(reported(got)).toContain('Rollback')
  })
  test('5.6/c B36 what never started is taken away as it was seen, and told', () => {
    const stuck = round({
      spec: bad,
      metadata: { generation: 2 },
      status: runningStatus({ recorded: { spec: bad }, stable: { spec: good } }),
      facts: runningCluster(t0, { deployment: known(neverAvailable(), t0), jobManagerPods: known([], t0) }),
    })
    const got = acted(stuck, { _tag: 'RollbackDue', answer: answer('NOOP', 'savepoint', true) })
    expect(got).toMatchObject({
      effects: [{ _tag: 'DeleteObject', resourceVersion: '10' }],
      status: { operation: { kind: 'Suspend', purpose: 'Rollback', mode: 'NOOP', step: 'TearDown' } },
    })
    expect(reported(got)).toEqual(['Rollback'])
  })
})

describe('an upgrade begins (control-flow.md, section 4.4)', () => {
  const it = round({ ...edited, status: runningStatus() })
  test('why it is possible is told as the situation tells it', () => {
    expect(acted(it, { _tag: 'UpgradeDue', answer: answer('SAVEPOINT', 'savepoint') })).toMatchObject({
      reason: 'why',
      status: { operation: { kind: 'Suspend', purpose: 'Upgrade', mode: 'SAVEPOINT' } },
    })
  })
  test('5.6/c B36 what never started is taken away first, for the mode that the answer names', () => {
    const got = acted(
      round({ ...edited, status: runningStatus(), facts: runningCluster(t0, { deployment: known(neverAvailable(), t0) }) }),
      { _tag: 'UpgradeDue', answer: answer('NOOP', 'last-state', true) },
    )
    expect(got).toMatchObject({
      reason: 'why',
      effects: [{ _tag: 'DeleteObject' }],
      status: { operation: { kind: 'Suspend', purpose: 'Upgrade', mode: 'NOOP', restoreMode: 'last-state', step: 'TearDown' } },
    })
    expect(reported(got)).toEqual(['SpecChanged'])
  })
  test('nothing runs: recorded as suspended by the mode that its state can be restored with, and its state is known', () => {
    const got = acted(round({ ...edited, status: runningStatus({ job: { state: 'FAILED' } }) }), {
      _tag: 'UpgradeDue',
      answer: answer('NOOP', 'last-state'),
    })
    expect(got).toMatchObject({
      effects: [],
      reason: 'why',
      status: {
        operation: null,
        observedGeneration: 2,
        reconciliationStatus: {
          state: 'UPGRADING',
          lastReconciledSpec: recordOf({ spec: image('new'), used: 'last-state', state: 'suspended' }),
        },
      },
    })
    expect(reported(got)).toEqual(['SpecChanged'])
  })
})

describe('what is only to be recorded', () => {
  const used = { spec: {}, used: 'last-state' } as const
  test('D-35 the spec that runs is wanted after all: recorded with the mode that was used, and told', () => {
    const got = acted(round({ ...edited, status: runningStatus({ recorded: used, reconciliation: { state: 'ROLLED_BACK' } }) }), {
      _tag: 'RunsWhatIsWanted',
    })
    expect(got).toMatchObject({
      effects: [],
      reason: 'why',
      status: {
        observedGeneration: 2,
        reconciliationStatus: {
          state: 'DEPLOYED',
          reconciliationTimestamp: t0,
          lastReconciledSpec: recordOf({ spec: image('new'), used: 'last-state' }),
        },
      },
    })
    expect(reported(got)).toEqual(['SpecChanged'])
  })

  const suspended = { spec: { job: { state: 'suspended' } }, metadata: { generation: 2 } } as const
  test.each<readonly [string, StatusChange, number]>([
    ['since it ended', { record: { terminalSince: t0 - 9_000 } }, t0 - 9_000],
    ['since now, where nobody noted when it ended', { record: { terminalSince: null } }, t0],
  ])(
    'P01 suspended, and nothing runs: with the mode that was used, %s; nobody comes back before the next interval',
    (_title, status, terminalSince) => {
      const it = round({ ...suspended, facts: goneCluster(), status: suspendedStatus({ ...status, recorded: used }) })
      expect(acted(it, { _tag: 'SuspendedToRecord' })).toMatchObject({
        effects: [],
        reason: 'why',
        after: it.env.options.reconcileInterval,
        status: {
          observedGeneration: 2,
          operatorRecord: { terminalSince },
          reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: recordOf({ used: 'last-state', state: 'suspended' }) },
        },
      })
    },
  )
  test('D-20 created suspended: there is no state yet, so nothing can be restored', () => {
    const got = acted(round({ ...suspended, facts: goneCluster(), status: suspendedStatus({ job: { jobId: null } }) }, never), {
      _tag: 'SuspendedToRecord',
    })
    expect(got.status.reconciliationStatus.lastReconciledSpec).toBe(
      recordOf({ used: 'stateless', state: 'suspended', firstDeployment: true }),
    )
  })
})

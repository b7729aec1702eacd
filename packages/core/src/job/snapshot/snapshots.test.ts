import { describe, expect, test } from 'vitest'
import { aJob, checkpointStatistics, jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, recordOf, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { name, namespace, type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  eventsOf,
  type Given,
  lookedAndDecided,
  queriesOf,
  requeueOf,
  reread,
  roundOf,
  situationOf,
  written,
} from '../../../fixtures/round.ts'
import type { JobAct, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { settling } from '../../kind/flink-deployment/application/settling.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'
import { pollMillis } from '../../contract/round/decision.ts'
import { settled } from '../settled.ts'
import type { DueSnapshot } from './snapshot-due-now.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { SnapshotStep } from './snapshot-step.ts'
import { takeSnapshotStep } from './snapshots.ts'

const { savepointInfo, checkpointInfo } = initialFlinkDeploymentStatus.jobStatus
const second = 1_000
const minute = 60 * second
const created = Date.parse('2023-11-14T22:00:00Z')

const nonce = (savepointTriggerNonce: number | null, checkpointTriggerNonce: number | null = null): SpecChange => ({
  job: { savepointTriggerNonce, checkpointTriggerNonce },
})
const every = (key: 'savepoint' | 'checkpoint', text: string): SpecChange => ({
  configuration: { [`kubernetes.operator.periodic.${key}.interval`]: text },
})
const given = (spec: SpecChange, status: StatusChange = {}, more: Given = {}): Given => ({
  spec,
  metadata: { generation: 2 },
  status: runningStatus(status),
  ...more,
})
const next = (before: Given, actions: readonly FlinkDeploymentAction[], more: Given = {}): Given => {
  const status = actions.reduce<FlinkDeploymentStatus | undefined>(
    (last, action) => (action._tag === 'PersistStatus' ? action.status : last),
    before.status,
  )
  return { ...before, ...(status === undefined ? {} : { status: reread(status) }), ...more }
}
const world = (change: FlinkDeploymentFacts = {}, now = t0) => runningCluster(now, change)
const completed = (location: string | null = 's3://b/sp/new') => ({
  savepointOperation: known({ _tag: 'Completed', location, checkpointId: null } as const, t0),
})
const failed = { savepointOperation: known({ _tag: 'Failed', causes: [{ type: 'a.B', message: 'no' }], savepointPath: null } as const, t0) }
const inProgress = { savepointOperation: known({ _tag: 'InProgress' } as const, t0) }
const recordedNonce = (status: FlinkDeploymentStatus | null): unknown => {
  const text = status?.reconciliationStatus.lastReconciledSpec ?? 'null'
  const record = JSON.parse(text) as { spec: { job: { savepointTriggerNonce: unknown } } } | null
  return record?.spec.job.savepointTriggerNonce
}

describe('B33 P10 an upgrade that is not possible now does not hold up a snapshot (control-flow.md, section 4.4/2a)', () => {
  const unreadable = unknown('Timeout', 'late', t0)
  const oldest = { 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': '1 s' }
  const edited = (job: object, configuration: Readonly<Record<string, string>> = {}): SpecChange => ({
    job: { parallelism: 9, savepointTriggerNonce: 1, ...job },
    configuration,
  })
  const cases: readonly (readonly [string, string, Given, FlinkDeploymentFacts])[] = [
    [
      'the last attempt failed',
      'edit/retry-later',
      given(edited({}), { record: { retryAt: t0 + minute }, error: 'the savepoint failed' }),
      {},
    ],
    ["HA metadata can't be read", 'edit/not-available, checkpoint-age/no-limit', given(edited({ upgradeMode: 'last-state' })), {
      configMaps: unreadable,
    }],
    [
      "the age of the last checkpoint can't be read",
      'edit/not-available, checkpoint-age/last-checkpoint',
      given(edited({ upgradeMode: 'last-state' }, oldest)),
      {
        checkpoints: unreadable,
      },
    ],
  ]

  test.each(cases)(
    '%s (%s): the savepoint that the same edit asks for is taken; its id is written down before, and nothing is recorded of the edit',
    (_title, row, blocked, facts) => {
      const actions = lookedAndDecided(blocked, world(facts))
      expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'TriggerSavepoint', 'Requeue'])
      const status = written(actions)
      expect(actions[1]).toMatchObject({ triggerId: status?.jobStatus.savepointInfo.triggerId })
      expect(status).toMatchObject({
        operation: null,
        operatorRecord: { manualSavepoint: { nonce: 1 } },
        reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: blocked.status?.reconciliationStatus.lastReconciledSpec },
      })
      expect(actions[0]).toMatchObject({ reason: expect.stringContaining('while the upgrade waits: ') as unknown })
      expect(situationOf({ ...blocked, facts: world(facts) }).row).toBe(`snapshot, snapshot-step/due, ${row}`)
    },
  )

  test.each(cases)(
    '%s (%s): it is asked for once; when it is there its nonce is recorded, and the edit stays due',
    (_title, _row, blocked, facts) => {
      const pending = next(blocked, lookedAndDecided(blocked, world(facts)), { now: t0 + second })
      const meanwhile = lookedAndDecided(pending, world({ ...facts, ...inProgress }))
      expect(effectsOf(meanwhile)).toEqual([])
      expect(requeueOf(meanwhile).after).toBe(second)
      const complete = lookedAndDecided(pending, world({ ...facts, ...completed() }))
      expect(effectsOf(complete)).toEqual([])
      expect(recordedNonce(written(complete))).toBe(1)
      const after = next(pending, complete)
      expect(after.status?.reconciliationStatus.lastReconciledSpec).not.toContain('"parallelism":9')
      expect(effectsOf(lookedAndDecided(after, world(facts)))).toEqual([])
      expect(situationOf({ ...after, facts: world(facts) })._tag).toBe('Blocked')
      const readable = world({ checkpoints: known(checkpointStatistics(), t0 + minute) })
      expect(written(lookedAndDecided({ ...after, now: t0 + minute }, readable))?.operation).toMatchObject({
        kind: 'Suspend',
        purpose: 'Upgrade',
      })
    },
  )

  test.each(cases)('%s (%s): its request was lost: the same id again', (_title, _row, blocked, facts) => {
    const pending = next(blocked, lookedAndDecided(blocked, world(facts)), { now: t0 + second })
    const again = lookedAndDecided(pending, world({ ...facts, savepointOperation: absent(t0) }))
    expect(again.find(({ _tag }) => _tag === 'TriggerSavepoint')).toMatchObject({
      triggerId: pending.status?.jobStatus.savepointInfo.triggerId,
    })
  })

  test('P16 the error of the upgrade stays told meanwhile', () => {
    const [, , blocked, facts] = cases[0]!
    const failing = {
      ...blocked,
      status: runningStatus({ error: 'the savepoint failed', record: { errorOwner: 'operation', retryAt: t0 + minute } }),
    }
    const asked = lookedAndDecided(failing, world(facts))
    expect(written(asked)?.error).toBe('the savepoint failed')
    const meanwhile = lookedAndDecided(next(failing, asked, { now: t0 + second }), world(inProgress))
    expect(written(meanwhile)?.error ?? 'the savepoint failed').toBe('the savepoint failed')
  })

  test('an upgrade that is possible goes first; the nonce of the same edit is not swallowed', () => {
    const actions = lookedAndDecided(given(edited({})), world())
    expect(effectsOf(actions)).toEqual(['StopWithSavepoint'])
    expect(recordedNonce(written(actions))).toBeNull()
  })

  test('a job that does not run: nothing is asked of it', () => {
    const restarting = world({ jobs: known([{ ...runningJob, state: 'RESTARTING' }], t0) })
    expect(effectsOf(lookedAndDecided(given(edited({}), { record: { retryAt: t0 + minute } }), restarting))).toEqual([])
  })
})

describe('a savepoint by nonce (control-flow.md, section 6)', () => {
  const start = given(nonce(1))
  const asked = lookedAndDecided(start, world())
  const pending = next(start, asked, { now: t0 + second })
  const id = pending.status?.jobStatus.savepointInfo.triggerId ?? ''

  test('P03 the trigger id is ours, and in the status before the request', () => {
    expect(asked.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'TriggerSavepoint', 'Requeue'])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(asked[1]).toMatchObject({ jobId, triggerId: id, targetDirectory: 's3://b/sp', formatType: 'CANONICAL' })
    expect(pending.status).toMatchObject({
      jobStatus: { savepointInfo: { triggerTimestamp: t0, triggerType: 'MANUAL', formatType: 'CANONICAL' } },
      operatorRecord: { attempts: 4, manualSavepoint: { nonce: 1, askedAt: t0, retryAt: null } },
      observedGeneration: 2,
      lifecycleState: 'STABLE',
    })
    expect(requeueOf(asked)).toMatchObject({ after: second, waitingFor: `savepoint ${id}` })
  })

  test('L13 it is asked for each second, and nothing is written meanwhile', () => {
    const actions = lookedAndDecided(pending, world(inProgress))
    expect(actions).toMatchObject([{ _tag: 'Requeue', after: second, waitingFor: `savepoint ${id}` }])
    expect(queriesOf(decided({ ...pending, facts: world() }))).toEqual(['GetSavepointOperation'])
  })

  test('L11 B77 complete: nonce, last savepoint and history in one write; a stable spec stays stable', () => {
    const actions = lookedAndDecided(pending, world(completed()))
    const status = written(actions)
    const record = { timeStamp: t0, location: 's3://b/sp/new', triggerType: 'MANUAL', formatType: 'CANONICAL', triggerNonce: 1 }
    expect(status).toMatchObject({
      lifecycleState: 'STABLE',
      observedGeneration: 2,
      operatorRecord: { manualSavepoint: null },
      jobStatus: {
        savepointInfo: {
          triggerId: null,
          triggerTimestamp: null,
          triggerType: null,
          lastSavepoint: record,
          savepointHistory: [record],
          lastPeriodicSavepointTimestamp: 0,
        },
      },
    })
    expect(recordedNonce(status)).toBe(1)
    expect(status?.reconciliationStatus.lastStableSpec).toBe(status?.reconciliationStatus.lastReconciledSpec)
    expect([...effectsOf(actions), ...eventsOf(actions)]).toEqual([])
    const after = lookedAndDecided(next(pending, actions), world())
    expect(effectsOf(after)).toEqual([])
    expect(written(after)).toBeNull()
  })

  test('L11 a spec that is not stable does not become so', () => {
    const rolledBack = {
      ...pending,
      status: {
        ...pending.status!,
        reconciliationStatus: {
          ...pending.status!.reconciliationStatus,
          state: 'ROLLED_BACK' as const,
          lastStableSpec: recordOf({ spec: { rest: { image: 'flink:1.20.1' } } }),
        },
      },
    }
    const status = written(lookedAndDecided(rolledBack, world(completed())))
    expect(recordedNonce(status)).toBe(1)
    expect(status?.reconciliationStatus.lastStableSpec).not.toContain('"savepointTriggerNonce":1')
  })

  test('B77 a failure is told, the nonce stays, and it is tried again with a new id after a while', () => {
    const actions = lookedAndDecided(pending, world(failed))
    expect(eventsOf(actions)).toMatchObject([{
      type: 'Warning',
      reason: 'SavepointError',
      component: 'Operator',
      message: 'Savepoint failed for savepointTriggerNonce: 1',
    }])
    expect(effectsOf(actions)).toEqual([])
    const retrying = next(pending, actions)
    expect(recordedNonce(retrying.status!)).toBeNull()
    expect(requeueOf(actions).after).toBe(10 * second + 1)
    expect(effectsOf(lookedAndDecided({ ...retrying, now: t0 + 5 * second }, world()))).toEqual([])
    const again = lookedAndDecided({ ...retrying, now: t0 + 11 * second }, world())
    expect(effectsOf(again)).toEqual(['TriggerSavepoint'])
    expect(written(again)?.jobStatus.savepointInfo.triggerId).not.toBe(id)
    expect(written(again)?.operatorRecord.manualSavepoint).toEqual({ nonce: 1, askedAt: t0, retryAt: null })
  })

  test('B77 after the grace period, counted from the first attempt, it is given up', () => {
    const late = {
      ...pending,
      now: t0 + minute + 1,
      status: {
        ...pending.status!,
        jobStatus: {
          ...pending.status!.jobStatus,
          savepointInfo: { ...pending.status!.jobStatus.savepointInfo, triggerTimestamp: t0 + 50 * second },
        },
      },
    }
    const actions = lookedAndDecided(late, world(failed))
    expect(recordedNonce(written(actions))).toBe(1)
    expect(written(actions)?.operatorRecord.manualSavepoint).toBeNull()
    expect(eventsOf(actions)).toHaveLength(1)
    expect(effectsOf(lookedAndDecided(next(late, actions), world()))).toEqual([])
  })

  test('6.5 a job that is not running: given up, and told', () => {
    const restarting = world({ jobs: known([{ ...runningJob, state: 'RESTARTING' }], t0), ...inProgress })
    const actions = lookedAndDecided(pending, restarting)
    expect(recordedNonce(written(actions))).toBe(1)
    expect(written(actions)?.jobStatus.savepointInfo.triggerId).toBeNull()
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['JobStatusChanged', 'SavepointError'])
  })

  test('6.4 a job that is not running: a savepoint that failed by itself is told, and its nonce stays for when the job runs again', () => {
    const actions = lookedAndDecided(pending, world({ jobs: known([{ ...runningJob, state: 'RESTARTING' }], t0), ...failed }))
    expect(recordedNonce(written(actions))).toBeNull()
    expect(written(actions)?.jobStatus.savepointInfo.triggerId).toBeNull()
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['JobStatusChanged', 'SavepointError'])
    expect(effectsOf(lookedAndDecided(next(pending, actions, { now: t0 + 12 * second }), world()))).toEqual(['TriggerSavepoint'])
  })

  test('a crash before the request: the same id is sent, after a write that proves that this round is not late', () => {
    const actions = lookedAndDecided(pending, world({ savepointOperation: absent(t0) }))
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'TriggerSavepoint', 'Requeue'])
    expect(actions[1]).toMatchObject({ triggerId: id })
    expect(written(actions)).toEqual(pending.status)
  })

  test('B77 a nonce that is edited meanwhile asks for another one', () => {
    const edited = { ...pending, spec: nonce(2), metadata: { generation: 3 } }
    const actions = lookedAndDecided(edited, world(completed()))
    expect(recordedNonce(written(actions))).toBe(1)
    expect(effectsOf(actions)).toEqual([])
    const after = lookedAndDecided(next(edited, actions), world())
    expect(effectsOf(after)).toEqual(['TriggerSavepoint'])
    expect(written(after)?.operatorRecord.manualSavepoint?.nonce).toBe(2)
  })

  test.each<readonly [string, Given]>([
    ['an operation is under way', given(nonce(1), { operation: aSuspend() })],
    [
      'the spec is being upgraded',
      given(nonce(1), {
        reconciliation: { state: 'UPGRADING' },
        recorded: { state: 'suspended' },
        job: { state: 'FINISHED', upgradeSavepointPath: 's3://a' },
        record: { left: true },
      }),
    ],
    ['the spec has another edit', given({ ...nonce(1), rest: { image: 'flink:1.20.1' } })],
    ['the job is not running', given(nonce(1), { job: { state: 'FAILED' }, record: { terminalSince: t0 - 1_000, left: true } })],
    ['it was done', given(nonce(1), { recorded: { spec: nonce(1) } })],
    [
      'checkpoints before Flink 1.17',
      given({ job: { checkpointTriggerNonce: 1 }, rest: { flinkVersion: 'v1_16' } }, {
        recorded: { spec: { rest: { flinkVersion: 'v1_16' } } },
      }),
    ],
  ])('none while %s', (_title, it) => {
    const actions = decided({ ...it, facts: world({ stopOperation: known({ _tag: 'InProgress' }, t0) }) })
    expect(effectsOf(actions).filter(effect => effect.startsWith('Trigger'))).toEqual([])
  })
})

const runningJob = {
  jobId,
  name: 'job',
  state: 'RUNNING',
  startTime: created,
  endTime: -1,
  tasks: { total: 2, running: 2, finished: 0 },
} as const

describe('a pending savepoint and the rest (control-flow.md, section 4.1/1)', () => {
  const pendingInfo = {
    ...savepointInfo,
    triggerId: 'f'.repeat(32),
    triggerTimestamp: t0 - second,
    triggerType: 'MANUAL',
    formatType: 'CANONICAL',
  } as const
  const edit: SpecChange = { rest: { image: 'flink:1.20.1' } }

  test('holds an upgrade back, and says so', () => {
    const actions = lookedAndDecided(given(edit, { job: { savepointInfo: pendingInfo } }), world(inProgress))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toEqual({
      _tag: 'Requeue',
      after: second,
      waitingFor: `savepoint ${pendingInfo.triggerId}, which was requested before the edit`,
    })
  })
  test('is sent again meanwhile', () => {
    expect(effectsOf(lookedAndDecided(given(edit, { job: { savepointInfo: pendingInfo } }), world({ savepointOperation: absent(t0) }))))
      .toEqual(['TriggerSavepoint'])
  })
  test('once it is complete its nonce is recorded first; then the upgrade goes on', () => {
    const it = given({ ...edit, ...nonce(1) }, { job: { savepointInfo: pendingInfo } })
    const actions = lookedAndDecided(it, world(completed()))
    expect(recordedNonce(written(actions))).toBe(1)
    expect(effectsOf(actions)).toEqual([])
    expect(effectsOf(lookedAndDecided(next(it, actions), world()))).toEqual(['StopWithSavepoint'])
  })
  test('ignore-pending-savepoint does not wait', () => {
    const ignoring = { ...edit, configuration: { 'kubernetes.operator.job.upgrade.ignore-pending-savepoint': 'true' } }
    expect(effectsOf(lookedAndDecided(given(ignoring, { job: { savepointInfo: pendingInfo } }), world(inProgress)))).toEqual([
      'StopWithSavepoint',
    ])
  })
  test('a pending checkpoint holds nothing back', () => {
    const it = given(edit, {
      job: { checkpointInfo: { ...checkpointInfo, triggerId: 'f'.repeat(32), triggerTimestamp: t0, triggerType: 'MANUAL' } },
    })
    expect(effectsOf(lookedAndDecided(it, world({ checkpointOperation: known({ _tag: 'InProgress' }, t0) })))).toEqual([
      'StopWithSavepoint',
    ])
  })
  test('never holds back the recovery of a lost JobManager', () => {
    const gone = {
      deployment: absent(t0),
      jobManagerPods: known([], t0),
      configMaps: world().configMaps!,
      services: known([], t0),
      jobs: unknown('Unreachable', 'no', t0),
    } as const
    expect(situationOf(given({}, { job: { savepointInfo: pendingInfo } }, { facts: gone }))).toMatchObject({ _tag: 'Lost' })
  })
  test('nor an upgrade that would mend a JobManager that crashes', () => {
    const it = given(edit, { job: { savepointInfo: pendingInfo, state: 'RECONCILING' }, jobManagerDeploymentStatus: 'ERROR' }, {
      facts: world({ jobs: unknown('Unreachable', 'no', t0) }),
    })
    expect(situationOf(it)).not.toMatchObject({ row: 'savepoint-pending' })
  })
  test.each<readonly [string, NonNullable<FlinkDeploymentFacts['savepointOperation']>, boolean]>([
    ["can't be asked", unknown('Timeout', 'late', t0), true],
    ['reports that it failed', known({ _tag: 'Failed', causes: [], savepointPath: null }, t0), false],
  ])('W61 P14 savepoint-pending the job restarts, and Flink %s', (_title, savepointOperation, isHeld) => {
    const it = given(edit, { job: { savepointInfo: pendingInfo } }, {
      facts: world({ jobs: known([aJob('RESTARTING')], t0), savepointOperation }),
    })
    expect(situationOf(it)?.row === 'savepoint-pending').toBe(isHeld)
  })
  test('W49 P25 nor the start of a job that is recorded as stopped, whose status was put back: nobody asks for that savepoint any more', () => {
    const it = given(edit, {
      job: { savepointInfo: pendingInfo, state: 'RUNNING' },
      recorded: { state: 'suspended', used: 'savepoint' },
      reconciliation: { state: 'UPGRADING' },
      record: { lastState: { _tag: 'Path', path: 's3://b/sp/1', seen: 'Stop' } },
    }, { facts: world() })
    expect(situationOf(it)).toMatchObject({ row: 'restore/path' })
  })
})

describe('periodic snapshots (control-flow.md, section 6.3)', () => {
  const spec = every('savepoint', '10 min')
  test('D-30 B74 the period is durable, and does not drift by the time until a round notices', () => {
    const last = t0 - 10 * minute - 3 * second
    const start = given(spec, { recorded: { spec }, record: { lastPeriodicSavepointTrigger: last } })
    const actions = lookedAndDecided(start, world())
    expect(effectsOf(actions)).toEqual(['TriggerSavepoint'])
    expect(written(actions)?.operatorRecord).toMatchObject({ lastPeriodicSavepointTrigger: last + 10 * minute, manualSavepoint: null })
    expect(written(actions)?.jobStatus.savepointInfo).toMatchObject({ triggerType: 'PERIODIC', triggerTimestamp: t0 })
    const done = lookedAndDecided(next(start, actions, { now: t0 + second }), world(completed()))
    expect(written(done)?.jobStatus.savepointInfo).toMatchObject({
      lastPeriodicSavepointTimestamp: t0,
      lastSavepoint: { triggerType: 'PERIODIC', triggerNonce: null },
    })
    expect(recordedNonce(written(done))).toBeNull()
  })
  test('D-31 a failed one is told without a nonce and waits for its next time', () => {
    const start = given({ ...spec, ...nonce(5) }, {
      recorded: { spec: { ...spec, ...nonce(5) } },
      record: { lastPeriodicSavepointTrigger: t0 - 10 * minute - 1 },
    })
    const pending = next(start, lookedAndDecided(start, world()), { now: t0 + second })
    const actions = lookedAndDecided(pending, world(failed))
    expect(eventsOf(actions)).toMatchObject([{ reason: 'SavepointError', message: 'Periodic savepoint failed' }])
    expect(effectsOf(lookedAndDecided(next(pending, actions, { now: t0 + 2 * minute }), world()))).toEqual([])
  })
  test('6.4 a failed one is told also where a nonce is due in the same round', () => {
    const start = given(spec, { recorded: { spec }, record: { lastPeriodicSavepointTrigger: t0 - 10 * minute - 1 } })
    const pending = next(start, lookedAndDecided(start, world()), { now: t0 + second, spec: { ...spec, ...nonce(5) } })
    const actions = lookedAndDecided(pending, world(failed))
    expect(eventsOf(actions)).toMatchObject([{ reason: 'SavepointError', message: 'Periodic savepoint failed' }])
    expect(effectsOf(actions)).toEqual(['TriggerSavepoint'])
    const done = lookedAndDecided(pending, world(completed()))
    expect([eventsOf(done), effectsOf(done)]).toEqual([[], ['TriggerSavepoint']])
  })
  test('the next look is when it becomes due, if that is sooner than the reconcile interval', () => {
    const at = (last: number) =>
      requeueOf(lookedAndDecided(given(spec, { recorded: { spec }, record: { lastPeriodicSavepointTrigger: last } }), world()))
    expect(at(t0 - 10 * minute + 20 * second)).toMatchObject({ after: 20 * second + 1, waitingFor: 'the time of the next savepoint' })
    expect(at(t0 - second)).toMatchObject({ after: minute })
  })
  test('a steady minute costs no request and no write more', () => {
    const it = given(spec, { recorded: { spec }, record: { lastPeriodicSavepointTrigger: t0 - second }, observedGeneration: 2 }, {
      metadata: { generation: 2 },
    })
    const steady = next(it, lookedAndDecided(it, world()))
    expect(lookedAndDecided(steady, { jobs: world().jobs!, deployment: world().deployment! })).toMatchObject([{ _tag: 'Requeue' }])
  })
  test('Quartz cron', () => {
    const cron = every('checkpoint', '0 0 * * * ?')
    const hour = Math.floor(t0 / (60 * minute)) * 60 * minute
    const it = given(cron, { recorded: { spec: cron }, record: { lastPeriodicCheckpointTrigger: hour - 1 } })
    const actions = lookedAndDecided(it, world())
    expect(effectsOf(actions)).toEqual(['TriggerCheckpoint'])
    expect(written(actions)?.operatorRecord.lastPeriodicCheckpointTrigger).toBe(t0)
    expect(effectsOf(lookedAndDecided(given(cron, { recorded: { spec: cron }, record: { lastPeriodicCheckpointTrigger: t0 } }), world())))
      .toEqual([])
  })
  test('both due: one effect a round, the savepoint first', () => {
    const both = {
      configuration: {
        'kubernetes.operator.periodic.savepoint.interval': '1 min',
        'kubernetes.operator.periodic.checkpoint.interval': '1 min',
      },
    }
    const it = given(both, { recorded: { spec: both } })
    const first = lookedAndDecided(it, world())
    expect(effectsOf(first)).toEqual(['TriggerSavepoint'])
    expect(effectsOf(lookedAndDecided(next(it, first, { now: t0 + second }), world(inProgress)))).toEqual(['TriggerCheckpoint'])
  })
  test('a checkpoint that is complete', () => {
    const it = given(nonce(null, 3), {
      job: {
        checkpointInfo: {
          ...checkpointInfo,
          triggerId: 'f'.repeat(32),
          triggerTimestamp: t0 - second,
          triggerType: 'MANUAL',
          formatType: 'FULL',
        },
      },
    })
    const status = written(
      lookedAndDecided(it, world({ checkpointOperation: known({ _tag: 'Completed', location: null, checkpointId: 9 }, t0) })),
    )
    expect(status?.jobStatus.checkpointInfo).toMatchObject({
      triggerId: null,
      lastCheckpoint: { timeStamp: t0 - second, triggerType: 'MANUAL', formatType: 'FULL', triggerNonce: 3 },
    })
  })
})

describe('the savepoint of a stop (control-flow.md, section 6.7)', () => {
  test('ends the history in the very write that names it, and supersedes one that was pending', () => {
    const it = given({ rest: { image: 'flink:1.20.1' } }, {
      operation: aSuspend(),
      job: { savepointInfo: { ...savepointInfo, triggerId: 'f'.repeat(32), triggerTimestamp: t0 - second, triggerType: 'PERIODIC' } },
    })
    const actions = decided({
      ...it,
      facts: world({ stopOperation: known({ _tag: 'Completed', location: 's3://b/sp/up', checkpointId: null }, t0) }),
    })
    const record = {
      timeStamp: aSuspend().mintedAt,
      location: 's3://b/sp/up',
      triggerType: 'UPGRADE',
      formatType: 'CANONICAL',
      triggerNonce: null,
    }
    expect(written(actions)?.jobStatus).toMatchObject({
      upgradeSavepointPath: 's3://b/sp/up',
      savepointInfo: { lastSavepoint: record, savepointHistory: [record], triggerId: null },
    })
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions).filter(({ reason }) => reason === 'SavepointError')).toMatchObject([{ message: 'Periodic savepoint failed' }])
  })
})

const triggerId = 'f'.repeat(32)
const endpoint = { namespace, service: `${name}-rest`, port: 8081, tls: false }
/** The status as it is recorded, whatever a look made of it. */
const round = (status: StatusChange = {}, configuration: Readonly<Record<string, string>> = {}): Round => {
  const it = roundOf({
    spec: { configuration },
    status: runningStatus({ recorded: { spec: { configuration } }, ...status }),
    facts: runningCluster(),
  })
  return { ...it, observed: { ...it.observed, status: it.observed.recorded.status } }
}
const taken = (it: Round, step: SnapshotStep): JobAct => {
  const decision = takeSnapshotStep(it, step, settled(settling, it))
  return decision._tag === 'Act' ? decision : expect.fail('it looks')
}
const periodic = (kind: SnapshotKind): Extract<DueSnapshot, { triggerType: 'PERIODIC' }> => ({
  kind,
  triggerType: 'PERIODIC',
  dueAt: t0 - 3_000,
  countsFrom: t0 - 2_000,
  reason: 'its time has come',
})
const manual = (kind: SnapshotKind): DueSnapshot => ({ kind, triggerType: 'MANUAL', nonce: 4, askedAt: t0 - 1_000, reason: 'its nonce' })
const trigger = (formatType: string | null) => ({ triggerId, triggerTimestamp: t0 - 1_000, triggerType: 'MANUAL', formatType })
const pendingSavepoint = (formatType: 'CANONICAL' | 'NATIVE' | null): StatusChange => ({
  job: { savepointInfo: { ...savepointInfo, ...trigger(formatType) } as typeof savepointInfo },
})
const pendingCheckpoint = (formatType: 'FULL' | 'INCREMENTAL' | null): StatusChange => ({
  job: { checkpointInfo: { ...checkpointInfo, ...trigger(formatType) } as typeof checkpointInfo },
})

describe('row snapshot-step/send-again: the same request again, as it is recorded (control-flow.md, sections 6.4 and 10)', () => {
  const again = (kind: SnapshotKind): SnapshotStep => ({ _tag: 'SendAgain', row: 'snapshot-step/send-again', kind, reason: 'again' })
  const native = { 'kubernetes.operator.savepoint.format.type': 'NATIVE', 'kubernetes.operator.checkpoint.type': 'INCREMENTAL' }
  const savepoint = (
    formatType: string,
  ): FlinkDeploymentAction => ({
    _tag: 'TriggerSavepoint',
    endpoint,
    jobId,
    triggerId,
    targetDirectory: 's3://b/sp',
    formatType,
  } as FlinkDeploymentAction)
  const checkpoint = (
    checkpointType: string,
  ): FlinkDeploymentAction => ({ _tag: 'TriggerCheckpoint', endpoint, jobId, triggerId, checkpointType } as FlinkDeploymentAction)

  test.each<readonly [string, Round, SnapshotKind, FlinkDeploymentAction]>([
    [
      'a savepoint, in the format that was asked for, though another is configured by now',
      round(pendingSavepoint('CANONICAL'), native),
      'savepoint',
      savepoint('CANONICAL'),
    ],
    ['a savepoint without a recorded format: as it is configured', round(pendingSavepoint(null), native), 'savepoint', savepoint('NATIVE')],
    [
      'a checkpoint, of the type that was asked for, though another is configured by now',
      round(pendingCheckpoint('FULL'), native),
      'checkpoint',
      checkpoint('FULL'),
    ],
    [
      'a checkpoint without a recorded type: as it is configured',
      round(pendingCheckpoint(null), native),
      'checkpoint',
      checkpoint('INCREMENTAL'),
    ],
  ])('%s', (_title, it, kind, want) => {
    const got = taken(it, again(kind))
    expect(got.effects).toEqual([want])
    expect(got).toMatchObject({ status: it.observed.status, after: pollMillis, reason: 'again', waitingFor: `${kind} ${triggerId}` })
  })

  test.each<readonly [string, Round, SnapshotKind]>([
    ['no savepoint is recorded as asked for', round(), 'savepoint'],
    ['no checkpoint is recorded as asked for', round(), 'checkpoint'],
    ['no job is known', round({ job: { ...pendingSavepoint(null).job, jobId: null } }), 'savepoint'],
    ['no job is known, for a checkpoint', round({ job: { ...pendingCheckpoint(null).job, jobId: null } }), 'checkpoint'],
  ])('%s: no request', (_title, it, kind) => {
    expect(taken(it, again(kind)).effects).toEqual([])
  })

  test('B41 what was deployed is not known: as ever', () => {
    const it = round(pendingSavepoint(null))
    const unknown: Round = { ...it, desired: { ...it.desired, deployed: { _tag: 'Never' } } }
    expect(takeSnapshotStep(unknown, again('savepoint'), settled(settling, unknown))).toEqual(settled(settling, unknown))
  })
})

describe('row snapshot-step/due: what is written before a snapshot is asked for (control-flow.md, sections 6.2 to 6.4)', () => {
  const configuration = { 'kubernetes.operator.checkpoint.type': 'INCREMENTAL', 'kubernetes.operator.savepoint.format.type': 'NATIVE' }
  test.each<readonly [SnapshotKind, string, object]>([
    ['checkpoint', 'INCREMENTAL', { _tag: 'TriggerCheckpoint', checkpointType: 'INCREMENTAL' }],
    ['savepoint', 'NATIVE', { _tag: 'TriggerSavepoint', formatType: 'NATIVE' }],
  ])('D-30 a periodic %s: its type, and the period that it fills; no nonce', (kind, formatType, effect) => {
    const got = taken(round({}, configuration), { _tag: 'Trigger', row: 'snapshot-step/due', due: periodic(kind), reason: 'due' })
    const info = got.status.jobStatus[kind === 'savepoint' ? 'savepointInfo' : 'checkpointInfo']
    expect(info).toMatchObject({ triggerType: 'PERIODIC', triggerTimestamp: t0, formatType })
    expect(got.effects).toMatchObject([{ ...effect, triggerId: info.triggerId }])
    expect(got.status.operatorRecord).toMatchObject({
      attempts: 4,
      [kind === 'savepoint' ? 'lastPeriodicSavepointTrigger' : 'lastPeriodicCheckpointTrigger']: t0 - 2_000,
      manualSavepoint: null,
      manualCheckpoint: null,
    })
    expect(got.waitingFor).toBe(`${kind} ${String(info.triggerId)}`)
  })

  test('B78 a period that goes without: it counts from its moment, nothing is asked for, and no id is used up', () => {
    const it = round()
    const got = taken(it, {
      _tag: 'SkipPeriod',
      row: 'snapshot-step/due',
      due: periodic('checkpoint'),
      reason: 'the one before is under way',
    })
    expect(got).toEqual({
      ...settled(settling, it),
      reason: 'the one before is under way',
      status: {
        ...it.observed.status,
        operatorRecord: { ...it.observed.status.operatorRecord, lastPeriodicCheckpointTrigger: t0 - 2_000 },
      },
    })
  })
})

describe('row snapshot-step/due: a FlinkStateSnapshot is handed the snapshot over (control-flow.md, section 6.4)', () => {
  const create = (due: DueSnapshot): SnapshotStep => ({ _tag: 'CreateResource', row: 'snapshot-step/due', due, reason: 'due' })
  test('D-30 a periodic one: the period is recorded only once the resource is there; it answers no nonce', () => {
    const it = round()
    const got = taken(it, create(periodic('savepoint')))
    expect(got.status).toEqual(it.observed.status)
    expect(got.effects).toMatchObject([{ _tag: 'CreateStateSnapshot', name: `app-savepoint-periodic-${String(t0 - 3_000)}` }])
    expect(got.then?.reason).toBe('the FlinkStateSnapshot exists')
    expect(got.then?.status.operatorRecord).toEqual({ ...it.observed.status.operatorRecord, lastPeriodicSavepointTrigger: t0 - 2_000 })
  })
  test('B77 one by nonce: the moment of its name is recorded before, its nonce once the resource is there', () => {
    const got = taken(round(), create(manual('checkpoint')))
    expect(got.status.operatorRecord).toMatchObject({
      manualCheckpoint: { nonce: 4, askedAt: t0 - 1_000, retryAt: null },
      manualSavepoint: null,
      lastPeriodicCheckpointTrigger: null,
    })
    expect(got.then?.status).toMatchObject({
      operatorRecord: { manualCheckpoint: null, lastPeriodicCheckpointTrigger: null },
      reconciliationStatus: { lastReconciledSpec: recordOf({ spec: { job: { checkpointTriggerNonce: 4 } } }) },
    })
  })
})

describe('row snapshot-step/prune: what is too much goes (control-flow.md, section 6.6)', () => {
  const entry = (location: string): SavepointRecord => ({
    timeStamp: t0,
    location,
    triggerType: 'PERIODIC',
    formatType: 'CANONICAL',
    triggerNonce: null,
  })
  const [first, second] = [entry('s3://1'), entry('s3://2')]
  const withHistory = round({ job: { savepointInfo: { ...savepointInfo, savepointHistory: [first, second] } } })
  const prune = (dispose: string | null): SnapshotStep => ({
    _tag: 'Prune',
    row: 'snapshot-step/prune',
    prunable: [{ record: first, cause: 'Count', dispose: dispose !== null }],
    dispose,
    reason: 'too many',
  })
  const history = (status: JobAct['status'] | undefined) => status?.jobStatus.savepointInfo.savepointHistory

  test('B73 its files first: the write behind their disposal takes the entry out, and says which it was', () => {
    const got = taken(withHistory, prune('s3://1'))
    expect(got).toMatchObject({
      reason: 'too many',
      after: 0,
      effects: [{ _tag: 'DisposeSavepoint', endpoint, path: 's3://1' }],
      then: { reason: 'savepoint s3://1 is deleted' },
    })
    expect([history(got.status), history(got.then?.status)]).toEqual([[first, second], [second]])
  })
  test("B03 files that are somebody else's: only the entry goes", () => {
    const got = taken(withHistory, prune(null))
    expect(got).toMatchObject({ reason: 'too many', after: 0, effects: [] })
    expect(got.then).toBeUndefined()
    expect(history(got.status)).toEqual([second])
  })
  test('B79 FlinkStateSnapshots: just those that were seen, by their uid', () => {
    const view = (it: string): StateSnapshotView => ({
      name: it,
      uid: `uid-${it}`,
      creationTimestamp: 1,
      deleting: false,
      kind: 'savepoint',
      triggerType: 'PERIODIC',
      state: 'COMPLETED',
      path: null,
    })
    expect(taken(round(), { _tag: 'DeleteResources', row: 'snapshot-step/prune', snapshots: [view('a'), view('b')], reason: 'too many' }))
      .toMatchObject({
        reason: 'too many',
        after: pollMillis,
        effects: ['a', 'b'].map(it => ({
          _tag: 'DeleteObject',
          target: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot', namespace, name: it, uid: `uid-${it}` },
          resourceVersion: null,
          propagation: 'Background',
          why: 'too many',
        })),
      })
  })
})

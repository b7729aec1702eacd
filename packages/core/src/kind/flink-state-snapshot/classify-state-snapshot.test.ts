import { describe, expect, test } from 'vitest'
import { aJob, checkpointStatistics, jobId } from '../../../fixtures/cluster-facts.ts'
import { aSuspend } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { aTarget, type GivenSnapshot, runningJob, snapshotActions, snapshotRound, underWay } from '../../../fixtures/state-snapshot.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { AsynchronousOperation } from '../../contract/fact/flink-rest.ts'
import { classify } from './classify-state-snapshot.ts'

const now = t0
const target = (...change: Parameters<typeof aTarget>) => ({ target: known(aTarget(...change), now) })
const operation = (it: AsynchronousOperation) => runningJob(now, { savepointOperation: known(it, now) })
const notKnown = runningJob(now, { savepointOperation: absent(now) })
const withoutDirectory = { spec: { configuration: { 'execution.checkpointing.savepoint-dir': '' } } }

describe('which situation is this (session-snapshot-bluegreen.md, sections 3.2 to 3.4)', () => {
  const rows: readonly (readonly [title: string, given: GivenSnapshot, row: string, tag: string])[] = [
    ['state-snapshot/finalizer without our finalizer', { metadata: { finalizers: [] } }, 'state-snapshot/finalizer', 'NotYetOurs'],
    [
      'state-snapshot/finalizer a checkpoint needs none',
      { spec: { checkpoint: {} }, metadata: { finalizers: [] } },
      'state-snapshot/job-unobservable',
      'NeedsFacts',
    ],
    [
      'state-snapshot/finalizer nor does a savepoint that stays',
      { spec: { savepoint: { disposeOnDelete: false } }, metadata: { finalizers: [] } },
      'state-snapshot/job-unobservable',
      'NeedsFacts',
    ],
    ['state-snapshot/over COMPLETED', { status: { state: 'COMPLETED', path: 's3://a' } }, 'state-snapshot/over', 'Over'],
    ['state-snapshot/over FAILED', { status: { state: 'FAILED' } }, 'state-snapshot/over', 'Over'],
    ['state-snapshot/over ABANDONED', { status: { state: 'ABANDONED' } }, 'state-snapshot/over', 'Over'],
    ['state-snapshot/invalid savepoint and checkpoint', { spec: { savepoint: {}, checkpoint: {} } }, 'state-snapshot/invalid', 'Invalid'],
    [
      'state-snapshot/invalid E-41 it exists already, and has no path',
      { spec: { savepoint: { alreadyExists: true } } },
      'state-snapshot/invalid',
      'Invalid',
    ],
    [
      'state-snapshot/invalid a job without a kind',
      { spec: { savepoint: {}, jobReference: { name: 'app' } } },
      'state-snapshot/invalid',
      'Invalid',
    ],
    [
      'state-snapshot/exists-already it exists already: no job is needed',
      { spec: { savepoint: { alreadyExists: true, path: 's3://a' }, jobReference: null } },
      'state-snapshot/exists-already',
      'ExistsAlready',
    ],
    [
      'state-snapshot/retry-later an attempt failed not long ago',
      { status: { failures: 1, record: { retryAt: now + 1 } }, facts: runningJob() },
      'state-snapshot/retry-later',
      'RetryLater',
    ],
    ['state-snapshot/job-unobservable the job was not looked at', {}, 'state-snapshot/job-unobservable', 'NeedsFacts'],
    [
      'state-snapshot/job-unobservable P14 the job could not be seen',
      { facts: { target: unknown('Timeout', 'late', now) } },
      'state-snapshot/job-unobservable',
      'Waiting',
    ],
    ['state-snapshot/job-missing its job never was there', { facts: { target: absent(now) } }, 'state-snapshot/job-missing', 'Invalid'],
    [
      'state-snapshot/job-missing its job is gone since the first attempt',
      { facts: { target: absent(now) }, status: { failures: 1, record: { attempts: 1 } } },
      'state-snapshot/job-missing',
      'JobEnded',
    ],
    [
      'state-snapshot/job-missing P14 a cache that does not know the job proves nothing',
      { facts: { target: absent(now, 'cache') } },
      'state-snapshot/job-unobservable',
      'NeedsFacts',
    ],
    [
      'state-snapshot/job-ended the job has failed',
      { facts: target({ job: { state: 'FAILED' } }) },
      'state-snapshot/job-ended',
      'JobEnded',
    ],
    [
      'state-snapshot/job-unsettled the job has ended, for an upgrade',
      { facts: target({ job: { state: 'FINISHED' }, reconciliation: { state: 'UPGRADING' } }) },
      'state-snapshot/job-unsettled',
      'Waiting',
    ],
    [
      "state-snapshot/job-unsettled E-17 nobody knows the job's state at the moment",
      { facts: target({ job: { state: 'RECONCILING' } }) },
      'state-snapshot/job-unsettled',
      'Waiting',
    ],
    [
      'state-snapshot/job-stopping the job is being stopped',
      { facts: { ...runningJob(), ...target({ operation: aSuspend() }) } },
      'state-snapshot/job-stopping',
      'Waiting',
    ],
    [
      'state-snapshot/impossible a checkpoint before Flink 1.17',
      { spec: { checkpoint: {} }, facts: target({ recorded: { spec: { rest: { flinkVersion: 'v1_16' } } } }) },
      'state-snapshot/impossible',
      'Impossible',
    ],
    [
      'state-snapshot/impossible nobody says where to',
      { facts: target({ recorded: withoutDirectory }, withoutDirectory) },
      'state-snapshot/impossible',
      'Impossible',
    ],
    ['state-snapshot/job-not-running Flink was not asked yet', { facts: target() }, 'state-snapshot/job-not-running', 'NeedsFacts'],
    [
      'state-snapshot/job-not-running P05 Flink does not list the job',
      { facts: runningJob(now, { jobs: known([], now) }) },
      'state-snapshot/job-not-running',
      'Waiting',
    ],
    [
      'state-snapshot/job-not-running P05 Flink restarts the job',
      { facts: runningJob(now, { jobs: known([aJob('RESTARTING')], now) }) },
      'state-snapshot/job-not-running',
      'Waiting',
    ],
    ['state-snapshot/trigger the job runs', { facts: runningJob() }, 'state-snapshot/trigger', 'TriggerDue'],
    ['state-snapshot/in-progress nothing was looked at', { status: underWay() }, 'state-snapshot/in-progress', 'NeedsFacts'],
    [
      'state-snapshot/in-progress Flink works on it',
      { status: underWay(), facts: operation({ _tag: 'InProgress' }) },
      'state-snapshot/in-progress',
      'UnderWay',
    ],
    [
      'state-snapshot/in-progress Flink does not know it yet',
      { status: underWay(), facts: notKnown },
      'state-snapshot/in-progress',
      'SendAgain',
    ],
    [
      'state-snapshot/in-progress P14 the same, but the job is not listed',
      { status: underWay(), facts: { ...notKnown, jobs: known([], now) } },
      'state-snapshot/in-progress',
      'UnderWay',
    ],
    [
      'state-snapshot/in-progress the job is not seen',
      { status: underWay(), facts: { target: unknown('Timeout', 'late', now) } },
      'state-snapshot/in-progress',
      'Waiting',
    ],
    [
      'state-snapshot/in-progress under way by the word of another operator, without an id',
      { status: { state: 'IN_PROGRESS', triggerTimestamp: new Date(t0).toISOString() } },
      'state-snapshot/in-progress',
      'Waiting',
    ],
  ]
  test.each(rows)('%s', (_title, given, row, tag) => {
    const situation = classify(snapshotRound(given))
    expect([situation.row, situation._tag]).toEqual([row, tag])
  })
})

describe('what becomes of an attempt (session-snapshot-bluegreen.md, sections 3.3 and 3.5)', () => {
  const failure: AsynchronousOperation = { _tag: 'Failed', causes: [{ type: 'X', message: 'no space' }], savepointPath: null }
  const rows: readonly (readonly [title: string, given: GivenSnapshot, want: object])[] = [
    ['snapshot-outcome/as-reported completed', {
      status: underWay(),
      facts: operation({ _tag: 'Completed', location: 's3://a', checkpointId: null }),
    }, {
      state: 'COMPLETED',
      path: 's3://a',
      error: null,
    }],
    ['snapshot-outcome/as-reported failed: tried again after 10 s', { status: underWay(), facts: operation(failure) }, {
      state: 'TRIGGER_PENDING',
      failures: 1,
      operatorRecord: { retryAt: now + 10_000 },
    }],
    [
      'B75 E-21 -1 never ends, and no pause is longer than ten minutes',
      { spec: { savepoint: {}, backoffLimit: -1 }, status: { ...underWay(), failures: 40 }, facts: operation(failure) },
      { state: 'TRIGGER_PENDING', failures: 41, operatorRecord: { retryAt: now + 600_000 } },
    ],
    ['B75 0: the first failure is the last', { spec: { savepoint: {}, backoffLimit: 0 }, status: underWay(), facts: operation(failure) }, {
      state: 'FAILED',
      failures: 1,
    }],
    ['B75 2: the second failure is not the last', {
      spec: { savepoint: {}, backoffLimit: 2 },
      status: { ...underWay(), failures: 1 },
      facts: operation(failure),
    }, { state: 'TRIGGER_PENDING', failures: 2 }],
    ['B75 2: three attempts', {
      spec: { savepoint: {}, backoffLimit: 2 },
      status: { ...underWay(), failures: 2 },
      facts: operation(failure),
    }, { state: 'FAILED', failures: 3 }],
    ["snapshot-outcome/job-missing its job's resource is gone", { status: underWay(), facts: { target: absent(now) } }, {
      state: 'ABANDONED',
      path: null,
      error: expect.stringContaining('was not found'),
    }],
    ['snapshot-outcome/other-job E-19 another job runs by now', { status: underWay({ jobId: 'b'.repeat(32) }), facts: runningJob() }, {
      state: 'ABANDONED',
    }],
    ['snapshot-outcome/other-job the job has ended', { status: underWay(), facts: target({ job: { state: 'CANCELED' } }) }, {
      state: 'ABANDONED',
    }],
    ['snapshot-outcome/job-unobservable E-18 not seen for long', {
      status: underWay(),
      facts: { target: unknown('Timeout', 'late', now) },
      now: now + 700_000,
    }, {
      state: 'TRIGGER_PENDING',
      failures: 1,
    }],
    ['snapshot-outcome/as-reported L14 the JobManager was replaced: another attempt', {
      status: underWay({ jobStartTime: 1 }),
      facts: notKnown,
    }, {
      state: 'TRIGGER_PENDING',
      failures: 1,
    }],
    ['snapshot-outcome/as-reported P14 not known there, but the job is not listed', {
      status: underWay(),
      now: now + 400_000,
      facts: { ...notKnown, jobs: known([], now), checkpoints: known(checkpointStatistics(), now) },
    }, { state: 'IN_PROGRESS', failures: 0 }],
    ['snapshot-outcome/as-reported forgotten by Flink: the list of checkpoints tells', {
      status: underWay(),
      now: now + 400_000,
      facts: {
        ...notKnown,
        checkpoints: known(
          checkpointStatistics({
            savepoint: {
              id: 3,
              externalPath: 's3://b',
              addressable: true,
              discarded: false,
              isSavepoint: true,
              isStop: false,
              triggerTimestamp: now + 1,
            },
          }),
          now,
        ),
      },
    }, { state: 'COMPLETED', path: 's3://b' }],
  ]
  test.each(rows)('%s', (_title, given, want) => {
    expect(snapshotRound(given).observed.status).toMatchObject(want)
  })

  test('L14 the path of a checkpoint is looked for, for a while', () => {
    const facts = {
      ...runningJob(),
      checkpointOperation: known<AsynchronousOperation>({ _tag: 'Completed', location: null, checkpointId: 7 }, now),
    }
    const given = { spec: { checkpoint: {} }, status: underWay({ kind: 'checkpoint' }), facts }
    expect(classify(snapshotRound(given))).toMatchObject({
      _tag: 'NeedsFacts',
      queries: [{ _tag: 'GetCheckpointDetails', checkpointId: 7 }],
    })
    const missed = { ...given, facts: { ...facts, checkpointDetails: absent(now) } }
    expect(snapshotRound(missed).observed.status).toMatchObject({ state: 'IN_PROGRESS', operatorRecord: { retryAt: now + 15_000 } })
    expect(snapshotRound({ ...missed, status: underWay({ kind: 'checkpoint', retryAt: now }) }).observed.status).toMatchObject({
      state: 'COMPLETED',
      path: '',
    })
  })
})

describe('intent before effect (P03, E-20)', () => {
  test('id, job and incarnation are written before the job is asked', () => {
    const actions = snapshotActions({ facts: runningJob() })
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'TriggerSavepoint', 'Requeue'])
    const [persist, trigger] = actions
    if (persist?._tag !== 'PersistStatus' || trigger?._tag !== 'TriggerSavepoint') throw new Error('other actions')
    expect(persist.status).toMatchObject({
      state: 'IN_PROGRESS',
      triggerId: trigger.triggerId,
      operatorRecord: { attempts: 1, jobId, kind: 'savepoint', retryAt: null },
    })
    expect(trigger).toMatchObject({ jobId, targetDirectory: 's3://b/sp', formatType: 'CANONICAL' })
  })
  test('sent again: the same id, behind a write that proves that the read was fresh', () => {
    const actions = snapshotActions({ status: underWay(), facts: notKnown })
    expect(actions).toMatchObject([{ _tag: 'PersistStatus' }, { _tag: 'TriggerSavepoint', triggerId: 'f'.repeat(32) }, { _tag: 'Requeue' }])
  })
  test('E-22 labels follow in a round of their own; a name that is too long is left out', () => {
    const labelled = (name: string) =>
      snapshotActions({
        status: { state: 'COMPLETED', path: 's3://a' },
        spec: { savepoint: {}, jobReference: { kind: 'FlinkDeployment', name } },
      })
    expect(labelled('app')).toMatchObject([{
      _tag: 'PatchObject',
      patch: { metadata: { labels: { 'snapshot.state': 'COMPLETED', 'job-reference.name': 'app' } } },
    }, { _tag: 'Requeue' }])
    expect(JSON.stringify(labelled('a'.repeat(64)))).not.toContain('job-reference.name')
  })
})

test('W04 P06 P25 the trigger id of the attempt in progress was removed: the attempt fails once it must be over, and another one follows', () => {
  const given = (now: number): GivenSnapshot => ({ status: { ...underWay(), triggerId: null }, facts: runningJob(now), now })
  const states = [t0 + 660_000, t0 + 660_001].map(now => snapshotRound(given(now)).observed.status)
  expect(states).toMatchObject([{ state: 'IN_PROGRESS', failures: 0 }, { state: 'TRIGGER_PENDING', failures: 1 }])
})

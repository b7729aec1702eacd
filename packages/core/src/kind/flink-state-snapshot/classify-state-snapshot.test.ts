import { describe, expect, test } from 'vitest'
import { aJob, checkpointStatistics, jobId } from '../../../fixtures/cluster-facts.ts'
import { aSuspend } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { aTarget, type GivenSnapshot, runningJob, snapshotActions, snapshotRound, underWay } from '../../../fixtures/state-snapshot.ts'
import { absent, known, unknown } from '../../fact/fact.ts'
import type { AsynchronousOperation } from '../../fact/flink-rest.ts'
import { classify } from './classify-state-snapshot.ts'

const now = t0
const target = (...change: Parameters<typeof aTarget>) => ({ target: known(aTarget(...change), now) })
const operation = (it: AsynchronousOperation) => runningJob(now, { savepointOperation: known(it, now) })
const notKnown = runningJob(now, { savepointOperation: absent(now) })
const withoutDirectory = { spec: { configuration: { 'execution.checkpointing.savepoint-dir': '' } } }

describe('which situation is this (session-snapshot-bluegreen.md, sections 3.2 to 3.4)', () => {
  const rows: readonly (readonly [title: string, given: GivenSnapshot, row: string, tag: string])[] = [
    ['N2 without our finalizer', { metadata: { finalizers: [] } }, 'N2', 'NotYetOurs'],
    ['N2 a checkpoint needs none', { spec: { checkpoint: {} }, metadata: { finalizers: [] } }, 'N8', 'NeedsFacts'],
    [
      'N2 nor does a savepoint that stays',
      { spec: { savepoint: { disposeOnDelete: false } }, metadata: { finalizers: [] } },
      'N8',
      'NeedsFacts',
    ],
    ['N3 COMPLETED', { status: { state: 'COMPLETED', path: 's3://a' } }, 'N3', 'Over'],
    ['N3 FAILED', { status: { state: 'FAILED' } }, 'N3', 'Over'],
    ['N3 ABANDONED', { status: { state: 'ABANDONED' } }, 'N3', 'Over'],
    ['N5 savepoint and checkpoint', { spec: { savepoint: {}, checkpoint: {} } }, 'N5', 'Invalid'],
    ['N5 E-41 it exists already, and has no path', { spec: { savepoint: { alreadyExists: true } } }, 'N5', 'Invalid'],
    ['N5 a job without a kind', { spec: { savepoint: {}, jobReference: { name: 'app' } } }, 'N5', 'Invalid'],
    [
      'N6 it exists already: no job is needed',
      { spec: { savepoint: { alreadyExists: true, path: 's3://a' }, jobReference: null } },
      'N6',
      'ExistsAlready',
    ],
    [
      'N7 an attempt failed not long ago',
      { status: { failures: 1, record: { retryAt: now + 1 } }, facts: runningJob() },
      'N7',
      'RetryLater',
    ],
    ['N8 the job was not looked at', {}, 'N8', 'NeedsFacts'],
    ['N8 P14 the job could not be seen', { facts: { target: unknown('Timeout', 'late', now) } }, 'N8', 'Waiting'],
    ['N9 its job never was there', { facts: { target: absent(now) } }, 'N9', 'Invalid'],
    [
      'N9 its job is gone since the first attempt',
      { facts: { target: absent(now) }, status: { failures: 1, record: { attempts: 1 } } },
      'N9',
      'JobEnded',
    ],
    ['N9 P14 a cache that does not know the job proves nothing', { facts: { target: absent(now, 'cache') } }, 'N8', 'NeedsFacts'],
    ['N10 the job has failed', { facts: target({ job: { state: 'FAILED' } }) }, 'N10', 'JobEnded'],
    [
      'N11 the job has ended, for an upgrade',
      { facts: target({ job: { state: 'FINISHED' }, reconciliation: { state: 'UPGRADING' } }) },
      'N11',
      'Waiting',
    ],
    ["N11 E-17 nobody knows the job's state at the moment", { facts: target({ job: { state: 'RECONCILING' } }) }, 'N11', 'Waiting'],
    ['N11 the job is being stopped', { facts: { ...runningJob(), ...target({ operation: aSuspend() }) } }, 'N11', 'Waiting'],
    [
      'N12 a checkpoint before Flink 1.17',
      { spec: { checkpoint: {} }, facts: target({ recorded: { spec: { rest: { flinkVersion: 'v1_16' } } } }) },
      'N12',
      'Impossible',
    ],
    ['N12 nobody says where to', { facts: target({ recorded: withoutDirectory }, withoutDirectory) }, 'N12', 'Impossible'],
    ['N13 Flink was not asked yet', { facts: target() }, 'N13', 'NeedsFacts'],
    ['N13 P05 Flink does not list the job', { facts: runningJob(now, { jobs: known([], now) }) }, 'N13', 'Waiting'],
    ['N13 P05 Flink restarts the job', { facts: runningJob(now, { jobs: known([aJob('RESTARTING')], now) }) }, 'N13', 'Waiting'],
    ['N14 the job runs', { facts: runningJob() }, 'N14', 'TriggerDue'],
    ['N4 nothing was looked at', { status: underWay() }, 'N4', 'NeedsFacts'],
    ['N4 Flink works on it', { status: underWay(), facts: operation({ _tag: 'InProgress' }) }, 'N4', 'UnderWay'],
    ['N4 Flink does not know it yet', { status: underWay(), facts: notKnown }, 'N4', 'SendAgain'],
    ['N4 P14 the same, but the job is not listed', { status: underWay(), facts: { ...notKnown, jobs: known([], now) } }, 'N4', 'UnderWay'],
    ['N4 the job is not seen', { status: underWay(), facts: { target: unknown('Timeout', 'late', now) } }, 'N4', 'Waiting'],
    ['N4 under way by the word of another operator, without an id', { status: { state: 'IN_PROGRESS' } }, 'N4', 'Waiting'],
  ]
  test.each(rows)('%s', (_title, given, row, tag) => {
    const situation = classify(snapshotRound(given))
    expect([situation.row, situation._tag]).toEqual([row, tag])
  })
})

describe('what becomes of an attempt (session-snapshot-bluegreen.md, sections 3.3 and 3.5)', () => {
  const failure: AsynchronousOperation = { _tag: 'Failed', causes: [{ type: 'X', message: 'no space' }], savepointPath: null }
  const rows: readonly (readonly [title: string, given: GivenSnapshot, want: object])[] = [
    ['O4 completed', { status: underWay(), facts: operation({ _tag: 'Completed', location: 's3://a', checkpointId: null }) }, {
      state: 'COMPLETED',
      path: 's3://a',
      error: null,
    }],
    ['O4 failed: tried again after 10 s', { status: underWay(), facts: operation(failure) }, {
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
    ["O1 its job's resource is gone", { status: underWay(), facts: { target: absent(now) } }, {
      state: 'ABANDONED',
      path: null,
      error: expect.stringContaining('was not found'),
    }],
    ['O2 E-19 another job runs by now', { status: underWay({ jobId: 'b'.repeat(32) }), facts: runningJob() }, { state: 'ABANDONED' }],
    ['O2 the job has ended', { status: underWay(), facts: target({ job: { state: 'CANCELED' } }) }, { state: 'ABANDONED' }],
    ['O3 E-18 not seen for long', { status: underWay(), facts: { target: unknown('Timeout', 'late', now) }, now: now + 700_000 }, {
      state: 'TRIGGER_PENDING',
      failures: 1,
    }],
    ['O4 L14 the JobManager was replaced: another attempt', { status: underWay({ jobStartTime: 1 }), facts: notKnown }, {
      state: 'TRIGGER_PENDING',
      failures: 1,
    }],
    ['O4 P14 not known there, but the job is not listed', {
      status: underWay(),
      now: now + 400_000,
      facts: { ...notKnown, jobs: known([], now), checkpoints: known(checkpointStatistics(), now) },
    }, { state: 'IN_PROGRESS', failures: 0 }],
    ['O4 forgotten by Flink: the list of checkpoints tells', {
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

import { describe, expect, test } from 'vitest'
import { aSuspend } from '../../../fixtures/deployment-status.ts'
import { jobId } from '../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import {
  aTarget,
  type GivenSnapshot,
  runningJob,
  snapshotActions,
  snapshotRound,
  triggerId,
  underWay,
} from '../../../fixtures/state-snapshot.ts'
import { statusErrorText } from '../../crd/status-error.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { AsynchronousOperation } from '../../contract/fact/flink-rest.ts'
import { explain as explainRound } from './explain-state-snapshot.ts'
import type { Explanation } from '../../contract/round/explanation.ts'

const explain = (given: GivenSnapshot): Explanation => {
  const { desired, observed, env } = snapshotRound(given)
  return explainRound(desired, observed, env)
}

const created = Date.parse('2023-11-14T22:00:00Z')
const at = (millis: number): string => new Date(millis).toISOString()
const target = (...change: Parameters<typeof aTarget>) => ({ target: known(aTarget(...change), t0) })
const operation = (it: AsynchronousOperation) => runningJob(t0, { savepointOperation: known(it, t0) })
const inProgress = operation({ _tag: 'InProgress' })
const deleted = { deletionTimestamp: at(t0 - 1_000) }
const complete = { state: 'COMPLETED', path: 's3://a', resultTimestamp: at(t0 - 5_000) } as const
const nobodyNeedsIt = {
  flinkDeployments: known([], t0),
  flinkSessionJobs: known([], t0),
  namingResources: known([], t0),
  snapshots: known([], t0),
}
const someoneNeedsIt = { ...nobodyNeedsIt, flinkDeployments: known([aTarget({ job: { upgradeSavepointPath: 's3://a' } })], t0) }
const failedOnce = { failures: 1, resultTimestamp: at(t0 - 4_000), record: { attempts: 1, retryAt: t0 + 6_000 } } as const

describe('explain: what a snapshot waits for, since when, and who unblocks it', () => {
  const rows:
    readonly (readonly [title: string, given: GivenSnapshot, row: string, situation: string, who: string, since: number | null])[] = [
      // title                                   given
      // row    situation        who         since
      ['not yet ours', { metadata: { finalizers: [] } }, 'state-snapshot/finalizer', 'NotYetOurs', 'operator', created],
      ['complete', { status: complete }, 'state-snapshot/over', 'Over', 'person', t0 - 5_000],
      [
        'failed for good',
        { status: { state: 'FAILED', failures: 1, resultTimestamp: at(t0 - 5_000) } },
        'state-snapshot/over',
        'Over',
        'person',
        t0 - 5_000,
      ],
      [
        'abandoned',
        { status: { state: 'ABANDONED', resultTimestamp: at(t0 - 5_000) } },
        'state-snapshot/over',
        'Over',
        'person',
        t0 - 5_000,
      ],
      [
        'Flink works on it',
        { status: underWay(), facts: inProgress, now: t0 + 9_000 },
        'state-snapshot/in-progress',
        'UnderWay',
        'cluster',
        t0,
      ],
      [
        'Flink does not know it yet',
        { status: underWay(), facts: runningJob(t0, { savepointOperation: absent(t0) }) },
        'state-snapshot/in-progress',
        'SendAgain',
        'operator',
        t0,
      ],
      [
        'P14 under way, the job is not seen',
        { status: underWay(), facts: { target: unknown('Timeout', 'late', t0) } },
        'state-snapshot/in-progress',
        'Waiting',
        'cluster',
        t0,
      ],
      [
        "under way by another operator's word",
        { status: { state: 'IN_PROGRESS', triggerTimestamp: new Date(t0).toISOString() } },
        'state-snapshot/in-progress',
        'Waiting',
        'person',
        t0,
      ],
      ['invalid', { spec: { savepoint: {}, checkpoint: {} } }, 'state-snapshot/invalid', 'Invalid', 'person', created],
      [
        'it exists already',
        { spec: { savepoint: { alreadyExists: true, path: 's3://a' }, jobReference: null } },
        'state-snapshot/exists-already',
        'ExistsAlready',
        'operator',
        created,
      ],
      [
        'an attempt failed',
        { status: failedOnce, facts: runningJob() },
        'state-snapshot/retry-later',
        'RetryLater',
        'operator',
        t0 - 4_000,
      ],
      ['the job was not looked at', {}, 'state-snapshot/job-unobservable', 'NeedsFacts', 'cluster', created],
      [
        'P14 the job could not be seen',
        { facts: { target: unknown('Forbidden', 'no', t0) } },
        'state-snapshot/job-unobservable',
        'Waiting',
        'cluster',
        created,
      ],
      ['its job is not there', { facts: { target: absent(t0) } }, 'state-snapshot/job-missing', 'Invalid', 'person', created],
      ['its job has ended', { facts: target({ job: { state: 'FAILED' } }) }, 'state-snapshot/job-ended', 'JobEnded', 'operator', created],
      [
        'its job is being stopped',
        { facts: { ...runningJob(), ...target({ operation: aSuspend() }) } },
        'state-snapshot/job-stopping',
        'Waiting',
        'cluster',
        created,
      ],
      [
        'its job is between two clusters',
        { facts: target({ job: { state: 'RECONCILING' } }) },
        'state-snapshot/job-unsettled',
        'Waiting',
        'cluster',
        created,
      ],
      [
        'a checkpoint before Flink 1.17',
        { spec: { checkpoint: {} }, facts: target({ recorded: { spec: { rest: { flinkVersion: 'v1_16' } } } }) },
        'state-snapshot/impossible',
        'Impossible',
        'person',
        created,
      ],
      [
        'P05 Flink does not list the job',
        { facts: runningJob(t0, { jobs: known([], t0) }) },
        'state-snapshot/job-not-running',
        'Waiting',
        'cluster',
        created,
      ],
      ['the job runs', { facts: runningJob() }, 'state-snapshot/trigger', 'TriggerDue', 'operator', created],
      [
        'deleted, not ours',
        { metadata: { ...deleted, finalizers: ['another'] }, status: complete },
        'state-snapshot-deletion/not-ours',
        'Over',
        'cluster',
        t0 - 1_000,
      ],
      ['deleted, it has no files', { metadata: deleted }, 'state-snapshot-deletion/no-files', 'Releasable', 'operator', t0 - 1_000],
      [
        'deleted, nobody was asked yet',
        { metadata: deleted, status: complete },
        'state-snapshot-deletion/references-unobservable',
        'NeedsFacts',
        'cluster',
        t0 - 1_000,
      ],
      [
        'P14 deleted, who needs it is not seen',
        { metadata: deleted, status: complete, facts: { ...runningJob(), ...nobodyNeedsIt, snapshots: unknown('Timeout', 'late', t0) } },
        'state-snapshot-deletion/references-unobservable',
        'DisposalBlocked',
        'cluster',
        t0 - 1_000,
      ],
      [
        'P04 deleted, somebody needs it',
        { metadata: deleted, status: complete, facts: { ...runningJob(), ...someoneNeedsIt } },
        'state-snapshot-deletion/path-needed',
        'DisposalBlocked',
        'person',
        t0 - 1_000,
      ],
      [
        'deleted, its job does not run',
        { metadata: deleted, status: complete, facts: { ...target({ job: { state: 'FAILED' } }), ...nobodyNeedsIt } },
        'state-snapshot-deletion/job-not-running',
        'DisposalBlocked',
        'cluster',
        t0 - 1_000,
      ],
      [
        'deleted, disposed of',
        { metadata: deleted, status: complete, facts: { ...runningJob(), ...nobodyNeedsIt } },
        'state-snapshot-deletion/delete-files',
        'DisposalDue',
        'operator',
        t0 - 1_000,
      ],
    ]
  test.each(rows)('%s', (_title, given, row, situation, who, since) => {
    const it = explain(given)
    expect(it).toMatchObject({ row, situation, unblockedBy: { who }, since, change: null })
    for (const text of [it.reason, it.waitingFor, it.unblockedBy.what, it.lifecycleState]) expect(text).not.toBe('')
    const requeue = snapshotActions(given).find(action => action._tag === 'Requeue')
    const now = given.now ?? t0
    expect(it.nextLook).toEqual(requeue === undefined ? null : { after: requeue.after, at: now + requeue.after })
  })

  test('the attempt that is under way: its id, its job, since when, and when its outcome is overdue', () => {
    expect(explain({ status: underWay(), facts: inProgress }).operation).toEqual({
      kind: 'Savepoint',
      purpose: 'MANUAL',
      step: null,
      how: `of job ${jobId}`,
      id: triggerId,
      attempt: 1,
      since: t0,
      giveUpAt: t0 + 660_000,
    })
    const periodic = {
      status: underWay({ kind: 'checkpoint', jobId: null }),
      metadata: { labels: { 'snapshot.trigger-type': 'PERIODIC' } },
      spec: { checkpoint: {} },
    }
    expect(explain(periodic).operation).toMatchObject({
      kind: 'Checkpoint',
      purpose: 'PERIODIC',
      how: 'of a job that the status does not name',
      giveUpAt: null,
    })
    expect(explain({ status: complete }).operation).toBeNull()
  })

  const flinkSaysNo = operation({ _tag: 'Failed', causes: [{ type: 'X', message: 'no space' }], savepointPath: null })
  test.each<readonly [string, GivenSnapshot, object]>([
    ['none yet', { facts: runningJob() }, { attempts: 0, failures: 0, backoffLimit: -1, left: null, retryAt: null }],
    ['one failed, of three', { spec: { savepoint: {}, backoffLimit: 2 }, status: failedOnce }, {
      attempts: 1,
      failures: 1,
      backoffLimit: 2,
      left: 2,
      retryAt: t0 + 6_000,
    }],
    ['B75 without limit', { spec: { savepoint: {}, backoffLimit: -1 }, status: failedOnce }, { attempts: 1, failures: 1, left: null }],
    ['one that fails in this look', { spec: { savepoint: {}, backoffLimit: 1 }, status: underWay(), facts: flinkSaysNo }, {
      attempts: 1,
      failures: 1,
      left: 1,
      retryAt: t0 + 10_000,
    }],
    ['the last one fails in this look', { spec: { savepoint: {}, backoffLimit: 0 }, status: underWay(), facts: flinkSaysNo }, {
      attempts: 1,
      failures: 1,
      left: 0,
      retryAt: null,
    }],
    ['it is over', { status: complete }, { left: 0, retryAt: null }],
  ])('attempts and how many more there are: %s', (_title, given, want) => {
    expect(explain(given).retries).toMatchObject(want)
  })

  test('what is wrong, in words: of the last attempt, of its end, of the spec', () => {
    expect(explain({ status: { ...failedOnce, error: statusErrorText('ReconciliationException', 'no "space"', 1_000) } }).error).toBe(
      'no "space"',
    )
    expect(explain({ status: { state: 'ABANDONED', error: 'its job is gone' } }).error).toBe('its job is gone')
    expect(explain({ status: complete }).error).toBeNull()
    expect(explain({ spec: { savepoint: {}, checkpoint: {} } }).findings).toMatchObject([{ severity: 'Error' }])
  })

  test('facts in a word or two, the job with its state', () => {
    expect(explain({ status: underWay(), facts: inProgress }).facts).toEqual({
      target: 'app RUNNING',
      jobs: 'RUNNING',
      savepointOperation: 'InProgress',
    })
    expect(explain({ metadata: deleted, status: complete, facts: someoneNeedsIt }).facts).toEqual({
      flinkDeployments: 'app RUNNING',
      flinkSessionJobs: 'none',
      namingResources: 'none',
      snapshots: 'none',
    })
  })
})

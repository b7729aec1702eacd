import { describe, expect, test } from 'vitest'
import { aResource } from '../../../../fixtures/flink-deployment-resource.ts'
import {
  othersId,
  notListed as missed,
  orphanId as orphan,
  steadyId as id,
  submit as upgrade,
  suspend,
} from '../../../../fixtures/session-job-operations.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import { fresh, type GivenJob, jobRecord, jobWorld, steady, suspended } from '../../../../fixtures/session-job-rows.ts'
import { done, words, writtenBy } from '../../../../fixtures/session-job-written.ts'
import type { JobState } from '../../../contract/resource/job-status.ts'
import type { SubmitOperation, SuspendOperation } from '../../../contract/resource/operation.ts'

const { now } = steady
const deleted = { metadata: { deletionTimestamp: '2023-11-14T22:30:00Z' } }
const withOptions = (options: Readonly<Record<string, string>>): GivenJob => ({
  edit: { ...deleted, rest: { flinkConfiguration: options } },
  reconciliation: { lastReconciledSpec: jobRecord(steady, { rest: { flinkConfiguration: options } }) },
})
const savepointFirst = withOptions({ 'kubernetes.operator.job.savepoint-on-deletion': 'true' })
const mayGo = withOptions({ 'kubernetes.operator.session.deletion.proceed-when-jobs-unknown': 'true' })
const notReady = aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' })
const job = (state: JobState) => [listed(id, state, Number(steady.status.jobStatus.startTime))]
/** The stop of the deletion, and that of an edit before it. */
const stop: SuspendOperation = { ...suspend, purpose: 'Deletion', giveUpAt: now + 60_000 }
const ofEdit: SuspendOperation = { ...stop, purpose: 'Upgrade' }
const sent: SubmitOperation = { ...upgrade, step: 'Run', sentAt: now - 1_000, giveUpAt: now + 60_000 }
const late = { deletingSince: now - 300_000 }
const application = (() => {
  const { meta, spec } = aResource()
  const { status } = aSession()
  return {
    ...aSession(),
    meta,
    spec,
    status: { ...status, reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec: null } },
  }
})()

/** What it does beside telling of the state of the job, the operation that it writes, and since when it waits, before now. */
const doneOf = (given: GivenJob): readonly [does: string, operation: string, since: number | null] => {
  const world = jobWorld(given)
  const [operation, , , does] = done(world)
  const { deletingSince } = writtenBy(world).operatorRecord
  return [
    does.replace('PersistStatus', '').replace(/ ClockSkew| JobStatusChanged/gu, '').trim(),
    operation,
    deletingSince === null ? null : now - deletingSince,
  ]
}
const asked = 'Suspend Deletion SAVEPOINT > savepoint Requested'
const without = 'Suspend Deletion STATELESS > savepoint Requested'

const neverSubmitted = {
  job: { jobId: null, startTime: null },
  record: { deployedAttempt: null, deployedSource: null, lastState: { _tag: 'NeverStarted' } },
} as const

describe('what is written down while a FlinkSessionJob goes (session-snapshot-bluegreen.md, section 2.7)', () => {
  test.each<readonly [string, GivenJob, does: string, operation: string, since: number | null]>([
    [
      'session-job-deletion/cluster-not-ready a wait is told, and counts from its first look',
      { edit: deleted, session: notReady },
      'Cleanup',
      '-',
      0,
    ],
    [
      'session-job-deletion/cluster-not-ready and goes on counting',
      { edit: deleted, session: notReady, record: { deletingSince: now - 5_000 } },
      'Cleanup',
      '-',
      5_000,
    ],
    [
      'session-job-deletion/job-gone so does that for a job that is not listed',
      {
        edit: deleted,
        jobs: [],
        job: { state: 'RECONCILING' },
        record: { jobMissedSince: null },
      },
      'Cleanup',
      '-',
      0,
    ],
    ['session-job-deletion/job-alive it is cancelled', { edit: deleted }, 'Cleanup CancelJob', '-', 0],
    ['session-job-deletion/job-alive it is being cancelled', { edit: deleted, jobs: job('CANCELLING') }, 'Cleanup', '-', 0],
    ['session-job-deletion/job-alive E-14 a savepoint first', savepointFirst, 'Cleanup StopWithSavepoint', asked, null],
    [
      'session-job-deletion/job-alive P25 also of a job that the status does not tell of',
      { ...savepointFirst, from: suspended, jobs: [listed(orphan)] },
      'Cleanup StopWithSavepoint',
      asked,
      null,
    ],
    [
      'session-job-deletion/job-alive E-14 the stop of an edit serves the deletion: a second one would destroy both',
      { ...savepointFirst, status: { operation: ofEdit } },
      'Cleanup',
      asked,
      null,
    ],
    [
      'session-job-deletion/job-alive a cancel of an edit takes no savepoint',
      { ...savepointFirst, status: { operation: { ...ofEdit, mode: 'CANCEL' } } },
      'Cleanup StopWithSavepoint',
      asked,
      null,
    ],
    [
      'session-job-deletion/job-alive nor does the stop of another job',
      { ...savepointFirst, status: { operation: { ...ofEdit, jobId: orphan } } },
      'Cleanup StopWithSavepoint',
      asked,
      null,
    ],
    [
      'session-job-deletion/job-alive E-14 in the last moment of its time it is waited for',
      { ...savepointFirst, jobs: job('RESTARTING'), record: { deletingSince: now - 299_999 } },
      'Cleanup',
      '-',
      299_999,
    ],
    [
      'session-job-deletion/job-alive E-14 then it is done without, and told',
      { ...savepointFirst, jobs: job('RESTARTING'), record: late },
      'Cleanup CleanupFailed CancelJob',
      '-',
      300_000,
    ],
    [
      'session-job-deletion/job-alive D-13 a savepoint that is asked for has its time',
      { ...savepointFirst, status: { operation: { ...stop, giveUpAt: now } } },
      'StopWithSavepoint',
      asked,
      null,
    ],
    [
      'session-job-deletion/job-alive D-13 past it the job is cancelled, and the stop stays written down',
      { ...savepointFirst, status: { operation: { ...stop, giveUpAt: now - 1 } } },
      'Cleanup CleanupFailed CancelJob',
      without,
      0,
    ],
    [
      'session-job-deletion/job-alive D-13 that is told once',
      { ...savepointFirst, status: { operation: { ...stop, mode: 'STATELESS', giveUpAt: now - 1 } } },
      'Cleanup CancelJob',
      without,
      0,
    ],
    [
      'session-job-deletion/job-alive of the stop of an edit nothing stays',
      { edit: deleted, status: { operation: ofEdit } },
      'Cleanup CancelJob',
      '-',
      0,
    ],
    [
      'session-job-deletion/job-alive nor of the stop of another job',
      { edit: deleted, status: { operation: { ...stop, jobId: orphan } } },
      'Cleanup CancelJob',
      '-',
      0,
    ],
    [
      'session-job-deletion/job-alive P14 the record can not be read: nobody asked for a savepoint',
      { edit: deleted, reconciliation: { lastReconciledSpec: '{' } },
      'Cleanup CancelJob',
      '-',
      0,
    ],
    [
      'session-job-deletion/cluster-not-ready P02 its job has ended, and the next one was sent',
      { from: suspended, edit: deleted, session: notReady, status: { operation: sent } },
      'Cleanup',
      'Submit Upgrade Empty Run',
      -1_081_001,
    ],
    [
      'session-job-deletion/cluster-not-ready its job has ended, and of the next one only the jar was sent',
      { from: suspended, edit: deleted, session: notReady, status: { operation: upgrade } },
      'RemoveFinalizer',
      'Submit Upgrade Empty Upload',
      null,
    ],
    [
      'session-job-deletion/cluster-not-ready its job has ended, and its stop is still written down',
      { from: suspended, edit: deleted, session: notReady, status: { operation: stop } },
      'Cleanup',
      asked,
      -1_081_001,
    ],
    [
      'session-job-deletion/submit-abandoned P14 Flink does not tell of a submit that was sent',
      { edit: deleted, status: { operation: sent }, world: { rest: 'no answer' } },
      '',
      'Submit Upgrade Empty Run',
      null,
    ],
    [
      'session-job-deletion/submit-abandoned the first submit was sent',
      { from: fresh, edit: deleted, status: { operation: { ...sent, purpose: 'FirstDeployment' } } },
      '',
      'Submit FirstDeployment Empty Abandon',
      null,
    ],
    [
      "session-job-deletion/job-gone P21 another's job alone is listed",
      { edit: deleted, ...missed, jobs: [listed(othersId)] },
      'RemoveFinalizer',
      '-',
      null,
    ],
    [
      'session-job-deletion/never-submitted no job id, nothing under way',
      { edit: deleted, jobs: [], ...neverSubmitted },
      'RemoveFinalizer',
      '-',
      null,
    ],
    [
      'session-job-deletion/never-submitted the same before the submit',
      { edit: deleted, jobs: [], ...neverSubmitted, reconciliation: { state: 'UPGRADING' } },
      'RemoveFinalizer',
      '-',
      null,
    ],
    [
      'session-job-deletion/job-gone V01 the id was taken away from a job that was seen',
      { edit: deleted, jobs: [], job: { jobId: null } },
      'Cleanup',
      '-',
      0,
    ],
    [
      'session-job-deletion/job-gone V01 or from one that was submitted',
      { edit: deleted, jobs: [], job: neverSubmitted.job },
      'Cleanup',
      '-',
      0,
    ],
    [
      'session-job-deletion/job-gone P25 the id was taken away in a rollback',
      { edit: deleted, jobs: [], job: { jobId: null }, reconciliation: { state: 'ROLLING_BACK' } },
      'Cleanup',
      '-',
      0,
    ],
    [
      'session-job-deletion/job-gone P25 or after it',
      { edit: deleted, jobs: [], job: { jobId: null }, reconciliation: { state: 'ROLLED_BACK' } },
      'Cleanup',
      '-',
      0,
    ],
    [
      'session-job-deletion/never-submitted nobody has to see the cluster',
      { from: fresh, edit: deleted, record: { lastState: { _tag: 'NeverStarted' } }, world: { unobservable: ['ReadFlinkDeployment'] } },
      'RemoveFinalizer',
      '-',
      null,
    ],
    [
      'session-job-deletion/application-of-that-name its job has ended',
      { from: suspended, edit: deleted, session: application },
      'RemoveFinalizer',
      '-',
      null,
    ],
  ])('%s', (_title, given, does, operation, since) => {
    expect(doneOf(given)).toEqual([does, operation, since])
  })

  test('P25 the savepoint is that of the job that is stopped, of its life', () => {
    const { operation, jobStatus } = writtenBy(jobWorld({ ...savepointFirst, from: suspended, jobs: [listed(orphan, 'RUNNING', 7)] }))
    expect(operation).toMatchObject({ jobId: orphan, incarnation: { jobStartTime: 7 } })
    expect(jobStatus).toMatchObject({ jobId: orphan, startTime: '7' })
  })
})

describe('what people are told of it', () => {
  const cleanup = 'Cleanup: Cleaning up FlinkSessionJob'
  const left = (why: string): string =>
    `CleanupFailed: The resource is deleted, but ${why}: job ID may still run in session cluster app, and has to be cancelled there`
  test.each<readonly [string, GivenJob, why: string, reported: string]>([
    ['session-job-deletion/never-submitted', { edit: deleted, jobs: [], ...neverSubmitted }, 'nothing was ever submitted', ''],
    ['session-job-deletion/cluster-gone', { edit: deleted, session: null }, 'no job outlives its cluster, which is gone', ''],
    [
      'session-job-deletion/cluster-gone it has ended',
      { from: suspended, edit: deleted, session: null },
      'no job of the resource runs',
      '',
    ],
    [
      'session-job-deletion/application-of-that-name',
      { edit: deleted, session: application, world: { pod: 'uid-other' } },
      'the session cluster no longer exists, and no job in it either',
      '',
    ],
    [
      'session-job-deletion/cluster-not-ready it has ended',
      { from: suspended, edit: deleted, session: notReady },
      'no job of the resource runs',
      '',
    ],
    ['session-job-deletion/job-gone', { edit: deleted, ...missed }, 'no job of the resource runs', ''],
    [
      'session-job-deletion/job-alive',
      { edit: deleted },
      'the resource is being deleted: the job is cancelled',
      `${cleanup}; CancelJob: the resource is being deleted`,
    ],
    ['session-job-deletion/job-alive E-14', savepointFirst, 'the resource is being deleted: a savepoint is taken first', cleanup],
    [
      'session-job-deletion/cluster-not-ready E-13 left behind',
      { ...mayGo, session: notReady, record: late },
      'the session cluster was not ready in time (the JobManager of session cluster app is DEPLOYING)',
      left('the session cluster was not ready in time (the JobManager of session cluster app is DEPLOYING)'),
    ],
    [
      'session-job-deletion/job-gone E-13 left behind',
      { ...mayGo, world: { rest: 'no answer' }, record: late },
      'Flink did not answer in time',
      left('Flink did not answer in time'),
    ],
  ])('%s', (_title, given, why, reported) => {
    expect(words(jobWorld(given))).toEqual([why, reported])
  })
})

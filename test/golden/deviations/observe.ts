import { whatAPersonCanDo, whatAPersonCanDoStateless } from '../../../packages/core/src/job/upgrade/upgrade-answer.ts'
import { isTerminal, type JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import type { Deviation, Excuse } from '../deviation.ts'
import type { ObserveGiven } from '../families/observe.ts'
import { givenOf } from '../families/scripted.decode.ts'
import type { GoldenVector } from '../family.ts'

const given = (vector: GoldenVector): ObserveGiven => givenOf(vector)
const job = (vector: GoldenVector) => given(vector).observed.job
const recorded = (vector: GoldenVector): JobState | null => (given(vector).resource.status.jobStatus.state ?? null) as JobState | null
const reported = (vector: GoldenVector): JobState | null => {
  const it = job(vector)
  return it !== null && 'state' in it ? it.state : null
}
const before = (vector: GoldenVector): string => given(vector).resource.status.jobManagerDeploymentStatus ?? 'MISSING'
const progress = (vector: GoldenVector): string => given(vector).resource.status.reconciliationStatus?.state ?? ''
const expected = ({ expect }: GoldenVector): string =>
  (expect['status'] as { readonly jobManagerDeploymentStatus: string }).jobManagerDeploymentStatus
const deployment = (vector: GoldenVector) => given(vector).observed.jobManagerDeployment
const isAvailable = (vector: GoldenVector): boolean =>
  ((deployment(vector)?.status as { readonly availableReplicas?: number } | null | undefined)?.availableReplicas ?? 0) > 0
const isOpen = (vector: GoldenVector): boolean => given(vector).observed.jobManagerPortReady
/** A job that was seen terminal. */
const ended = (vector: GoldenVector): boolean => isTerminal(recorded(vector))
const hasPendingSnapshot = (vector: GoldenVector): boolean => {
  const status = given(vector).resource.status.jobStatus as Readonly<Record<string, { readonly triggerId?: string } | undefined>>
  return ['savepointInfo', 'checkpointInfo'].some(info => status[info]?.triggerId !== undefined)
}

const recordedPath = (vector: GoldenVector): string | null => given(vector).resource.status.jobStatus.upgradeSavepointPath ?? null
const lastCheckpoint = (vector: GoldenVector): string | null => given(vector).observed.lastCheckpoint ?? null

const reportedBefore = (vector: GoldenVector, field: 'jobName' | 'startTime'): unknown =>
  (given(vector).resource.status.jobStatus as Readonly<Record<string, unknown>>)[field] ?? null
const reportedNow = (vector: GoldenVector, field: 'name' | 'startTime'): unknown => {
  const it = job(vector)
  return it === null || 'fails' in it ? null : String(it[field])
}

/** What is said of a job that somebody cancelled: what its upgrade mode has it start from again. */
const cancelledWords = (vector: GoldenVector): readonly string[] => {
  const { upgradeMode = 'stateless' } = (given(vector).resource.spec as { readonly job?: { readonly upgradeMode?: string } }).job ?? {}
  const again = '. A new spec.restartNonce starts it again from'
  return upgradeMode === 'stateless' ? [`${again} empty state, as spec.job.upgradeMode says.`]
    : [
      '. The operator is asking Flink for the last state of the job.',
      `, and its last state is unknown. ${whatAPersonCanDo}`,
      `${again} ${lastCheckpoint(vector) ?? recordedPath(vector) ?? 'empty state'}, its last state.`,
    ]
}

/** The job as it was recorded, where the reference operator writes what it was told; or the other way round. */
const names = (toOurs: 'recorded' | 'reported'): readonly Excuse[] =>
  ([['jobName', 'name'], ['startTime', 'startTime']] as const).map(([field, now]) => ({
    field: `jobStatus.${field}`,
    both: {
      name: toOurs === 'recorded' ? 'as told → as recorded' : 'as recorded → as told',
      test: (want, got, vector) => {
        const [old, fresh] = [reportedBefore(vector, field), reportedNow(vector, now)]
        return toOurs === 'recorded' ? want === fresh && got === old : want === old && got === fresh
      },
    },
  }))
const stateStays: Excuse = {
  field: 'jobStatus.state',
  both: { name: 'as told → as recorded', test: (want, got, vector) => want === reported(vector) && got === recorded(vector) },
}
const stateIsReported: Excuse = {
  field: 'jobStatus.state',
  both: {
    name: 'as recorded, or RECONCILING → as told',
    test: (want, got, vector) => (want === recorded(vector) || want === 'RECONCILING') && got === reported(vector),
  },
}
const noEvent = (reason: string): Excuse => ({ field: `event.${reason}`, want: true, got: false })
const notStable: Excuse = { field: 'reconciliationStatus.lastReconciledSpecIsStable', want: true, got: false }
const stable: Excuse = { field: 'reconciliationStatus.lastReconciledSpecIsStable', want: false, got: true }
const jobManager = (want: string, got: string): Excuse => ({ field: 'jobManagerDeploymentStatus', want, got })
const seenLater: readonly Excuse[] = [...names('recorded'), stateStays, notStable, noEvent('JobStatusChanged')]
const notSuspended: Excuse = { field: 'reconciliationStatus.lastReconciledJob.state', want: 'suspended', got: 'running' }

const rule = (it: Omit<Deviation, 'family'>): Deviation => ({ ...it, family: 'observe' })
const cameBack = {
  reason:
    'A job that ended stays ended. One that is alive again under the same id was started anew from its old source by a JobManager without HA: the reference takes it for the job, ours stops it.',
  test: 'P13 B26 a job that ended and comes back to life is stopped and told',
}
const ready = 'READY is a JobManager whose REST API answers, and only that.'
const readyTest = 'S-READY a JobManager is READY when REST answers, and only then'

export const observeDeviations: readonly Deviation[] = [
  rule({
    id: 'P13',
    ...cameBack,
    vectors: 'the job had ended; Flink tells another state',
    when: vector => ended(vector) && reported(vector) !== null && reported(vector) !== recorded(vector),
    excuses: [...seenLater, noEvent('Error'), notSuspended],
  }),
  rule({
    id: 'P13',
    vectors: 'the job had ended; Flink tells the same end of a run with another start',
    when: vector =>
      ended(vector) && reported(vector) === recorded(vector) && reportedNow(vector, 'startTime') !== reportedBefore(vector, 'startTime'),
    excuses: [...names('recorded'), notStable],
    reason: 'The end that was recorded is that of its own run. Another run of the same id that ended as well proves nothing about it.',
    test: cameBack.test,
  }),
  rule({
    id: 'P13',
    vectors: 'the job had ended; its JobManager does not answer',
    when: vector => ended(vector) && ['ERROR', 'MISSING', 'DEPLOYING', 'DEPLOYED_NOT_READY'].includes(expected(vector)),
    excuses: [{
      field: 'jobStatus.state',
      want: 'RECONCILING',
      both: { name: 'as recorded', test: (_want, got, vector) => got === recorded(vector) },
    }, noEvent('Missing')],
    reason: 'A job that ended stays ended, whatever becomes of its JobManager; that one is not missed.',
    test: cameBack.test,
  }),
  rule({
    id: 'S-FIRST',
    vectors: 'a first deployment is UPGRADING',
    when: vector => given(vector).firstDeployment && progress(vector) === 'UPGRADING',
    excuses: [
      { field: 'reconciliationStatus.firstDeployment', want: null, got: true },
      { field: 'reconciliationStatus.lastReconciledSpecPresent', want: false, got: true },
      { field: 'reconciliationStatus.lastReconciledJob.state', want: null, got: { oneOf: ['suspended', 'running'] } },
      {
        field: 'reconciliationStatus.lastReconciledJob.upgradeMode',
        want: null,
        both: {
          name: 'the mode that was written down',
          test: (_want, got, vector) =>
            got
              === ((given(vector).lastReconciledSpec as { readonly job?: { readonly upgradeMode?: string } }).job?.upgradeMode
                ?? 'stateless'),
        },
      },
    ],
    reason: 'The record of a first deployment that did not happen is kept and used; the reference forgets it and begins anew.',
    test: 'S-FIRST a first deployment that was written down and not submitted is made from what was written',
  }),
  rule({
    id: 'D-01',
    vectors: 'Flink tells that the job ended, and nobody here asked for that',
    when: vector => isTerminal(reported(vector)) && progress(vector) !== 'UPGRADING',
    excuses: [notSuspended, stable, { field: 'lifecycleState', want: 'SUSPENDED', got: 'DEPLOYED' }, {
      field: 'error',
      want: null,
      both: {
        name: 'null → that it was cancelled, and what a new start goes on from',
        test: (_want, got, vector) =>
          reported(vector) === 'CANCELED' && cancelledWords(vector).some(it => `The job was cancelled${it}` === got),
      },
    }],
    reason:
      'A job that somebody else cancelled is not taken for suspended: the reference would start it again at once, from empty after a first deployment.',
    test: 'D-01 a job that somebody else cancelled is not started again by itself',
  }),
  rule({
    id: 'S-CANCEL',
    vectors: 'the operator before had begun to cancel the job for an upgrade, and it has ended',
    when: vector => isTerminal(reported(vector)) && progress(vector) === 'UPGRADING',
    excuses: [notSuspended, { field: 'reconciliationStatus.lastReconciledJob.upgradeMode', want: 'last-state', got: 'savepoint' }],
    reason: 'That the job is stopped is told by its state; the record of what was deployed is written anew with the next start.',
    test: 'S-CANCEL a cancel of the operator before that got lost does not hold up the upgrade',
  }),
  rule({
    id: 'S-CANCEL',
    vectors: 'the operator before had begun to cancel the job for an upgrade, and it is not CANCELLING',
    when: vector => recorded(vector) === 'CANCELLING' && progress(vector) === 'UPGRADING' && reported(vector) !== 'CANCELLING',
    excuses: [noEvent('JobStatusChanged')],
    reason:
      'A job that the reference had begun to cancel and that is not CANCELLING: the upgrade goes on at once by whatever way there is now.',
    test: 'S-CANCEL a cancel of the operator before that got lost does not hold up the upgrade',
  }),
  rule({
    id: 'D-07',
    vectors: 'the job is not found',
    when: vector => job(vector) === null && progress(vector) === 'ROLLED_BACK',
    excuses: [{ field: 'lifecycleState', want: 'DEPLOYED', got: 'ROLLED_BACK' }, {
      field: 'reconciliationStatus.state',
      want: 'DEPLOYED',
      got: 'ROLLED_BACK',
    }],
    reason: 'A job that is not found changes nothing of what was deployed: ROLLED_BACK stays.',
    test: 'D-07 a job that is not found leaves ROLLED_BACK as it is',
  }),
  rule({
    id: 'S-READY',
    vectors: 'DEPLOYED_NOT_READY; no replica is available, or the port is closed',
    when: vector => before(vector) === 'DEPLOYED_NOT_READY' && expected(vector) === 'READY' && !(isAvailable(vector) && isOpen(vector)),
    excuses: [jobManager('READY', 'DEPLOYED_NOT_READY'), ...seenLater],
    reason: `${ready} The reference takes the second look after an open port for it without a check.`,
    test: readyTest,
  }),
  rule({
    id: 'S-READY',
    vectors: 'READY, and REST answers errors',
    when: vector => before(vector) === 'READY' && job(vector) !== null && reported(vector) === null,
    excuses: [jobManager('READY', 'DEPLOYED_NOT_READY')],
    reason: `${ready} The reference keeps it while REST answers errors.`,
    test: readyTest,
  }),
  rule({
    id: 'S-READY',
    vectors: 'a replica is available, the port is closed',
    when: vector => isAvailable(vector) && !isOpen(vector),
    excuses: [jobManager('DEPLOYING', 'DEPLOYED_NOT_READY'), { field: 'jobStatus.state', want: 'RUNNING', got: 'RECONCILING' }],
    reason: `${ready} One that is available and closed is DEPLOYED_NOT_READY; the reference calls it DEPLOYING.`,
    test: readyTest,
  }),
  rule({
    id: 'S-READY',
    vectors: 'a replica is available, the port is open, REST answers',
    when: vector => isAvailable(vector) && isOpen(vector) && reported(vector) !== null && expected(vector) === 'DEPLOYED_NOT_READY',
    excuses: [jobManager('DEPLOYED_NOT_READY', 'READY'), ...names('reported'), stateIsReported, stable, {
      field: 'lifecycleState',
      want: 'DEPLOYED',
      got: 'STABLE',
    }],
    reason: `${ready} The reference waits for one more look.`,
    test: readyTest,
  }),
  rule({
    id: 'F20',
    vectors: 'READY, and the job could not be asked',
    when: vector => before(vector) === 'READY' && job(vector) !== null && reported(vector) === null,
    excuses: [{ field: 'jobManagerDeploymentStatus', want: { oneOf: ['DEPLOYED_NOT_READY', 'DEPLOYING'] }, got: 'READY' }, {
      field: 'jobStatus.state',
      want: 'RECONCILING',
      got: 'RUNNING',
    }],
    reason:
      'A look at Flink that failed on its way is no news of it: a JobManager whose pod is available stays READY, its job as it was. The reference operator writes its own lack of a route over every resource.',
    test: 'F20 a READY JobManager that could not be asked stays READY, and its job RUNNING',
  }),
  rule({
    id: 'L8',
    vectors: 'READY, and the Deployment is gone',
    when: vector => deployment(vector) === null && before(vector) === 'READY',
    excuses: [
      jobManager('READY', 'MISSING'),
      ...names('recorded'),
      { field: 'jobStatus.state', want: 'RUNNING', got: { oneOf: ['RECONCILING', 'FINISHED'] } },
      notStable,
      noEvent('JobStatusChanged'),
    ],
    reason:
      'A Deployment that a live look does not find is MISSING, also while its last pod still answers; the reference finds out when REST has timed out.',
    test: 'L8 a JobManager Deployment that is gone is MISSING in the first look',
  }),
  rule({
    id: 'S-FAILED',
    vectors: 'the job failed, and Flink tells no cause',
    when: vector => reported(vector) === 'FAILED' && !('failure' in (job(vector) ?? {})),
    excuses: [{ field: 'error', want: null, got: 'The job failed, and Flink has not told why yet' }],
    reason: 'A failed job always has an error, also where Flink tells no cause.',
    test: 'S-FAILED a job that failed without a cause has an error',
  }),
  rule({
    id: 'L11',
    vectors: 'a savepoint or checkpoint is pending',
    when: hasPendingSnapshot,
    excuses: [stable, { field: 'lifecycleState', want: 'DEPLOYED', got: 'STABLE' }],
    reason: 'A snapshot that is done, and its nonce recorded, does not make a stable spec unstable.',
    test: 'L11 a savepoint by nonce leaves the spec stable',
  }),
  rule({
    id: 'S-CLOCK',
    vectors: 'a savepoint is done',
    when: hasPendingSnapshot,
    excuses: [{
      field: 'jobStatus.savepointInfo.savepointHistory',
      both: { name: 'the same newest entries, and older ones', test: endsAlike },
    }],
    reason:
      'The vectors were pruned by the clock of the machine that they were made on, not by theirs: an entry of a quarter of an hour is no day old.',
    test: 'S-CLOCK a savepoint of the history stays for as long as it may',
  }),
  rule({
    id: 'P07',
    vectors: 'the job is not found',
    when: vector => job(vector) === null,
    excuses: [{
      field: 'error',
      want: 'Job Not Found',
      got: `Job Not Found. The JobManager lists no such job; if it does not come back: ${whatAPersonCanDo}`,
    }, {
      field: 'error',
      want: 'Job Not Found',
      got: `Job Not Found. The JobManager lists no such job; if it does not come back: ${whatAPersonCanDoStateless}`,
    }],
    reason: 'An error that waits for a person says what was found and what that person can do.',
    test: 'D-07 a job that is not found leaves ROLLED_BACK as it is',
  }),
  rule({
    id: 'F08',
    vectors: 'the job FINISHED; a checkpoint is listed',
    when: vector => reported(vector) === 'FINISHED' && lastCheckpoint(vector) !== null,
    excuses: [{
      field: 'jobStatus.upgradeSavepointPath',
      both: {
        name: 'the listed checkpoint → as recorded',
        test: (want, got, vector) => want === lastCheckpoint(vector) && got === recordedPath(vector),
      },
    }],
    reason:
      'A job that is stopped with a savepoint FINISHES, and its savepoint need not be listed: an older checkpoint that is listed is not its last state.',
    test: 'L2 a path that the operator before read from a job that FINISHED is read again, else a person is asked',
  }),
  rule({
    id: 'F01',
    vectors: 'the job ended; no checkpoint is listed; a path is recorded',
    when: vector => isTerminal(reported(vector)) && lastCheckpoint(vector) === null && recordedPath(vector) !== null,
    excuses: [{
      field: 'jobStatus.upgradeSavepointPath',
      want: null,
      both: { name: 'as recorded', test: (_want, got, vector) => got === recordedPath(vector) },
    }],
    reason: 'A run that completed no checkpoint goes on from what it was started from: the path is kept, not wiped out.',
    test: 'F01 a run that completed no checkpoint keeps the path that it was started from',
  }),
  rule({
    id: 'D-22',
    vectors: 'a Deployment without a status',
    when: vector => deployment(vector) !== null && deployment(vector)?.status === null,
    excuses: [{ field: 'throws', want: 'NullPointerException', got: null }],
    reason: 'A Deployment that has no status yet is one on its way; the reference fails with an exception of Java and tries again.',
    test: 'D-22 without a status it has no replicas and no conditions',
  }),
]

const sorted = (entries: readonly unknown[]): string =>
  JSON.stringify(entries.map(entry => Object.entries(entry as object).toSorted(([a], [b]) => a.localeCompare(b))))

function endsAlike(want: unknown, got: unknown): boolean {
  return Array.isArray(want) && Array.isArray(got) && got.length > want.length && sorted(got.slice(-want.length)) === sorted(want)
}

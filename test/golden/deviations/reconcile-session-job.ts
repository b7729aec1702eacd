import type { Deviation, Excuse } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'
import { calls, error, event, fields, or, stateField } from './reconcile-excuses.ts'
import {
  given,
  isSessionJob,
  isStateless,
  isStopped,
  isTerminal,
  jobManager,
  jobState,
  listsCheckpoint,
  pathOf,
  progress,
  recorded,
  wanted,
} from './reconcile-given.ts'

const rule = (it: Omit<Deviation, 'family'>): Deviation => ({
  ...it,
  family: 'reconcile',
  vectors: `of a session job; ${it.vectors}`,
  when: vector => isSessionJob(vector) && it.when(vector),
})

const thisJob = '[0-9a-f]{32}'
const submitFrom = (source: string, job = '<generated>'): RegExp => new RegExp(`^submit ${job} from ${source} parallelism \\d$`)
const asGiven = (field: string, read: (vector: GoldenVector) => unknown, want?: Excuse['want']): Excuse => ({
  field,
  ...(want === undefined ? {} : { want }),
  both: { name: 'as it was', test: (_want, got, vector) => got === read(vector) },
})
const givenId = (vector: GoldenVector): string | null => given(vector).resource.status.jobStatus.jobId ?? null
const sameId = (want: Excuse['want']): Excuse => asGiven('jobStatus.jobId', givenId, want)
const sameState = asGiven('jobStatus.state', jobState, 'RECONCILING')
const isRedeploy = (vector: GoldenVector): boolean => wanted(vector).savepointRedeployNonce != null
const isToRun = (vector: GoldenVector): boolean => (wanted(vector).state ?? 'running') === 'running'
const isReady = (vector: GoldenVector): boolean => jobManager(vector) === 'READY'
/** The reference operator wrote down which job it submits, and does not know yet what came of it. */
const isWrittenAhead = (vector: GoldenVector): boolean =>
  isStopped(vector) && progress(vector) === 'UPGRADING' && jobState(vector) === 'RECONCILING' && givenId(vector) !== null

/** A resume, or a start that was begun, which is not carried out: what is there stays as it is. */
const staysStopped: readonly Excuse[] = [
  event('Submit'),
  ...fields({
    lifecycleState: ['DEPLOYED', or('UPGRADING', 'SUSPENDED')],
    observedGeneration: [3, 2],
    'reconciliationStatus.lastReconciledJob.state': ['running', 'suspended'],
    'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
    'reconciliationStatus.state': ['DEPLOYED', 'UPGRADING'],
  }),
]

const unknownState = {
  reason:
    'What the stopped job left is not known: that no path is recorded, or one beside a mode that does not use it, proves nothing. The reference starts the job empty; ours asks a person.',
  test: 'F01 a stopped session job (%s) of which the status names no state to go on from is not started empty: a person is asked',
}

/** Where a session job is looked after better than by the reference operator. */
export const reconcileSessionJobDeviations: readonly Deviation[] = [
  rule({
    id: 'E-8',
    vectors: 'the JobManager of its cluster is not READY',
    when: vector => !isReady(vector) && !isTerminal(jobState(vector)) && jobState(vector) !== 'CANCELLING',
    excuses: [stateField('jobStatus.state', or('INITIALIZING', 'CREATED', 'RUNNING', 'FAILING', 'RESTARTING', 'SUSPENDED'), 'RECONCILING')],
    reason: 'Nobody sees the job while its cluster is away: it does not read RUNNING.',
    test: 'E-8 it goes away under a job: RECONCILING, and nothing is begun',
  }),
  rule({
    id: 'B26',
    vectors: 'the job is stopped, or had ended',
    when: vector => (vector.expect['status'] as { readonly jobStatus: { readonly jobId?: unknown } }).jobStatus.jobId === null,
    excuses: [sameId(null)],
    reason:
      'The id of the job that was stopped stays in the status until the next one has its own: a job of that id that is alive again is known by it. The reference drops it, and never notices that job.',
    test: 'unrecorded-job B26 a suspended job (%s) comes back under its id: cancelled, and resumed once',
  }),
  rule({
    id: 'E-12',
    vectors: 'a redeploy; the job had ended, or Flink does not list it',
    when: vector => isRedeploy(vector) && (isTerminal(jobState(vector)) || jobState(vector) === 'RECONCILING'),
    excuses: [{
      field: 'calls',
      want: new RegExp(`^cancelJob ${thisJob} \\| submit <generated> from \\S+ parallelism \\d$`),
      both: { name: 'without the cancel', test: (want, got) => got === String(want).replace(/^cancelJob \w+ \| /u, '') },
    }],
    reason: 'A job that is not there is not cancelled.',
    test: 'E-12 P05 a redeploy of a job that is %s: nothing is cancelled, and it starts from the path',
  }),
  rule({
    id: 'E-12',
    vectors: 'a redeploy; the job is CANCELLING',
    when: vector => isRedeploy(vector) && jobState(vector) === 'CANCELLING',
    excuses: [
      calls(submitFrom('\\S+'), ''),
      event('Submit'),
      sameId('<generated>'),
      sameState,
      asGiven('jobStatus.upgradeSavepointPath', pathOf),
      asGiven('reconciliationStatus.lastReconciledJob.upgradeMode', vector => recorded(vector).upgradeMode, 'savepoint'),
      ...fields({
        lifecycleState: ['STABLE', 'UPGRADING'],
        observedGeneration: [3, 2],
        'reconciliationStatus.state': ['DEPLOYED', 'UPGRADING'],
      }),
    ],
    reason: 'The reference submits the next job beside one that may still run; ours waits until it is seen to have ended.',
    test: 'E-12 a redeploy of a job (%s) that is CANCELLING: nothing is submitted beside it',
  }),
  rule({
    id: 'P05',
    vectors: 'stateless; the edit stops a job that Flink does not list; it is to run on',
    when: vector => isStateless(wanted(vector)) && jobState(vector) === 'RECONCILING' && !isStopped(vector) && isToRun(vector),
    excuses: [
      calls(new RegExp(`^cancelJob ${thisJob}$`), submitFrom('null')),
      stateField('jobStatus.state', 'CANCELLING', 'RECONCILING'),
    ],
    reason: 'Nothing is asked of a job that Flink does not list: it is gone once it was missed long enough, and the next one is submitted.',
    test: 'P05 a stateless job that Flink does not list is not cancelled: it is seen to be gone, and started anew',
  }),
  rule({
    id: 'P05',
    vectors: 'stateless; a job that Flink does not list is to be suspended',
    when: vector => isStateless(wanted(vector)) && jobState(vector) === 'RECONCILING' && !isStopped(vector) && !isToRun(vector),
    excuses: [calls(new RegExp(`^cancelJob ${thisJob}$`), ''), stateField('jobStatus.state', 'CANCELLING', 'RECONCILING')],
    reason: 'Nothing is asked of a job that Flink does not list: it is gone once it was missed long enough, and recorded as suspended.',
    test: 'P05 a stateless job that Flink does not list is not cancelled: it is seen to be gone, and started anew',
  }),
  rule({
    id: 'S-CANCEL-ERROR',
    vectors: 'Flink answers the cancel with an error',
    when: vector => given(vector).observed.cancel === 'error',
    excuses: [error('Cancellation Error', /CancelJob: \S/)],
    reason: 'Ours tells what Flink answered.',
    test: 'S-CANCEL-ERROR an error that Flink answers a cancel with is told, and the cancel is sent again',
  }),
  rule({
    id: 'L2',
    vectors: 'last-state; the job FINISHED before it could be cancelled',
    when: vector => given(vector).observed.cancel === 'terminated' && !isStateless(wanted(vector)),
    excuses: fields({ observedGeneration: [3, 2], 'reconciliationStatus.lastReconciledJob.state': ['suspended', 'running'] }),
    reason:
      'What a job that came to its end left is not what its last checkpoint says: ours does not record it as suspended with its state, and asks a person. The reference starts it from whatever it read, or empty.',
    test: 'L2 a session job that comes to its end before it is cancelled for its last checkpoint is not run again from nowhere',
  }),
  rule({
    id: 'F01',
    vectors: 'the job was CANCELED or FAILED; no path is recorded; Flink lists a checkpoint of it',
    when: vector => ['FAILED', 'CANCELED'].includes(jobState(vector)) && pathOf(vector) === null && listsCheckpoint(vector),
    excuses: [{
      field: 'calls',
      want: submitFrom('null'),
      both: { name: 'from that checkpoint', test: (want, got) => got === String(want).replace(' from null ', ' from s3://b/chk-9 ') },
    }],
    reason: 'What the job left is read where Flink still tells, before anything is started. The reference starts it empty.',
    test: 'F01 an edit of a session job that was %s: it goes on from the checkpoint that it left',
  }),
  rule({
    id: 'L2',
    vectors: 'the job FINISHED; the edit is stateful',
    when: vector =>
      jobState(vector) === 'FINISHED' && !isStopped(vector) && !isStateless(wanted(vector)) && !isRedeploy(vector) && isToRun(vector),
    excuses: [calls(submitFrom('null'), '')],
    reason:
      'What the reference read of a job that FINISHED, or that there is none, may be wrong. It starts the job empty; ours asks a person.',
    test: 'L2 a session job that FINISHED is not started empty by a stateful edit: a person is asked',
  }),
  rule({
    id: 'F01',
    vectors: 'stopped, as it says, with last-state, which no session job is; or with a savepoint of which no path is recorded',
    when: vector =>
      isStopped(vector) && !isWrittenAhead(vector) && !isStateless(wanted(vector))
      && (recorded(vector).upgradeMode === 'last-state' || (recorded(vector).upgradeMode === 'savepoint' && pathOf(vector) === null)),
    excuses: [calls(submitFrom('null'), ''), ...staysStopped, sameId('<generated>'), sameState],
    ...unknownState,
  }),
  rule({
    id: 'B02',
    vectors: 'the operator before wrote down which job it submits, and Flink does not list it',
    when: isWrittenAhead,
    excuses: [calls(submitFrom('\\S+', thisJob), ''), ...staysStopped],
    reason:
      'It may have run, and may come up still. The reference submits it again from where the first was to start, whatever that one has done since. Ours waits: a stateless one is started anew once the first can not come any more; for one with state a person says what it goes on from.',
    test: 'B02 with state: nothing is started beside it, and both ways out that a person is told work',
  }),
]

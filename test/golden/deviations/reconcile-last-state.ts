import { lastStateMarker } from '../../../packages/core/src/contract/resource/operation.ts'
import type { Deviation, Excuse } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'
import { calls, error, event, fields, nothingDone, or } from './reconcile-excuses.ts'
import {
  isRollbackDue,
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

const rule = (it: Omit<Deviation, 'family'>): Deviation => ({ ...it, family: 'reconcile' })
const listed = 's3://b/chk-9'
/** The recorded path, as the words of rules call it. */
const recordedPath = 's3://b/sp-9'
const isPath = (path: string | null): boolean => path !== null && path !== lastStateMarker
const unread = {
  reason:
    'That no path is recorded proves nothing: it may have been lost, or never been read. The reference starts the job empty, or from a savepoint that is not the one that it was stopped with. Ours asks the JobManager once more, else a person.',
  test: 'F01 a job that ended and of which no path is recorded is not started empty: its state is read, else a person is asked',
}
const finished = {
  reason:
    'What the reference read of a job that FINISHED, or that there is none, may be wrong: it takes checkpoints that Flink discards, and does not see the savepoint that the job was stopped with. Ours asks a person.',
  test: 'L2 a path that the operator before read from a job that FINISHED is read again, else a person is asked',
}
const notRunAgain = {
  reason: 'A job that came to its end, or that somebody cancelled, is not run again by a rollback.',
  test: 'F05 a rollback that the operator before had begun does not run a job again that Flink tells to be FINISHED',
}

const asRecorded = (field: string, want: Excuse['want'], read: (vector: GoldenVector) => unknown): Excuse => ({
  field,
  ...(want === undefined ? {} : { want }),
  both: { name: 'as recorded', test: (_want, got, vector) => got === read(vector) },
})
const stateAsRecorded = asRecorded('jobStatus.state', 'RECONCILING', jobState)
const jobManagerAsRecorded = (...want: readonly string[]): Excuse => asRecorded('jobManagerDeploymentStatus', or(...want), jobManager)

/** The job ended by itself, is to go on with its state, and the record says that it runs. */
const isEnded = (vector: GoldenVector): boolean => isTerminal(jobState(vector)) && !isStopped(vector)
const isEdited = (vector: GoldenVector): boolean =>
  isEnded(vector) && !isStateless(wanted(vector)) && progress(vector) !== 'ROLLING_BACK' && !isRollbackDue(vector)

/** An edit that is not carried out: what is there stays as it is, and a person is asked. */
const asks = (source: string): readonly Excuse[] => [
  calls(new RegExp(`^(deleteCluster \\| )?deploy <generated> from ${source} parallelism \\d image flink:x$`), ''),
  ...nothingDone,
  stateAsRecorded,
  jobManagerAsRecorded('DEPLOYING'),
  asRecorded('reconciliationStatus.lastReconciledJob.upgradeMode', 'savepoint', vector => recorded(vector).upgradeMode),
  { field: 'HA metadata deleted', want: true, got: false },
  ...fields({
    lifecycleState: [or('DEPLOYED', 'SUSPENDED'), 'FAILED'],
    'reconciliationStatus.lastReconciledJob.state': ['suspended', 'running'],
  }),
]

/** A resume that is not carried out. */
const staysStopped = (source: string): readonly Excuse[] => [
  calls(new RegExp(`^deploy <generated> from ${source} parallelism \\d image flink:x$`), ''),
  ...nothingDone,
  stateAsRecorded,
  ...fields({
    lifecycleState: ['DEPLOYED', or('UPGRADING', 'SUSPENDED')],
    'reconciliationStatus.lastReconciledJob.state': ['running', 'suspended'],
    'reconciliationStatus.state': ['DEPLOYED', 'UPGRADING'],
  }),
]

/** Where the last state of the job is not known, or known otherwise than by the reference operator. */
export const lastStateDeviations: readonly Deviation[] = [
  rule({
    id: 'F01',
    vectors: 'the job FAILED or was CANCELED; no path is recorded; its JobManager lists a checkpoint',
    when: vector => ['FAILED', 'CANCELED'].includes(jobState(vector)) && pathOf(vector) === null && listsCheckpoint(vector),
    excuses: [
      ...fields({ 'jobStatus.upgradeSavepointPath': [null, listed] }),
      {
        field: 'calls',
        want: /^deleteCluster \| deploy <generated> from null parallelism \d image (flink:x|stable)$/,
        both: { name: 'from that checkpoint', test: (want, got) => got === String(want).replace(' from null ', ` from ${listed} `) },
      },
    ],
    ...unread,
  }),
  rule({
    id: 'P25',
    vectors: 'the job FAILED or was CANCELED; a path is recorded; its JobManager lists a checkpoint',
    when: vector => ['FAILED', 'CANCELED'].includes(jobState(vector)) && isPath(pathOf(vector)) && listsCheckpoint(vector),
    excuses: [
      ...fields({ 'jobStatus.upgradeSavepointPath': [recordedPath, listed] }),
      {
        field: 'calls',
        want: /^deleteCluster \| deploy <generated> from s3:\/\/b\/sp-9 parallelism \d image flink:x$/,
        both: {
          name: 'from that checkpoint',
          test: (want, got, vector) => got === String(want).replace(` from ${String(pathOf(vector))} `, ` from ${listed} `),
        },
      },
    ],
    reason:
      'The path beside the end of a job may be what it was started from, where somebody dropped the record that told so. Ours reads what the job left once more, where its JobManager still tells.',
    test:
      'P01 P25 the path of one that is %s is not taken for its last state: where this record was dropped it may be what the job was started from',
  }),
  rule({
    id: 'F01',
    vectors: 'the job FAILED or was CANCELED; no path is recorded, and nobody can be asked; the edit is stateful',
    when: vector => isEdited(vector) && jobState(vector) !== 'FINISHED' && pathOf(vector) === null && !listsCheckpoint(vector),
    excuses: asks('null'),
    ...unread,
  }),
  rule({
    id: 'L2',
    vectors: 'the job FINISHED; the edit is stateful',
    when: vector => isEdited(vector) && jobState(vector) === 'FINISHED',
    excuses: asks('(null|s3://b/sp-9)'),
    ...finished,
  }),
  rule({
    id: 'F01',
    vectors: 'the job was suspended with a savepoint of which no path is recorded',
    when: vector =>
      isStopped(vector) && recorded(vector).upgradeMode === 'savepoint' && pathOf(vector) === null && !isStateless(wanted(vector)),
    excuses: staysStopped('(null|s3://b/sp-1)'),
    ...unread,
  }),
  rule({
    id: 'P25',
    vectors: 'the job was suspended as stateless, and a path is recorded all the same; it is to keep its state',
    when: vector => isStopped(vector) && isStateless(recorded(vector)) && pathOf(vector) !== null && !isStateless(wanted(vector)),
    excuses: staysStopped('null'),
    reason: 'One part of the status speaks of a state and the other of none. The reference starts the job empty; ours asks a person.',
    test: 'P25 a job that was suspended as stateless and has a path all the same is not started empty, unless it is to be stateless',
  }),
  rule({
    id: 'F01',
    vectors: 'a rollback is due; the JobManager never started; no path to start from is recorded',
    when: vector =>
      isRollbackDue(vector) && jobState(vector) === 'RECONCILING' && recorded(vector).upgradeMode === 'savepoint'
      && pathOf(vector) === null,
    excuses: [
      calls(/^deleteCluster \| deploy <generated> from null parallelism \d image stable$/, ''),
      event('Rollback'),
      event('Submit'),
      ...fields({
        'jobStatus.jobId': ['<generated>', /^[0-9a-f]{32}$/],
        lifecycleState: ['ROLLED_BACK', 'DEPLOYED'],
        observedGeneration: [2, 3],
        'reconciliationStatus.state': ['ROLLED_BACK', 'DEPLOYED'],
      }),
    ],
    ...unread,
  }),
  rule({
    id: 'F01',
    vectors: 'ROLLING_BACK; the job FAILED; no path is recorded',
    when: vector =>
      progress(vector) === 'ROLLING_BACK' && jobState(vector) === 'FAILED' && pathOf(vector) === null && !isStateless(recorded(vector)),
    excuses: [stateAsRecorded, ...fields({ lifecycleState: ['ROLLED_BACK', 'FAILED'] })],
    ...unread,
  }),
  rule({
    id: 'F05',
    vectors: 'the job FINISHED or was CANCELED; a rollback is due, or had been begun',
    when: vector => ['FINISHED', 'CANCELED'].includes(jobState(vector)) && (progress(vector) === 'ROLLING_BACK' || isRollbackDue(vector)),
    excuses: [
      calls(
        new RegExp(
          `^(deleteCluster|(deleteCluster \\| )?deploy (<generated> from null|[0-9a-f]{32} from ${lastStateMarker}) parallelism \\d image stable)$`,
        ),
        '',
      ),
      event('Rollback'),
      event('Suspended'),
      event('Submit'),
      stateAsRecorded,
      jobManagerAsRecorded('MISSING', 'DEPLOYING'),
      asRecorded('jobStatus.upgradeSavepointPath', lastStateMarker, pathOf),
      asRecorded('reconciliationStatus.lastReconciledJob.upgradeMode', 'last-state', vector => recorded(vector).upgradeMode),
      error(/^HA metadata is not available to restore from last state\./, null),
      { field: 'HA metadata deleted', want: true, got: false },
      ...fields({
        'jobStatus.jobId': ['<generated>', /^[0-9a-f]{32}$/],
        lifecycleState: [or('ROLLED_BACK', 'ROLLING_BACK'), 'DEPLOYED'],
        observedGeneration: [2, 3],
        'reconciliationStatus.state': [or('ROLLED_BACK', 'ROLLING_BACK'), 'DEPLOYED'],
      }),
    ],
    ...notRunAgain,
  }),
]

/** Where a status of the reference operator ends under ours. */
export interface ExpectedEnd {
  readonly end: string
  /** What is done to the cluster on the way; the same effect again and again counts once. */
  readonly effects: readonly string[]
  /** Why this is not where the reference operator ended. */
  readonly why: string | null
}

const runs = 'STABLE, job RUNNING, JobManager READY'
const rolledBack = 'ROLLED_BACK, job RUNNING, JobManager READY'
const end = (text: string, effects: readonly string[] = [], why: string | null = null): ExpectedEnd => ({ end: text, effects, why })

const mountRace =
  'A mount that is late is no failure (L4), and a job that starts is looked at every second (L9): the error goes and the end comes sooner.'
const halfSubmitted =
  'A submit that was left half done, and in which nothing ever ran, is done again from its savepoint (L3); the reference waits for a ConfigMap that nobody creates.'
const unreadEnd =
  'A checkpoint of a job that FINISHED need not be its last state: it may have been stopped with a savepoint whose path got lost (L2, F08). A person is asked.'
const rollbackError = 'The error of the image that was rolled back is over when the stable job runs (L5).'

const jobRuns = 'STABLE, job RUNNING'
const session = 'STABLE, job none, JobManager READY'
const noJob = 'A session cluster has no job of its own: what stands there of one is taken off (L19). Its JobManager comes up meanwhile.'
const heldUp = 'A job that high-availability metadata keeps is to be cancelled first: that is told, as an error too.'

/** By the id of the corpus. */
export const expectedEnds: Readonly<Record<string, ExpectedEnd>> = {
  'app-last-state-01': end(runs, ['deploy from HA metadata']),
  'app-last-state-02': end(runs),
  'app-last-state-03': end(runs),
  'app-last-state-04': end(runs),
  'app-last-state-05': end('SUSPENDED, job FINISHED, JobManager MISSING', ['delete cluster']),
  'app-last-state-06': end('SUSPENDED, job FINISHED, JobManager MISSING'),
  'app-last-state-07': end(runs, ['deploy from HA metadata']),
  'app-last-state-08': end(runs),
  'app-last-state-09': end(runs),
  'app-savepoint-01': end(runs),
  'app-savepoint-02': end('SUSPENDED, job FINISHED, JobManager READY (UpgradeFailureException)', [], unreadEnd),
  'app-savepoint-03': end('gone', ['delete cluster']),
  'app-savepoint-suspend-01': end('SUSPENDED, job FINISHED, JobManager READY'),
  'app-savepoint-suspend-02': end(runs, ['delete cluster', 'deploy from savepoint-bfcadf-0f0254f1131d'], mountRace),
  'app-savepoint-suspend-03': end(runs, ['deploy from savepoint-bfcadf-0f0254f1131d'], mountRace),
  'app-savepoint-suspend-04': end(runs, [], mountRace),
  'app-stateless-01': end(runs, ['deploy from empty state']),
  'app-stateless-02': end('SUSPENDED, job FINISHED, JobManager MISSING'),
  'base-steady-01': end('gone'),
  'bluegreen-08': end(runs, ['deploy from savepoint-9c083e-e4dc98861aa2']),
  'edits-01': end(`${runs} (ValidationException)`),
  'invalid-first-01': end('FAILED, job none, JobManager MISSING (ValidationException)'),
  'job-fails-01': end('FAILED, job FAILED, JobManager READY (SerializedThrowable)'),
  'kill-deployed-01': end(runs, ['delete cluster', 'deploy from savepoint-8ff33d-f7a6e39f03a5'], halfSubmitted),
  'kill-upgrading-01': end(runs, ['delete cluster', 'delete HA metadata', 'deploy from savepoint-2964b5-f26acb6daf97']),
  'periodic-legacy-01': end(runs, ['savepoint']),
  'rollback-bad-image-01': end(
    rolledBack,
    ['deploy from HA metadata', 'delete cluster', 'deploy from HA metadata'],
    `${rollbackError} The rollback is decided anew: the job that was taken away for it is put up first.`,
  ),
  'rollback-bad-image-02': end(rolledBack, [], rollbackError),
  'rollback-bad-image-03': end(rolledBack, [], rollbackError),
  'rollback-bad-image-04': end(rolledBack, [], rollbackError),
  'rollback-bad-image-05': end(rolledBack, [], rollbackError),
  'rollback-bad-image-06': end(rolledBack, [], rollbackError),
  'rollback-bad-image-07': end(runs, ['delete cluster', 'deploy from HA metadata']),
  'session-01': end(session),
  'session-02': end(session),
  'session-03': end('gone', ['delete cluster', 'delete HA metadata']),
  'session-jobs-01': end(session, ['deploy session cluster'], noJob),
  'session-jobs-02': end(session, ['deploy session cluster'], noJob),
  'session-jobs-03': end(session, [], noJob),
  'session-jobs-04': end(session, [], noJob),
  'session-jobs-05': end(session, [], noJob),
  'session-jobs-06': end(session, [], noJob),
  'session-jobs-07': end(session, ['deploy session cluster'], noJob),
  'session-jobs-08': end(session, [], noJob),
  'session-jobs-09': end(session, [], noJob),
  'session-jobs-10': end(session, [], noJob),
  'session-jobs-11': end('DELETING, job none, JobManager READY (ReconciliationException)', [], heldUp),
  'session-jobs-12': end('DELETING, job none, JobManager READY (ReconciliationException)', [], heldUp),
  'standalone-01': end(runs, ['deploy from empty state']),
  'standalone-02': end(runs, ['deploy from empty state']),
  'standalone-03': end(runs),
  'standalone-04': end(runs),
  'standalone-05': end(runs),
  'standalone-06': end(runs),
  'standalone-07': end(runs, ['stop with savepoint', 'delete cluster', 'deploy from savepoint-ours']),
  'standalone-08': end(runs, ['deploy from savepoint-6f049f-056f1799bb98']),
  'standalone-09': end(runs),
  'standalone-10': end(runs),
  'standalone-11': end(runs),
  'standalone-12': end(runs),
  'standalone-13': end('gone', ['cancel', 'delete cluster']),
  'session-04': end('FAILED, job none (ValidationException)'),
  'session-05': end('gone'),
  'session-jobs-13': end(jobRuns, ['submit from empty state']),
  'session-jobs-14': end(jobRuns, ['submit from empty state']),
  'session-jobs-15': end(jobRuns),
  'session-jobs-16': end(jobRuns),
  'session-jobs-17': end(jobRuns),
  'session-jobs-18': end(jobRuns, ['stop with savepoint', 'submit from savepoint-ours']),
  'session-jobs-19': end(jobRuns, ['submit from savepoint-ce050d-6c7a4e567712']),
  'session-jobs-20': end(jobRuns),
  'session-jobs-21': end(jobRuns),
  'session-jobs-22': end(jobRuns),
  'session-jobs-23': end('SUSPENDED, job FINISHED', ['stop with savepoint']),
  'session-jobs-24': end('SUSPENDED, job FINISHED'),
  'session-jobs-25': end('gone', ['cancel']),
  'session-jobs-26': end('gone'),
}

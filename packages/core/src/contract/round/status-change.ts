import { isSameJson } from '../resource/json.ts'
import type { JobLifecycleStatus, ReconciliationStatus, JobStatus } from '../resource/job-status.ts'
import { type LastState, recordedRun } from '../resource/last-state.ts'
import type { OperatorRecord } from '../resource/operator-record.ts'

type Change<A> = { readonly [K in keyof A]?: A[K] }

const changed = <A extends Part, Part extends object = A>(before: A, change: Change<Part>): A =>
  (Object.keys(change) as (keyof Part)[]).every(key => isSameJson(before[key], change[key])) ? before : { ...before, ...change }

/**
 * The status with some fields changed. It returns the same object if nothing differs, so that "unchanged" is a comparison of references.
 */
export const withStatus = <Status extends object>(status: Status, change: Change<Status>): Status => changed(status, change)

/** `withStatus` for the fields that every job's status has. */
export const withLifecycle = <Status extends JobLifecycleStatus>(status: Status, change: Change<JobLifecycleStatus>): Status =>
  changed<Status, JobLifecycleStatus>(status, change)

export const withJob = <Status extends JobLifecycleStatus>(status: Status, change: Change<JobStatus>): Status =>
  withLifecycle(status, { jobStatus: changed(status.jobStatus, change) })

/** A state that is recorded for the first time names the run that the status describes. */
const ofRun = (lastState: LastState, { startTime }: Pick<JobStatus, 'startTime'>): LastState =>
  (lastState._tag === 'Path' || lastState._tag === 'None') && lastState.run === undefined
    ? { ...lastState, run: recordedRun(startTime) } : lastState

export const withRecord = <Status extends JobLifecycleStatus>(status: Status, change: Change<OperatorRecord>): Status =>
  withLifecycle(status, {
    operatorRecord: changed(
      status.operatorRecord,
      change.lastState === undefined ? change : { ...change, lastState: ofRun(change.lastState, status.jobStatus) },
    ),
  })

export const withReconciliation = <Status extends JobLifecycleStatus>(status: Status, change: Change<ReconciliationStatus>): Status =>
  withLifecycle(status, { reconciliationStatus: changed(status.reconciliationStatus, change) })

/** Records the job's last state in our record and in the reference operator's field, always together. */
export const withLastState = <Status extends JobLifecycleStatus>(status: Status, lastState: LastState): Status =>
  withRecord(lastState._tag === 'Path' ? withJob(status, { upgradeSavepointPath: lastState.path }) : status, { lastState })

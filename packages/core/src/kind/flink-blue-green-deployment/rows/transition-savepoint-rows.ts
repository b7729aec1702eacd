import { livingOf } from '../child/child.ts'
import { activeChild, isIdOfAttempt, isLate, operationOf, retargetOf, runningJob } from '../transition/evidence.ts'
import { isAnyNotOwned } from '../transition/not-owned.ts'
import type { BlueGreenRow } from './blue-green-row.ts'

/** The operator takes a savepoint of the job of the active child. */
export const savepointingRows: readonly BlueGreenRow[] = [
  {
    id: 'switch-savepoint/name-conflict',
    phases: ['Savepointing'],
    when: 'a FlinkDeployment with the name of a child is not owned by this resource: a child may have lost its owner reference (A01)',
    holds: isAnyNotOwned,
    then: 'ReportOthers',
    next: 'reports it; waits until the name is free, or the child has its owner reference again',
  },
  {
    id: 'switch-savepoint/spec-changed',
    phases: ['Savepointing'],
    when: 'the user changed the spec again, or reverted the change (E-38)',
    holds: round => retargetOf(round) !== 'IGNORE',
    then: 'TakeBack',
    next: 'ACTIVE_a: drops the trigger id of the savepoint',
  },
  {
    id: 'switch-savepoint/other-job',
    phases: ['Savepointing'],
    when: 'a, or its job, is not the one that got the savepoint request, or the trigger id belongs to another attempt (A13)',
    holds: round => {
      const { observed: { job } } = round
      const view = livingOf(activeChild(round))
      const operation = operationOf(round)
      return !isIdOfAttempt(round) || view === null || view.meta.uid !== operation?.activeUid
        || (job._tag === 'Job' && job.jobId !== operation.jobId)
    },
    then: 'Fail',
    next: 'ACTIVE_a; retries a limited number of times',
  },
  {
    id: 'switch-savepoint/complete',
    phases: ['Savepointing'],
    when: 'the savepoint is complete',
    holds: ({ observed: { outcome } }) => outcome?._tag === 'Completed' && outcome.location !== null,
    then: 'SavepointDone',
    next: 'TRANSITIONING_TO_o: records its path unchanged (E-34)',
  },
  {
    id: 'switch-savepoint/failed',
    phases: ['Savepointing'],
    when: 'the savepoint failed, or did not complete in time (E-33)',
    holds: round => round.observed.outcome?._tag === 'Failed' || isLate(round),
    then: 'Fail',
    next: 'ACTIVE_a, which was never touched; retries a limited number of times',
  },
  {
    id: 'switch-savepoint/send-again',
    phases: ['Savepointing'],
    when: 'the JobManager does not know the trigger id, and Flink reports the job as RUNNING',
    holds: round => round.observed.outcome?._tag === 'Unsent' && runningJob(round) !== null,
    then: 'SendAgain',
    next: 'SAVEPOINTING_a: sends the same id again',
  },
  {
    id: 'switch-savepoint/in-progress',
    phases: ['Savepointing'],
    when: 'the savepoint is not complete',
    holds: () => true,
    then: 'WaitSavepoint',
    next: 'waits, up to the time limit',
  },
]

import { livingOf } from '../child/child.ts'
import { activeChild, isIdOfAttempt, isLate, operationOf, retargetOf, runningJob } from '../transition/evidence.ts'
import { isAnyNotOwned } from '../transition/not-owned.ts'
import type { BlueGreenRow } from './row.ts'

/** A savepoint of the active child is taken. */
export const savepointingRows: readonly BlueGreenRow[] = [
  {
    row: 'G40a',
    phases: ['Savepointing'],
    when: 'a FlinkDeployment of the name of a child is not ours: a child may have lost its owner reference (A01)',
    holds: isAnyNotOwned,
    then: 'TellOthers',
    next: 'told; waits until the name is free, or the child has its owner reference again',
  },
  {
    row: 'G40',
    phases: ['Savepointing'],
    when: 'the spec was edited again, or the edit was taken back (E-38)',
    holds: round => retargetOf(round) !== 'IGNORE',
    then: 'TakeBack',
    next: 'ACTIVE_a: the id of the savepoint is forgotten',
  },
  {
    row: 'G41',
    phases: ['Savepointing'],
    when: 'a, or its job, is not the one that was asked, or the id is of another attempt (A13)',
    holds: round => {
      const { observed: { job } } = round
      const view = livingOf(activeChild(round))
      const operation = operationOf(round)
      return !isIdOfAttempt(round) || view === null || view.meta.uid !== operation?.activeUid
        || (job._tag === 'Job' && job.jobId !== operation.jobId)
    },
    then: 'Fail',
    next: 'ACTIVE_a; tried again, in bounds',
  },
  {
    row: 'G42',
    phases: ['Savepointing'],
    when: 'the savepoint is complete',
    holds: ({ observed: { outcome } }) => outcome?._tag === 'Completed' && outcome.location !== null,
    then: 'SavepointDone',
    next: 'TRANSITIONING_TO_o: its path is recorded as it is (E-34)',
  },
  {
    row: 'G43',
    phases: ['Savepointing'],
    when: 'it failed, or is not complete in time (E-33)',
    holds: round => round.observed.outcome?._tag === 'Failed' || isLate(round),
    then: 'Fail',
    next: 'ACTIVE_a, which was never touched; tried again, in bounds',
  },
  {
    row: 'G44',
    phases: ['Savepointing'],
    when: 'the JobManager does not know the id, and Flink shows the job RUNNING',
    holds: round => round.observed.outcome?._tag === 'Unsent' && runningJob(round) !== null,
    then: 'SendAgain',
    next: 'SAVEPOINTING_a: the same id is sent again',
  },
  {
    row: 'G45',
    phases: ['Savepointing'],
    when: 'the savepoint is not complete',
    holds: () => true,
    then: 'WaitSavepoint',
    next: 'waits, in bounds',
  },
]

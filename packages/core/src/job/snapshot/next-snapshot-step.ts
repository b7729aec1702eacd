import type { JobRound, SubmittedJob } from '../job-round.ts'
import { dueSnapshot } from './snapshot-due-now.ts'
import { snapshotKeeping } from './snapshot-keeping.ts'
import { snapshotOutcome } from './snapshot-outcome.ts'
import { pruningStep } from './snapshot-pruning.ts'
import { resourceStep } from './snapshot-resources.ts'
import type { SnapshotStep } from './snapshot-step.ts'
import { isPending, snapshotKinds } from './snapshot-track.ts'

/**
 * | row | when | step |
 * |---|---|---|
 * | S1 | a pending one is unknown to the JobManager, soon after its trigger | the same id again |
 * | S2 | one is due | trigger it, or create its resource; a period whose predecessor is under way goes without |
 * | S3 | the history holds more than it may | prune it |
 */
export const snapshotStep = (round: JobRound, deployed: SubmittedJob): SnapshotStep | null => {
  const isRunning = round.observed.status.jobStatus.state === 'RUNNING' && round.observed.facts.jobs?._tag === 'Known'
  if (!isRunning) return null
  const again = sendAgain(round, deployed)
  if (again !== null) return again
  if (snapshotKeeping(deployed.running, round.env) === 'Resources') {
    const step = resourceStep(round, deployed)
    if (step !== 'NotInstalled') return step ?? pruningStep(round, deployed)
  }
  const due = dueSnapshot(round, deployed)
  return due === null ? pruningStep(round, deployed) : { _tag: 'Trigger', row: 'S2', due, reason: due.reason }
}

/** Also while an upgrade waits for the pending savepoint. */
export const sendAgain = (
  { observed: { recorded, status, facts, host }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  { running: { options } }: SubmittedJob,
): SnapshotStep | null => {
  const kind = snapshotKinds.find(it =>
    snapshotOutcome({ kind: it, before: recorded.status, status, facts, host, options, now })._tag === 'Unsent'
  )
  return kind === undefined ? null
    : { _tag: 'SendAgain', row: 'S1', kind, reason: `the JobManager does not know the ${kind} yet: the same id is sent again` }
}

/**
 * A savepoint that was asked for and can still complete holds back what would stop the job (control-flow.md, section 4.1/1), unless the
 * option says otherwise. Unlike the reference operator's it holds back nothing else: a lost or failed JobManager is looked after as ever.
 */
export const isHeldBack = (
  { desired: { diff }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
  { running: { options } }: SubmittedJob,
): boolean =>
  diff.type !== 'IGNORE' && status.jobStatus.state === 'RUNNING' && isPending(status, 'savepoint')
  && !options.jobUpgradeIgnorePendingSavepoint

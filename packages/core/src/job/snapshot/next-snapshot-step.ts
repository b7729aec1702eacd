import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { pollMillis } from '../../contract/round/decision.ts'
import { nextSnapshot, dueSnapshot } from './snapshot-due-now.ts'
import { infoOf, isPending, snapshotKinds } from './snapshot-track.ts'
import type { RowText } from '../../contract/round/row.ts'
import { snapshotKeeping, pruningStep } from './snapshot-pruning.ts'
import { snapshotOutcome } from './snapshot-outcome.ts'
import { resourceStep } from './snapshot-resources.ts'
import type { SnapshotStep } from './snapshot-step.ts'

/** When to requeue for snapshots: soon while one is pending (L13), else when the next one becomes due. Null: no requeue is needed. */
export const nextSnapshotLook = (round: JobRound): { readonly after: Millis; readonly waitingFor: string } | null => {
  const { desired: { deployed }, observed: { status }, env: { now } } = round
  if (deployed._tag !== 'Deployed' || status.jobStatus.state !== 'RUNNING') return null
  const pending = snapshotKinds.find(kind => isPending(status, kind))
  if (pending !== undefined) return { after: pollMillis, waitingFor: `${pending} ${infoOf(status, pending).triggerId ?? ''}` }
  const times = snapshotKinds.flatMap(kind => {
    const next = nextSnapshot(round, deployed, kind)
    return next._tag === 'Due' ? [{ kind, at: now }] : next.at === null ? [] : [{ kind, at: next.at }]
  })
  const [first] = [...times].sort((a, b) => a.at - b.at)
  // a snapshot is due only after its time has passed
  return first === undefined ? null : { after: Math.max(pollMillis, first.at + 1 - now), waitingFor: `the time of the next ${first.kind}` }
}

/** The steps that keep the snapshots of a running job. */
export const snapshotStepRows: readonly RowText[] = [
  {
    id: 'snapshot-step/send-again',
    when: 'soon after the trigger of a snapshot the JobManager does not know its trigger id: the operator sends the same id again',
  },
  {
    id: 'snapshot-step/due',
    when: 'a snapshot is due: the operator triggers it, creates its resource, or skips a period whose predecessor is still in progress',
  },
  {
    id: 'snapshot-step/prune',
    when: 'more snapshots exist than the limits allow: those that no resource of the namespace needs are pruned',
  },
]

/** The next snapshot action of a running job. Null: none. */
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
  return due === null ? pruningStep(round, deployed) : { _tag: 'Trigger', row: 'snapshot-step/due', due, reason: due.reason }
}

/** Row snapshot-step/send-again. Applies also while an upgrade waits for the pending savepoint. */
export const sendAgain = (
  { observed: { recorded, status, facts, host }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  { running: { options } }: SubmittedJob,
): SnapshotStep | null => {
  const kind = snapshotKinds.find(it =>
    snapshotOutcome({ kind: it, before: recorded.status, status, facts, host, options, now })._tag === 'Unsent'
  )
  return kind === undefined ? null
    : {
      _tag: 'SendAgain',
      row: 'snapshot-step/send-again',
      kind,
      reason: `the JobManager does not know the ${kind} yet: the operator sends the same id again`,
    }
}

/**
 * True while a pending savepoint holds back a change that would stop the job (control-flow.md, section 4.1/1), unless the option says
 * otherwise. Unlike in the reference operator, it holds back nothing else: the operator still recovers a lost or failed JobManager. The
 * savepoint of a job that does not run counts only while Flink can't be asked for it (W61). A job that is recorded as stopped is not asked
 * for it any more, so its status alone can't hold back its start (W49).
 */
export const isHeldBack = (
  { desired: { diff }, observed: { status, facts: { savepointOperation } } }: Pick<JobRound, 'desired' | 'observed'>,
  { reconciled, running: { options } }: SubmittedJob,
): boolean =>
  diff.type !== 'IGNORE' && (status.jobStatus.state === 'RUNNING' || savepointOperation?._tag === 'Unknown')
  && reconciled.job.state !== 'suspended' && isPending(status, 'savepoint') && !options.jobUpgradeIgnorePendingSavepoint

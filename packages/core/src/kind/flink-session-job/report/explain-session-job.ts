import { cluster, operator, person, type UnblockedBy } from '../../../contract/round/unblocked-by.ts'
import { nextRound, restoreByHand, unblocksJob } from '../../../job/report/job-problem.ts'
import type { Situation } from '../session-job-situation.ts'
import type { Env } from '../../../contract/env.ts'
import { explainedRound, trueSince } from '../../../job/report/explained-round.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import type { Explanation } from '../../../contract/round/explanation.ts'
import { classify } from '../classify-session-job.ts'
import { decide } from '../decide-session-job.ts'
import type { FlinkSessionJobDesired } from '../validated-session-job.ts'
import { type FlinkSessionJobObserved, roundOf } from '../session-job-round.ts'
import { summarize } from '../summarize-session-job.ts'

/** What unblocks each situation that is not `Blocked`. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked' | 'RecordLost' | 'WithoutCluster'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: operator('the job is stopped; then the finalizer is removed'),
  Suspending: cluster('the job ends'),
  Submitting: cluster('the jar can be fetched, Flink accepts it and lists the job'),
  Disowned: nextRound,
}

const withoutCluster: Readonly<Record<string, UnblockedBy>> = {
  SessionClusterNotFound: person('create a FlinkDeployment of that name without spec.job: the job then continues automatically'),
  SessionClusterUnseen: cluster('the FlinkDeployment of the session cluster can be read'),
  NotASessionCluster: person('create the FlinkSessionJob again, with spec.deploymentName of a FlinkDeployment without spec.job'),
  SessionClusterNotReady: cluster('the session cluster becomes ready; kubectl describe of its FlinkDeployment shows why it is not'),
}

/** The status records no job, and one of this resource is alive. */
const stopOrRestore = person(
  'restore the status; or stop the running job with a savepoint, and set spec.job.initialSavepointPath to it with a new spec.job.savepointRedeployNonce',
)

/** What unblocks a resource in this situation. */
export const unblockedBy = (situation: Situation): UnblockedBy => {
  if (situation._tag === 'WithoutCluster') return withoutCluster[situation.cluster.reason] ?? cluster(situation.cluster.message)
  if (situation._tag === 'RecordLost') return situation.row === 'record-lost/job-alive' ? stopOrRestore : restoreByHand
  return situation._tag === 'Blocked' ? situation.unblockedBy : bySituation[situation._tag]
}

/** The closest timestamp in the status to the beginning of the wait. */
const sinceOf = (situation: Situation, status: FlinkSessionJobStatus): EpochMillis | null => {
  const { operation, operatorRecord, jobStatus, conditions } = status
  if (situation._tag === 'WithoutCluster')
    return trueSince(
      { ...status, conditions: conditions.map(it => ({ ...it, status: it.status === 'True' ? 'False' : 'True' })) },
      'ClusterReady',
    )
  if (operation !== null && operation.kind !== 'Unreadable') return operation.mintedAt
  if (situation._tag === 'Unmanageable') return trueSince(status, 'Stalled')
  if (situation._tag === 'Blocked')
    return trueSince(status, 'Stalled') ?? trueSince(status, 'Reconciling') ?? status.reconciliationStatus.reconciliationTimestamp
  if (situation._tag === 'ScaleDue') return operatorRecord.scalingBlindSince
  if (situation._tag !== 'Settled') return null
  return operatorRecord.jobMissedSince ?? (isTerminal(jobStatus.state) ? operatorRecord.terminalSince : operatorRecord.runningSince)
    ?? trueSince(status, 'Ready') ?? trueSince(status, 'Reconciling')
}

/** Explains the state of the resource (design.md, section 1), with the same functions as the round of the operator. */
export const explain = (_desired: FlinkSessionJobDesired, observed: FlinkSessionJobObserved, env: Env): Explanation => {
  const round = roundOf(observed, env)
  const situation = classify(round)
  const decision = decide(round, situation)
  return explainedRound({ ...round, situation, decision, actions: summarize(round, decision) }, {
    since: sinceOf(situation, observed.status),
    unblockedBy: unblockedBy(situation),
  })
}

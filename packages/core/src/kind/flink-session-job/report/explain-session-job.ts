import type { Env } from '../../../contract/env.ts'
import { explainedRound, trueSince } from '../../../job/report/explained-round.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-state.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import type { Explanation } from '../../../contract/round/explanation.ts'
import { classify } from '../classify-session-job.ts'
import { decide } from '../decide-session-job.ts'
import type { FlinkSessionJobDesired } from '../session-job-desired.ts'
import { type FlinkSessionJobObserved, roundOf } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { summarize } from '../summarize-session-job.ts'
import { unblockedBy } from './unblocks-session-job.ts'

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

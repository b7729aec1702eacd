import { onceSeen } from '../../contract/query/ask.ts'
import { contradictedState } from '../../contract/resource/last-state.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import { act, type Decision, wait } from '../../contract/round/decision.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import { type NeedsFacts, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { isBlank } from './lost-record.ts'

/**
 * Handles a resource without our finalizer. If its status is empty it is new, or it was deleted without our finalizer and created again.
 * Remains of an earlier run decide which, and are recorded before any of them can disappear.
 *
 * | status | observed live | recorded |
 * |---|---|---|
 * | not empty | – | as it is |
 * | empty | a query failed | nothing: query again |
 * | empty | no object that an operator or Flink created | never started |
 * | empty | a cluster of that name, or remains of one | the last state is unknown (F02, P25) |
 *
 * No operator starts a job before our finalizer is set. So a resource that has the finalizer but not this record has lost its record.
 */
export const finalizerMissing = <Job extends JobTypes>(host: JobHost<Job>, round: Job['round'], row: string): NeedsFacts | null =>
  onceSeen(
    round.observed.facts,
    isUnwritten(round) ? host.unrecorded.queries(round) : [],
    queries => needsFacts(row, queries, 'did a cluster of that name exist before?'),
    () => null,
  )

export const addOurFinalizer = <Job extends JobTypes>(host: JobHost<Job>, round: RoundOf<Job>, reason: string): Decision<Job['status']> => {
  const { desired: { meta, wanted }, observed: { status }, env } = round
  const unobservable = isUnwritten(round) ? host.unrecorded.unseen(round) : null
  if (unobservable !== null)
    return wait(
      status,
      env.options.observerProgressCheckInterval,
      `Kubernetes and Flink to say whether a cluster of that name existed before: ${unobservable}`,
    )
  const found = host.unrecorded.earlier(round)
  const lastState = found.length === 0 ? { _tag: 'NeverStarted' as const }
    : contradictedState(`the resource is new to this operator, but ${found.join(', ')}`, wanted?.job.savepointRedeployNonce ?? null)
  return act(isUnwritten(round) ? withRecord(status, { lastState }) : status, reason, {
    effects: [{ _tag: 'AddFinalizer', finalizer: finalizerOf(meta) }],
    ...(isUnwritten(round) && lastState._tag === 'NeverStarted' ? { chains: 'Looking' } : {}),
  })
}

const isUnwritten = ({ desired: { deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  deployed._tag === 'Never' && status.operation === null && isBlank(status)

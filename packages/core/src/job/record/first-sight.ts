import { contradictedState } from '../../resource/last-state.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { act, type Decision, wait } from '../../round/decision.ts'
import { withRecord } from '../../round/status-change.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { JobTypes, LifecycleSituation, RoundOf } from '../job-situation.ts'
import { isBlank } from './lost-record.ts'

/**
 * The resource does not have our finalizer yet. Where its status says nothing it is new, or it was deleted past our finalizer and created
 * anew: what is there of an earlier run tells, and is written down before any of it can vanish.
 *
 * | status | seen, live | written down |
 * |---|---|---|
 * | says something | – | as it is |
 * | says nothing | something could not be seen | nothing: it is looked again |
 * | says nothing | nothing that an operator or Flink made | never started |
 * | says nothing | a cluster of that name, or what is left of one | what it is restored from is not known (F02, P25) |
 *
 * Before our finalizer is there nobody has started anything, so that a resource which has the finalizer and not this record is known to
 * have lost it.
 */
export const finalizerMissing = <Job extends JobTypes>(host: JobHost<Job>, round: Job['round'], row: string): LifecycleSituation<Job> => {
  const missing = isUnwritten(round) ? host.unrecorded.queries(round) : []
  return missing.length > 0 ? needsFacts(row, missing, 'was there a cluster of that name before?')
    : { _tag: 'NotYetOurs', row, reason: 'our finalizer is added first' }
}

export const addOurFinalizer = <Job extends JobTypes>(host: JobHost<Job>, round: RoundOf<Job>, reason: string): Decision<Job['status']> => {
  const { desired: { meta, wanted }, observed: { status }, env } = round
  const blind = isUnwritten(round) ? host.unrecorded.unseen(round) : null
  if (blind !== null)
    return wait(status, env.options.observerProgressCheckInterval, `to see whether there was a cluster of that name before: ${blind}`)
  const found = host.unrecorded.earlier(round)
  const lastState = found.length === 0 ? { _tag: 'NeverStarted' as const }
    : contradictedState(`the resource is new to this operator, but ${found.join(', ')}`, wanted?.job.savepointRedeployNonce ?? null)
  return act(isUnwritten(round) ? withRecord(status, { lastState }) : status, reason, {
    effects: [{ _tag: 'AddFinalizer', finalizer: finalizerOf(meta) }],
    ...(isUnwritten(round) && lastState._tag === 'NeverStarted' ? { goesOn: 'Looking' } : {}),
  })
}

const isUnwritten = ({ desired: { deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  deployed._tag === 'Never' && status.operation === null && isBlank(status)

import { contradictedState } from '../../resource/last-state.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, wait } from '../../round/decision.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { earlierLife, earlierLifeQueries } from '../../application/record/earlier-life.ts'
import { isBlank } from '../../job/record/lost-record.ts'
import type { JobDecision, Round } from '../../application/round.ts'
import type { Situation } from '../../application/situation.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import { withRecord } from '../../round/status-change.ts'

/**
 * Row C4: the resource does not have our finalizer yet. Where its status says nothing it is new, or it was deleted past our finalizer and
 * created anew: what is there of a cluster of that name tells, and is written down before any of it can vanish.
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
export const firstSight = (round: Round): Situation => {
  const { desired, observed: { facts } } = round
  const missing = isUnwritten(round) ? unanswered(facts, earlierLifeQueries(desired)) : []
  return missing.length > 0 ? needsFacts('C4', missing, 'was there a cluster of that name before?')
    : { _tag: 'NotYetOurs', row: 'C4', reason: 'our finalizer is added first' }
}

export const makeOurs = (round: Round, reason: string): JobDecision => {
  const { desired: { meta, wanted }, observed: { facts, status }, env } = round
  const blind = isUnwritten(round) ? [facts.deployment, facts.jobManagerPods, facts.configMaps].find(fact => fact?._tag === 'Unknown')
    : undefined
  if (blind?._tag === 'Unknown')
    return wait(
      status,
      env.options.observerProgressCheckInterval,
      `to see whether there was a cluster of that name before: ${blind.message}`,
    )
  const found = earlierLife(round)
  const lastState = found.length === 0 ? { _tag: 'NeverStarted' as const }
    : contradictedState(`the resource is new to this operator, but ${found.join(', ')}`, wanted?.job.savepointRedeployNonce ?? null)
  return act(isUnwritten(round) ? withRecord(status, { lastState }) : status, reason, {
    effects: [{ _tag: 'AddFinalizer', finalizer: finalizerOf(meta) }],
    ...(isUnwritten(round) && lastState._tag === 'NeverStarted' ? { goesOn: 'Looking' } : {}),
  })
}

const isUnwritten = ({ desired: { deployed }, observed: { status } }: Pick<Round, 'desired' | 'observed'>): boolean =>
  deployed._tag === 'Never' && status.operation === null && isBlank(status)

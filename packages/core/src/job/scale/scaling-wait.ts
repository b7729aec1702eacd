import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { InPlaceScaling } from './in-place-scaling-answer.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { jobEvent } from '../report/job-events.ts'
import type { JobRound } from '../job-round.ts'
import { withRecord } from '../../contract/round/status-change.ts'

/**
 * How long an edit that only scales waits for the facts it needs. Then it becomes an upgrade, which the reference operator begins at once
 * (control-flow.md, section 4.5).
 */
export const scalingPatience: Millis = 300_000

/** Why the operator stops waiting to rescale in place. Null: it continues to wait, or does not wait. */
export const givenUp = (
  { observed: { status: { operatorRecord: { scalingBlindSince } } }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  answer: InPlaceScaling | null,
): string | null =>
  answer?._tag === 'Wait' && scalingBlindSince !== null && now - scalingBlindSince >= scalingPatience
    ? `the operator gives up scaling in place after ${String(scalingPatience / 60_000)} min, ${answer.reason}` : null

/** The event that goes with the upgrade that replaces the scaling. */
export const givenUpEvents = (
  { desired: { generation } }: Pick<JobRound, 'desired'>,
  why: string | null,
): readonly EmitEvent[] => (why === null ? [] : [jobEvent.scalingGivenUp(why, generation)])

/** Records the wait with the edit: its beginning is durable while it lasts, and cleared when it ends, however it ends (P19). */
export const withScalingWait = <Status extends JobLifecycleStatus>(
  { observed: { status: { operatorRecord } }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  answer: InPlaceScaling | null,
  decision: Decision<Status>,
): Decision<Status> => {
  if (decision._tag === 'Look') return decision
  const since: EpochMillis | null = answer?._tag === 'Wait' && decision.status.operation === null
    ? (operatorRecord.scalingBlindSince ?? now) : null
  const { then } = decision
  const status = withRecord(decision.status, { scalingBlindSince: since })
  return status === decision.status ? decision
    : {
      ...decision,
      status,
      ...(then === undefined ? {} : { then: { ...then, status: withRecord(then.status, { scalingBlindSince: since }) } }),
    }
}

import type { EmitEvent } from '../../action/emit-event.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { InPlaceScaling } from './in-place-scaling-answer.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import type { Decision } from '../../round/decision.ts'
import { jobEvent } from '../told/job-events.ts'
import type { JobRound } from '../job-round.ts'
import { withRecord } from '../../round/status-change.ts'

/**
 * How long an edit that only scales waits to see what it needs; then it is an upgrade, which the reference operator makes of it at once
 * (control-flow.md, section 4.5).
 */
export const scalingPatience: Millis = 300_000

/** Why the edit is not waited for in place any longer; null: it is, or nothing is waited for. */
export const givenUp = (
  { observed: { status: { operatorRecord: { scalingBlindSince } } }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  answer: InPlaceScaling | null,
): string | null =>
  answer?._tag === 'Wait' && scalingBlindSince !== null && now - scalingBlindSince >= scalingPatience
    ? `scaling in place is given up after ${String(scalingPatience / 60_000)} min, ${answer.reason}` : null

/** Told with the upgrade that takes the place of the scaling. */
export const givenUpEvents = (
  { desired: { generation } }: Pick<JobRound, 'desired'>,
  why: string | null,
): readonly EmitEvent[] => (why === null ? [] : [jobEvent.scalingGivenUp(why, generation)])

/** The wait belongs to the edit: its beginning is durable while it lasts, and forgotten when it ends, however it ends (P19). */
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

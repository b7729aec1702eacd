import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import type { EpochMillis } from '../../../resource/time.ts'
import { wait } from '../../../round/decision.ts'
import { withRecord } from '../../../round/status-change.ts'
import { events } from '../told/session-job-events.ts'
import type { JobDecision, Round } from '../session-job-round.ts'
import { released } from './stop.ts'

/** From when a wait of the deletion counts: by an operator's clock, and not from before this process looked (F15). */
export const waitingSince = (
  { observed: { status: { operatorRecord: { deletingSince } } }, env: { now, steadySince } }: Pick<Round, 'observed' | 'env'>,
): EpochMillis => Math.max(deletingSince ?? now, steadySince ?? 0)

export const isLate = (round: Round): boolean => round.env.now >= waitingSince(round) + round.env.options.resourceCleanupTimeout

export const waitFor = (round: Round, what: string): JobDecision => ({
  ...wait(
    withRecord(round.observed.status, { deletingSince: waitingSince(round) }),
    round.env.options.observerProgressCheckInterval,
    what,
  ),
  events: [events.cleanup],
})

const jobWords = ({ jobStatus: { jobId } }: FlinkSessionJobStatus): string => (jobId === null ? 'its job' : `job ${jobId}`)

export const leaving = (round: Round, why: string): JobDecision => {
  const { status } = round.observed
  const done = released(round, status, why)
  return done._tag === 'Look' ? done : {
    ...done,
    events: [
      events.leftBehind(
        `${why}: ${jobWords(status)} may still run in session cluster ${round.desired.clusterName ?? ''}, and is to be cancelled there`,
      ),
    ],
  }
}

/** A person may say that nothing is waited for without an end, where nobody can tell whether the job runs. */
export const mayLeave = (round: Round): boolean =>
  isLate(round) && round.desired.deployed._tag === 'Deployed'
  && round.desired.deployed.running.options.sessionDeletionProceedWhenJobsUnknown

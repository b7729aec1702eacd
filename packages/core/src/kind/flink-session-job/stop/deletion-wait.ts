import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import { wait } from '../../../contract/round/decision.ts'
import { withRecord } from '../../../contract/round/status-change.ts'
import { events } from '../report/session-job-events.ts'
import type { JobDecision, Round } from '../session-job-round.ts'
import { released } from './stop.ts'

/** The start of a wait of the deletion: by the clock of the operator, and not before this process began to observe (F15). */
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
        `${why}: ${jobWords(status)} may still run in session cluster ${round.desired.clusterName ?? ''}, and has to be cancelled there`,
      ),
    ],
  }
}

/** True if the wait is too long and the user allows the deletion to continue although it is unknown whether the job runs. */
export const mayLeave = (round: Round): boolean =>
  isLate(round) && round.desired.deployed._tag === 'Deployed'
  && round.desired.deployed.running.options.sessionDeletionProceedWhenJobsUnknown

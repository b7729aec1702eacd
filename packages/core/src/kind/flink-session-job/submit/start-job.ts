import type { JobStart } from '../../../job/job-host.ts'
import { beginSubmit } from '../../../job/submit/begin-submit.ts'
import { type JobAct, readyCluster, type Round } from '../session-job-round.ts'
import { settled } from '../../../job/settled.ts'
import { settling } from '../shared-settling.ts'
import type { SessionJob } from '../session-job-situation.ts'

/** Begins to submit the job, where its cluster is open for that; what has to be written down at once waits for that itself. */
export const startJob = (round: Round, start: JobStart<SessionJob>): JobAct =>
  (start.atOnce === true ? null : notOpen(round)) ?? beginSubmit(round, start)

/** Why nothing is begun in the cluster now, as a decision; null: it may be. */
const notOpen = (round: Round): JobAct | null => {
  const cluster = readyCluster(round)
  const why = cluster === null ? 'the session cluster' : cluster.notOpen
  return why === null ? null
    : { ...settled(settling, round), after: round.env.options.observerProgressCheckInterval, waitingFor: why, reason: why }
}

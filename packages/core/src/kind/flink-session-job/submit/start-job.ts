import type { JobStart } from '../../../job/job-host.ts'
import { beginSubmit } from '../../../job/submit/begin-submit.ts'
import { type JobAct, readyCluster, type Round } from '../session-job-round.ts'
import { startWhereClusterGoes } from '../cluster/cluster-goes.ts'
import { settled } from '../../../job/settled.ts'
import { settling } from '../shared-settling.ts'
import type { SessionJob } from '../session-job-situation.ts'

/**
 * Begins the submit, if the cluster accepts new jobs. A submit that has to be recorded at once (`atOnce`) is recorded now and waits for the
 * cluster later.
 */
export const startJob = (round: Round, start: JobStart<SessionJob>): JobAct =>
  (start.atOnce === true ? null : notOpen(round)) ?? beginSubmit(round, start)

/** The decision to wait if the cluster accepts no new job now; null: it does. */
const notOpen = (round: Round): JobAct | null => {
  const cluster = readyCluster(round)
  const why = cluster === null ? 'the session cluster' : cluster.notOpen
  return why === null ? null
    : {
      ...settled(settling, round),
      problem: startWhereClusterGoes(round),
      after: round.env.options.observerProgressCheckInterval,
      waitingFor: why,
      reason: why,
    }
}

import type { SettlingHost } from '../../job/settled.ts'
import { missedIn } from './cluster/cluster-goes.ts'
import { duplicateProblem } from './recovery/unclaimed-jobs.ts'
import type { SessionJob } from './session-job-situation.ts'

/** What a shared cluster, which is ready, tells of a job for which nothing is to be done: its JobManager is there for the others, too. */
export const settling: SettlingHost<SessionJob> = {
  ownJobManager: () => null,
  untilAsked: () => null,
  problem: round => missedIn(round) ?? duplicateProblem(round),
  untilNextMoment: () => null,
}

import type { SettlingHost } from '../../job/settled.ts'
import { missedIn } from './cluster/cluster-goes.ts'
import { duplicateProblem } from './recovery/unclaimed-jobs.ts'
import type { SessionJob } from './session-job-situation.ts'

/**
 * What the steady state of a job takes from its ready session cluster: only the problem to report. The JobManager belongs to the cluster,
 * not to the job.
 */
export const settling: SettlingHost<SessionJob> = {
  ownJobManager: () => null,
  untilAsked: () => null,
  problem: round => missedIn(round) ?? duplicateProblem(round),
  untilNextMoment: () => null,
}

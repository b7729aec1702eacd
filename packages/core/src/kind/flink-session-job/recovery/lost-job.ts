import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isOtherIncarnation } from '../../../job/record/new-operation.ts'
import { absenceMillis } from '../../../job/seen/observe-job.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { jobNotFoundIn } from '../cluster/cluster-goes.ts'
import type { Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked } from '../../../round/waiting-situation.ts'
import type { SubmittedSessionJob } from '../work.ts'
import { isStateless } from '../../../resource/upgrade-mode.ts'

/**
 * Rows Q33 to Q38: the JobManager is ready, and for longer than a moment does not list the job (session-snapshot-bluegreen.md, sections
 * 2.3/7 and 2.4/5).
 *
 * | row | the JobManager | the job | then |
 * |---|---|---|---|
 * | Q33 | is highly available | its id is known | it brings the job back under its id, or the job has come to its end: waited for, and told (B50) |
 * | Q34 | is the one that the job ran in | any | the job ended, and Flink forgot it: it is not run again by itself (F05) |
 * | Q35 | restarted | stateless | submitted again, under an id of its own (E-56) |
 * | Q37 | restarted | its last state is known | submitted again from it |
 * | Q38 | restarted, or its id is lost | its last state is not known | a person: what was last seen is no proof of the newest (E-10, P01) |
 *
 * Null: it is not missed.
 */
export const lostJob = (round: Round, deployed: SubmittedSessionJob): Situation | null => {
  const { desired: { wanted }, observed: { status, host }, env } = round
  const { jobMissedSince } = status.operatorRecord
  if (isTerminal(status.jobStatus.state) || jobMissedSince === null || env.now - jobMissedSince < absenceMillis) return null
  const problem = jobNotFoundIn(round)
  if (status.jobStatus.jobId === null) return blocked('Q38', 'a person: which job it was is not known', problem)
  if (deployed.running.options.highAvailability !== 'none')
    return blocked('Q33', 'the JobManager to bring the job back from high-availability metadata', problem)
  if (!isOtherIncarnation(status.operatorRecord.incarnation, { ...host.incarnation, jobStartTime: null }))
    return blocked('Q34', 'the JobManager to list the job', problem)
  if (isStateless(wanted?.job.upgradeMode))
    return {
      _tag: 'Lost',
      row: 'Q35',
      source: { _tag: 'Empty', reason: 'the JobManager restarted without the job, which is stateless' },
      deployed,
      reason: 'the JobManager restarted, and the stateless job is lost',
    }
  const state = lastStateOf(status, deployed)
  return state._tag === 'Path'
    ? {
      _tag: 'Lost',
      row: 'Q37',
      source: { _tag: 'Path', path: state.path, reason: 'the JobManager restarted without the job, whose last state is known' },
      deployed,
      reason: 'the JobManager restarted, and the job is lost',
    }
    : blocked('Q38', 'a person: without high availability the state of the lost job is not known', problem)
}

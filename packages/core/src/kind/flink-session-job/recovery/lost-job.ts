import { haRecovers } from '../observe/job-absence.ts'
import { restoreByHand } from '../../../job/report/job-problem.ts'
import { person } from '../../../contract/round/unblocked-by.ts'
import { firstMatch, type LastRow, type Row, type RowText } from '../../../contract/round/row.ts'
import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isOtherIncarnation } from '../../../job/record/new-operation.ts'
import { absenceMillis } from '../../../job/observe/observe-job.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { jobNotFoundIn } from '../cluster/cluster-goes.ts'
import type { Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked } from '../../../contract/round/waiting-situation.ts'
import type { SubmittedSessionJob } from '../work.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'

const startAgain = person(
  'Flink has forgotten the job, which has ended. To run it again: a stateless job with a new spec.restartNonce; one with state with spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce, or with spec.job.upgradeMode: stateless',
)

type LostRow = Row<[round: Round, deployed: SubmittedSessionJob], Situation>

/** The rows that answer for `lost` where the job runs in a session cluster, and the status names the job. */
const namedRows: readonly LostRow[] = [
  {
    id: 'lost/ha-recovers-it',
    when:
      'the JobManager is highly available: it recovers the job under its id, or the job has ended; the operator waits and reports it (B50)',
    holds: (round, { running }) =>
      running.options.highAvailability !== 'none' && blocked(
        'lost/ha-recovers-it',
        'the JobManager to recover the job from high-availability metadata',
        haRecovers,
        jobNotFoundIn(round),
      ),
  },
  {
    id: 'lost/forgotten',
    when: 'the JobManager is the one that the job ran in: the job ended and Flink forgot it; the operator does not run it again (F05)',
    holds: round =>
      !isOtherIncarnation(round.observed.status.operatorRecord.incarnation, { ...round.observed.host.incarnation, jobStartTime: null })
      && blocked('lost/forgotten', 'the JobManager to list the job', startAgain, jobNotFoundIn(round)),
  },
  {
    id: 'lost/stateless',
    when: 'the JobManager restarted: the stateless job is submitted again with a new id (E-56)',
    holds: ({ desired: { wanted } }, deployed) =>
      isStateless(wanted?.job.upgradeMode) && {
        _tag: 'Lost',
        row: 'lost/stateless',
        source: { _tag: 'Empty', reason: 'the JobManager restarted without the job, which is stateless' },
        deployed,
        reason: 'the JobManager restarted, and the stateless job is lost',
      },
  },
  {
    id: 'lost/state-known',
    when: 'the JobManager restarted: the job is submitted again from its last state',
    holds: ({ observed: { status } }, deployed) => {
      const state = lastStateOf(status, deployed)
      return state._tag === 'Path' && {
        _tag: 'Lost',
        row: 'lost/state-known',
        source: { _tag: 'Path', path: state.path, reason: 'the JobManager restarted without the job, whose last state is known' },
        deployed,
        reason: 'the JobManager restarted, and the job is lost',
      }
    },
  },
]

const unknownRow: LastRow<[round: Round], Situation> = {
  id: 'lost/job-state-unknown',
  when: 'the JobManager restarted or the job id is lost, and the last state is unknown: a user has to decide (E-10, P01)',
  holds: round =>
    blocked(
      'lost/job-state-unknown',
      round.observed.status.jobStatus.jobId === null ? 'a user: the id of the job is unknown'
        : 'a user: without high availability the state of the lost job is not known',
      restoreByHand,
      jobNotFoundIn(round),
    ),
}

export const lostRows: readonly RowText[] = [...namedRows, unknownRow]

/**
 * Row `lost` of a session job: the JobManager is ready, and for longer than a moment it does not list the job
 * (session-snapshot-bluegreen.md, sections
 * 2.3/7 and 2.4/5).
 *
 * Null: the job is not missing.
 */
export const lostJob = (round: Round, deployed: SubmittedSessionJob): Situation | null => {
  const { observed: { status }, env } = round
  const { jobMissedSince } = status.operatorRecord
  if (isTerminal(status.jobStatus.state) || jobMissedSince === null || env.now - jobMissedSince < absenceMillis) return null
  return (status.jobStatus.jobId === null ? null : firstMatch(namedRows, round, deployed)?.found) ?? unknownRow.holds(round)
}

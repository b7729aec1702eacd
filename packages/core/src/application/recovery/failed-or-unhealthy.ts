import type { Deployed } from '../../cluster/deployed-spec.ts'
import { type Unhealthy, unhealthy } from '../health/unhealthy.ts'
import { unseenStartAndState } from '../seen/unseen-start.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import { inHighAvailability, restartAnswer, sourceFor } from './restore-point.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import type { Round } from '../round.ts'
import { unanswered } from '../../query/unanswered.ts'
import { haQueries } from '../seen/ha-seen.ts'
import type { Situation } from '../situation.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { notYet } from '../upgrade/upgrade-situation.ts'

/** Row C24: a job that FAILED is started again (control-flow.md, section 4.10/1). */
export const restartFailed = (round: Round, deployed: Deployed): Situation => {
  // REST may tell an end a moment late; after that the job is a stray, or its end is disproved
  const job = ownJob(round.observed.status, round.observed.facts)
  if (job !== undefined && !isTerminal(job.state)) return blocked('C24', 'Flink to show that the job has failed', null)
  const unseen = unseenStartAndState(round)
  if (unseen.length > 0) return needsFacts('C24 5.6/c', unseen, 'did the JobManager ever start?')
  const answer = restartAnswer(round, deployed)
  if (answer._tag !== 'Available') return notYet(round, deployed, answer)
  const lastState = answer.restoreMode === 'last-state' ? inHighAvailability(round.observed.status)
    : lastStateOf(round.observed.status, deployed)
  const source = sourceFor(round, withMode(deployed.running, answer.restoreMode), lastState)
  return source._tag === 'Empty' || source._tag === 'Path' || source._tag === 'LastState'
    ? { _tag: 'RestartFailed', row: `C24 ${answer.row}`, source, deployed, reason: `the job failed and is restarted: ${source.reason}` }
    : blocked('C24', source._tag === 'Blocked' ? source.error : source.reason, null)
}

/** Rows H: a job that runs and does not do what it is for (control-flow.md, section 4.10/3). Null: it is well, or nobody knows. */
export const unhealthyJob = (round: Round, deployed: Deployed): Situation | null => {
  const sick = unhealthy(round, deployed)
  return sick === null ? null : restartUnhealthy(round, deployed, sick)
}

const restartUnhealthy = (round: Round, deployed: Deployed, { text, source }: Unhealthy): Situation => {
  switch (source._tag) {
    case 'LookFirst':
      return needsFacts('H1', unanswered(round.observed.facts, haQueries(round)), source.reason)
    case 'Wait':
    case 'Blocked':
      return blocked('H2', `the state of the unhealthy job to be safe: ${source._tag === 'Wait' ? source.reason : source.error}`, null)
    default:
      return { _tag: 'Unhealthy', row: 'H3', text, source, deployed, reason: text }
  }
}

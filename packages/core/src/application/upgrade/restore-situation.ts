import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import { isSubmitted } from '../../cluster/seen/submitted.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { sourceFor } from '../recovery/restore-point.ts'
import { rollbackMode } from '../../job/upgrade/rollback-obstacles.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import type { Round } from '../round.ts'
import { haQueries, unseenInZooKeeper } from '../seen/ha-seen.ts'
import type { Situation } from '../situation.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'

/**
 * Row C14: the reference operator recorded the upgrade as begun; did it submit the job (control-flow.md, section 3.2)? Null: it did not, or
 * this operator began it.
 */
export const submittedBefore = (round: Round, deployed: Deployed): Situation | null => {
  const { observed: { status, facts }, desired } = round
  if (status.operatorRecord.attempts !== 0 || status.jobManagerDeploymentStatus !== 'MISSING') return null
  const missing = unanswered(facts, [clusterQueries(desired).deployment, clusterQueries(desired).configMaps])
  if (missing.length > 0) return needsFacts('C14', missing, 'was the job submitted before this operator took over?')
  if (facts.deployment?._tag === 'Unknown') return blocked('C14', 'to see the JobManager Deployment', null)
  return isSubmitted(round)
    ? { _tag: 'AlreadyUpgraded', row: 'C14', deployed, reason: 'the job was submitted before this operator took over' } : null
}

/** Rows R: UPGRADING or ROLLING_BACK and nothing runs. The job goes on, even if the edit was taken back (B31). */
export const restoreStopped = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation => {
  const { observed: { status }, desired } = round
  return status.reconciliationStatus.state === 'ROLLING_BACK'
      && desired.diff.changes.every(({ path, type }) => path === 'job.state' || type === 'IGNORE')
      && desired.stable !== null
    ? restore(round, deployed, desired.stable, 'Rollback')
    : restore(round, deployed, wanted, 'Upgrade')
}

/** Rows R: what a stopped job is restored from. */
export const restore = (
  round: Round,
  deployed: Deployed,
  target: ConfiguredSpec,
  purpose: 'Resume' | 'Upgrade' | 'Rollback',
): Situation => {
  const answer = sourceFor(
    round,
    purpose === 'Rollback' ? withMode(target, rollbackMode(round)) : target,
    lastStateOf(round.observed.status, deployed),
  )
  switch (answer._tag) {
    case 'LookFirst':
      return needsFacts('R1', unanswered(round.observed.facts, haQueries(round)), answer.reason)
    case 'Wait':
      return blocked('R2', unseenInZooKeeper(round) ?? answer.reason, null)
    case 'Blocked':
      return blocked('R3', 'a person to restore the job', upgradeProblem(answer.eventReason, answer.error))
    default:
      return { _tag: 'RestoreDue', row: `R4 ${answer._tag}`, source: answer, purpose, target, deployed, reason: answer.reason }
  }
}

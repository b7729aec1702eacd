import { isTerminal } from '../../resource/job-state.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { submitSeen } from '../../cluster/seen/incomplete-submit.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from '../seen/application-ha-seen.ts'
import type { Situation } from '../application-situation.ts'
import { haMetadataFor } from '../upgrade/upgrade-inputs-of.ts'
import { stateKeptIn } from '../../resource/upgrade-mode.ts'

/**
 * The operator before did not finish its submit (L3). What was submitted is submitted again from where it was to start; where that is not
 * known any more it is left for a person. Null: it is no such submit.
 */
export const stuckSubmit = (round: Round, { reconciled }: Deployed): Situation | null => {
  const { status } = round.observed
  const seen = isTerminal(status.jobStatus.state) ? null : submitSeen(round)
  if (seen?._tag === 'LookFirst') return { _tag: 'NeedsFacts', row: 'C29', queries: seen.queries, reason: seen.reason }
  if (seen?._tag !== 'No') return null
  const unseen = unanswered(round.observed.facts, haQueries(round))
  if (unseen.length > 0) return { _tag: 'NeedsFacts', row: 'C29', queries: unseen, reason: 'is HA metadata of the job there?' }
  const haMetadata = haMetadataFor(round)
  const { upgradeMode } = reconciled.job
  return haMetadata === 'Unknown' || haMetadata === 'Unreadable'
      || (stateKeptIn[upgradeMode] === 'HaMetadata' && haMetadata !== 'Available') ? null
    : {
      _tag: 'StuckSubmit',
      row: 'C29',
      mode: upgradeMode,
      reason:
        `the operator before did not finish its submit, and JobManager ${status.jobManagerDeploymentStatus} never started: it is submitted again`,
    }
}

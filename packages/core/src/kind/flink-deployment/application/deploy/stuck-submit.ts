import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { unanswered } from '../../../../contract/query/unanswered.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from '../observe/application-ha-seen.ts'
import type { Situation } from '../application-situation.ts'
import { haMetadataFor } from '../upgrade/upgrade-inputs-of.ts'
import { stateKeptIn } from '../../../../contract/resource/upgrade-mode.ts'

/**
 * The previous operator did not finish its submit (L3). The operator submits the job again from the same source, or leaves it to the user
 * if that source is unknown.
 */
export const submitAgain = (round: Round, { reconciled }: Deployed, row: string): Situation | null => {
  const { status } = round.observed
  const unseen = unanswered(round.observed.facts, haQueries(round))
  if (unseen.length > 0)
    return {
      _tag: 'NeedsFacts',
      row,
      queries: unseen,
      reason: 'does HA metadata of the job exist?',
    }
  const haMetadata = haMetadataFor(round)
  const { upgradeMode } = reconciled.job
  return haMetadata === 'Unknown' || haMetadata === 'Unreadable'
      || (stateKeptIn[upgradeMode] === 'HaMetadata' && haMetadata !== 'Available') ? null
    : {
      _tag: 'StuckSubmit',
      row,
      mode: upgradeMode,
      reason:
        `the previous operator did not finish its submit, and JobManager ${status.jobManagerDeploymentStatus} never started: the job is submitted again`,
    }
}

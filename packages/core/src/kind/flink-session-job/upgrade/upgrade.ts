import { baseAnswer } from '../../../job/upgrade/base-upgrade-mode.ts'
import { jobUpgradeInputs } from '../../../job/upgrade/job-upgrade-inputs.ts'
import type { UpgradeAnswer } from '../../../job/upgrade/upgrade-answer.ts'
import { isStateless } from '../../../resource/upgrade-mode.ts'
import { type Blocked, blocked } from '../../../round/waiting-situation.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-change.ts'
import type { Round } from '../session-job-round.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from '../work.ts'

/**
 * How can the job be stopped so that the wanted spec goes on from its state (session-snapshot-bluegreen.md, section 2.6)? Last-state is
 * always by cancel and the last checkpoint: HA metadata of the cluster is never the restore source of one job in it.
 */
export const upgradeAnswer = (round: Round, { running, reconciled }: SubmittedSessionJob, wanted: ConfiguredSessionJob): UpgradeAnswer =>
  baseAnswer({
    ...jobUpgradeInputs(round, wanted, running, reconciled.job.upgradeMode),
    haMetadata: 'NotAvailable',
    haCheckpoint: 'Unknown',
    haOnInWanted: false,
    haOnInDeployed: running.options.highAvailability !== 'none',
    // both are the cluster's
    versionChanged: false,
    jobCancelEnabled: true,
    jobManagerNeverStarted: false,
    jobManagerMadeAnew: false,
  })

/** While its cluster changes a job with state is not stopped (row U7). */
export const stopsLaterThan = (round: Round, { restoreMode }: Extract<UpgradeAnswer, { _tag: 'Available' }>): Blocked | null => {
  const change = clusterChange(round)
  return isStateless(restoreMode) || change === null ? null : blocked('U7', stopsLater(change), null)
}

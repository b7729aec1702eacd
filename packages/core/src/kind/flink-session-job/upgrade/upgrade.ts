import type { ScalingHost } from '../../../job/scale/scale-in-place.ts'
import { nativeScaling, requestedWidth } from '../../../job/scale/scaling-edit.ts'
import type { SessionJob } from '../session-job-situation.ts'
import { cluster } from '../../../contract/round/unblocked-by.ts'
import type { RowText } from '../../../contract/round/row.ts'
import { baseAnswer } from '../../../job/upgrade/base-upgrade-mode.ts'
import { jobUpgradeInputs } from '../../../job/upgrade/job-upgrade-inputs.ts'
import type { UpgradeAnswer } from '../../../job/upgrade/upgrade-answer.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'
import { type Blocked, blocked } from '../../../contract/round/waiting-situation.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-goes.ts'
import type { Round } from '../session-job-round.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from '../work.ts'

/**
 * How a session job is scaled in place. The TaskManagers belong to the cluster: whether Flink rescales the job does not depend on who
 * starts them.
 */
export const scaling: ScalingHost<SessionJob> = {
  inputs: round => {
    const { deployed, wanted } = round.desired
    return deployed._tag === 'Deployed' && wanted !== null ? nativeScaling(round, deployed.running, wanted, requestedWidth) : null
  },
  taskManagers: () => [],
}

/**
 * How can the job be stopped so that the wanted spec restores its state (session-snapshot-bluegreen.md, section 2.6)? Last-state always
 * means a cancel and the last checkpoint: the HA metadata of the cluster is never the restore source of one of its jobs.
 */
export const upgradeAnswer = (round: Round, { running, reconciled }: SubmittedSessionJob, wanted: ConfiguredSessionJob): UpgradeAnswer =>
  baseAnswer({
    ...jobUpgradeInputs(round, wanted, running, reconciled.job.upgradeMode),
    haMetadata: 'NotAvailable',
    haCheckpoint: 'Unknown',
    haOnInWanted: false,
    haOnInDeployed: running.options.highAvailability !== 'none',
    // both belong to the cluster
    versionChanged: false,
    jobCancelEnabled: true,
    jobManagerNeverStarted: false,
    jobManagerRecreated: false,
  })

/** The row of `edit` that only a session job has. */
export const clusterChangesRow: RowText = {
  id: 'edit/cluster-changes',
  when: 'a job with state is not stopped while its cluster is being changed',
}

/** Row edit/cluster-changes: a job with state is not stopped while its cluster is being changed. */
export const stopsLaterThan = (round: Round, { restoreMode }: Extract<UpgradeAnswer, { _tag: 'Available' }>): Blocked | null => {
  const change = clusterChange(round)
  return isStateless(restoreMode) || change === null ? null
    : blocked('edit/cluster-changes', stopsLater(change), cluster('the change of the session cluster is over'))
}

import { lastingTroubleMillis } from '../../../cluster/observe/observe-job-manager.ts'
import { isRestMissed } from '../../../cluster/observe/rest-unreachable.ts'
import { isScaledAway, scaledAway, isForKubernetes, untilUp } from '../../../cluster/observe/scaled-away.ts'
import type { SettlingHost } from '../../../job/settled.ts'
import { missedProblem } from '../../../job/report/job-gone.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { lateArrivalLimit } from '../../../contract/resource/operation.ts'
import type { EpochMillis, Millis } from '../../../contract/resource/time.ts'
import type { Round, ApplicationJob } from './application-round.ts'

/** True if the round waits only for a JobManager that watches report. */
const isUntilWatchEvent = (round: Round): boolean => {
  const { reconciliationStatus, jobStatus } = round.observed.status
  return reconciliationStatus.lastReconciledSpec !== null && !isTerminal(jobStatus.state) && isForKubernetes(round)
}

/** The time until something other than a watch event may require a decision; at most the reconcile interval. */
const untilNextMoment = ({ desired: { deployed }, observed: { status, facts: { deployment } }, env }: Round): Millis => {
  const { podTroubleSince, retryAt } = status.operatorRecord
  const moments: readonly (EpochMillis | null)[] = [
    podTroubleSince === null ? null : podTroubleSince + lastingTroubleMillis,
    retryAt,
    deployment?._tag === 'Known' ? deployment.value.creationTimestamp + lateArrivalLimit : null,
    deployed._tag === 'Deployed' ? status.reconciliationStatus.reconciliationTimestamp + deployed.running.options.deploymentReadinessTimeout
      : null,
  ]
  // a deadline has passed only after its moment, hence one millisecond more
  return moments.reduce(
    (least: Millis, at) => (at === null || at < env.now ? least : Math.min(least, at - env.now + 1)),
    env.options.reconcileInterval,
  )
}

/** What the steady state of a job takes from its own cluster: the requeue time and the problem to report. */
export const settling: SettlingHost<ApplicationJob> = {
  ownJobManager: ({ observed: { status } }) => status.jobManagerDeploymentStatus,
  untilAsked: untilUp,
  problem: round =>
    // an unreachable Flink is reported as unreachable, not as a missing job
    (isRestMissed(round.observed.status, round.env) ? null : missedProblem(round)) ?? (isScaledAway(round) ? scaledAway(round) : null),
  untilNextMoment: round => (isUntilWatchEvent(round) ? untilNextMoment(round) : null),
}

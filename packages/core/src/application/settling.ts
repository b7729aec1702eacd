import { lastingTroubleMillis } from '../cluster/seen/observe-job-manager.ts'
import { isRestMissed } from '../cluster/seen/rest-unreachable.ts'
import { isScaledAway, scaledAway } from '../cluster/seen/scaled-away.ts'
import { pauseWhileDown } from '../cluster/told/job-manager-down.ts'
import type { NextLook, SettlingHost } from '../job/settled.ts'
import { missedProblem } from '../job/told/job-gone.ts'
import { isTerminal } from '../resource/job-state.ts'
import { lateArrivalLimit } from '../resource/operation.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'
import type { Round } from './application-round.ts'
import type { ApplicationJob } from './application-situation.ts'

const untilUp = ({ observed: { status }, env }: Pick<Round, 'observed' | 'env'>): NextLook | null => {
  const { jobManagerDeploymentStatus: jobManager, operatorRecord: { jobManagerDownSince } } = status
  if (jobManager === 'READY') return null
  const pause = pauseWhileDown(jobManagerDownSince, env.now, env.options.reconcileInterval)
  return jobManager === 'ERROR' || jobManager === 'MISSING'
    ? { after: Math.max(env.options.observerProgressCheckInterval, pause), waitingFor: 'the JobManager' }
    : { after: pause, waitingFor: 'the JobManager to come up' }
}

/** Is nothing waited for but a JobManager that has no replica up? Its Deployment and pods are watched; Flink has nothing to say yet. */
const isForKubernetes = ({ observed: { status, facts: { deployment, jobManagerPods } } }: Pick<Round, 'observed'>): boolean =>
  status.reconciliationStatus.lastReconciledSpec !== null && !isTerminal(status.jobStatus.state)
  && deployment?._tag === 'Known' && deployment.value.availableReplicas === 0 && jobManagerPods?._tag === 'Known'
  && (status.jobManagerDeploymentStatus === 'DEPLOYING' || status.jobManagerDeploymentStatus === 'ERROR')

/** When something else than a change of what is watched may call for a decision: the reconcile interval at the latest. */
const untilNextMoment = ({ desired: { deployed }, observed: { status, facts: { deployment } }, env }: Round): Millis => {
  const { podTroubleSince, retryAt } = status.operatorRecord
  const moments: readonly (EpochMillis | null)[] = [
    podTroubleSince === null ? null : podTroubleSince + lastingTroubleMillis,
    retryAt,
    deployment?._tag === 'Known' ? deployment.value.creationTimestamp + lateArrivalLimit : null,
    deployed._tag === 'Deployed' ? status.reconciliationStatus.reconciliationTimestamp + deployed.running.options.deploymentReadinessTimeout
      : null,
  ]
  // a moment that has come is past only after it
  return moments.reduce(
    (least: Millis, at) => (at === null || at < env.now ? least : Math.min(least, at - env.now + 1)),
    env.options.reconcileInterval,
  )
}

/** What its own cluster tells of a job for which nothing is to be done. */
export const settling: SettlingHost<ApplicationJob> = {
  ownJobManager: ({ observed: { status } }) => status.jobManagerDeploymentStatus,
  untilAsked: untilUp,
  problem: round =>
    // what Flink can't be asked is told as that
    (isRestMissed(round.observed.status, round.env) ? null : missedProblem(round)) ?? (isScaledAway(round) ? scaledAway(round) : null),
  untilNextMoment: round => (isForKubernetes(round) ? untilNextMoment(round) : null),
}

import { decideJob, withMark } from '../../job/decide-job.ts'
import { continueStopBy } from '../../job/stop/continue-stop.ts'
import { stopJob } from '../../job/stop/begin-stop.ts'
import { continueSubmit } from '../../job/submit/continue-submit.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'
import { act, look, pollMillis, wait } from '../../contract/round/decision.ts'
import { submitWhereClusterGoes } from './cluster/cluster-goes.ts'
import { disowned } from './recovery/others-jobs.ts'
import { type JobDecision, readyCluster, type Round } from './session-job-round.ts'
import { settled } from '../../job/settled.ts'
import { settling } from './shared-settling.ts'
import { sharedCluster } from './shared-cluster.ts'
import type { Situation } from './session-job-situation.ts'
import { decideDeletion } from './stop/delete-session-job.ts'
import { submitPlace } from './submit/submit-place.ts'
import { events } from './summarize-session-job.ts'
import { scaling } from './upgrade/upgrade.ts'
import { rememberingScalingWait } from '../../job/scale/scale-in-place.ts'

type Of<Tag extends Situation['_tag']> = Extract<Situation, { readonly _tag: Tag }>

/** Decides what to do in the given situation. */
export const decide = (round: Round, situation: Situation): JobDecision =>
  withMark(sharedCluster, round, situation, rememberingScalingWait(scaling, round, calledFor(round, situation)))

const calledFor = (round: Round, situation: Situation): JobDecision => {
  const { observed: { status }, env } = round
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(situation.queries, situation.reason)
    case 'Deleting':
      return decideDeletion(round)
    case 'WithoutCluster':
      return wait(
        status,
        situation.cluster.reason === 'SessionClusterUnseen' ? env.options.observerProgressCheckInterval : env.options.reconcileInterval,
        situation.cluster.message,
      )
    case 'Suspending':
      return continueStopBy(sharedCluster, round, situation.operation)
    case 'Submitting':
      return submitting(round, situation.operation)
    case 'OrphanJob':
      return stopOrphan(round, situation)
    case 'Disowned':
      return act(disowned(status, situation.reason), situation.reason)
    case 'NotYetOurs':
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'RecordLost':
    case 'Paused':
    case 'FirstDeployment':
    case 'AdoptedCancel':
    case 'AdoptedRollback':
    case 'AlreadyUpgraded':
    case 'RestoreDue':
    case 'SuspendedToRecord':
    case 'UpgradeDue':
    case 'RedeployDue':
    case 'RollbackDue':
    case 'ScaleDue':
    case 'ScalingUnrecorded':
    case 'RunsWhatIsWanted':
    case 'RestartFailed':
    case 'Lost':
    case 'Blocked':
    case 'Snapshot':
    case 'AutoscalerDue':
    case 'Settled':
      return decideJob(sharedCluster, round, situation)
  }
}

const submitting = (round: Round, operation: SubmitOperation): JobDecision => {
  const cluster = readyCluster(round)
  if (cluster === null) return settled(settling, round)
  const { notOpen: why } = cluster
  const notOpen = why === null ? null : { why, problem: submitWhereClusterGoes(round, operation) }
  return continueSubmit(round, operation, submitPlace(round, cluster, operation, notOpen))
}

const stopOrphan = (round: Round, { jobId, stop: how, reason }: Of<'OrphanJob'>): JobDecision => {
  const { deployed } = round.desired
  if (how !== null && deployed._tag === 'Deployed')
    return stopJob(
      sharedCluster,
      how.round,
      deployed,
      how.answer,
      round.desired.wanted?.job.state === 'suspended' ? 'Suspend' : 'Upgrade',
      [
        events.orphan(jobId),
      ],
    )
  const cluster = readyCluster(round)
  const { jobs } = round.observed.facts
  if (jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === jobId && job.state === 'CANCELLING'))
    return wait(round.observed.status, pollMillis, `job ${jobId} to be cancelled`)
  return cluster === null ? settled(settling, round) : act(round.observed.status, reason, {
    effects: [{ _tag: 'CancelJob', endpoint: cluster.deployed.endpoint, jobId, why: 'the status does not record that it runs' }],
    events: [events.orphan(jobId)],
    after: pollMillis,
    waitingFor: `job ${jobId} to be cancelled`,
  })
}

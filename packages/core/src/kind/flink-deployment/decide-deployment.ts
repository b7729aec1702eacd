import type { EmitEvent } from '../../contract/action/emit-event.ts'
import { continueDeploy } from './application/deploy/begin-application-deploy.ts'
import { restartUnhealthyJob, withoutHealthRecord } from './application/health/observe-health.ts'
import type { JobDecision, Round, Situation } from './application/application-round.ts'
import { scaling } from './application/scale/application-scaling.ts'
import { rememberingScalingWait } from '../../job/scale/scale-in-place.ts'
import { settling } from './application/settling.ts'
import { looksBeforeStop, type StopLooks, unlessNamesConflict, withNames } from './application/stop/begin-suspend.ts'
import { continueTearDown } from './application/stop/continue-application-tear-down.ts'
import { beginNeverStarted } from './application/stop/never-started.ts'
import { events } from './application/report/application-events.ts'
import { changeIngress } from '../../cluster/ingress/keep-ingress.ts'
import { withRestService } from '../../cluster/observe/rest-unreachable.ts'
import { decideJob, startAgain, withMark } from '../../job/decide-job.ts'
import { settled } from '../../job/settled.ts'
import { newOperation, withOperation } from '../../job/record/new-operation.ts'
import { continueStopBy } from '../../job/stop/continue-stop.ts'
import { specChanged } from '../../job/report/job-events.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { OperationPurpose } from '../../contract/resource/operation.ts'
import { act, look } from '../../contract/round/decision.ts'
import { decideDeletion } from './delete-deployment.ts'
import { afterDeploy, withIngress } from './deployment-ingress.ts'
import { clusterRows, ownCluster } from './own-cluster.ts'
import { renderFirst } from './render-deployment-first.ts'

/** Decides what to do in the given situation. */
export const decide = (round: Round, situation: Situation): JobDecision =>
  withMark(ownCluster, round, situation, withRestService(round, rememberingScalingWait(scaling, round, calledFor(round, situation))))

const calledFor = (round: Round, situation: Situation): JobDecision => {
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(withNames(round, situation.queries), situation.reason)
    case 'Deleting':
      return decideDeletion(round)
    case 'Suspending':
      return continueStopBy(ownCluster, round, situation.operation)
    case 'Deploying':
      return afterDeploy(round, continueDeploy(round, situation.operation))
    case 'TearingDown':
      return continueTearDown(round, situation.operation)
    case 'UpgradeDue':
      return unlessNamesConflict(round, situation.wanted, {
        looksAt: looksOf(situation.answer),
        go: () => decideJob(ownCluster, round, situation),
        meanwhile: () => recoverMeanwhile(round, situation),
      })
    case 'IngressDue':
      return changeIngress(round, situation, {
        calm: () => settled(settling, round),
        recorded: () => ownCluster.recordRunning(round, situation.wanted, situation.deployed.reconciled.job.upgradeMode),
        announce: specChanged(round),
      })
    case 'RedeployDue':
      return unlessNamesConflict(round, situation.wanted, {
        looksAt: 'JobManager',
        go: () => decideJob(ownCluster, round, situation),
        meanwhile: () => recoverMeanwhile(round, situation),
      })
    case 'RollbackDue':
      return unlessNamesConflict(round, situation.stable, {
        looksAt: looksOf(situation.answer),
        go: () => decideJob(ownCluster, round, situation),
      })
    case 'RestartFailed':
      return unlessNamesConflict(round, situation.deployed.running, {
        looksAt: 'Nothing',
        go: () => decideJob(ownCluster, round, situation),
      })
    case 'Unhealthy':
      return unlessNamesConflict(round, situation.deployed.running, {
        looksAt: 'Nothing',
        go: () => withoutHealthRecord(startAgain(ownCluster, round, situation, 'RestartUnhealthy', [restartUnhealthyJob(situation.text)])),
      })
    case 'StuckSubmit':
      return beginNeverStarted(round, { restoreMode: situation.mode, reason: situation.reason }, 'Recovery', [events.recover])
    case 'OrphanJob':
      return tearDown(round, 'StopOrphan', [events.orphan], situation.reason)
    case 'PastTtl':
      return tearDown(round, 'ShutdownTtl', [], situation.reason)
    case 'Settled': {
      const decision = decideJob(ownCluster, round, situation)
      return decision._tag === 'Look' ? decision : withIngress(round, decision)
    }
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
    case 'ScaleDue':
    case 'ScalingUnrecorded':
    case 'RunsWhatIsWanted':
    case 'Lost':
    case 'Blocked':
    case 'Snapshot':
    case 'AutoscalerDue':
      return decideJob(ownCluster, round, situation)
  }
}

/**
 * A foreign object has a name that the edit needs, and the JobManager is lost. The operator recovers the cluster with the deployed spec,
 * and the edit waits (V02). Null: the JobManager is not lost, or it cannot be recovered.
 */
const recoverMeanwhile = (round: Round, { deployed, reason }: Pick<Extract<Situation, { _tag: 'UpgradeDue' }>, 'deployed' | 'reason'>) => {
  const lost = clusterRows['jobmanager-lost'].holds(round, { deployed })
  if (lost?._tag === 'NeedsFacts') return look(lost.queries, lost.reason)
  if (lost?._tag !== 'Lost' || renderFirst(round, lost) !== lost) return null
  return calledFor(round, { ...lost, reason: `${lost.reason}, while the edit waits for an object name: ${reason}` })
}

const looksOf = ({ suspend, neverStarted }: Extract<UpgradeAnswer, { _tag: 'Available' }>): StopLooks =>
  neverStarted ? 'JobManager' : looksBeforeStop[suspend]

const tearDown = (round: Round, purpose: OperationPurpose, announce: readonly EmitEvent[], reason: string): JobDecision => {
  const operation = {
    kind: 'TearDown',
    ...newOperation(round, purpose, round.env.options.resourceCleanupTimeout),
    deleteHaMetadata: false,
  } as const
  return act(withOperation(round.observed.status, operation), reason, { events: announce })
}

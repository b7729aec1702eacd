import type { EmitEvent } from '../action/emit-event.ts'
import { contradictedState, isDefinite } from '../resource/last-state.ts'
import type { JobLifecycleStatus } from '../resource/job-lifecycle-status.ts'
import { lastStateMarker, type OperationPurpose } from '../resource/operation.ts'
import { isStateless } from '../resource/upgrade-mode.ts'
import { type Act, act, type Decision, pollMillis, wait } from '../round/decision.ts'
import type { Pause } from '../round/pause.ts'
import { withJob, withRecord } from '../round/status-change.ts'
import { carryOut, inTimeForSample } from './autoscale/carry-out.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import type { JobTypes, LifecycleSituation, RoundOf } from './job-situation.ts'
import { addOurFinalizer } from './record/first-sight.ts'
import { leftWithoutRecord } from './record/lost-record.ts'
import { newOperation, withOperation } from './record/new-operation.ts'
import { scalingGivenUp } from './scale/scale-in-place.ts'
import { scaleJob } from './scale/scale-job.ts'
import { givenUpEvents } from './scale/scaling-wait.ts'
import { settled } from './settled.ts'
import { isNonceNew } from './snapshot/snapshot-nonce.ts'
import { takeSnapshotStep } from './snapshot/snapshots.ts'
import { stopJob } from './stop/stop-job.ts'
import { specChanged } from './told/job-events.ts'
import { adoptRollback } from './upgrade/adopt-rollback.ts'
import { beginRedeploy } from './upgrade/savepoint-redeploy.ts'

type Of<Job extends JobTypes, Tag extends LifecycleSituation<Job>['_tag']> = Extract<LifecycleSituation<Job>, { readonly _tag: Tag }>

/** Situations that call for the same wherever a job runs. */
export type DecidedAlike<Job extends JobTypes> = Exclude<
  LifecycleSituation<Job>,
  { readonly _tag: 'NeedsFacts' | 'Deleting' | 'Suspending' }
>

/** Which actions does the situation call for? */
export const decideJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  situation: DecidedAlike<Job>,
): Decision<Job['status']> => {
  const { observed: { status }, env } = round
  switch (situation._tag) {
    case 'NotYetOurs':
      return addOurFinalizer(host, round, situation.reason)
    case 'Unmanageable':
    case 'InvalidFromTheStart':
      return wait(status, env.options.reconcileInterval, 'an edit', situation.problem)
    case 'RecordLost':
      return wait(
        withRecord(status, { lastState: contradictedState(situation.found, situation.toldNonce) }),
        env.options.reconcileInterval,
        'a person to say what the job goes on from',
        situation.problem,
      )
    case 'Paused':
      return paused(host, round, situation.pause)
    case 'FirstDeployment':
      return firstStart(host, round, situation)
    case 'AdoptedCancel':
      return adoptCancel(round)
    case 'AdoptedRollback':
      return act(adoptRollback(status), situation.reason)
    case 'AlreadyUpgraded':
      return act(host.recordUpgraded(round), 'the submit of the operator before is taken over', { after: pollMillis })
    case 'RestoreDue':
      return restore(host, round, situation)
    case 'SuspendedToRecord':
      return recordSuspended(host, round, situation)
    case 'UpgradeDue':
      return stopJob(
        host,
        round,
        situation.deployed,
        { ...situation.answer, reason: situation.reason },
        situation.wanted.job.state === 'suspended' ? 'Suspend' : 'Upgrade',
        [...specChanged(round), ...givenUpEvents(round, scalingGivenUp(host.scaling, round))],
      )
    case 'RedeployDue':
      return beginRedeploy(host, round, situation)
    case 'RollbackDue':
      return stopJob(host, round, situation.deployed, situation.answer, 'Rollback', [host.events.rollback])
    case 'ScaleDue':
      return scaleJob(host, round, situation)
    case 'RunsWhatIsWanted':
      return act(host.recordRunning(round, situation.wanted, situation.deployed.reconciled.job.upgradeMode), situation.reason, {
        events: specChanged(round),
      })
    case 'RestartFailed':
      return startAgain(host, round, situation, 'RestartFailed', [])
    case 'Lost':
      return startAgain(host, round, situation, 'Recovery', [host.events.recover])
    case 'Blocked': {
      const calm = settled(host.settling, round)
      return {
        ...calm,
        problem: situation.problem ?? calm.problem,
        waitingFor: situation.waitingFor,
        holdsUpEdit: true,
        reason: situation.reason,
      }
    }
    case 'Snapshot':
      return takeSnapshotStep(round, situation.step, settled(host.settling, round))
    case 'AutoscalerDue':
      return carryOut(round, situation, settled(host.settling, round))
    case 'Settled': {
      const calm = inTimeForSample(round, settled(host.settling, round))
      return isNonceNew(round.observed) ? calm : withoutRetry(calm)
    }
  }
}

/** What was seen is told; everything else waits, what is under way too. */
const paused = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { isHold, until, message }: Pause,
): Decision<Job['status']> => {
  const { observed: { status }, env } = round
  const left = isHold ? pollMillis : until === null ? env.options.reconcileInterval : Math.max(1, until - env.now)
  const after = Math.min(left, env.options.reconcileInterval)
  return {
    ...settled(host.settling, round),
    status,
    reason: `paused: ${message}`,
    after,
    atTheLatest: after,
    waitingFor: `the end of the pause: ${message}`,
  }
}

/**
 * What failed is not to be tried again: the edit was taken back, and its error is over (P16). Where only a snapshot's nonce is recorded
 * that is not known.
 */
const withoutRetry = <Status extends JobLifecycleStatus>(done: Act<Status>): Act<Status> => ({
  ...done,
  status: withRecord(done.status, { retryAt: null }),
})

/**
 * control-flow.md, section 4.3: the one start that `initialSavepointPath` is for. The record says how it was started, not what upgrades
 * will use.
 */
const firstStart = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { asked, wanted: target }: Of<Job, 'FirstDeployment'>,
): Decision<Job['status']> => {
  const { lastState } = round.observed.status.operatorRecord
  const path = asked === 'Stateless' ? '' : (target.job.initialSavepointPath ?? '').trim()
  return host.start(round, {
    purpose: asked === 'Redeploy' ? 'SavepointRedeploy' : 'FirstDeployment',
    target,
    mode: path === '' ? 'stateless' : 'savepoint',
    record: true,
    announce: [],
    source: path !== '' ? { _tag: 'Path', path, reason: 'first deployment from initialSavepointPath' }
      : { _tag: 'Empty', reason: 'first deployment', ...(asked === 'Stateless' ? { left: leftWithoutRecord(lastState) } : {}) },
  })
}

const restore = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { source, purpose, target, deployed }: Of<Job, 'RestoreDue'>,
): Decision<Job['status']> => {
  const used = deployed.reconciled.job.upgradeMode
  return host.start(round, {
    purpose,
    target,
    source,
    mode: purpose !== 'Rollback' && isStateless(target.job.upgradeMode) ? target.job.upgradeMode : used,
    record: purpose !== 'Rollback',
    announce: purpose === 'Resume' ? specChanged(round) : [],
  })
}

/** What runs, or ran, is started again as it is recorded; the record stays as it is. */
export const startAgain = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { source, deployed, keepsJob }: Pick<Of<Job, 'Lost'>, 'source' | 'deployed' | 'keepsJob'>,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): Decision<Job['status']> =>
  host.start(round, {
    purpose,
    target: deployed.running,
    mode: deployed.reconciled.job.upgradeMode,
    source,
    record: false,
    announce,
    ...(keepsJob === undefined ? {} : { keepsJob }),
  })

const recordSuspended = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { wanted, reason }: Of<Job, 'SuspendedToRecord'>,
): Decision<Job['status']> => {
  const { desired: { deployed }, observed: { status }, env } = round
  const mode = deployed._tag === 'Deployed' ? deployed.reconciled.job.upgradeMode : 'stateless'
  const { lastState, terminalSince } = status.operatorRecord
  const recorded = withRecord(host.recordSuspended(round, wanted, mode), { terminalSince: terminalSince ?? env.now })
  const isUnknown = deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running' && !isDefinite(lastState)
  return act(isUnknown ? leftUnknown(recorded) : recorded, reason, { after: env.options.reconcileInterval })
}

/**
 * The path beside it is what the job was started from: whoever reads the status without our record, as the reference operator or a tool
 * that drops it does, would take it for what the job was left with. The marker starts nothing by itself (P25, P01).
 */
const leftUnknown = <Status extends JobLifecycleStatus>(status: Status): Status =>
  withRecord(status.jobStatus.upgradeSavepointPath === null ? status : withJob(status, { upgradeSavepointPath: lastStateMarker }), {
    lastState: contradictedState('the job ended, and how is not recorded'),
  })

/** The reference operator's asynchronous cancel becomes an operation of ours. */
const adoptCancel = <Status extends JobLifecycleStatus>(round: JobRound<Status>): Act<Status> =>
  act(
    withOperation(round.observed.status, {
      kind: 'Suspend',
      ...newOperation(round, 'Upgrade', round.env.options.flinkClientCancelTimeout),
      mode: 'CANCEL',
      restoreMode: 'savepoint',
      step: 'Requested',
      seenTerminalAt: null,
      redeploy: null,
    }),
    'the cancel of the operator before is taken over',
  )

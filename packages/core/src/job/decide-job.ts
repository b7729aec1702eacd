import type { EmitEvent } from '../contract/action/emit-event.ts'
import { contradictedState, isDefinite } from '../contract/resource/last-state.ts'
import type { JobLifecycleStatus } from '../contract/resource/job-status.ts'
import { lastStateMarker, type OperationPurpose } from '../contract/resource/operation.ts'
import { isStateless } from '../contract/resource/upgrade-mode.ts'
import { type Act, act, type Decision, pollMillis, wait } from '../contract/round/decision.ts'
import { withJob, withRecord } from '../contract/round/status-change.ts'
import { carryOut, inTimeForSample } from './autoscale/carry-out.ts'
import { decideFirst } from './first-table.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import type { JobTypes, LifecycleSituation, RoundOf } from './job-situation.ts'
import { addOurFinalizer } from './record/missing-finalizer.ts'
import { leftWithoutRecord } from './record/lost-record.ts'
import { markStart } from './record/started-attempt.ts'
import { newOperation, withOperation } from './record/new-operation.ts'
import { scalingGivenUp } from './scale/scale-in-place.ts'
import { withScalingRecorded } from './scale/requested-scaling.ts'
import { scaleJob } from './scale/scale-job.ts'
import { givenUpEvents } from './scale/scaling-edit.ts'
import { settled } from './settled.ts'
import { isNonceNew } from './snapshot/snapshot-due.ts'
import { takeSnapshotStep } from './snapshot/snapshots.ts'
import { stopJob } from './stop/begin-stop.ts'
import { specChanged } from './report/job-events.ts'
import { adoptRollback } from './upgrade/rollback-job.ts'
import { beginRedeploy } from './upgrade/savepoint-redeploy.ts'

type Of<Job extends JobTypes, Tag extends LifecycleSituation<Job>['_tag']> = Extract<LifecycleSituation<Job>, { readonly _tag: Tag }>

/** Situations that are decided the same way on every host. */
export type DecidedAlike<Job extends JobTypes> = Exclude<
  LifecycleSituation<Job>,
  { readonly _tag: 'NeedsFacts' | 'Deleting' | 'Suspending' }
>

/** Situations in which the operator only reports, or removes the resource. */
const withoutMark: readonly LifecycleSituation<JobTypes>['_tag'][] = ['NotYetOurs', 'Unmanageable', 'Paused', 'Deleting']

/**
 * Adds to a decision that the attempt whose job this round observed is marked, before anything else is done.
 */
export const withMark = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { _tag }: { readonly _tag: string },
  decision: Decision<Job['status']>,
): Decision<Job['status']> => {
  const marks = decision._tag === 'Look' || withoutMark.some(it => it === _tag) || !host.isOfDeployedAttempt(round) ? [] : markStart(round)
  return decision._tag === 'Look' || marks.length === 0 ? decision : { ...decision, effects: [...marks, ...decision.effects] }
}

/** Decides the actions for a situation. */
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
    case 'Paused':
      return decideFirst(round, situation, () => settled(host.settling, round))
    case 'RecordLost':
      return wait(
        withRecord(status, { lastState: contradictedState(situation.found, situation.toldNonce) }),
        env.options.reconcileInterval,
        'the user to say what the job is restored from',
        situation.problem,
      )
    case 'FirstDeployment':
      return firstStart(host, round, situation)
    case 'AdoptedCancel':
      return adoptCancel(round)
    case 'AdoptedRollback':
      return act(adoptRollback(status), situation.reason)
    case 'AlreadyUpgraded':
      return act(host.recordUpgraded(round), 'the operator takes over the submit of the previous operator', { after: pollMillis })
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
    case 'ScalingUnrecorded':
      return act(withScalingRecorded(status, round, situation), situation.reason)
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
        holdsUpEdit: situation.unblockedBy,
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

/**
 * Clears the retry time: the user reverted the edit, so its error is obsolete (P16). The caller skips this if only a snapshot's nonce is
 * recorded, because then that is unknown.
 */
const withoutRetry = <Status extends JobLifecycleStatus>(done: Act<Status>): Act<Status> => ({
  ...done,
  status: withRecord(done.status, { retryAt: null }),
})

/**
 * The first start, the only one that uses `initialSavepointPath` (control-flow.md, section 4.3). The record holds the mode of this start,
 * not the mode of later upgrades.
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

/** Starts the deployed job again as recorded. The record stays as it is. */
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
 * Marks the last state as unknown. The recorded path is what the job was started from. The reference operator, or a tool that drops our
 * record, would take it for the job's last state. The marker alone starts nothing (P25, P01).
 */
const leftUnknown = <Status extends JobLifecycleStatus>(status: Status): Status =>
  withRecord(status.jobStatus.upgradeSavepointPath === null ? status : withJob(status, { upgradeSavepointPath: lastStateMarker }), {
    lastState: contradictedState('the job ended, and its final state is not recorded'),
  })

/** Turns the reference operator's asynchronous cancel into an operation of ours. */
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
    'the operator takes over the cancel of the previous operator',
  )

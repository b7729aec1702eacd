import { absurd } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../../action/emit-event.ts'
import { contradictedState, isDefinite } from '../../resource/last-state.ts'
import { lastStateMarker, type OperationPurpose, type RestoreSource } from '../../resource/operation.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import { adoptRollback } from '../../job/upgrade/adopt-rollback.ts'
import { lostJobManager } from '../../application/recovery/beside-waiting-edit.ts'
import { beginDeploy } from '../../application/deploy/begin-deploy.ts'
import { type StopLooks, unlessInTheWay, withNames } from '../../application/stop/before-the-stop.ts'
import { beginSuspend } from '../../application/stop/begin-suspend.ts'
import { continueDeploy } from '../../application/deploy/continue-deploy.ts'
import { continueSuspend } from '../../application/stop/continue-suspend.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { decideDeletion } from './delete-resource.ts'
import { events } from '../../application/told/events.ts'
import { stoppedBefore } from '../../application/stop/finish-suspend.ts'
import { makeOurs } from './first-sight.ts'
import { afterDeploy, changeIngress, withIngress } from './ingress.ts'
import { restartUnhealthyJob, withoutHealthRecord } from '../../application/health/unhealthy.ts'
import { beginNeverStarted } from '../../application/stop/never-started.ts'
import { leftWithoutRecord } from '../../job/record/lost-record.ts'
import { newOperation, withOperation } from '../../job/record/new-operation.ts'
import type { Pause } from '../../round/pause.ts'
import { beginRedeploy } from '../../application/upgrade/savepoint-redeploy.ts'
import type { JobAct, JobDecision, Round } from '../../application/round.ts'
import { givenUpEvents } from '../../job/scale/scaling-wait.ts'
import { withRestService } from '../../cluster/seen/rest-unreachable.ts'
import { rememberingScalingWait, scale, scalingGivenUp } from '../../application/scale/scaling.ts'
import { renderFirst } from './render-first.ts'
import { settled } from '../../application/settled.ts'
import type { Situation } from '../../application/situation.ts'
import { isNonceNew } from '../../job/snapshot/snapshot-nonce.ts'
import { takeSnapshotStep } from '../../job/snapshot/snapshots.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { withJob, withRecord } from '../../round/status-change.ts'
import { recordAlreadyUpgraded, recordRunning, recordSuspended } from '../../application/record/status-updates.ts'
import { continueTearDown } from '../../application/stop/continue-tear-down.ts'

/** Which actions does the situation call for? */
export const decide = (round: Round, situation: Situation): JobDecision =>
  withRestService(round, rememberingScalingWait(round, calledFor(round, situation)))

const calledFor = (round: Round, situation: Situation): JobDecision => {
  const { observed: { status }, env } = round
  const never = env.options.reconcileInterval
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(withNames(round, situation.queries), situation.reason)
    case 'Deleting':
      return decideDeletion(round)
    case 'NotYetOurs':
      return makeOurs(round, situation.reason)
    case 'Unmanageable':
    case 'InvalidFromTheStart':
      return wait(status, never, 'an edit', situation.problem)
    case 'RecordLost':
      return wait(
        withRecord(status, { lastState: contradictedState(situation.found, situation.toldNonce) }),
        never,
        'a person to say what the job goes on from',
        situation.problem,
      )
    case 'Paused':
      return paused(round, situation.pause)
    case 'Suspending':
      return continueSuspend(round, situation.operation)
    case 'Deploying':
      return afterDeploy(round, continueDeploy(round, situation.operation))
    case 'TearingDown':
      return continueTearDown(round, situation.operation)
    case 'FirstDeployment':
      return firstDeployment(round, situation)
    case 'AdoptedCancel':
      return adoptCancel(round)
    case 'AlreadyUpgraded':
      return act(recordAlreadyUpgraded(status, round.desired), 'the submit of the operator before is taken over', {
        after: pollMillis,
      })
    case 'RestoreDue':
      return restore(round, situation)
    case 'SuspendedToRecord':
      return recordWanted(round, situation)
    case 'UpgradeDue':
      return unlessInTheWay(round, situation.wanted, {
        looksAt: looksOf(situation.answer),
        go: () => upgrade(round, situation),
        meanwhile: () => broughtBack(round, situation),
      })
    case 'IngressDue':
      return changeIngress(round, situation, specChanged(round))
    case 'ScaleDue':
      return scale(round, situation, specChanged(round))
    case 'RedeployDue':
      return unlessInTheWay(round, situation.wanted, {
        looksAt: 'JobManager',
        go: () => beginRedeploy(round, situation, specChanged(round)),
        meanwhile: () => broughtBack(round, situation),
      })
    case 'RollbackDue':
      return unlessInTheWay(round, situation.stable, { looksAt: looksOf(situation.answer), go: () => rollBack(round, situation) })
    case 'RunsWhatIsWanted':
      return runsWhatIsWanted(round, situation)
    case 'AdoptedRollback':
      return act(adoptRollback(status), situation.reason)
    case 'RestartFailed':
      return unlessInTheWay(round, situation.deployed.running, {
        looksAt: 'Nothing',
        go: () => putUpAgain(round, situation, 'RestartFailed', []),
      })
    case 'Blocked':
      return {
        ...settled(round),
        problem: situation.problem ?? settled(round).problem,
        waitingFor: situation.waitingFor,
        holdsUpEdit: true,
        reason: situation.reason,
      }
    case 'Snapshot':
      return takeSnapshotStep(round, situation.step, settled(round))
    case 'Unhealthy':
      return unlessInTheWay(round, situation.deployed.running, {
        looksAt: 'Nothing',
        go: () => withoutHealthRecord(putUpAgain(round, situation, 'RestartUnhealthy', [restartUnhealthyJob(situation.text)])),
      })
    case 'StuckSubmit':
      return beginNeverStarted(round, { restoreMode: situation.mode, reason: situation.reason }, 'Recovery', [events.recover])
    case 'StrayJob':
      return tearDown(round, 'StopStray', [events.stray], situation.reason)
    case 'PastTtl':
      return tearDown(round, 'ShutdownTtl', [], situation.reason)
    case 'Lost':
      return putUpAgain(round, situation, 'Recovery', [events.recover], situation.keepsJob)
    case 'Settled':
      return withIngress(round, isNonceNew(round.observed) ? settled(round) : withoutRetry(settled(round)))
    default:
      return absurd(situation)
  }
}

/**
 * Somebody else has a name that the edit needs, and the JobManager is lost: it is brought back as it is deployed, and the edit waits (V02).
 * Null: it is not lost, or it can't be brought back.
 */
const broughtBack = (round: Round, { deployed, reason }: Pick<Extract<Situation, { _tag: 'UpgradeDue' }>, 'deployed' | 'reason'>) => {
  const lost = lostJobManager(round, deployed)
  if (lost?._tag === 'NeedsFacts') return look(lost.queries, lost.reason)
  if (lost?._tag !== 'Lost' || renderFirst(round, lost) !== lost) return null
  return calledFor(round, { ...lost, reason: `${lost.reason}, while the edit waits for a name: ${reason}` })
}

/** A stop looks at the whole cluster where it takes it away, and at nothing where nothing runs any more. */
const looksOf = ({ suspend, neverStarted }: Extract<UpgradeAnswer, { _tag: 'Available' }>): StopLooks =>
  neverStarted ? 'JobManager'
    : suspend === 'LAST_STATE' ? 'Cluster'
    : suspend === 'NOOP' ? 'Nothing' : suspend === 'CANCEL' ? 'JobManagerAndCheckpoints' : 'JobManager'

/** What was seen is told; everything else waits, what is under way too. */
const paused = (round: Round, { isHold, until, message }: Pause): JobDecision => {
  const { observed: { status }, env } = round
  const left = isHold ? pollMillis : until === null ? env.options.reconcileInterval : Math.max(1, until - env.now)
  const after = Math.min(left, env.options.reconcileInterval)
  return {
    ...settled(round),
    status,
    reason: `paused: ${message}`,
    after,
    atTheLatest: after,
    waitingFor: `the end of the pause: ${message}`,
  }
}

/**
 * What failed is not to be tried again: the edit was taken back, and its error is over (P16). Where only a snapshot's nonce is recorded
 * (C25) that is not known.
 */
const withoutRetry = (done: JobAct): JobAct => ({ ...done, status: withRecord(done.status, { retryAt: null }) })

/**
 * control-flow.md, section 4.3: the one start that `initialSavepointPath` is for. The record says how it was started, not what upgrades
 * will use.
 */
const firstDeployment = (round: Round, { asked, wanted: target }: Extract<Situation, { _tag: 'FirstDeployment' }>): JobDecision => {
  const { lastState } = round.observed.status.operatorRecord
  const path = asked === 'Stateless' ? '' : (target.job.initialSavepointPath ?? '').trim()
  return beginDeploy(round, {
    purpose: asked === 'Redeploy' ? 'SavepointRedeploy' : 'FirstDeployment',
    target,
    mode: path === '' ? 'stateless' : 'savepoint',
    record: true,
    announce: [],
    source: path !== '' ? { _tag: 'Path', path, reason: 'first deployment from initialSavepointPath' }
      : { _tag: 'Empty', reason: 'first deployment', ...(asked === 'Stateless' ? { left: leftWithoutRecord(lastState) } : {}) },
  })
}

const specChanged = (
  { desired: { diff, generation } }: Pick<Round, 'desired'>,
): readonly EmitEvent[] => (diff.type === 'IGNORE' ? [] : [events.specChanged(diff.type, diff.text, generation)])

const restore = (round: Round, { source, purpose, target, deployed }: Extract<Situation, { _tag: 'RestoreDue' }>): JobDecision => {
  const used = deployed.reconciled.job.upgradeMode
  return purpose === 'Rollback'
    ? beginDeploy(round, { purpose, target, mode: used, source, record: false, announce: [] })
    : beginDeploy(round, {
      purpose,
      target,
      mode: target.job.upgradeMode === 'stateless' ? 'stateless' : used,
      source,
      record: true,
      announce: purpose === 'Resume' ? specChanged(round) : [],
    })
}

interface PutUp {
  readonly source: RestoreSource
  readonly deployed: Deployed
}

/** What runs, or ran, is put up again as it is recorded; the record stays as it is. */
const putUpAgain = (
  round: Round,
  { source, deployed }: PutUp,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
  keepsJob?: true,
): JobDecision =>
  beginDeploy(round, {
    purpose,
    target: deployed.running,
    mode: deployed.reconciled.job.upgradeMode,
    source,
    record: false,
    announce,
    ...(keepsJob === undefined ? {} : { keepsJob }),
  })

/** control-flow.md, section 4.9. The bad spec stays recorded, so that the user's unchanged edit is no change. */
const rollBack = (round: Round, { answer, deployed }: Extract<Situation, { _tag: 'RollbackDue' }>): JobDecision => {
  if (answer.neverStarted) return beginNeverStarted(round, answer, 'Rollback', [events.rollback])
  if (answer.suspend !== 'NOOP') return beginSuspend(round, deployed, answer, 'Rollback', [events.rollback])
  const done = stoppedBefore(round, 'Rollback', answer)
  return done._tag === 'Look' ? done : { ...done, events: [events.rollback] }
}

const runsWhatIsWanted = (
  round: Round,
  { wanted: { spec, job }, deployed, reason }: Extract<Situation, { _tag: 'RunsWhatIsWanted' }>,
): JobDecision => {
  const { desired, observed: { status }, env } = round
  return act(recordRunning(status, { desired, spec, job, mode: deployed.reconciled.job.upgradeMode, now: env.now }), reason, {
    events: specChanged(round),
  })
}

const upgrade = (round: Round, { answer, wanted, deployed, reason }: Extract<Situation, { _tag: 'UpgradeDue' }>): JobDecision => {
  const purpose: OperationPurpose = wanted.job.state === 'suspended' ? 'Suspend' : 'Upgrade'
  const announce = [...specChanged(round), ...givenUpEvents(round, scalingGivenUp(round))]
  if (answer.neverStarted) return beginNeverStarted(round, { ...answer, reason }, purpose, announce)
  if (answer.suspend !== 'NOOP') return beginSuspend(round, deployed, { ...answer, reason }, purpose, announce)
  const done = stoppedBefore(round, purpose, answer)
  return done._tag === 'Look' ? done : { ...done, events: announce, reason }
}

const recordWanted = (round: Round, { wanted: { spec, job }, reason }: Extract<Situation, { _tag: 'SuspendedToRecord' }>): JobDecision => {
  const { desired, observed: { status }, env } = round
  const mode = desired.deployed._tag === 'Deployed' ? desired.deployed.reconciled.job.upgradeMode : 'stateless'
  const { lastState, terminalSince } = status.operatorRecord
  const recorded = withRecord(recordSuspended(status, { desired, spec, job, mode, now: env.now }), {
    terminalSince: terminalSince ?? env.now,
  })
  const isUnknown = desired.deployed._tag === 'Deployed' && desired.deployed.reconciled.job.state === 'running' && !isDefinite(lastState)
  return act(isUnknown ? leftUnknown(recorded) : recorded, reason, { after: env.options.reconcileInterval })
}

/**
 * The path beside it is what the job was started from: whoever reads the status without our record, as the reference operator or a tool
 * that drops it does, would take it for what the job was left with. The marker starts nothing by itself (P25, P01).
 */
const leftUnknown = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  withRecord(status.jobStatus.upgradeSavepointPath === null ? status : withJob(status, { upgradeSavepointPath: lastStateMarker }), {
    lastState: contradictedState('the job ended, and how is not recorded'),
  })

/** The reference operator's asynchronous cancel becomes an operation of ours. */
const adoptCancel = (round: Round): JobDecision => {
  const operation = {
    kind: 'Suspend',
    ...newOperation(round, 'Upgrade', round.env.options.flinkClientCancelTimeout),
    mode: 'CANCEL',
    restoreMode: 'savepoint',
    step: 'Requested',
    seenTerminalAt: null,
    redeploy: null,
  } as const
  return act(withOperation(round.observed.status, operation), 'the cancel of the operator before is taken over')
}

const tearDown = (round: Round, purpose: OperationPurpose, announce: readonly EmitEvent[], reason: string): JobDecision => {
  const operation = {
    kind: 'TearDown',
    ...newOperation(round, purpose, round.env.options.resourceCleanupTimeout),
    deleteHaMetadata: false,
  } as const
  return act(withOperation(round.observed.status, operation), reason, { events: announce })
}

import { absurd } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../../action/emit-event.ts'
import { newOperation, withOperation } from '../../job/record/new-operation.ts'
import { recordAlreadyUpgraded, recordRunning, recordSuspended } from '../../job/record/record-updates.ts'
import { isNonceNew } from '../../job/snapshot/snapshot-nonce.ts'
import { takeSnapshotStep } from '../../job/snapshot/snapshots.ts'
import { givenUpEvents } from '../../job/scale/scaling-wait.ts'
import { beginSubmit } from '../../job/submit/begin-submit.ts'
import { continueSubmit } from '../../job/submit/continue-submit.ts'
import { adoptRollback } from '../../job/upgrade/adopt-rollback.ts'
import { contradictedState, isDefinite } from '../../resource/last-state.ts'
import { lastStateMarker, type OperationPurpose, type SubmitOperation } from '../../resource/operation.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isBlank, leftWithoutRecord } from '../../job/record/lost-record.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import type { Pause } from '../../round/pause.ts'
import { withJob, withReconciliation, withRecord } from '../../round/status-change.ts'
import { submitWhereClusterGoes } from './cluster/cluster-goes.ts'
import { decideDeletion } from './stop/delete-resource.ts'
import { events } from './told/events.ts'
import { disowned } from './recovery/others-jobs.ts'
import { redeploy } from './upgrade/redeploy.ts'
import { type JobAct, type JobDecision, readyCluster, type Round } from './round.ts'
import { rememberingScalingWait, scalingGivenUp } from './upgrade/scaling.ts'
import { settled } from './settled.ts'
import type { Situation } from './situation.ts'
import { continueStop, stop } from './stop/stop.ts'
import { submitPlace } from './submit/submit-place.ts'

type Of<Tag extends Situation['_tag']> = Extract<Situation, { readonly _tag: Tag }>

/** Which actions does the situation call for? */
export const decide = (round: Round, situation: Situation): JobDecision => rememberingScalingWait(round, calledFor(round, situation))

const calledFor = (round: Round, situation: Situation): JobDecision => {
  const { observed: { status }, env } = round
  const never = env.options.reconcileInterval
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(situation.queries, situation.reason)
    case 'Deleting':
      return decideDeletion(round)
    case 'NotYetOurs':
      return makeOurs(round, situation.reason)
    case 'Unmanageable':
    case 'InvalidFromTheStart':
      return wait(status, never, 'an edit', situation.problem)
    case 'WithoutCluster':
      return wait(
        status,
        situation.cluster.reason === 'SessionClusterUnseen' ? env.options.observerProgressCheckInterval : never,
        situation.cluster.message,
      )
    case 'RecordLost':
      return wait(
        withRecord(status, { lastState: contradictedState(situation.found, situation.toldNonce) }),
        env.options.reconcileInterval,
        'a person to say what the job goes on from',
        situation.problem,
      )
    case 'Paused':
      return paused(round, situation.pause)
    case 'Suspending':
      return continueStop(round, situation.operation)
    case 'Submitting':
      return submitting(round, situation.operation)
    case 'FirstSubmit':
      return firstSubmit(round, situation)
    case 'AdoptedCancel':
      return adoptCancel(round)
    case 'AdoptedRollback':
      return act(adoptRollback(status), situation.reason)
    case 'AlreadySubmitted':
      return act(recordAlreadyUpgraded(status, round.desired), 'the submit of the operator before is taken over', { after: pollMillis })
    case 'RestoreDue':
      return restore(round, situation)
    case 'SuspendedToRecord':
      return recordWanted(round, situation)
    case 'UpgradeDue':
      return upgrade(round, situation)
    case 'ScaleDue':
      return scale(round, situation)
    case 'RedeployDue':
      return beginRedeploy(round, situation)
    case 'RollbackDue':
      return stop(round, situation.submitted, situation.answer, 'Rollback', [events.rollback])
    case 'RunsWhatIsWanted':
      return act(
        recordRunning(status, {
          desired: round.desired,
          spec: situation.wanted.spec,
          job: situation.wanted.job,
          mode: situation.submitted.reconciled.job.upgradeMode,
          now: env.now,
        }),
        situation.reason,
        { events: specChanged(round) },
      )
    case 'StartAgain':
      return open(round) ?? beginSubmit(round, {
        purpose: situation.purpose,
        target: situation.submitted.running,
        mode: situation.submitted.reconciled.job.upgradeMode,
        source: situation.source,
        record: false,
        announce: situation.purpose === 'Recovery' ? [events.recover] : [],
      })
    case 'StrayJob':
      return stopStray(round, situation)
    case 'Disowned':
      return act(disowned(status, situation.reason), situation.reason)
    case 'Blocked': {
      const calm = settled(round)
      return {
        ...calm,
        problem: situation.problem ?? calm.problem,
        waitingFor: situation.waitingFor,
        holdsUpEdit: true,
        reason: situation.reason,
      }
    }
    case 'Snapshot':
      return takeSnapshotStep(round, situation.step, settled(round))
    case 'Settled': {
      const calm = settled(round)
      return isNonceNew(round.observed) ? calm : { ...calm, status: withRecord(calm.status, { retryAt: null }) }
    }
    default:
      return absurd(situation)
  }
}

/** Our finalizer comes first; where the status says nothing nobody has submitted anything for this very resource (P25). */
const makeOurs = ({ desired: { meta, deployed }, observed: { status } }: Round, reason: string): JobAct =>
  act(
    deployed._tag === 'Never' && status.operation === null && isBlank(status) ? withRecord(status, { lastState: { _tag: 'NeverStarted' } })
      : status,
    reason,
    { effects: [{ _tag: 'AddFinalizer', finalizer: finalizerOf(meta) }] },
  )

/** What was seen is told; everything else waits, what is under way too. */
const paused = (round: Round, { until, message }: Pause): JobDecision => {
  const { observed: { status }, env } = round
  const after = Math.min(until === null ? env.options.reconcileInterval : Math.max(1, until - env.now), env.options.reconcileInterval)
  return {
    ...settled(round),
    status,
    reason: `paused: ${message}`,
    after,
    atTheLatest: after,
    waitingFor: `the end of the pause: ${message}`,
  }
}

/** Why nothing is begun in the cluster now, as a decision; null: it may be. */
const open = (round: Round): JobAct | null => {
  const cluster = readyCluster(round)
  const why = cluster === null ? 'the session cluster' : cluster.notOpen
  return why === null ? null : { ...settled(round), after: round.env.options.observerProgressCheckInterval, waitingFor: why, reason: why }
}

const submitting = (round: Round, operation: SubmitOperation): JobDecision => {
  const cluster = readyCluster(round)
  if (cluster === null) return settled(round)
  const { notOpen: why } = cluster
  const notOpen = why === null ? null : { why, problem: submitWhereClusterGoes(round, operation) }
  return continueSubmit(round, operation, submitPlace(round, cluster, operation, notOpen))
}

/**
 * control-flow.md, section 4.3: the one start that `initialSavepointPath` is for. The record says how it was started, not what upgrades
 * will use.
 */
const firstSubmit = (round: Round, { asked, wanted: target }: Of<'FirstSubmit'>): JobDecision => {
  const { lastState } = round.observed.status.operatorRecord
  const path = asked === 'Stateless' ? '' : (target.job.initialSavepointPath ?? '').trim()
  return open(round) ?? beginSubmit(round, {
    purpose: asked === 'Redeploy' ? 'SavepointRedeploy' : 'FirstDeployment',
    target,
    mode: path === '' ? 'stateless' : 'savepoint',
    record: true,
    announce: [],
    source: path !== '' ? { _tag: 'Path', path, reason: 'first submit from initialSavepointPath' }
      : { _tag: 'Empty', reason: 'first submit', ...(asked === 'Stateless' ? { left: leftWithoutRecord(lastState) } : {}) },
  })
}

const specChanged = ({ desired: { diff, generation } }: Pick<Round, 'desired'>): readonly EmitEvent[] =>
  diff.type === 'IGNORE' ? [] : [events.specChanged(diff.type, diff.text, generation)]

const restore = (round: Round, { source, purpose, target, submitted }: Of<'RestoreDue'>): JobDecision => {
  const used = submitted.reconciled.job.upgradeMode
  return open(round) ?? beginSubmit(round, {
    purpose,
    target,
    source,
    mode: purpose !== 'Rollback' && target.job.upgradeMode === 'stateless' ? 'stateless' : used,
    record: purpose !== 'Rollback',
    announce: purpose === 'Resume' ? specChanged(round) : [],
  })
}

const upgrade = (round: Round, { answer, wanted, submitted, reason }: Of<'UpgradeDue'>): JobDecision => {
  const purpose: OperationPurpose = wanted.job.state === 'suspended' ? 'Suspend' : 'Upgrade'
  const announce = [...specChanged(round), ...givenUpEvents(round, scalingGivenUp(round))]
  return stop(round, submitted, { ...answer, reason }, purpose, announce)
}

/** Scales what runs; the new spec is recorded only when the job is seen scaled (B101). */
const scale = (round: Round, { answer, wanted, submitted, reason }: Of<'ScaleDue'>): JobDecision => {
  const { desired, observed: { status }, env } = round
  switch (answer._tag) {
    case 'Wait':
      return { ...settled(round), after: env.options.observerProgressCheckInterval, waitingFor: answer.waitingFor, reason }
    case 'Done':
      return act(
        recordRunning(status, { desired, spec: wanted.spec, job: wanted.job, mode: submitted.reconciled.job.upgradeMode, now: env.now }),
        reason,
        { events: specChanged(round) },
      )
    case 'ScaleVertices':
      return act(status, reason, {
        effects: [{
          _tag: 'UpdateResourceRequirements',
          endpoint: submitted.endpoint,
          jobId: status.jobStatus.jobId ?? '',
          bounds: answer.bounds,
        }],
        events: [...specChanged(round), events.scaling],
      })
  }
}

/** The job is cancelled, and seen to have ended, before the next one is submitted from the path (E-12). */
const beginRedeploy = (round: Round, { redeploy: asked, submitted, reason }: Of<'RedeployDue'>): JobDecision => {
  const { status } = round.observed
  if (submitted.reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state)) {
    const begun = redeploy(round, asked)
    return { ...begun, events: [...specChanged(round), ...begun.events] }
  }
  const begun = stop(
    round,
    submitted,
    { _tag: 'Available', suspend: 'STATELESS', restoreMode: 'savepoint', neverStarted: false, row: 'Q21', reason },
    'SavepointRedeploy',
    specChanged(round),
  )
  if (begun._tag === 'Look' || begun.status.operation?.kind !== 'Suspend') return begun
  const named = { ...begun.status, operation: { ...begun.status.operation, redeploy: asked } }
  // a rollback that the operator before had begun is over
  return {
    ...begun,
    status: named.reconciliationStatus.state === 'ROLLING_BACK' ? withReconciliation(named, { state: 'DEPLOYED' }) : named,
  }
}

const recordWanted = (round: Round, { wanted: { spec, job }, reason }: Of<'SuspendedToRecord'>): JobDecision => {
  const { desired, observed: { status }, env } = round
  const { deployed } = desired
  const mode = deployed._tag === 'Deployed' ? deployed.reconciled.job.upgradeMode : 'stateless'
  const { lastState, terminalSince } = status.operatorRecord
  const recorded = withRecord(recordSuspended(status, { desired, spec, job, mode, now: env.now }), {
    terminalSince: terminalSince ?? env.now,
  })
  const isUnknown = deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running' && !isDefinite(lastState)
  return act(
    // the path beside it is what the job was started from, and no last state (P25, P01)
    isUnknown
      ? withRecord(
        recorded.jobStatus.upgradeSavepointPath === null ? recorded : withJob(recorded, { upgradeSavepointPath: lastStateMarker }),
        { lastState: contradictedState('the job ended, and how is not recorded') },
      ) : recorded,
    reason,
    { after: env.options.reconcileInterval },
  )
}

/** The reference operator's asynchronous cancel becomes an operation of ours. */
const adoptCancel = (round: Round): JobDecision =>
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

const stopStray = (round: Round, { jobId, stop: how, reason }: Of<'StrayJob'>): JobDecision => {
  const { deployed } = round.desired
  if (how !== null && deployed._tag === 'Deployed')
    return stop(how.round, deployed, how.answer, round.desired.wanted?.job.state === 'suspended' ? 'Suspend' : 'Upgrade', [
      events.stray(jobId),
    ])
  const cluster = readyCluster(round)
  const { jobs } = round.observed.facts
  if (jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === jobId && job.state === 'CANCELLING'))
    return wait(round.observed.status, pollMillis, `job ${jobId} to be cancelled`)
  return cluster === null ? settled(round) : act(round.observed.status, reason, {
    effects: [{ _tag: 'CancelJob', endpoint: cluster.deployed.endpoint, jobId, why: 'the status does not tell that it runs' }],
    events: [events.stray(jobId)],
    after: pollMillis,
    waitingFor: `job ${jobId} to be cancelled`,
  })
}

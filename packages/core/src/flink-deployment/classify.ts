import type { DecodeError } from '../resource/finding.ts'
import type { Operation } from '../resource/operation.ts'
import { isTerminal } from '../resource/job-state.ts'
import { isDefinite } from '../resource/last-state.ts'
import { clusterQueries, unanswered } from './cluster-queries.ts'
import type { ConfiguredSpec, DeployedSpec } from './desired.ts'
import { endFirst } from './end-first.ts'
import { finalizerOf } from './finalizer.ts'
import { firstSight } from './first-sight.ts'
import { unhealthy } from './health-restart.ts'
import { absenceMillis, isMissed, ownJob } from './observe-job.ts'
import { isLeftUnknown } from './observe-last-state.ts'
import { ingressSituation } from './ingress.ts'
import { unseenStart } from './job-manager-start.ts'
import { lastStateOf } from './last-state-of.ts'
import { lostSituation } from './lost-situation.ts'
import { observationQueries } from './observation-queries.ts'
import { isPastTtl } from './past-ttl.ts'
import { pauseOf } from './pause.ts'
import { askedRedeploy } from './redeploy.ts'
import { suspendedBeside, withoutRecord } from './record-lost.ts'
import { renderFirst } from './render-first.ts'
import { restartFailed, restartUnhealthy } from './restart-situation.ts'
import { sourceFor } from './restart.ts'
import { rollbackAnswer, rollbackMode, withMode } from './rollback.ts'
import type { Round } from './round.ts'
import { scalingGivenUp, scalingSituation } from './scaling.ts'
import { blocked, needsFacts, type Situation } from './situation.ts'
import { isNonceNew } from './snapshot-nonce.ts'
import { isHeldBack, sendAgain, snapshotStep } from './snapshot-situation.ts'
import { blindQueries, unreadGround, unreadProblem } from './unread.ts'
import { stuckSubmit } from './stuck-submit.ts'
import { notYet, upgradeSituation } from './upgrade-situation.ts'

type Deployed = Extract<DeployedSpec, { _tag: 'Deployed' }>

/**
 * Which situation is this? The first row that fits (control-flow.md, sections 2.5, 3.1 and 4.1, with our operation record before all that
 * rests on the reference operator's state).
 */
export const classify = (round: Round): Situation => renderFirst(round, situationOf(round))

const situationOf = (round: Round): Situation => {
  const { desired, observed: { status }, env } = round
  const { meta, deployed, wanted, invalid } = desired
  const { operation } = status
  const pause = pauseOf(meta, env.now)
  if (meta.deletionTimestamp !== null) return { _tag: 'Deleting', row: 'C1', reason: 'the resource is being deleted' }
  if (desired.isSession) return { _tag: 'SessionCluster', row: 'C32', reason: 'a session cluster, which this version does not carry out, is left as it is' }
  const unread = unreadGround(desired, status)
  if (unread.length > 0 || deployed._tag === 'Undecodable') return unmanageable(round, unread)
  if (wanted === null)
    return { _tag: 'InvalidFromTheStart', row: 'C3', reason: 'the spec is not valid and nothing was deployed before', problem: { owner: 'validation', type: 'ValidationException', message: invalid?.message ?? 'The spec is not valid', reason: 'ValidationError' } }
  if (pause === null && !meta.finalizers.includes(finalizerOf(meta.apiVersion))) return firstSight(round)
  const missing = observationQueries(round)
  if (missing.length > 0) return needsFacts('C5', missing, 'how are the JobManager and the job?')
  if (pause !== null) return { _tag: 'Paused', row: 'C30', pause, reason: `paused: ${pause.message}` }
  if (deployed._tag === 'Never') return withoutRecord(round, wanted)
  if (operation !== null && operation.kind !== 'Unreadable') return underWay(operation)
  return deployedSituation(round, deployed, wanted)
}

/** Some ground of every decision is not known: what can be seen is looked at and told, nothing more (F14). */
const unmanageable = ({ desired, observed: { facts } }: Round, unread: readonly DecodeError[]): Situation => {
  const missing = blindQueries(desired, facts)
  return missing.length > 0
    ? needsFacts('C2', missing, 'how are the JobManager and the job, beside what can\'t be read?')
    : { _tag: 'Unmanageable', row: 'C2', reason: 'what is recorded can\'t be read', problem: unreadProblem(unread) }
}

const underWay = (operation: Operation): Situation => {
  switch (operation.kind) {
    case 'Suspend':
      return { _tag: 'Suspending', row: 'C6', operation, reason: `the job is being stopped (${operation.mode})` }
    case 'Deploy':
      return { _tag: 'Deploying', row: 'C7', operation, reason: `the cluster is being deployed (${operation.purpose})` }
    case 'TearDown':
      return { _tag: 'TearingDown', row: 'C8', operation, reason: `the cluster is being taken away (${operation.purpose})` }
  }
}

const deployedSituation = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation => {
  const { observed: { status } } = round
  const { state } = status.reconciliationStatus
  const isRecordedSuspended = deployed.reconciled.job.state === 'suspended'
  const first = snapshotsFirst(round, deployed)
  if (first !== null) return first
  const asked = redeployDue(round, deployed, wanted)
  if (asked !== null) return asked
  if (state === 'ROLLING_BACK' && !isRecordedSuspended) return { _tag: 'AdoptedRollback', row: 'C22', reason: 'a rollback had been begun when this operator took over' }
  if (round.desired.wantsWhatRuns && round.desired.diff.type !== 'IGNORE') return { _tag: 'RunsWhatIsWanted', row: 'C23', reason: 'the spec that runs was put back' }
  if (state === 'UPGRADING' && status.jobStatus.state === 'CANCELLING' && !isRecordedSuspended) return { _tag: 'AdoptedCancel', row: 'C11', reason: 'the job was being cancelled for an upgrade when this operator took over' }
  if ((state === 'UPGRADING' || state === 'ROLLING_BACK') && isRecordedSuspended) return restoring(round, deployed, wanted)
  if (isStray(round, deployed)) return { _tag: 'StrayJob', row: 'C12', reason: 'a job that is not to run is alive' }
  if (isRecordedSuspended) return suspended(round, deployed, wanted)
  return scalingSituation(round) ?? ingressSituation(round) ?? restarting(round, deployed, wanted)
}

const redeployDue = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation | null =>
  wanted.job.state !== 'running' || askedRedeploy(round) === null ? null
    : endFirst(round, deployed) ?? { _tag: 'RedeployDue', row: 'C21', reason: 'a new savepointRedeployNonce asks for a start from initialSavepointPath' }

/** What can't be done in place. */
const restarting = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation =>
  isChangeDue(round, round.observed.status.reconciliationStatus.state === 'UPGRADING') ? insteadOfScaling(round, besides(round, deployed, upgradeSituation(round, deployed, wanted))) : unchanged(round, deployed)

/** control-flow.md, section 4.4/2a: what does not depend on an upgrade that is not possible now goes on; the savepoint that a person asks for may be what helps (B33). */
const besides = (round: Round, deployed: Deployed, upgraded: Situation): Situation => {
  if (upgraded._tag !== 'Blocked' && upgraded._tag !== 'NeedsFacts') return upgraded
  const step = snapshotStep(round, deployed)
  // asked in one, or the round takes a fifth look
  if (upgraded._tag === 'NeedsFacts') return step?._tag === 'Look' ? { ...upgraded, queries: [...upgraded.queries, ...step.queries] } : upgraded
  if (step === null) return upgraded
  const reason = `${step.reason}, while the upgrade waits: ${upgraded.reason}`
  return { _tag: 'Snapshot', row: `C27 ${step.row} ${upgraded.row}`, step: { ...step, reason }, reason }
}

const insteadOfScaling = (round: Round, upgraded: Situation): Situation => {
  const why = scalingGivenUp(round)
  return why === null ? upgraded : { ...upgraded, reason: `${why}: ${upgraded.reason}` }
}

/** control-flow.md, section 4.1/1. */
const snapshotsFirst = (round: Round, deployed: Deployed): Situation | null => {
  if (isNonceNew(round.observed)) return { _tag: 'Settled', row: 'C25', reason: 'a snapshot is done: its nonce is recorded before anything else' }
  if (!isHeldBack(round, deployed)) return null
  const step = sendAgain(round, deployed)
  return step === null
    ? blocked('C26', `savepoint ${round.observed.status.jobStatus.savepointInfo.triggerId ?? ''}, which was asked for before the edit`, null)
    : { _tag: 'Snapshot', row: `C26 ${step.row}`, step, reason: step.reason }
}

/** UPGRADING and nothing runs: the job goes on, even if the edit was taken back (B31), unless it is to stay suspended (D-02, D-03). */
const restoring = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation => {
  if (wanted.job.state === 'suspended') return { _tag: 'SuspendedToRecord', row: 'C13', reason: 'the job is stopped, as it is to be' }
  const { observed: { status, facts }, desired } = round
  if (status.operatorRecord.attempts === 0 && status.jobManagerDeploymentStatus === 'MISSING') {
    const missing = unanswered(facts, [clusterQueries(desired).deployment, clusterQueries(desired).configMaps])
    if (missing.length > 0) return needsFacts('C14', missing, 'was the job submitted before this operator took over?')
    if (facts.deployment?._tag === 'Unknown') return blocked('C14', 'to see the JobManager Deployment', null)
    if (isSubmitted(round)) return { _tag: 'AlreadyUpgraded', row: 'C14', reason: 'the job was submitted before this operator took over' }
  }
  if (lastStateOf(status, deployed)._tag === 'NeverStarted')
    return { _tag: 'FirstDeployment', row: 'C15', asked: 'Spec', reason: 'the first deployment did not happen yet' }
  return status.reconciliationStatus.state === 'ROLLING_BACK' && desired.diff.changes.every(({ path, type }) => path === 'job.state' || type === 'IGNORE') && desired.stable !== null
    ? restore(round, deployed, withMode(desired.stable, rollbackMode(round)), 'Rollback')
    : restore(round, deployed, wanted, 'Upgrade')
}

/** control-flow.md, section 3.2, and every object of the submit (L3). */
const isSubmitted = ({ observed: { facts, status }, desired: { meta } }: Round): boolean =>
  facts.deployment?._tag === 'Known' && !facts.deployment.value.deleting
  && facts.deployment.value.annotations['flinkdeployment.flink.apache.org/generation'] === String(status.observedGeneration ?? -1)
  && facts.configMaps?._tag === 'Known' && facts.configMaps.value.some(({ name }) => name === `flink-config-${meta.name}`)

const suspended = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation => {
  if (wanted.job.state === 'running')
    // `initialSavepointPath` counts (B20, B45)
    return lastStateOf(round.observed.status, deployed)._tag === 'NeverStarted'
      ? { _tag: 'FirstDeployment', row: 'C28', asked: 'Spec', reason: 'the resource was created suspended and never deployed' }
      : restore(round, deployed, wanted, 'Resume')
  const beside = suspendedBeside(round, wanted.job)
  if (beside !== null) return beside
  const { observed: { status }, desired } = round
  if (status.observedGeneration !== desired.generation && desired.invalid === null) return { _tag: 'SuspendedToRecord', row: 'C16', reason: 'the spec was edited while the job is suspended' }
  return isPastTtl(round, deployed) ? { _tag: 'PastTtl', row: 'C17', reason: 'the JobManager of the suspended job is not needed any more' } : { _tag: 'Settled', row: 'C18', reason: 'the job is suspended' }
}

const restore = (round: Round, deployed: Deployed, target: ConfiguredSpec, purpose: 'Resume' | 'Upgrade' | 'Rollback'): Situation => {
  const answer = sourceFor(round, target, lastStateOf(round.observed.status, deployed))
  switch (answer._tag) {
    case 'LookFirst':
      return needsFacts('R1', [clusterQueries(round.desired).configMaps], answer.reason)
    case 'Wait':
      return blocked('R2', answer.reason, null)
    case 'Blocked':
      return blocked('R3', 'a person to restore the job', { owner: 'upgrade', type: 'UpgradeFailureException', message: answer.error, reason: answer.eventReason })
    default:
      return { _tag: 'RestoreDue', row: `R4 ${answer._tag}`, source: answer, purpose, reason: answer.reason }
  }
}

/** A job runs that nobody wants: recorded suspended or ended, alive all the same (B26). It needs an incarnation of its own to be one. */
const isStray = ({ observed, env }: Round, deployed: Deployed): boolean => {
  const { jobStatus, operatorRecord: { terminalSince } } = observed.status
  const job = ownJob(observed.status, observed.facts)
  if (job === undefined || isTerminal(job.state) || !(deployed.reconciled.job.state === 'suspended' || isTerminal(jobStatus.state))) return false
  const isAnotherRun = String(job.startTime) !== jobStatus.startTime
  // what is taken away must not be the only place of its state: what ended, and runs anew from where it began, is not (B26)
  const state = lastStateOf(observed.status, deployed)
  if (!isDefinite(state) && (state.why === 'Contradicted' || !isTerminal(jobStatus.state) || !isAnotherRun)) return false
  // REST may tell the end a moment late
  return isAnotherRun || terminalSince === null || env.now > terminalSince + absenceMillis
}

/** control-flow.md, section 4.1/6 (B31). An invalid spec changes nothing: the round works with the deployed one. */
const isChangeDue = ({ desired: { diff, wanted } }: Round, isUpgrading: boolean): boolean => wanted !== null && (isUpgrading || diff.type !== 'IGNORE')

/** Told that the job is not found, or that nobody knows what it left, a person says `stateless`: that alone changes nothing in the spec that is deployed, and it is an answer. */
const isEmptyStartAsked = ({ desired: { generation, invalid, wanted, deployed }, observed: { status }, env }: Round): boolean => {
  const before = status.operatorRecord.askedMode ?? (deployed._tag === 'Deployed' ? deployed.reconciled.job.upgradeMode : 'stateless')
  return invalid === null && wanted?.job.upgradeMode === 'stateless' && before !== 'stateless' && wanted.job.state === 'running'
    && status.operatorRecord.errorOwner === 'job' && status.observedGeneration !== generation && (isMissed(status, env.now) || isLeftUnknown(status, env.now))
}

const unchanged = (round: Round, deployed: Deployed): Situation => {
  const { observed: { status }, desired } = round
  if (isEmptyStartAsked(round) && desired.wanted !== null) return upgradeSituation(round, deployed, desired.wanted)
  const stuck = stuckSubmit(round, deployed)
  if (stuck !== null) return stuck
  const rollback = rollbackAnswer(round, deployed)
  const unseen = rollback._tag === 'Due' ? unseenStart(round) : []
  if (unseen.length > 0) return needsFacts('4.9/8 5.6/c', unseen, 'did the JobManager ever start?')
  if (rollback._tag === 'Due')
    return rollback.answer._tag === 'Available'
      ? { _tag: 'RollbackDue', row: `${rollback.row} ${rollback.answer.row}`, answer: rollback.answer, reason: `the spec did not become stable in time: ${rollback.answer.reason}` }
      : notYet(round, deployed, rollback.answer)
  if (status.jobStatus.state === 'FAILED' && deployed.running.options.jobRestartFailed) return restartFailed(round, deployed)
  if (status.jobManagerDeploymentStatus === 'MISSING' && !isTerminal(status.jobStatus.state)) return lostSituation(round, deployed)
  const sick = unhealthy(round, deployed)
  if (sick !== null) return restartUnhealthy(round, sick)
  const step = snapshotStep(round, deployed)
  if (step !== null) return { _tag: 'Snapshot', row: `C27 ${step.row}`, step, reason: step.reason }
  if (isPastTtl(round, deployed)) return { _tag: 'PastTtl', row: 'C19', reason: 'the JobManager of the ended job is not needed any more' }
  return { _tag: 'Settled', row: 'C20', reason: desired.invalid === null ? 'nothing is to be done' : 'the last good spec is in force' }
}


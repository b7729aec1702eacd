import type { Env } from '../../env.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { Recorded } from '../../resource/resource.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { Millis } from '../../resource/time.ts'
import { hostOf } from '../../application/host.ts'
import { isSurelyFirstRun } from '../../application/seen/first-run.ts'
import type { FlinkDeploymentDesired } from '../../application/desired.ts'
import { clampMoments, waitedHere } from './moments.ts'
import { observeClusterInfo } from '../../cluster/seen/observe-cluster-info.ts'
import { observeHealth } from '../../application/health/observe-health.ts'
import { observeJob } from '../../job/seen/observe-job.ts'
import { observeJobManager } from '../../cluster/seen/observe-job-manager.ts'
import { endedWhenSeen, observeLastState } from '../../job/seen/observe-last-state.ts'
import { observeSnapshots } from '../../job/snapshot/observe-snapshots.ts'
import { observeRest } from '../../cluster/seen/rest-unreachable.ts'
import { unreadGround } from '../../job/record/unread.ts'
import type { FlinkDeploymentObserved } from '../../application/observed.ts'
import { divided } from '../../cluster/seen/own-facts.ts'
import { ownershipOf } from '../../cluster/seen/ownership.ts'
import { withJob, withRecord, withStatus } from '../../round/status-change.ts'

/**
 * Folds what was seen into the recorded status (control-flow.md, section 3). It changes nothing in the world. While a cluster is being
 * taken away or put up on purpose, what is seen of it says nothing about the resource's health: the status stays as the operation needs it
 * (B32).
 */
export const observe = (
  desired: FlinkDeploymentDesired,
  recorded: Recorded<FlinkDeploymentStatus>,
  facts: FlinkDeploymentFacts,
  env: Env,
): FlinkDeploymentObserved => {
  const { status: clamped, ahead } = clampMoments(desired, recorded.status, env)
  const known = ahead.length === 0 ? {} : { ahead }
  const adopted = endedWhenSeen(adopt(desired, waitedHere(desired, clamped, env)))
  const own = divided(ownershipOf(desired.meta, adopted, facts), facts)
  const status = unreadGround(desired, clamped).length > 0 ? lookedAt(clamped, own.facts, env)
    : isObserved(desired, adopted) ? fold(desired, adopted, own.facts, env) : adopted
  return { recorded, ...own, status, host: hostOf(status, own.facts), ...known }
}

const fold = (
  desired: FlinkDeploymentDesired,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
  env: Env,
): FlinkDeploymentStatus => {
  const jobManager = observeRest(observeJobManager(status, facts, env.now), facts, env.now)
  const job = observeJob(jobManager, facts, env.now, stabilityWindowOf(desired))
  const seen = observeClusterInfo(observeLastState(desired, job, facts, () => isSurelyFirstRun(desired, job, facts)), facts)
  return observeHealth(
    desired,
    status,
    observeSnapshots(desired, { before: status, status: seen, facts, host: hostOf(seen, facts) }, env),
    facts,
    env,
  )
}

/**
 * Beside something that can't be read: how JobManager and job are is told; what was deployed, and what is known of its state, stays as it
 * is recorded (F14).
 */
const lookedAt = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus =>
  withStatus(keepingItsEnd(status, observeJob(observeJobManager(status, facts, env.now), facts, env.now)), {
    reconciliationStatus: status.reconciliationStatus,
  })

/**
 * Where the job's state can't be read its end looks new in each look: what is recorded of it is not found out again. Under a deploy the end
 * may be another run's.
 */
const keepingItsEnd = (
  { operation, operatorRecord: { lastState, terminalSince } }: FlinkDeploymentStatus,
  seen: FlinkDeploymentStatus,
): FlinkDeploymentStatus =>
  seen.operatorRecord.terminalSince === null || (operation !== null && operation.kind !== 'Suspend') ? seen
    : withRecord(seen, {
      terminalSince: terminalSince ?? seen.operatorRecord.terminalSince,
      ...(isDefinite(lastState) ? { lastState } : {}),
    })

const stabilityWindowOf = (
  { deployed }: FlinkDeploymentDesired,
): Millis => (deployed._tag === 'Deployed' ? deployed.running.options.deploymentStabilityWindow : 0)

/** control-flow.md, section 3.1, with our operation record in place of the reference operator's state. */
const isObserved = ({ deployed }: FlinkDeploymentDesired, { operation, reconciliationStatus }: FlinkDeploymentStatus): boolean => {
  if (deployed._tag !== 'Deployed') return false
  if (operation !== null) return operation.kind === 'Suspend' && operation.step !== 'TearDown'
  return deployed.reconciled.job.state === 'running' || reconciliationStatus.state === 'DEPLOYED'
    || reconciliationStatus.state === 'ROLLED_BACK'
}

/**
 * A status that the reference operator wrote: it reads the last state in the very look that sees a job terminal (control-flow.md, section
 * 3.7). What it read is not taken for the last state: of a job that FINISHED it takes a checkpoint that Flink discards, and one that was
 * stopped with a savepoint whose path got lost ends so, too (L2); and where this operator's record was dropped by somebody nothing tells
 * that the path is not just what the job was started from (P01, P11, P25). It is read again where the JobManager still tells; else a person
 * is asked. That it read nothing proves nothing either.
 */
const adopt = ({ deployed }: FlinkDeploymentDesired, status: FlinkDeploymentStatus): FlinkDeploymentStatus => {
  const { jobStatus: { state, updateTime }, operatorRecord: { lastState, terminalSince } } = status
  if (!isTerminal(state) || terminalSince !== null || deployed._tag !== 'Deployed') return status
  // this operator sees an end with its time: whoever wrote the state did not
  if (lastState._tag === 'Unknown' && lastState.why === 'JobRuns') return withJob(status, { state: 'RECONCILING' })
  return lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'
    ? withRecord(status, { terminalSince: Number(updateTime ?? 0) })
    : status
}

import { initialFlinkDeploymentStatus } from '../../../packages/core/src/codec/flink-deployment-status-fields.ts'
import { encodeRecordedSpec } from '../../../packages/core/src/codec/recorded-spec.ts'
import type { DesiredJobState, UpgradeMode } from '../../../packages/core/src/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus, JobStatus, OperatorRecord, ReconciliationStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import { type LastState, stateOfRunningJob } from '../../../packages/core/src/resource/last-state.ts'
import { type DeployOperation, lastStateMarker, type SuspendOperation, type TearDownOperation } from '../../../packages/core/src/resource/operation.ts'
import { attemptId, clusterStart, deploymentUid, jobId } from './cluster-facts.ts'
import { aSpec, type SpecChange, t0 } from './flink-deployment-resource.ts'

/** What a record says beyond the spec: the mode that was used, and whether its job runs. */
export interface RecordChange {
  readonly spec?: SpecChange
  readonly used?: UpgradeMode
  readonly state?: DesiredJobState
  readonly firstDeployment?: boolean
}

/** The text of `lastReconciledSpec` or `lastStableSpec`. */
export const recordOf = ({ spec = {}, used = 'savepoint', state = 'running', firstDeployment = false }: RecordChange = {}): string => {
  const it = aSpec(spec)
  return encodeRecordedSpec({ spec: { ...it, job: it.job === null ? null : { ...it.job, state, upgradeMode: used } }, firstDeployment })
}

export interface StatusChange extends Partial<Omit<FlinkDeploymentStatus, 'jobStatus' | 'reconciliationStatus' | 'operatorRecord'>> {
  readonly job?: Partial<JobStatus>
  readonly reconciliation?: Partial<ReconciliationStatus>
  /** `left`: is it known what the job was left with, as the rest of the record tells? */
  readonly record?: Partial<OperatorRecord> & { readonly left?: boolean }
  /** The recorded spec; also the stable one. */
  readonly recorded?: RecordChange
  /** The stable spec, where it is another one; null: none. */
  readonly stable?: RecordChange | null
}

/** The last state of a job as the rest of its record tells it. */
const leftBy = ({ used, state, firstDeployment }: RecordChange, path: string | null): LastState =>
  firstDeployment === true && state === 'suspended' ? { _tag: 'NeverStarted' }
    : used === 'last-state' && state === 'suspended' ? { _tag: 'InHighAvailability', jobId }
    : path === null || (used === 'stateless' && state === 'suspended') ? { _tag: 'None', reason: 'the run began empty and completed no checkpoint' }
    : path === lastStateMarker ? stateOfRunningJob : { _tag: 'Path', path, seen: 'Checkpoints' }

const withParts = (base: FlinkDeploymentStatus, { job, reconciliation, record: { left, ...record } = {}, recorded = {}, stable: _stable, ...rest }: StatusChange): FlinkDeploymentStatus => {
  const jobStatus = { ...base.jobStatus, ...job }
  const lastState = left === undefined ? {} : { lastState: left ? leftBy(recorded, jobStatus.upgradeSavepointPath) : stateOfRunningJob }
  return {
    ...base, ...rest, jobStatus,
    reconciliationStatus: { ...base.reconciliationStatus, ...reconciliation },
    operatorRecord: { ...base.operatorRecord, ...lastState, ...record },
  }
}

/** Nobody has started anything. */
export const freshStatus: FlinkDeploymentStatus = { ...initialFlinkDeploymentStatus, operatorRecord: { ...initialFlinkDeploymentStatus.operatorRecord, lastState: { _tag: 'NeverStarted' } } }

/** The status of a deployed application whose job runs and is stable. */
export const runningStatus = (change: StatusChange = {}): FlinkDeploymentStatus => {
  const lastReconciledSpec = recordOf(change.recorded)
  const lastStableSpec = change.stable === undefined ? lastReconciledSpec : change.stable === null ? null : recordOf(change.stable)
  return withParts({
    ...freshStatus,
    jobStatus: { ...freshStatus.jobStatus, jobName: 'job', jobId, state: 'RUNNING', startTime: String(clusterStart + 60_000), updateTime: String(clusterStart + 60_000) },
    observedGeneration: 1,
    lifecycleState: 'STABLE',
    clusterInfo: { 'flink-version': '1.20.1', 'flink-revision': 'abc' },
    jobManagerDeploymentStatus: 'READY',
    reconciliationStatus: { reconciliationTimestamp: clusterStart, lastReconciledSpec, lastStableSpec, state: 'DEPLOYED' },
    operatorRecord: { ...freshStatus.operatorRecord, attempts: 3, deployedAttempt: attemptId, deployedSource: { _tag: 'Empty', reason: 'first deployment' }, lastState: stateOfRunningJob, runningSince: clusterStart + 60_000 },
  }, change)
}

/** The job was suspended and nothing runs. */
export const suspendedStatus = (change: StatusChange = {}): FlinkDeploymentStatus => runningStatus({
  jobManagerDeploymentStatus: 'MISSING', lifecycleState: 'SUSPENDED', ...change,
  recorded: { state: 'suspended', ...change.recorded },
  job: { state: 'FINISHED', upgradeSavepointPath: 's3://b/sp/1', ...change.job },
  record: { terminalSince: t0 - 60_000, left: true, runningSince: null, ...change.record },
})

export const operationId = 'e'.repeat(32)

const operationBase = {
  id: operationId, attempt: 4, mintedAt: t0 - 5_000, targetGeneration: 2, purpose: 'Upgrade', jobId,
  incarnation: { deploymentUid, podUid: 'uid-pod', restartCount: 0, jobStartTime: clusterStart + 60_000 }, giveUpAt: t0 + 600_000,
} as const

export const aSuspend = (change: Partial<SuspendOperation> = {}): SuspendOperation =>
  ({ kind: 'Suspend', ...operationBase, mode: 'SAVEPOINT', restoreMode: 'savepoint', step: 'Requested', seenTerminalAt: null, redeploy: null, ...change })

export const aDeploy = (change: Partial<DeployOperation> = {}): DeployOperation =>
  ({ kind: 'Deploy', ...operationBase, jobId: 'b'.repeat(32), source: { _tag: 'Path', path: 's3://b/sp/1', reason: 'test' }, step: 'TearDown', abandonedAt: null, ...change })

export const aTearDown = (change: Partial<TearDownOperation> = {}): TearDownOperation =>
  ({ kind: 'TearDown', ...operationBase, purpose: 'ShutdownTtl', deleteHaMetadata: false, ...change })

import fc from 'fast-check'
import { initialFlinkDeploymentStatus, encodeRecordedSpec } from '@flink-operator/core/codec'
import { type FlinkDeploymentSpec, type FlinkDeploymentStatus, jobStates, stateOfRunningJob } from '@flink-operator/core/resource'
import { attempt, jobId, moment } from './place.ts'
import { specs } from './specs.ts'

const recordOf = (
  spec: FlinkDeploymentSpec,
  upgradeMode: NonNullable<FlinkDeploymentSpec['job']>['upgradeMode'],
  state: 'running' | 'suspended',
): string =>
  encodeRecordedSpec({ spec: { ...spec, job: spec.job === null ? null : { ...spec.job, upgradeMode, state } }, firstDeployment: false })

/**
 * Statuses of a resource that was deployed once, between operations: running, stopped for an upgrade, suspended, ended, lost; and the
 * initial one.
 */
export const statuses = (): fc.Arbitrary<FlinkDeploymentStatus> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(untouched) }, { weight: 9, arbitrary: deployed() })

/** No job was started yet. */
const untouched: FlinkDeploymentStatus = {
  ...initialFlinkDeploymentStatus,
  operatorRecord: { ...initialFlinkDeploymentStatus.operatorRecord, lastState: { _tag: 'NeverStarted' } },
}

const deployed = (): fc.Arbitrary<FlinkDeploymentStatus> =>
  fc.record({
    spec: specs(),
    used: fc.constantFrom('stateless' as const, 'savepoint' as const, 'last-state' as const),
    recorded: fc.constantFrom('running' as const, 'suspended' as const),
    state: fc.constantFrom('DEPLOYED' as const, 'UPGRADING' as const),
    jobState: fc.constantFrom(...jobStates),
    jobManager: fc.constantFrom('READY' as const, 'DEPLOYING' as const, 'MISSING' as const, 'ERROR' as const),
    path: fc.constantFrom(null, 's3://b/sp/1', 'KUBERNETES_OPERATOR_LAST_STATE'),
    terminalSince: fc.constantFrom(null, moment - 60_000),
    isLeft: fc.boolean(),
  }).map(({ spec, used, recorded, state, jobState, jobManager, path, terminalSince, isLeft }) => {
    const record = recordOf(spec, used, recorded)
    const { jobStatus, reconciliationStatus, operatorRecord } = initialFlinkDeploymentStatus
    return {
      ...initialFlinkDeploymentStatus,
      observedGeneration: 1,
      lifecycleState: 'STABLE' as const,
      jobManagerDeploymentStatus: jobManager,
      jobStatus: {
        ...jobStatus,
        jobName: 'job',
        jobId,
        state: jobState,
        startTime: String(moment - 600_000),
        updateTime: String(moment - 600_000),
        upgradeSavepointPath: path,
      },
      reconciliationStatus: {
        ...reconciliationStatus,
        state,
        lastReconciledSpec: record,
        lastStableSpec: record,
        reconciliationTimestamp: moment - 600_000,
      },
      operatorRecord: {
        ...operatorRecord,
        attempts: 3,
        deployedAttempt: attempt,
        terminalSince,
        lastState: isLeft && path === 's3://b/sp/1' ? { _tag: 'Path' as const, path, seen: 'Stop' as const } : stateOfRunningJob,
      },
    }
  })

import { encodeRecordedSpec, initialFlinkDeploymentStatus } from '@flink-operator/core/codec'
import { type Env, known, operatorOptions } from '@flink-operator/core'
import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'

/** The custom resource of a job that has been running for a while, as the API server holds it. */
export const steadyResource = (name: string, namespace = 'default'): Record<string, unknown> => {
  const spec = {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'high-availability.type': 'kubernetes',
      'high-availability.storageDir': 's3://bucket/ha',
      'execution.checkpointing.dir': 's3://bucket/checkpoints',
      'execution.checkpointing.savepoint-dir': 's3://bucket/savepoints',
      'taskmanager.numberOfTaskSlots': '2',
    },
    jobManager: { resource: { cpu: 1, memory: '2048m' } },
    taskManager: { resource: { cpu: 1, memory: '2048m' } },
    job: { jarURI: 'local:///opt/flink/job.jar', parallelism: 4, upgradeMode: 'last-state', state: 'running' },
  }
  const metadata = {
    name,
    namespace,
    uid: `00000000-0000-0000-0000-${name.padStart(12, '0')}`,
    generation: 1,
    resourceVersion: '100',
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
  }
  const resource = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', metadata, spec }
  const decoded = flinkDeploymentKind.decode(resource)
  if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
  const record = encodeRecordedSpec({ spec: decoded.right.spec, firstDeployment: true })
  const status = initialFlinkDeploymentStatus
  return {
    ...resource,
    status: {
      ...status,
      observedGeneration: 1,
      lifecycleState: 'STABLE',
      jobManagerDeploymentStatus: 'READY',
      clusterInfo: { 'flink-version': '1.20.5', 'flink-revision': 'x' },
      jobStatus: {
        ...status.jobStatus,
        jobId: '0'.repeat(32),
        jobName: name,
        state: 'RUNNING',
        startTime: '1767225600000',
        updateTime: '1767225600000',
      },
      reconciliationStatus: {
        ...status.reconciliationStatus,
        state: 'DEPLOYED',
        lastReconciledSpec: record,
        lastStableSpec: record,
        reconciliationTimestamp: 1_767_225_600_000,
      },
      operatorRecord: { ...status.operatorRecord, attempts: 1, deployedAttempt: 'a'.repeat(32), runningSince: 1_767_225_600_000 },
    },
  }
}

export const benchEnv = (now: number): Env => ({
  now,
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  consecutiveFailures: 0,
  hasSnapshotController: false,
})

/** What one look at the steady job answers. */
export const steadyFacts = (name: string, now: number): FlinkDeploymentFacts => ({
  deployment: known(
    {
      name,
      uid: 'd',
      resourceVersion: '1',
      creationTimestamp: 0,
      deleting: false,
      labels: {},
      annotations: {},
      ownerUids: [],
      wantedReplicas: 1,
      replicas: 1,
      availableReplicas: 1,
      conditions: [],
    },
    now,
    'cache',
  ),
  jobs: known([{
    jobId: '0'.repeat(32),
    name,
    state: 'RUNNING',
    startTime: 1_767_225_600_000,
    endTime: -1,
    tasks: { total: 4, running: 4, finished: 0 },
  }], now),
})

import { describe, expect, expectTypeOf, test } from 'vitest'
import { checkpointProgressWindow } from './checkpoint-progress-window.ts'
import { readAutoscalerOptions, readBlueGreenOptions } from './kind-options.ts'
import { resourceOptions, type ResourceOptions } from './resource-options.ts'

describe('options of a resource: api-and-config.md, sections 12.2 and 12.3', () => {
  test('defaults', () => {
    const { options, findings } = resourceOptions({})
    expect(findings).toEqual([])
    expect(options).toMatchObject({
      deploymentRollbackEnabled: false,
      deploymentReadinessTimeout: 300_000,
      jmDeploymentRecoveryEnabled: true,
      jmDeploymentShutdownTtl: 86_400_000,
      jmDeploymentStartupProbeEnabled: true,
      podTemplateMergeArraysByName: false,
      jobRestartFailed: false,
      jobUpgradeIgnorePendingSavepoint: false,
      jobUpgradeInplaceScalingEnabled: true,
      jobUpgradeLastStateFallbackEnabled: true,
      jobUpgradeLastStateMaxAllowedCheckpointAge: null,
      jobUpgradeLastStateJobCancelEnabled: false,
      jobSavepointOnDeletion: false,
      jobDrainOnSavepointDeletion: false,
      sessionDeletionBlockOnSessionJobs: true,
      sessionDeletionBlockOnUnmanagedJobs: true,
      clusterHealthCheckEnabled: false,
      clusterHealthCheckRestartsWindow: 120_000,
      clusterHealthCheckRestartsThreshold: 64,
      snapshotResourceEnabled: true,
      savepointTriggerGracePeriod: 60_000,
      checkpointTriggerGracePeriod: 60_000,
      savepointFormatType: 'CANONICAL',
      checkpointType: 'FULL',
      periodicSavepointInterval: '',
      periodicCheckpointInterval: '',
      savepointCleanupEnabled: true,
      savepointHistoryMaxCount: 10,
      savepointHistoryMaxAge: 86_400_000,
      savepointDisposeOnDelete: false,
      userArtifactsHttpHeader: null,
      savepointDirectory: null,
      checkpointDirectory: null,
      checkpointingInterval: null,
      checkpointingTimeout: 600_000,
      tolerableFailedCheckpoints: 0,
      checkpointsNumRetained: 1,
      restPort: 8081,
      restTls: false,
      jobManagerScheduler: 'Default',
      schedulerMode: null,
      highAvailability: 'none',
      numberOfTaskSlots: 1,
    })
  })

  test.each<[string, Record<string, string>, Partial<ResourceOptions>]>([
    ['old spellings of Flink', {
      'state.savepoints.dir': 's3://s',
      'state.checkpoints.dir': 's3://c',
      'high-availability': 'kubernetes',
      'web.port': '9',
    }, { savepointDirectory: 's3://s', checkpointDirectory: 's3://c', highAvailability: 'kubernetes', restPort: 9 }],
    ['old spellings of the operator', { 'kubernetes.operator.reconciler.jm-deployment-recovery.enabled': 'false' }, {
      jmDeploymentRecoveryEnabled: false,
    }],
    ['TLS for all', { 'security.ssl.enabled': 'true' }, { restTls: true }],
    ['headers', { 'kubernetes.operator.user.artifacts.http.header': 'a:1' }, { userArtifactsHttpHeader: { a: '1' } }],
    ['names in any case', { 'kubernetes.operator.savepoint.format.type': 'native' }, { savepointFormatType: 'NATIVE' }],
  ])('%s', (_title, configuration, want) => {
    expect(resourceOptions(configuration).options).toMatchObject(want)
  })

  test("C-D17 what does not parse is a finding with Flink's message, and has its default", () => {
    const { options, findings } = resourceOptions({ 'kubernetes.operator.deployment.rollback.enabled': 'maybe' })
    expect(options.deploymentRollbackEnabled).toBe(false)
    expect(findings).toMatchObject([{
      severity: 'Error',
      message: "Could not parse value 'maybe' for key 'kubernetes.operator.deployment.rollback.enabled'.",
    }])
  })

  test('types come from the table', () => {
    expectTypeOf<ResourceOptions['jobUpgradeLastStateMaxAllowedCheckpointAge']>().toEqualTypeOf<number | null>()
    expectTypeOf<ResourceOptions['savepointDirectory']>().toEqualTypeOf<string | null>()
    expectTypeOf<ResourceOptions['savepointFormatType']>().toEqualTypeOf<'CANONICAL' | 'NATIVE'>()
    expectTypeOf<ResourceOptions>().not.toHaveProperty('reconcileInterval')
  })
})

describe('window of checkpoint progress: api-and-config.md, section 12.2', () => {
  test.each([
    ['no checkpoints', {}, null],
    ['the timeout is longer', { 'execution.checkpointing.interval': '1 min' }, 1_200_000],
    ['the interval is longer, failures are tolerated', {
      'execution.checkpointing.interval': '20 min',
      'execution.checkpointing.tolerable-failed-checkpoints': '1',
    }, 3_600_000],
    ['a shorter one is not used', {
      'execution.checkpointing.interval': '1 min',
      'kubernetes.operator.cluster.health-check.checkpoint-progress.window': '1 min',
    }, 1_200_000],
    ['a longer one is', {
      'execution.checkpointing.interval': '1 min',
      'kubernetes.operator.cluster.health-check.checkpoint-progress.window': '1 h',
    }, 3_600_000],
  ])('%s', (_title, configuration, want) => {
    expect(checkpointProgressWindow(resourceOptions(configuration as unknown as Record<string, string>).options)).toBe(want)
  })
})

describe('autoscaler and blue/green: api-and-config.md, sections 12.5 and 12.6', () => {
  test('old spellings of the autoscaler', () => {
    const { options, findings } = readAutoscalerOptions({
      'kubernetes.operator.job.autoscaler.enabled': 'true',
      'job.autoscaler.target.utilization': '0.5',
      'job.autoscaler.quota.memory': '1g',
    })
    expect(findings).toEqual([])
    expect(options).toMatchObject({
      enabled: true,
      utilizationTarget: 0.5,
      quotaMemory: 1024n ** 3n,
      quotaCpu: null,
      scaleDownInterval: 3_600_000,
      vertexMaxParallelism: 200,
    })
  })

  test('blue/green', () => {
    expect(readBlueGreenOptions({ 'kubernetes.operator.bluegreen.abort.grace-period': '1 min' }).options).toEqual({
      abortGracePeriod: 60_000,
      reconciliationRescheduleInterval: 15_000,
      deploymentDeletionDelay: 0,
    })
  })
})

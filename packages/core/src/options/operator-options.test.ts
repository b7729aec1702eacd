import { describe, expect, expectTypeOf, test } from 'vitest'
import { operatorOptions, type OperatorOptions } from './operator-options.ts'

describe('options of the operator: api-and-config.md, section 12.1', () => {
  test('defaults', () => {
    const { options, findings } = operatorOptions({})
    expect(findings).toEqual([])
    expect(options).toMatchObject({
      reconcileInterval: 60_000,
      reconcileParallelism: 50,
      observerProgressCheckInterval: 10_000,
      observerRestReadyDelay: 10_000,
      flinkClientTimeout: 10_000,
      flinkClientCancelTimeout: 60_000,
      resourceCleanupTimeout: 300_000,
      resourceDeletionPropagation: 'Foreground',
      jobSubmissionTimeout: 600_000,
      retryInitialInterval: 5_000,
      retryMaxInterval: null,
      retryIntervalMultiplier: 1.5,
      retryMaxAttempts: 15,
      rateLimiterRefreshPeriod: 15_000,
      rateLimiterLimit: 5,
      watchedNamespaces: 'JOSDK_ALL_NAMESPACES',
      labelSelector: null,
      dynamicConfigEnabled: true,
      dynamicConfigCheckInterval: 300_000,
      leaderElectionEnabled: true,
      leaderElectionLeaseDuration: 15_000,
      leaderElectionRenewDeadline: 10_000,
      leaderElectionRetryPeriod: 2_000,
      healthProbeEnabled: true,
      healthProbePort: 8085,
      exceptionLabelMapper: {},
      ingressManage: true,
      userArtifactsBaseDir: '/opt/flink/artifacts',
      userArtifactsAllowedSchemes: ['https'],
      userArtifactsDisallowRestrictedHosts: true,
      snapshotResourceEnabled: true,
      savepointHistoryMaxCountThreshold: null,
      savepointHistoryMaxAgeThreshold: null,
      terminationTimeout: 10_000,
      metricsHistogramSampleSize: 1000,
    })
  })

  test('types come from the table', () => {
    expectTypeOf<OperatorOptions['reconcileInterval']>().toEqualTypeOf<number>()
    expectTypeOf<OperatorOptions['retryMaxInterval']>().toEqualTypeOf<number | null>()
    expectTypeOf<OperatorOptions['resourceDeletionPropagation']>().toEqualTypeOf<'Foreground' | 'Background' | 'Orphan'>()
    expectTypeOf<OperatorOptions>().not.toHaveProperty('deploymentRollbackEnabled')
  })

  test('old spellings count', () => {
    expect(operatorOptions({ 'kubernetes.operator.reconciler.reschedule.interval': '15 s' }).options.reconcileInterval).toBe(15_000)
  })

  test('what does not parse is a finding, and has its default', () => {
    const { options, findings } = operatorOptions({
      'kubernetes.operator.reconciler.reschedule.interval': 'soon',
      'kubernetes.operator.retry.max.attempts': '3',
    })
    expect(options).toMatchObject({ reconcileInterval: 60_000, retryMaxAttempts: 3 })
    expect(findings).toMatchObject([
      {
        severity: 'Error',
        field: 'flinkConfiguration.kubernetes.operator.reconciler.reschedule.interval',
        message: "Could not parse value 'soon' for key 'kubernetes.operator.reconcile.interval'.",
      },
    ])
  })
})

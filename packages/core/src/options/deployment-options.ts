import { boolean, duration, integer } from '../flink/configuration/option.ts'
import { resourceOption } from './operator-option.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** api-and-config.md, section 12.2: behaviour of one deployment. Durations in milliseconds. */
export const deploymentOptions = {
  deploymentRollbackEnabled: resourceOption({
    key: 'deployment.rollback.enabled',
    type: boolean,
    default: false,
    doc: 'Roll back to the last stable spec if a new one does not become stable; needs high availability.',
  }),
  deploymentReadinessTimeout: resourceOption({
    key: 'deployment.readiness.timeout',
    type: duration,
    default: 5 * minute,
    doc: 'Time limit for a new spec to become stable before a rollback.',
  }),
  deploymentStabilityWindow: resourceOption({
    key: 'deployment.stability.window',
    type: duration,
    default: 0,
    doc:
      'Time that a job must run without interruption before its spec counts as stable, so that a rollback can restore it; 0: stable as soon as the job runs.',
  }),
  jmDeploymentRecoveryEnabled: resourceOption({
    key: 'jm-deployment-recovery.enabled',
    old: ['reconciler.jm-deployment-recovery.enabled'],
    type: boolean,
    default: true,
    doc: 'Redeploy a missing JobManager Deployment.',
  }),
  jmDeploymentShutdownTtl: resourceOption({
    key: 'jm-deployment.shutdown-ttl',
    type: duration,
    default: day,
    doc: 'Time after which the JobManager of a terminal job is deleted.',
  }),
  jmDeploymentStartupProbeEnabled: resourceOption({
    key: 'jm-deployment.startup.probe.enabled',
    type: boolean,
    default: true,
    doc: 'Add a start-up probe to the JobManager container.',
  }),
  podTemplateMergeArraysByName: resourceOption({
    key: 'pod-template.merge-arrays-by-name',
    type: boolean,
    default: false,
    doc: 'Merge lists of pod templates by the field name instead of by position.',
  }),
  jobRestartFailed: resourceOption({ key: 'job.restart.failed', type: boolean, default: false, doc: 'Restart jobs in state FAILED.' }),
  jobUpgradeIgnorePendingSavepoint: resourceOption({
    key: 'job.upgrade.ignore-pending-savepoint',
    type: boolean,
    default: false,
    doc: 'Upgrade even if a triggered savepoint is in progress.',
  }),
  jobUpgradeInplaceScalingEnabled: resourceOption({
    key: 'job.upgrade.inplace-scaling.enabled',
    type: boolean,
    default: true,
    doc: 'Scale a running job without a restart (native, Flink 1.18 and newer, adaptive scheduler).',
  }),
  jobUpgradeLastStateFallbackEnabled: resourceOption({
    key: 'job.upgrade.last-state-fallback.enabled',
    type: boolean,
    default: true,
    doc: 'Let upgrade mode savepoint fall back to last-state (HA metadata).',
  }),
  jobUpgradeLastStateMaxAllowedCheckpointAge: resourceOption({
    key: 'job.upgrade.last-state.max.allowed.checkpoint.age',
    type: duration,
    default: null,
    doc: 'If the last checkpoint is older, the upgrade takes a savepoint instead; unset: any age.',
  }),
  jobUpgradeLastStateJobCancelEnabled: resourceOption({
    key: 'job.upgrade.last-state.job-cancel.enabled',
    type: boolean,
    default: false,
    doc: 'Cancel the job by REST in last-state upgrades.',
  }),
  jobSavepointOnDeletion: resourceOption({
    key: 'job.savepoint-on-deletion',
    type: boolean,
    default: false,
    doc: 'Stop with a savepoint when the resource is deleted.',
  }),
  jobDrainOnSavepointDeletion: resourceOption({
    key: 'job.drain-on-savepoint-deletion',
    type: boolean,
    default: false,
    doc: 'Drain the job in every stop with a savepoint.',
  }),
  sessionDeletionBlockOnSessionJobs: resourceOption({
    key: 'session.deletion.block-on-session-jobs',
    type: boolean,
    default: true,
    doc: 'Delete a session cluster only once no FlinkSessionJob refers to it.',
  }),
  sessionDeletionBlockOnUnmanagedJobs: resourceOption({
    key: 'session.deletion.block-on-unmanaged-jobs',
    old: ['session.block-on-unmanaged-jobs'],
    type: boolean,
    default: true,
    doc: 'Delete a session cluster only once no other job runs in it.',
  }),
  sessionDeletionProceedWhenJobsUnknown: resourceOption({
    key: 'session.deletion.proceed-when-jobs-unknown',
    type: boolean,
    default: false,
    doc:
      "After resource.cleanup.timeout, delete a session cluster even if it is unknown whether jobs run in it. False: the deletion waits until Flink's REST API answers.",
  }),
  sessionUpgradeBlockOnStatefulJobs: resourceOption({
    key: 'session.upgrade.block-on-stateful-jobs',
    type: boolean,
    default: true,
    doc:
      'An edit that restarts a session cluster waits while the restart would lose the state of running jobs: jobs that high availability does not recover, except FlinkSessionJobs with upgradeMode stateless.',
  }),
  clusterHealthCheckEnabled: resourceOption({
    key: 'cluster.health-check.enabled',
    type: boolean,
    default: false,
    doc: 'Restart an unhealthy cluster; needs jm-deployment-recovery.enabled.',
  }),
  clusterHealthCheckRestartsWindow: resourceOption({
    key: 'cluster.health-check.restarts.window',
    type: duration,
    default: 2 * minute,
    doc: 'Window in which restarts of the job are counted.',
  }),
  clusterHealthCheckRestartsThreshold: resourceOption({
    key: 'cluster.health-check.restarts.threshold',
    type: integer,
    default: 64,
    doc: 'A cluster with more restarts in the window is unhealthy.',
  }),
  clusterHealthCheckCheckpointProgressEnabled: resourceOption({
    key: 'cluster.health-check.checkpoint-progress.enabled',
    type: boolean,
    default: true,
    doc: 'A cluster without a completed checkpoint in the window is unhealthy.',
  }),
  clusterHealthCheckCheckpointProgressWindow: resourceOption({
    key: 'cluster.health-check.checkpoint-progress.window',
    type: duration,
    default: null,
    doc:
      'Window in which a checkpoint must complete. Minimum and default: the longer of checkpointing interval and timeout, times the tolerable failures plus 2.',
  }),
} as const

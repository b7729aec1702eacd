import { kindNames, kindOf } from '@flink-operator/kinds'

/** Event reasons of the Apache operator's kinds; a test compares them with docs/reference/events-and-conditions.md. */
export const apacheReasons: readonly string[] = [
  'SnapshotAbandoned',
  'SessionClusterReady',
  'SessionClusterNotFound',
  'SessionClusterNotReady',
  'SessionClusterUnseen',
  'NotASessionCluster',
  'BlueGreenStateChanged',
  'TransitionFailed',
  'TransitionGivenUp',
  'NotReady',
  'Submit',
  'SpecChanged',
  'SpecWarning',
  'Suspended',
  'Rollback',
  'Scaling',
  'AutoscalerError',
  'ScalingReport',
  'IneffectiveScaling',
  'MemoryPressure',
  'MemoryRecommendation',
  'ScalingLimited',
  'ResourceQuotaReached',
  'ClusterCapacityUnknown',
  'JobException',
  'MissingRight',
  'ForeignService',
  'Quarantined',
  'LeftSelector',
  'JobStatusChanged',
  'Cleanup',
  'IngressManagement',
  'InTheWay',
  'RecoverDeployment',
  'RestartUnhealthyJob',
  'OrphanJob',
  'ClockSkew',
  'RestUnreachable',
  'JobManagerNotReady',
  'Unschedulable',
  'CleanupFailed',
  'Paused',
  'PauseEnded',
  'ValidationError',
  'Missing',
  'JobCancelled',
  'Error',
  'SavepointError',
  'CheckpointError',
  'UpgradeFailed',
  'RestoreFailed',
  'FailedMount',
  'FailedCreate',
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'InvalidImageName',
  'RunContainerError',
  'CreateContainerConfigError',
  'OOMKilled',
]

/** The label for a reason that is not in the list: texts of a server or a plugin are not used as labels. */
export const otherReason = 'Other'

/** The reasons that `flink_operator_events_total` distinguishes: a closed list. */
export const eventReasons: readonly string[] = [
  ...new Set([...apacheReasons, ...kindNames.flatMap(name => Object.keys(kindOf(name).definition.eventReasons)), otherReason]),
]

const known = new Set(eventReasons)

export const reasonLabel = (reason: string): string => (known.has(reason) ? reason : otherReason)

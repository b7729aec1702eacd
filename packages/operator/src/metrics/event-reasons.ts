import { kindNames, kindOf } from '@flink-operator/core/kinds'

/** Reasons of events of the kinds of the Apache operator; a test compares them with docs/reference/events-and-conditions.md. */
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
  'Suspended',
  'Rollback',
  'Scaling',
  'AutoscalerError',
  'ScalingReport',
  'IneffectiveScaling',
  'MemoryPressure',
  'MemoryRecommendation',
  'ScalingLimited',
  'JobException',
  'MissingRight',
  'ForeignService',
  'Quarantined',
  'JobStatusChanged',
  'Cleanup',
  'IngressManagement',
  'InTheWay',
  'RecoverDeployment',
  'RestartUnhealthyJob',
  'StrayJob',
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

/** Any reason that is not in the list: what a server or a plugin says is no label. */
export const otherReason = 'Other'

/** All that `flink_operator_events_total` tells apart: a closed list. */
export const eventReasons: readonly string[] = [
  ...new Set([...apacheReasons, ...kindNames.flatMap(name => Object.keys(kindOf(name).definition.eventReasons)), otherReason]),
]

const known = new Set(eventReasons)

export const reasonLabel = (reason: string): string => (known.has(reason) ? reason : otherReason)

import type { AnyKind } from './contract/round/kind.ts'
import { flinkBlueGreenDeploymentKind } from './kind/flink-blue-green-deployment/flink-blue-green-deployment-kind.ts'
import { flinkDeploymentKind } from './kind/flink-deployment/flink-deployment-kind.ts'
import { flinkSessionJobKind } from './kind/flink-session-job/flink-session-job-kind.ts'
import { flinkStateSnapshotKind } from './kind/flink-state-snapshot/flink-state-snapshot-kind.ts'

export { flinkBlueGreenDeploymentKind, flinkDeploymentKind, flinkSessionJobKind, flinkStateSnapshotKind }
export type { AnyKind, AnyRules, CarriedOut, CarriedOutKind, KindTable, OptionalKind } from './contract/round/kind.ts'
export type { KindStates, ResourceStates } from './contract/round/kind.ts'
export type { Reference, ReferencePath, WatchedValue, WatchRule } from './contract/round/watch-rule.ts'
export type { ConfiguredCluster, ConfiguredSpec } from './spec/configured-spec.ts'
export type { Deployed, DeployedSpec, NothingDeployed, DeployedCluster } from './cluster/deployed-spec.ts'
export type { FlinkDeploymentDesired } from './kind/flink-deployment/application/application-round.ts'
export type { FlinkDeploymentObserved } from './kind/flink-deployment/application/application-round.ts'
export type { SessionClusterDesired } from './kind/flink-deployment/session-cluster/session-cluster-round.ts'
export type { SessionClusterObserved } from './kind/flink-deployment/session-cluster/session-cluster-round.ts'
export type {
  AutoscalerOfJob,
  ObservedHost,
  JobRound,
  ConfiguredJob,
  SubmittedJob,
  JobDesired,
  JobObserved,
  JobRecord,
} from './job/job-round.ts'
export type { JobSituation, JobTypes, LifecycleSituation, DeployedJob } from './job/job-situation.ts'
export type { RenewedDeadline } from './job/record/renewed-deadline.ts'
export type { OtherObject } from './cluster/observe/own-facts.ts'
export type { SpecDiff, FieldChange } from './spec/diff/spec-diff.ts'
export type { AnyDesired, AnyObserved } from './kind/flink-deployment/with-or-without-job.ts'
export { classify } from './kind/flink-deployment/classify-deployment.ts'
export { pauseAnnotation } from './contract/round/pause.ts'
export type { ApplicationJob, Situation } from './kind/flink-deployment/application/application-round.ts'
export type { EffectiveConfiguration } from './flink/configuration/effective-configuration.ts'
export type { Marks } from './cluster/observe/classify-ownership.ts'
export type { ClusterHost } from './cluster/observe/incarnation-seen.ts'
export { type SpecChange, specChanges } from './spec/diff/field-policy.ts'
export type { AutoscalerDue, AutoscalerStep } from './job/autoscale/autoscaler-situation.ts'
export type { SnapshotStep } from './job/snapshot/snapshot-step.ts'
export type { SpecWithJob } from './crd/recorded-spec.ts'
export type { SnapshotKind } from './job/snapshot/snapshot-due.ts'
export type { DueSnapshot } from './job/snapshot/snapshot-due-now.ts'
export type { PrunableSavepoint } from './job/snapshot/savepoint-history-pruning.ts'

/** The kinds of the API group flink.apache.org, by their name. */
export const kinds = {
  FlinkDeployment: flinkDeploymentKind,
  FlinkStateSnapshot: flinkStateSnapshotKind,
  FlinkSessionJob: flinkSessionJobKind,
  FlinkBlueGreenDeployment: flinkBlueGreenDeploymentKind,
} as const
/** The table's type: each kind with types of its own. */
export type Kinds = typeof kinds
/** `kind` of their resources. */
export type KindName = keyof Kinds
/** In the order of the table. */
export const kindNames = Object.keys(kinds) as readonly KindName[]

/** The kind of that name, as those see it to whom its own types don't matter. */
export const kindOf = (name: KindName): AnyKind => kinds[name]

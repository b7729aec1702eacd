import type { AnyKind, CarriedOut } from './round/kind.ts'
import { flinkBlueGreenDeploymentKind } from './kind/flink-blue-green-deployment/flink-blue-green-deployment-kind.ts'
import { flinkApplicationKind } from './kind/flink-application/flink-application-kind.ts'
import { flinkDeploymentKind } from './kind/flink-deployment/flink-deployment-kind.ts'
import { flinkSessionJobKind } from './kind/flink-session-job/flink-session-job-kind.ts'
import { flinkStateSnapshotKind } from './kind/flink-state-snapshot/flink-state-snapshot-kind.ts'

export { flinkBlueGreenDeploymentKind, flinkDeploymentKind, flinkSessionJobKind, flinkStateSnapshotKind }
export type { AnyKind, AnyRules, CarriedOut, CarriedOutKind, Dispensable } from './round/kind.ts'
export type { KindStates, ResourceStates } from './round/kind-states.ts'
export type { Reference, ReferencePath, WatchedValue, WatchRule } from './round/watch-rule.ts'
export type { ConfiguredCluster, ConfiguredSpec } from './cluster/configured-spec.ts'
export type { Deployed, DeployedSpec, NothingDeployed, DeployedCluster } from './cluster/deployed-spec.ts'
export type { FlinkDeploymentDesired } from './application/deployment-desired.ts'
export type { FlinkDeploymentObserved } from './application/observed.ts'
export type { SessionClusterDesired } from './session-cluster/session-cluster-desired.ts'
export type { SessionClusterObserved } from './session-cluster/session-cluster-round.ts'
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
export type { OtherObject } from './cluster/seen/own-facts.ts'
export type { SpecDiff, FieldChange } from './spec-diff/spec-diff.ts'
export type { AnyDesired, AnyObserved } from './kind/flink-deployment/with-or-without-job.ts'
export { type RecordedCluster, recordedClusters } from './kind/flink-application/seen/recorded-clusters.ts'
export { appLabel, hashLabel } from './kind/flink-application/objects/flink-application-labels.ts'
export { quantityValue } from './kind/flink-application/kubernetes-json/quantity.ts'
export { classify } from './kind/flink-deployment/classify-deployment.ts'
export { pauseAnnotation } from './round/pause.ts'
export type { ApplicationJob, Situation } from './application/application-situation.ts'
export type { EffectiveConfiguration } from './flink-configuration/effective-configuration.ts'
export type { Marks } from './cluster/seen/whose.ts'
export type { ClusterHost } from './cluster/seen/host.ts'
export { type SpecChange, specChanges } from './spec-diff/spec-change.ts'
export type { AutoscalerDue, AutoscalerStep } from './job/autoscale/autoscaler-situation.ts'
export type { SnapshotStep } from './job/snapshot/snapshot-step.ts'
export type { SpecWithJob } from './codec/recorded-spec.ts'
export type { SnapshotKind } from './job/snapshot/snapshot-due.ts'
export type { DueSnapshot } from './job/snapshot/snapshot-due-now.ts'
export type { PrunableSavepoint } from './job/snapshot/savepoint-history-pruning.ts'

/** The kinds that this operator carries out, by their name; whoever means no kind in particular walks over this table. */
export const kinds = {
  FlinkDeployment: flinkDeploymentKind,
  FlinkStateSnapshot: flinkStateSnapshotKind,
  FlinkSessionJob: flinkSessionJobKind,
  FlinkBlueGreenDeployment: flinkBlueGreenDeploymentKind,
  FlinkApplication: flinkApplicationKind,
} as const
/** The table's type: each kind with types of its own. */
export type Kinds = typeof kinds
/** `kind` of the resources that are carried out. */
export type KindName = keyof Kinds
/** In the order of the table. */
export const kindNames = Object.keys(kinds) as readonly KindName[]

/** The kind of that name, as those see it to whom its own types don't matter. */
export const kindOf = (name: KindName): AnyKind => kinds[name]

/** What decisions of any kind are told of the others. */
export const carriedOut = (isCarriedOut: (name: KindName) => boolean): CarriedOut => {
  const told = (field: keyof CarriedOut): boolean =>
    kindNames.some(name => kindOf(name).dispensable?.toldAs === field && isCarriedOut(name))
  return { hasSnapshotController: told('hasSnapshotController') }
}

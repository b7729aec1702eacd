/** FlinkBlueGreenDeployment alone: its kind, and the nouns in its types. */
export { flinkBlueGreenDeploymentKind } from './flink-blue-green-deployment-kind.ts'
export type {
  BlueGreenState,
  Colour,
  FlinkBlueGreenDeploymentSpec,
  FlinkBlueGreenDeploymentStatus,
  ChildTemplate,
  Transition,
  BlueGreenRecord,
  ChildMetadata,
  TransitionKind,
  TransitionStep,
  FailedTarget,
} from './blue-green-resource.ts'
export type { BlueGreenDesired, BlueGreenObserved, WholeSpec, Phase } from './blue-green-round.ts'
export type { Children, Child } from './child/child.ts'
export type { ChildJob } from './child/child-job.ts'

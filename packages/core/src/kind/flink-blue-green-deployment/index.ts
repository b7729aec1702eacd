/** FlinkBlueGreenDeployment: its kind, and the types in its signature. */
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
export type { ChildJob } from './child/child.ts'
export { blueGreenStatus, initialBlueGreenStatus } from './blue-green-codec.ts'
export type { BlueGreenRound } from './blue-green-round.ts'
export { templateSpecOf } from './child/child-manifest.ts'
export { transitionAnnotation, isProved, colourLabel, isReady, isSuspended, readyMarkOf } from './child/child.ts'
export { classify } from './classify-blue-green.ts'
export { changeBetween } from './transition/change.ts'
export { placeOf } from './transition/transition-phase.ts'

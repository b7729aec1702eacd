/** The FlinkDeployment kind and the types that it uses. */
export { flinkDeploymentKind } from './flink-deployment-kind.ts'
export type { FlinkDeploymentAction } from './flink-deployment-action.ts'
export type { FlinkDeploymentDesired } from './application/application-round.ts'
export type { FlinkDeploymentObserved } from './application/application-round.ts'
export { isStateful, isUnderSubmit, keptJobs, mayHaveRun, sessionJobsOf } from './session-cluster/session-jobs.ts'
export { type AnyDesired, type AnyObserved, situationOf } from './with-or-without-job.ts'

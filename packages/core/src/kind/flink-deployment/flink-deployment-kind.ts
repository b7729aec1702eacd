import { jobLifecycleStates } from '../../job/report/job-lifecycle-states.ts'
import { decodeFlinkDeployment, encodeStatus } from '../../crd/flink-deployment.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/flink-deployment-facts.ts'
import { standaloneAdmission } from '../../contract/round/admission.ts'
import type { Kind } from '../../contract/round/kind.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { decisionRows, deploymentTables } from './deployment-decision-rows.ts'
import { definition } from './deployment-definition.ts'
import { onFailure } from './on-deployment-failure.ts'
import { type AnyDesired, type AnyObserved, explain, observe, reconcile, validate } from './with-or-without-job.ts'
import { watch } from './deployment-watch.ts'

/** FlinkDeployment: an application cluster with one job, or a session cluster. */
export const flinkDeploymentKind: Kind<FlinkDeploymentSpec, FlinkDeploymentStatus, AnyDesired, FlinkDeploymentFacts, AnyObserved> = {
  type: resourceTypes.FlinkDeployment,
  definition,
  watch,
  optional: null,
  tables: deploymentTables,
  rows: decisionRows,
  decode: decodeFlinkDeployment,
  encodeStatus,
  cachedQueries: ({ namespace, name }) => [{ _tag: 'ReadDeployment', namespace, name }],
  states: jobLifecycleStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}

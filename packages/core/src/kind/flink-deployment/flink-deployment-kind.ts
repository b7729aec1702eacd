import { jobLifecycleStates } from '../../job/told/job-lifecycle-states.ts'
import { decodeFlinkDeployment, encodeStatus } from '../../codec/flink-deployment.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import { standaloneAdmission } from '../../round/admission.ts'
import type { Kind } from '../../round/kind.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { resourceTypes } from '../../resource/resource-type.ts'
import { decisionRows } from './deployment-decision-rows.ts'
import { definition } from './deployment-definition.ts'
import { onFailure } from './on-deployment-failure.ts'
import { type AnyDesired, type AnyObserved, explain, observe, reconcile, validate } from './with-or-without-job.ts'
import { watch } from './deployment-watch.ts'

/** FlinkDeployment: a cluster with one job of its own, or a session cluster. */
export const flinkDeploymentKind: Kind<FlinkDeploymentSpec, FlinkDeploymentStatus, AnyDesired, FlinkDeploymentFacts, AnyObserved> = {
  type: resourceTypes.FlinkDeployment,
  definition,
  watch,
  dispensable: null,
  rows: decisionRows,
  decode: decodeFlinkDeployment,
  encodeStatus,
  seenFirst: ({ namespace, name }) => [{ _tag: 'ReadDeployment', namespace, name }],
  states: jobLifecycleStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}

import { decodeFlinkDeployment, encodeStatus } from '../../codec/flink-deployment.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { Kind } from '../../round/kind.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { resourceTypes } from '../../resource/resource-type.ts'
import type { FlinkDeploymentDesired } from '../../application/desired.ts'
import { decisionRows } from './decision-rows.ts'
import { definition } from './definition.ts'
import { explain } from './explain.ts'
import { observe } from './observe.ts'
import type { FlinkDeploymentObserved } from '../../application/observed.ts'
import { onFailure } from './on-failure.ts'
import { reconcile } from './reconcile.ts'
import { validate } from './validate.ts'
import { watch } from './watch.ts'

/** FlinkDeployment, in application mode. */
export const flinkDeploymentKind: Kind<
  FlinkDeploymentSpec,
  FlinkDeploymentStatus,
  FlinkDeploymentDesired,
  FlinkDeploymentFacts,
  FlinkDeploymentObserved
> = {
  type: resourceTypes.FlinkDeployment,
  definition,
  watch,
  dispensable: null,
  rows: decisionRows,
  decode: decodeFlinkDeployment,
  encodeStatus,
  seenFirst: ({ namespace, name }) => [{ _tag: 'ReadDeployment', namespace, name }],
  validate,
  observe,
  reconcile,
  onFailure,
  explain,
}

import { decodeFlinkDeployment } from '../../codec/flink-deployment.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { Kind } from '../../round/kind.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { FlinkDeploymentDesired } from '../../job/desired.ts'
import { observe } from './observe.ts'
import type { FlinkDeploymentObserved } from '../../job/observed.ts'
import { onFailure } from './on-failure.ts'
import { reconcile } from './reconcile.ts'
import { validate } from './validate.ts'

/** FlinkDeployment, in application mode. */
export const flinkDeploymentKind: Kind<
  FlinkDeploymentSpec,
  FlinkDeploymentStatus,
  FlinkDeploymentDesired,
  FlinkDeploymentFacts,
  FlinkDeploymentObserved
> = {
  decode: decodeFlinkDeployment,
  validate,
  observe,
  reconcile,
  onFailure,
}

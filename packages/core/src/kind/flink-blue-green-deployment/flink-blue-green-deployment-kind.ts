import { blueGreenStates } from './blue-green-states.ts'
import { decodeFlinkBlueGreenDeployment, encodeBlueGreenStatus } from './blue-green-codec.ts'
import type { Facts } from '../../fact/facts.ts'
import {
  type FlinkBlueGreenDeploymentSpec,
  type FlinkBlueGreenDeploymentStatus,
  flinkBlueGreenDeploymentType,
} from './blue-green-resource.ts'
import { standaloneAdmission } from '../../round/admission.ts'
import type { Kind } from '../../round/kind.ts'
import { blueGreenRows } from './blue-green-decision-rows.ts'
import { definition } from './blue-green-definition.ts'
import { explain } from './told/explain-blue-green.ts'
import { observe } from './observe-blue-green.ts'
import { onFailure } from './on-blue-green-failure.ts'
import { reconcile } from './reconcile-blue-green.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { validate } from './validated-blue-green.ts'
import { watch } from './blue-green-watch.ts'

/**
 * FlinkBlueGreenDeployment: two FlinkDeployments, of which one serves. It deploys nothing itself.
 *
 * It has no finalizer, as the reference operator's has none: its children go by garbage collection, each through its own finalizer, which
 * ends its job as the child's spec says. A child that is created late finds its owner gone, and goes, too. With a finalizer of ours a
 * resource that was handed back to the reference operator could never be deleted.
 */
export const flinkBlueGreenDeploymentKind: Kind<
  FlinkBlueGreenDeploymentSpec,
  FlinkBlueGreenDeploymentStatus,
  BlueGreenDesired,
  Facts,
  BlueGreenObserved
> = {
  type: flinkBlueGreenDeploymentType,
  definition,
  watch,
  dispensable: {
    instead: '',
    isWanted: () => false,
    toldAs: null,
  },
  rows: blueGreenRows,
  decode: decodeFlinkBlueGreenDeployment,
  encodeStatus: encodeBlueGreenStatus,
  seenFirst: () => [],
  states: blueGreenStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}

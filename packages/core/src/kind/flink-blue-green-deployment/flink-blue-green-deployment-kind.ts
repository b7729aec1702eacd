import { blueGreenStates } from './blue-green-states.ts'
import { decodeFlinkBlueGreenDeployment, encodeBlueGreenStatus } from './blue-green-codec.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import {
  type FlinkBlueGreenDeploymentSpec,
  type FlinkBlueGreenDeploymentStatus,
  flinkBlueGreenDeploymentType,
} from './blue-green-resource.ts'
import { standaloneAdmission } from '../../contract/round/admission.ts'
import type { Kind } from '../../contract/round/kind.ts'
import { blueGreenRows, blueGreenTables } from './blue-green-decision-rows.ts'
import { definition } from './blue-green-definition.ts'
import { explain } from './report/explain-blue-green.ts'
import { observe } from './observe-blue-green.ts'
import { onFailure } from './on-blue-green-failure.ts'
import { reconcile } from './reconcile-blue-green.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { validate } from './validated-blue-green.ts'
import { watch } from './blue-green-watch.ts'

/**
 * FlinkBlueGreenDeployment: two FlinkDeployments, of which one serves. The kind deploys no cluster itself.
 *
 * It has no finalizer, like that of the reference operator: garbage collection deletes its children, and the finalizer of each child stops
 * its job as the child's spec says. Garbage collection also deletes a child that is created late, because its owner is gone. If it had a
 * finalizer, a resource that is handed back to the reference operator could never be deleted.
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
  optional: {
    instead: '',
    isWanted: () => false,
    reportedAs: null,
  },
  tables: blueGreenTables,
  rows: blueGreenRows,
  decode: decodeFlinkBlueGreenDeployment,
  encodeStatus: encodeBlueGreenStatus,
  cachedQueries: () => [],
  states: blueGreenStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}

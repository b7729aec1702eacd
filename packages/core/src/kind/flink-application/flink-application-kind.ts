import { applicationStates } from './application-states.ts'
import type { Facts } from '../../fact/facts.ts'
import { standaloneAdmission } from '../../round/admission.ts'
import type { Kind } from '../../round/kind.ts'
import { definition } from './flink-application-definition.ts'
import { explain } from './explain-flink-application.ts'
import { decodeFlinkApplication, encodeApplicationStatus } from './flink-application-codec.ts'
import { observe } from './observe-flink-application.ts'
import { onFailure } from './on-flink-application-failure.ts'
import { reconcile } from './reconcile-flink-application.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import { stateRows } from './state/table.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { flinkApplicationType } from './type.ts'
import { validate } from './validated-flink-application.ts'
import { watch } from './flink-application-watch.ts'

/** A row of the state table among those of all kinds: Lyft's own ids are those of other tables, too. */
export const tableRow = (row: string): string => `Lyft ${row}`

/** Lyft's FlinkApplication: a cluster for each version of its spec, and a job that moves from one to the next. */
export const flinkApplicationKind: Kind<FlinkApplicationSpec, FlinkApplicationStatus, ApplicationDesired, Facts, ApplicationObserved> = {
  type: flinkApplicationType,
  definition,
  watch,
  dispensable: { instead: '', isWanted: () => false, toldAs: null },
  rows: [...new Set(stateRows.map(({ row }) => tableRow(row)))],
  decode: decodeFlinkApplication,
  encodeStatus: encodeApplicationStatus,
  seenFirst: () => [],
  states: applicationStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}

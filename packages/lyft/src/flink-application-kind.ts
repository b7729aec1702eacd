import { applicationStates } from './application-states.ts'
import type { Facts } from '@flink-operator/core/fact'
import { type DecisionTable, type Kind, standaloneAdmission } from '@flink-operator/core/round'
import { definition } from './flink-application-definition.ts'
import { explain } from './explain-flink-application.ts'
import { decodeFlinkApplication, encodeApplicationStatus } from './flink-application-codec.ts'
import { observe } from './observe-flink-application.ts'
import { onFailure } from './on-flink-application-failure.ts'
import { reconcile } from './reconcile-flink-application.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import { giveUpRows } from './retry/give-up.ts'
import { stateRows } from './state/table.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { halfWayRows } from './take-over/half-way.ts'
import { flinkApplicationType } from './type.ts'
import { validate } from './validated-flink-application.ts'
import { watch } from './flink-application-watch.ts'

const applicationTables: readonly DecisionTable[] = [
  { title: 'A FlinkApplication', rows: stateRows },
  { title: 'When is a state of a FlinkApplication given up?', rows: giveUpRows },
  { title: 'What does a half-way status of a FlinkApplication mean?', rows: halfWayRows },
]

/** The kind of Lyft's FlinkApplication: one cluster for each version of its spec, and a job that moves from one cluster to the next. */
export const flinkApplicationKind: Kind<FlinkApplicationSpec, FlinkApplicationStatus, ApplicationDesired, Facts, ApplicationObserved> = {
  type: flinkApplicationType,
  definition,
  watch,
  readsLastApplied: true,
  optional: { instead: '', isWanted: () => false, reportedAs: null },
  tables: applicationTables,
  rows: [...new Set(stateRows.map(({ id }) => id))],
  decode: decodeFlinkApplication,
  encodeStatus: encodeApplicationStatus,
  cachedQueries: () => [],
  states: applicationStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}

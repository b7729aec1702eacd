import { sessionClusterNameIn } from '../../crd/recorded-spec.ts'
import { jobLifecycleStates } from '../../job/report/job-lifecycle-states.ts'
import { decodeFlinkSessionJob, encodeSessionJobStatus } from './flink-session-job-codec.ts'
import type { FlinkSessionJobFacts } from './flink-session-job-facts.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import type { Kind } from '../../contract/round/kind.ts'
import { decisionRows, sessionJobTables } from './session-job-decision-rows.ts'
import { admission } from './session-job-admission.ts'
import { definition } from './session-job-definition.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import { explain } from './report/explain-session-job.ts'
import { observe } from './observe/observe-session-job.ts'
import { onFailure } from './on-session-job-failure.ts'
import { reconcile } from './reconcile-session-job.ts'
import type { FlinkSessionJobObserved } from './session-job-round.ts'
import { validate } from './validated-session-job.ts'
import { watch } from './session-job-watch.ts'

/** FlinkSessionJob: a job in a session cluster, which it shares with other jobs. */
export const flinkSessionJobKind: Kind<
  FlinkSessionJobSpec,
  FlinkSessionJobStatus,
  FlinkSessionJobDesired,
  FlinkSessionJobFacts,
  FlinkSessionJobObserved
> = {
  type: resourceTypes.FlinkSessionJob,
  definition,
  watch,
  optional: { instead: '', isWanted: () => true, reportedAs: null },
  tables: sessionJobTables,
  rows: decisionRows,
  decode: decodeFlinkSessionJob,
  encodeStatus: encodeSessionJobStatus,
  cachedQueries: () => [],
  states: jobLifecycleStates,
  reconciledWith: sessionClusterNameIn,
  validate,
  admission,
  observe,
  reconcile,
  onFailure,
  explain,
}

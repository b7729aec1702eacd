import { sessionClusterNameIn } from '../../codec/recorded-spec.ts'
import { jobLifecycleStates } from '../../job/told/job-lifecycle-states.ts'
import { decodeFlinkSessionJob, encodeSessionJobStatus } from './flink-session-job-codec.ts'
import type { FlinkSessionJobFacts } from './flink-session-job-facts.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import { resourceTypes } from '../../resource/resource-type.ts'
import type { Kind } from '../../round/kind.ts'
import { decisionRows } from './session-job-decision-rows.ts'
import { admission } from './session-job-admission.ts'
import { definition } from './session-job-definition.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import { explain } from './told/explain-session-job.ts'
import { observe } from './seen/observe-session-job.ts'
import { onFailure } from './on-session-job-failure.ts'
import { reconcile } from './reconcile-session-job.ts'
import type { FlinkSessionJobObserved } from './session-job-round.ts'
import { validate } from './validated-session-job.ts'
import { watch } from './session-job-watch.ts'

/** FlinkSessionJob: a job in a session cluster, beside others. */
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
  dispensable: { instead: '', isWanted: () => true, toldAs: null },
  rows: decisionRows,
  decode: decodeFlinkSessionJob,
  encodeStatus: encodeSessionJobStatus,
  seenFirst: () => [],
  states: jobLifecycleStates,
  reconciledWith: sessionClusterNameIn,
  validate,
  admission,
  observe,
  reconcile,
  onFailure,
  explain,
}

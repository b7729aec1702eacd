/** FlinkSessionJob alone: its kind, and the nouns in its types. */
export { flinkSessionJobKind } from './flink-session-job-kind.ts'
export type { FlinkSessionJobDesired, RecordRead, RecordOfJob } from './desired.ts'
export type { FlinkSessionJobObserved } from './round.ts'
export type { SessionCluster, ClusterThere } from './cluster/session-cluster.ts'
export type { Work, ConfiguredSessionJob, SubmittedSessionJob, Attempt } from './work.ts'

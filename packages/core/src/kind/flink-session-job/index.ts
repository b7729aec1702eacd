/** FlinkSessionJob alone: its kind, and the nouns in its types. */
export { flinkSessionJobKind } from './flink-session-job-kind.ts'
export type { FlinkSessionJobDesired, RecordRead, RecordOfJob } from './session-job-desired.ts'
export type { FlinkSessionJobObserved } from './session-job-round.ts'
export type { SessionCluster, ClusterThere } from './cluster/session-cluster.ts'
export type { Work, ConfiguredSessionJob, SubmittedSessionJob, Attempt } from './work.ts'
export type { FlinkSessionJobFacts } from './flink-session-job-facts.ts'
export { type ClusterSpec, hasOwnJarHeaders, jarHeaders } from './jar-headers.ts'

/** The calls of Flink's REST API, by the names that Lyft's operator writes into errors (lyft-flinkapplication.md, sections 1.4 and 4). */
export type FlinkCall =
  | 'CancelJobWithSavepoint'
  | 'SavepointJob'
  | 'ForceCancelJob'
  | 'SubmitJob'
  | 'CheckSavepointStatus'
  | 'GetJobs'
  | 'GetClusterOverview'
  | 'GetLatestCheckpoint'
  | 'GetJobConfig'
  | 'GetTaskManagers'
  | 'GetCheckpointCounts'
  | 'GetJobOverview'
  /** Errors of Kubernetes, and errors that the operator detects itself. */
  | 'UnknownMethod'

/** The number of retries after the first failure of a call (section 4). */
export const retriesOf: { readonly [Call in FlinkCall]: number } = {
  CancelJobWithSavepoint: 5,
  SavepointJob: 5,
  ForceCancelJob: 20,
  SubmitJob: 20,
  CheckSavepointStatus: 3,
  GetJobs: 20,
  GetClusterOverview: 20,
  GetLatestCheckpoint: 20,
  GetJobConfig: 20,
  GetTaskManagers: 20,
  GetCheckpointCounts: 20,
  GetJobOverview: 20,
  UnknownMethod: 20,
}

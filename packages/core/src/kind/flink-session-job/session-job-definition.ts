import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../crd/crd.ts'
import { flinkSessionJob } from './flink-session-job-codec.ts'

/** The CRD of api-and-config.md, section 1: the printer columns of the reference operator, followed by ours. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'A job that runs in a session cluster, beside others: a FlinkDeployment without spec.job, in the same namespace.',
    status: "`operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  spec: flinkSessionJob.spec,
  status: flinkSessionJob.status,
  othersMay: null,
  hasFinalizer: true,
  ownsObjects: false,
  eventReasons: {
    SessionClusterReady: 'Reason of the condition `ClusterReady`: the JobManager of the session cluster is ready.',
    SessionClusterNotFound:
      'Reason of the condition `ClusterReady`: the FlinkDeployment that `spec.deploymentName` names does not exist. The job continues automatically when it exists.',
    SessionClusterNotReady:
      'Reason of the condition `ClusterReady`: the JobManager of the session cluster is not ready; the job waits for it.',
    SessionClusterUnseen: 'Reason of the condition `ClusterReady`: the FlinkDeployment of the session cluster could not be read.',
    NotASessionCluster:
      'Reason of the condition `ClusterReady`: `spec.deploymentName` names an application, which runs no other job than its own.',
  },
  subresources: { status: {} },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Last known state of the job'),
    column('Lifecycle State', '.status.lifecycleState', 'State of the whole resource'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Cluster', '.spec.deploymentName', 'FlinkDeployment of the session cluster', 1),
    column('Operation', '.status.operation.kind', 'Operation in progress', 1),
    column('Step', '.status.operation.step', 'Step of that operation', 1),
    column('Job Id', '.status.jobStatus.jobId', "Flink's id of the job", 1),
  ],
}

import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../codec/crd.ts'
import { flinkSessionJob } from './flink-session-job-codec.ts'

/** The table of api-and-config.md, section 1, with columns of ours behind the reference operator's. */
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
      'Reason of the condition `ClusterReady`: there is no FlinkDeployment of the name that `spec.deploymentName` says. The job goes on by itself when it is there.',
    SessionClusterNotReady:
      'Reason of the condition `ClusterReady`: the JobManager of the session cluster is not ready; the job is waited for.',
    SessionClusterUnseen: 'Reason of the condition `ClusterReady`: the FlinkDeployment of the session cluster could not be read.',
    NotASessionCluster:
      'Reason of the condition `ClusterReady`: `spec.deploymentName` names an application, which runs no other job than its own.',
  },
  subresources: { status: {} },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Last known state of the job'),
    column('Lifecycle State', '.status.lifecycleState', 'What it all amounts to'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Cluster', '.spec.deploymentName', 'FlinkDeployment of the session cluster', 1),
    column('Operation', '.status.operation.kind', 'What is under way', 1),
    column('Step', '.status.operation.step', 'How far that is', 1),
    column('Job Id', '.status.jobStatus.jobId', "Flink's id of the job", 1),
  ],
}

import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../crd/crd.ts'
import { flinkDeployment } from '../../crd/flink-deployment.ts'
import { clusterNameForm } from '../../crd/schema-checks.ts'

/** The CRD of api-and-config.md, section 1: the printer columns of the reference operator, followed by ours. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'A Flink cluster: an application, which is one job on its own cluster, or without spec.job a session cluster.',
    status: "`operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  nameChecks: clusterNameForm,
  spec: flinkDeployment.spec,
  status: flinkDeployment.status,
  othersMay: { create: true, delete: true, why: 'children of a FlinkBlueGreenDeployment are created, changed and deleted' },
  hasFinalizer: true,
  ownsObjects: true,
  eventReasons: {},
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.taskManager.replicas',
      statusReplicasPath: '.status.taskManager.replicas',
      labelSelectorPath: '.status.taskManager.labelSelector',
    },
  },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Last known state of the job'),
    column('Lifecycle State', '.status.lifecycleState', 'State of the whole resource'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Operation', '.status.operation.kind', 'Operation in progress', 1),
    column('Step', '.status.operation.step', 'Step of that operation', 1),
    column('Flink Version', '.spec.flinkVersion', 'Version of Flink', 1),
    column('Job Id', '.status.jobStatus.jobId', "Flink's id of the job", 1),
  ],
}

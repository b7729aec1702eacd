import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../codec/crd.ts'
import { flinkDeployment } from '../../codec/flink-deployment.ts'

/** The table of api-and-config.md, section 1, with columns of ours behind the reference operator's. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'A Flink application: one job on a cluster of its own.',
    status: "`operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
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
    column('Lifecycle State', '.status.lifecycleState', 'What it all amounts to'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Operation', '.status.operation.kind', 'What is under way', 1),
    column('Step', '.status.operation.step', 'How far that is', 1),
    column('Flink Version', '.spec.flinkVersion', 'Version of Flink', 1),
    column('Job Id', '.status.jobStatus.jobId', "Flink's id of the job", 1),
  ],
}

import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '@flink-operator/core/crd'
import { eventReasons } from './event-reasons.ts'
import { flinkApplicationCodec } from './flink-application-codec.ts'
import { keptSchema } from './kept-schema.ts'

/** Lyft's columns first, in their order (lyft-flinkapplication.md, section 1.2). */
export const definition: ResourceDefinition = {
  about: {
    resource:
      "Lyft's FlinkApplication: a job with its own cluster. An update starts a second cluster beside it. The API group is that of Lyft's operator.",
    status:
      "`observedGeneration`, `conditions`, `operation` and `operatorRecord` are this operator's own; all other fields are those of Lyft's operator.",
  },
  spec: { ...flinkApplicationCodec.spec, schema: keptSchema(flinkApplicationCodec.spec.schema) },
  status: { ...flinkApplicationCodec.status, schema: keptSchema(flinkApplicationCodec.status.schema) },
  othersMay: null,
  hasFinalizer: true,
  ownsObjects: true,
  eventReasons,
  subresources: { status: {} },
  columns: [
    column('Phase', '.status.phase', 'State of the application; empty: new'),
    column('Cluster Health', '.status.clusterStatus.health', 'Whether all TaskManagers answer. Dual mode only'),
    column('Job Health', '.status.jobStatus.health', 'Whether all tasks of the job run. Dual mode only'),
    column('Healthy TMs', '.status.clusterStatus.healthyTaskManagers', 'TaskManagers that answer', 1),
    column('Total TMs', '.status.clusterStatus.numberOfTaskManagers', 'Available TaskManagers', 1),
    { ...column('Job Restarts', '.status.jobStatus.jobRestartCount', 'How often Flink restored the job'), type: 'integer' },
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Deploy Hash', '.status.deployHash', 'Hash of the live version', 1),
    column('Error', '.status.lastSeenError.appError', 'The last error', 1),
  ],
}

import { ageColumn, column, whyColumn, type ResourceDefinition } from '../../crd/crd.ts'
import { flinkStateSnapshot } from './flink-state-snapshot-codec.ts'

/** The table of api-and-config.md, section 1. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'One savepoint or checkpoint of a job in the same namespace.',
    status: 'Only this operator writes `conditions` and `operatorRecord`; all other fields are those of the Apache operator.',
  },
  spec: flinkStateSnapshot.spec,
  status: flinkStateSnapshot.status,
  othersMay: { create: true, delete: true, why: 'the operator creates snapshots (periodic, manual, upgrade) and prunes them' },
  hasFinalizer: true,
  ownsObjects: false,
  eventReasons: {
    SnapshotAbandoned: 'The job of a FlinkStateSnapshot was deleted or ended before the snapshot was complete.',
  },
  subresources: { status: {} },
  columns: [
    column('Path', '.status.path', 'Path of the snapshot'),
    column('Result Timestamp', '.status.resultTimestamp', 'When the snapshot ended'),
    column('Snapshot State', '.status.state', 'State of the snapshot'),
    ageColumn,
    whyColumn,
    column('Error', '.status.error', 'The last error', 1),
  ],
}

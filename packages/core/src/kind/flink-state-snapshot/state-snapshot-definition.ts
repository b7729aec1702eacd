import { ageColumn, column, whyColumn, type ResourceDefinition } from '../../codec/crd.ts'
import { flinkStateSnapshot } from './flink-state-snapshot-codec.ts'

/** The table of api-and-config.md, section 1. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'One savepoint or checkpoint of a job in the same namespace.',
    status: "`conditions` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  spec: flinkStateSnapshot.spec,
  status: flinkStateSnapshot.status,
  othersMay: { create: true, delete: true, why: 'snapshots are created (periodic, manual, upgrade) and pruned' },
  hasFinalizer: true,
  ownsObjects: false,
  eventReasons: {
    SnapshotAbandoned: 'The job of a FlinkStateSnapshot is gone or has ended before the snapshot was complete.',
  },
  subresources: { status: {} },
  columns: [
    column('Path', '.status.path', 'Path of the snapshot'),
    column('Result Timestamp', '.status.resultTimestamp', 'When it ended'),
    column('Snapshot State', '.status.state', 'How far it is'),
    ageColumn,
    whyColumn,
    column('Error', '.status.error', 'The last error', 1),
  ],
}

import { flinkStateSnapshot } from '../../packages/core/src/codec/flink-state-snapshot.ts'
import { fieldTable } from './field-lines.ts'
import { page, type Page } from './markdown.ts'

export const stateSnapshotPage = (): Page =>
  page(
    'docs/reference/flinkstatesnapshot.md',
    'FlinkStateSnapshot',
    `\`apiVersion: ${flinkStateSnapshot.apiVersion}\`, \`kind: ${flinkStateSnapshot.kind}\`. One savepoint or checkpoint of a job in the same namespace. Absent and \`null\` are the same everywhere.`,
    '## spec',
    fieldTable(flinkStateSnapshot.spec),
    '## status',
    "Written by the operator alone. `operatorRecord` is this operator's own; all other fields are those of the Apache operator.",
    fieldTable(flinkStateSnapshot.status),
  )

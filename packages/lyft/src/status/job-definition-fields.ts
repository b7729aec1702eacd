import { type Table, boolean, integer, text } from '@flink-operator/core/crd'
import type { JobDefinition } from './job-definition.ts'

/** The fields of a job definition, in `jobStatus` and in the records of this operator. */
export const jobDefinitionFields = {
  jarName: { type: text, default: '', doc: 'Name of the jar.' },
  parallelism: { type: integer, default: 0, doc: 'Its parallelism.' },
  entryClass: { type: text, default: '', whenDefault: 'omit', doc: 'Its main class.' },
  programArgs: { type: text, default: '', whenDefault: 'omit', doc: 'Its arguments.' },
  allowNonRestoredState: {
    type: boolean,
    default: false,
    whenDefault: 'omit',
    doc: 'Whether state that belongs to no operator of the job may be dropped.',
  },
} as const satisfies Table<JobDefinition>

import type { Table } from '../../../codec/field.ts'
import { boolean, integer, text } from '../../../codec/scalar-type.ts'
import type { JobDefinition } from './job-definition.ts'

/** The lines of a job definition, in `jobStatus` and in our own records. */
export const jobDefinitionFields = {
  jarName: { type: text, default: '', doc: 'Name of the jar.' },
  parallelism: { type: integer, default: 0, doc: 'Its parallelism.' },
  entryClass: { type: text, default: '', whenDefault: 'omit', doc: 'Its main class.' },
  programArgs: { type: text, default: '', whenDefault: 'omit', doc: 'Its arguments.' },
  allowNonRestoredState: {
    type: boolean,
    default: false,
    whenDefault: 'omit',
    doc: 'May state be left over that belongs to no operator of the job?',
  },
} as const satisfies Table<JobDefinition>

import { type Table, boolean, integer, text } from '@flink-operator/core/crd'

/**
 * The part of a spec that defines the submitted job. A roll back submits the recorded definition of the job that ran last
 * (lyft-flinkapplication.md, section 1.4).
 */
export interface JobDefinition {
  /** Path segment of the call that runs the jar. '': no job ever ran. */
  readonly jarName: string
  readonly parallelism: number
  readonly entryClass: string
  /** One string, as the user wrote it. */
  readonly programArgs: string
  readonly allowNonRestoredState: boolean
}

/** Picks the five fields of a job definition from a larger object. */
export const jobDefinitionOf = (
  { jarName, parallelism, entryClass, programArgs, allowNonRestoredState }: JobDefinition,
): JobDefinition => ({ jarName, parallelism, entryClass, programArgs, allowNonRestoredState })

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

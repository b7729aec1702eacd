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

/**
 * What is submitted: the part of a spec that a job is made of. Recorded of the job that ran last, it is what a roll back submits again
 * (lyft-flinkapplication.md, section 1.4).
 */
export interface JobDefinition {
  /** Path segment of the call that runs it. '': there is none, no job ever ran. */
  readonly jarName: string
  readonly parallelism: number
  readonly entryClass: string
  /** One text, as the user wrote it. */
  readonly programArgs: string
  readonly allowNonRestoredState: boolean
}

/** The five fields of whatever has them. */
export const jobDefinitionOf = (
  { jarName, parallelism, entryClass, programArgs, allowNonRestoredState }: JobDefinition,
): JobDefinition => ({ jarName, parallelism, entryClass, programArgs, allowNonRestoredState })

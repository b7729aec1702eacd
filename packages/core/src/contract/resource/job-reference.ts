/** The job that a snapshot is taken of, in the same namespace. */
export interface JobReference {
  readonly kind: 'FlinkDeployment' | 'FlinkSessionJob' | null
  readonly name: string | null
}

/** The path of a FlinkStateSnapshot's job. */
export const jobReferencePath = ['spec', 'jobReference'] as const

/** The job that a snapshot is taken of, in the same namespace. */
export interface JobReference {
  readonly kind: 'FlinkDeployment' | 'FlinkSessionJob' | null
  readonly name: string | null
}

/** Where a FlinkStateSnapshot names its job. */
export const jobReferencePath = ['spec', 'jobReference'] as const

import type { Deviation } from '../deviation.ts'

const missing = (family: string, id: string, kind: string): Deviation => ({
  id,
  family,
  vectors: `of a ${kind}`,
  when: () => true,
  excuses: [{ field: 'kind', want: kind, got: null }],
  reason: `The vectors of a ${kind} are not compared with yet.`,
  test: 'K-SESSION-JOB vectors of a FlinkSessionJob are not compared with yet',
})

/** Kinds of resources that are not here yet: their vectors are not run. */
export const missingKinds: readonly Deviation[] = [
  ...['reconcile'].map(family => missing(family, 'K-SESSION-JOB', 'FlinkSessionJob')),
]

import type { Deviation } from '../deviation.ts'

const missing = (family: string, id: string, kind: string): Deviation => ({
  id,
  family,
  vectors: `of a ${kind}`,
  when: () => true,
  excuses: [{ field: 'kind', want: kind, got: null }],
  reason: `This operator does not look after a ${kind} yet; there is nothing to compare with.`,
  test: 'K-SESSION-JOB there is no kind of FlinkSessionJob yet',
})

/** Kinds of resources that are not here yet: their vectors are not run. */
export const missingKinds: readonly Deviation[] = [
  ...['upgrade-mode', 'observe', 'reconcile'].map(family => missing(family, 'K-SESSION-JOB', 'FlinkSessionJob')),
]

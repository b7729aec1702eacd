import type { Env } from '../env.ts'
import type { KubernetesQuery } from '../query/query.ts'
import type { Finding } from '../resource/finding.ts'
import type { Resource } from '../resource/resource.ts'

/** The findings that a kind's `validate` returns for a spec. */
export interface Judged {
  readonly findings: readonly Finding[]
}

/**
 * How the admission webhook judges a resource of a kind before it is written. It applies the same rules as the rounds, which check again
 * before they act. `desired` is the result of the kind's own `validate`.
 */
export interface KindAdmission<Spec, Status, Desired, Facts> {
  /**
   * Queries for other resources that the judgement needs. The webhook reports a query that fails, and leaves the rules that need its answer
   * to the rounds.
   */
  queries(resource: Resource<Spec, Status>, desired: Desired): readonly KubernetesQuery[]
  judge(resource: Resource<Spec, Status>, desired: Desired, facts: Facts, env: Env): readonly Finding[]
}

/** For a kind whose resources are judged by their own content alone. */
export const standaloneAdmission: KindAdmission<unknown, unknown, Judged, unknown> = {
  queries: () => [],
  judge: (_resource, { findings }) => findings,
}

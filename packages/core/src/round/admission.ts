import type { Env } from '../env.ts'
import type { KubernetesQuery } from '../query/query.ts'
import type { Finding } from '../resource/finding.ts'
import type { Resource } from '../resource/resource.ts'

/** What a kind's own `validate` tells of a spec. */
export interface Judged {
  readonly findings: readonly Finding[]
}

/**
 * How a kind's resources are judged before they are written: by the rules of its rounds, which judge them again before anything is done.
 * `desired` is what its own `validate` gave.
 */
export interface KindAdmission<Spec, Status, Desired, Facts> {
  /** What other resources have to be seen first. One that can't be seen is told, and the rules that need it are left to the rounds. */
  queries(resource: Resource<Spec, Status>, desired: Desired): readonly KubernetesQuery[]
  judge(resource: Resource<Spec, Status>, desired: Desired, facts: Facts, env: Env): readonly Finding[]
}

/** Of a kind whose resources are judged by what they say themselves. */
export const standaloneAdmission: KindAdmission<unknown, unknown, Judged, unknown> = {
  queries: () => [],
  judge: (_resource, { findings }) => findings,
}

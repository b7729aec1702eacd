import * as E from 'fp-ts/lib/Either.js'

/** How a cluster's REST address is found: by its Service's name inside Kubernetes, by its cluster address outside. */
export type RestResolution = 'dns' | 'cluster-ip'

/** `FLINK_OPERATOR_REST_RESOLUTION`, else by whether this is a pod. Left: one line. */
export const restResolution = (environment: Readonly<Record<string, string | undefined>>): E.Either<string, RestResolution> => {
  const { FLINK_OPERATOR_REST_RESOLUTION: asked, KUBERNETES_SERVICE_HOST: host } = environment
  if (asked === 'dns' || asked === 'cluster-ip') return E.right(asked)
  if (asked !== undefined && asked !== '') return E.left(`FLINK_OPERATOR_REST_RESOLUTION is "${asked}": expected dns or cluster-ip`)
  return E.right(host === undefined || host === '' ? 'cluster-ip' : 'dns')
}

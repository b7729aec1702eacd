import * as E from 'fp-ts/lib/Either.js'

/**
 * How a cluster's REST address is found: by the addresses of its JobManager pods, by its Service's name inside Kubernetes, by its cluster
 * address outside, or below one base URL, where a proxy or the sandbox serves them all (`<base>/<namespace>/<service>`).
 */
export type RestResolution = 'pods' | 'dns' | 'cluster-ip' | `http${string}`

const isBase = (text: string): text is `http${string}` => /^https?:\/\//.test(text) && URL.canParse(text)

/** `FLINK_OPERATOR_REST_RESOLUTION`, else by whether this is a pod. Left: one line. */
export const restResolution = (environment: Readonly<Record<string, string | undefined>>): E.Either<string, RestResolution> => {
  const { FLINK_OPERATOR_REST_RESOLUTION: asked, KUBERNETES_SERVICE_HOST: host } = environment
  if (asked === 'pods' || asked === 'dns' || asked === 'cluster-ip') return E.right(asked)
  if (asked !== undefined && isBase(asked)) return E.right(asked)
  if (asked !== undefined && asked !== '')
    return E.left(`FLINK_OPERATOR_REST_RESOLUTION is "${asked}": expected pods, dns or cluster-ip, or a base URL`)
  return E.right(host === undefined || host === '' ? 'cluster-ip' : 'pods')
}

import * as E from 'fp-ts/lib/Either.js'

/**
 * How the REST address of a Flink cluster is found: by the IPs of its JobManager pods (default inside Kubernetes), by the DNS name
 * of its Service, by the cluster IP of its Service (default outside), or below one base URL where a proxy or the sandbox serves
 * every cluster (`<base>/<namespace>/<service>`).
 */
export type RestResolution = 'pods' | 'dns' | 'cluster-ip' | `http${string}`

const isBase = (text: string): text is `http${string}` => /^https?:\/\//.test(text) && URL.canParse(text)

/** `FLINK_OPERATOR_REST_RESOLUTION`, or a default that depends on whether this process runs in a pod. Left: one line. */
export const restResolution = (environment: Readonly<Record<string, string | undefined>>): E.Either<string, RestResolution> => {
  const { FLINK_OPERATOR_REST_RESOLUTION: asked, KUBERNETES_SERVICE_HOST: host } = environment
  if (asked === 'pods' || asked === 'dns' || asked === 'cluster-ip') return E.right(asked)
  if (asked !== undefined && isBase(asked)) return E.right(asked)
  if (asked !== undefined && asked !== '')
    return E.left(`FLINK_OPERATOR_REST_RESOLUTION is "${asked}": expected pods, dns or cluster-ip, or a base URL`)
  return E.right(host === undefined || host === '' ? 'cluster-ip' : 'pods')
}

import type { RestEndpoint } from '@flink-operator/core'
import type { ServiceRoute, ServiceTarget } from '@flink-operator/k8s-adapter'

/** A Service with the name that we use, which does not lead to our JobManager: the operator sends no request to it (S05). */
export class ForeignServiceError extends Error {}

const mark = 'is not as the operator makes it'

/** Recognizes the error by its message: a fact keeps nothing else of an error. */
export const namesForeignService = (message: string): boolean => message.includes(mark)

/**
 * True if the Service's name belongs to the cluster that its selector names. Services of FlinkApplications are named `app` and
 * `app-hash`.
 */
const isOfCluster = (service: string, selector: Readonly<Record<string, string>>): boolean => {
  const { app, 'flink-app': lyft } = selector
  if (app !== undefined) return selector['component'] === 'jobmanager' && service === `${app}-rest`
  return lyft !== undefined && selector['flink-deployment-type'] === 'jobmanager' && (service === lyft || service.startsWith(`${lyft}-`))
}

/** Why requests to this Service could reach a foreign process; null: they reach the pods of its JobManager. */
export const foreignReason = (service: string, { type, selector }: ServiceTarget): string | null => {
  if (type === 'ExternalName') return 'its type is ExternalName'
  if (Object.keys(selector).length === 0)
    return 'it has no selector, so anyone who may write its EndpointSlices decides which addresses receive the requests'
  return isOfCluster(service, selector) ? null : 'its selector does not name the JobManager of this cluster'
}

/** Throws if requests to the Service could reach a foreign process. */
export const assertOwnService = ({ namespace, service }: RestEndpoint, { target }: Pick<ServiceRoute, 'target'>): void => {
  const reason = foreignReason(service, target)
  if (reason !== null) throw new ForeignServiceError(`Service ${namespace}/${service} ${mark}: ${reason}. No request was sent to it`)
}

/** IPs of the ready pods behind the Service, and the port on which they listen. */
export const podAddresses = (
  { port }: RestEndpoint,
  { target, pods }: ServiceRoute,
): { readonly hosts: readonly string[]; readonly port: number } => ({
  hosts: pods.flatMap(({ podIP, deleting, conditions }) =>
    podIP !== null && !deleting && conditions.some(it => it.type === 'Ready' && it.status === 'True') ? [podIP] : []
  ),
  port: target.ports.find(it => it.port === port)?.targetPort ?? port,
})

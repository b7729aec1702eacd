import type { RestEndpoint } from '@flink-operator/core/query'
import type { ResourceMeta } from '@flink-operator/core/resource'
import type { Colour } from '../hash/hashed-application.ts'
import type { Role } from './flink-application-labels.ts'

const shortRole: Readonly<Record<Role, string>> = { jobmanager: 'jm', taskmanager: 'tm' }

/** Names of lyft-flinkapplication.md, section 3.1. In Dual mode the colour is null. */
export const deploymentName = (name: string, hash: string, colour: Colour | null, role: Role): string =>
  `${name}-${hash}${colour === null ? '' : `-${colour}`}-${shortRole[role]}`

/** The name of the pod template, without colour. */
export const podName = (name: string, hash: string, role: Role): string => `${name}-${hash}-${shortRole[role]}-pod`

/** The generic Service, one for each application or colour. An update points it to another cluster. */
export const genericServiceName = (name: string, colour: Colour | null): string => (colour === null ? name : `${name}-${colour}`)

/** The REST Service, one for each cluster: it is also the address of its JobManager. Without colour. */
export const versionedServiceName = (name: string, hash: string): string => `${name}-${hash}`

export const ingressName = genericServiceName

/** The REST endpoint of the cluster of a hash. It uses the port of the spec, which Lyft's operator ignores (LD30). */
export const restEndpointOf = (
  { name, namespace }: Pick<ResourceMeta, 'name' | 'namespace'>,
  hash: string,
  uiPort: number,
): RestEndpoint => ({
  service: versionedServiceName(name, hash),
  namespace,
  port: uiPort,
  tls: false,
})

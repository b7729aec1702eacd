import type { RestEndpoint } from '../../../query/query.ts'
import type { ResourceMeta } from '../../../resource/resource-meta.ts'
import type { Colour } from '../hash/hashed-application.ts'
import type { Role } from './flink-application-labels.ts'

const shortRole: Readonly<Record<Role, string>> = { jobmanager: 'jm', taskmanager: 'tm' }

/** Names of lyft-flinkapplication.md, section 3.1; a colour of null is Dual. */
export const deploymentName = (name: string, hash: string, colour: Colour | null, role: Role): string =>
  `${name}-${hash}${colour === null ? '' : `-${colour}`}-${shortRole[role]}`

/** Of the pod template: without colour. */
export const podName = (name: string, hash: string, role: Role): string => `${name}-${hash}-${shortRole[role]}-pod`

/** One for an application, or for a colour: the way in, which is pointed at another cluster by an update. */
export const genericServiceName = (name: string, colour: Colour | null): string => (colour === null ? name : `${name}-${colour}`)

/** One for a cluster: REST, and the address of its JobManager. Without colour. */
export const versionedServiceName = (name: string, hash: string): string => `${name}-${hash}`

export const ingressName = genericServiceName

/** Where Flink answers for the cluster of a hash: at the port that the spec says, which the reference does not look at (LD30). */
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

import type { ResourceOptions } from '../../options/resource-options.ts'
import type { RestEndpoint } from '../../contract/query/query.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import { restServiceName } from '../../manifest/object-names.ts'

/** The REST address of a resource's cluster (cluster-manifests.md, section 1.2). */
export const restEndpointOf = (
  { namespace, name }: Pick<ResourceMeta, 'namespace' | 'name'>,
  { restPort, restTls }: Pick<ResourceOptions, 'restPort' | 'restTls'>,
): RestEndpoint => ({ namespace, service: restServiceName(name), port: restPort, tls: restTls })

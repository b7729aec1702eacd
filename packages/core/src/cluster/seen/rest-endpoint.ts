import type { ResourceOptions } from '../../operator-options/resource-options.ts'
import type { RestEndpoint } from '../../query/query.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import { restServiceName } from '../manifest/object-names.ts'

/** Where the REST API of a resource's cluster answers (cluster-manifests.md, section 1.2). */
export const restEndpointOf = (
  { namespace, name }: Pick<ResourceMeta, 'namespace' | 'name'>,
  { restPort, restTls }: Pick<ResourceOptions, 'restPort' | 'restTls'>,
): RestEndpoint => ({ namespace, service: restServiceName(name), port: restPort, tls: restTls })

import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '../../src/codec/flink-deployment.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'

/** The resource as it is read with this status. */
export const withRaw = (resource: FlinkDeploymentResource, status: JsonObject): FlinkDeploymentResource => {
  const { meta: { apiVersion, kind, name, namespace, uid } } = resource
  const decoded = decodeFlinkDeployment({
    apiVersion,
    kind,
    metadata: { name, namespace, uid, resourceVersion: '1', generation: 1 },
    spec: {},
    status,
  })
  return isRight(decoded)
    ? { ...resource, status: decoded.right.status, unread: (decoded.right.unread ?? []).filter(({ path }) => path.startsWith('status')) }
    : resource
}

import { type Either, isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment, encodeStatus } from '@flink-operator/core/codec'
import { decodeFlinkSessionJob, encodeSessionJobStatus } from '@flink-operator/core/kind/flink-session-job'
import type { FlinkDeploymentStatus, DecodeError, Json, JsonObject, JobLifecycleStatus } from '@flink-operator/core/resource'
import type { JobResource } from '../world/world.ts'

/** The JSON of a status, of the current job's resource. */
export const encodedStatus = ({ owner }: { readonly owner: string | null }, status: JobLifecycleStatus, original: Json): Json =>
  owner === null ? encodeStatus(status as FlinkDeploymentStatus, original) : encodeSessionJobStatus(status, original)

/** The resource as it is read with this status. */
export const withRaw = (resource: JobResource, status: JsonObject): JobResource => {
  const { meta: { apiVersion, kind, name, namespace, uid } } = resource
  const json = { apiVersion, kind, metadata: { name, namespace, uid, resourceVersion: '1', generation: 1 }, spec: {}, status }
  const decoded: Either<DecodeError, JobResource> = kind === 'FlinkSessionJob' ? decodeFlinkSessionJob(json) : decodeFlinkDeployment(json)
  return isRight(decoded)
    ? { ...resource, status: decoded.right.status, unread: (decoded.right.unread ?? []).filter(({ path }) => path.startsWith('status')) }
    : resource
}

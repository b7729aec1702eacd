import { type Either, isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment, encodeStatus } from '../../src/codec/flink-deployment.ts'
import { decodeFlinkSessionJob, encodeSessionJobStatus } from '../../src/kind/flink-session-job/flink-session-job-codec.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import type { DecodeError } from '../../src/resource/finding.ts'
import type { Json, JsonObject } from '../../src/resource/json.ts'
import type { JobLifecycleStatus } from '../../src/resource/job-lifecycle-status.ts'
import type { JobResource } from '../world/world.ts'

/** The JSON of a status of the resource whose job is at hand. */
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

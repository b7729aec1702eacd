import { isJsonObject } from '@flink-operator/core/crd'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Role } from './flink-application-labels.ts'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { ClusterRequest } from './cluster-request.ts'

/** One field, omitted if its value is an empty string, list or map, as in Go. */
export const unlessEmpty = (key: string, value: Json): JsonObject =>
  value === '' || (Array.isArray(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0) ? {}
    : { [key]: value }

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * The value of `pod-deployment-selector` of a Deployment: 8 characters of a to z and 0 to 9 (lyft-flinkapplication.md, section 3.2). It is
 * derived from the operation id and the role, so that a repeated create asks for the same object; and from the hash, because the ids of two
 * operations can be the same if the number of attempts was put back. Two Deployments with one selector would share their pods.
 */
export const mintSelector = (operationId: string, hash: string, role: Role): string =>
  Array.from(sha256(utf8ToBytes(`${operationId}/${hash}/${role}`)).slice(0, 8), byte => alphabet.charAt(byte % alphabet.length)).join('')

/**
 * `metadata` of an object. The application is its controller, so garbage collection deletes it with the application
 * (lyft-flinkapplication.md, section 3.1).
 */
export const objectMetadata = (
  { meta, owner, attempt }: ClusterRequest,
  name: string,
  labels: JsonObject,
  annotations: JsonObject = {},
): JsonObject => ({
  name,
  namespace: meta.namespace,
  labels,
  ...unlessEmpty('annotations', { ...annotations, ...(attempt === null ? {} : { [attemptAnnotation]: attempt }) }),
  ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
})

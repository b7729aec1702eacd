import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import { leaseSpec, type LockAnswer, lockOfLease, type LockRequest } from '@flink-operator/core/high-availability'
import type * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import { fieldManager } from '../effect/write.ts'
import type { Http, HttpRequest } from '../http.ts'
import type { LeaseRef } from '../lease.ts'
import { collectionPath, objectPath } from '../resource-path.ts'
import { afterWrite, type ConfigMapDriverOptions } from './config-map-driver.ts'

const type = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

/**
 * Carries out what an elector asks for, on a Lease of `coordination.k8s.io/v1`. Labels and annotations of it stay. Nothing is tried again;
 * never rejects.
 */
export const leaseLockDriver = (http: Http, ref: LeaseRef, options: Omit<ConfigMapDriverOptions, 'namespace'> = {}) =>
(
  request: LockRequest,
): T.Task<LockAnswer> =>
  pipe(
    http.send({
      ...httpRequest(request, ref, options.fieldManager ?? fieldManager),
      ...(options.deadline === undefined ? {} : { deadline: options.deadline }),
    }),
    TE.match(error => (request._tag === 'Read' ? afterRead(error) : afterWrite(error)), json => answered(request, json)),
  )

const httpRequest = (request: LockRequest, ref: LeaseRef, manager: string): HttpRequest => {
  const path = objectPath({ ...type, ...ref })
  const query = { fieldManager: manager }
  switch (request._tag) {
    case 'Read':
      return { method: 'GET', path }
    case 'Create': {
      const body: JsonObject = { ...type, metadata: { ...ref }, spec: leaseSpec(request.record) }
      return { method: 'POST', path: collectionPath({ ...type, namespace: ref.namespace }), query, body: JSON.stringify(body) }
    }
    case 'Update': {
      const body: JsonObject = { metadata: { ...request.over }, spec: leaseSpec(request.record) }
      return { method: 'PATCH', path, query, contentType: 'application/merge-patch+json', body: JSON.stringify(body) }
    }
  }
}

const answered = (request: LockRequest, json: Json): LockAnswer => {
  const lock = lockOfLease(json)
  if (lock === null) return { _tag: 'Unknown', message: 'the answer of the API server is no Lease' }
  return { _tag: request._tag === 'Read' ? 'Got' : 'Written', lock }
}

const afterRead = ({ _tag, message }: AdapterError): LockAnswer =>
  _tag === 'NotFound' ? { _tag: 'Got', lock: null } : { _tag: 'Unknown', message }

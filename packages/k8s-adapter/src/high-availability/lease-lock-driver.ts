import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import {
  type LeaderElectionRecord,
  leaseSpec,
  type LockAnswer,
  lockOfLease,
  type LockRequest,
  type LockVersion,
} from '@flink-operator/high-availability'
import type * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import { fieldManager } from '../effect/write.ts'
import type { Http, HttpRequest } from '../http.ts'
import type { LeaseMarks, LeaseRef } from '../lease.ts'
import { collectionPath, objectPath } from '../resource-path.ts'
import { afterWrite, type ConfigMapDriverOptions } from './config-map-driver.ts'

const type = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

export interface LeaseLockOptions extends Omit<ConfigMapDriverOptions, 'namespace'> {
  /**
   * The Lease is written whole, with only these labels and annotations: `update`. Absent: a merge patch, which keeps what others
   * wrote.
   */
  readonly marks?: LeaseMarks
}

/** Carries out an elector's requests, on a Lease of `coordination.k8s.io/v1`. It retries nothing and never rejects. */
export const leaseLockDriver = (http: Http, ref: LeaseRef, options: LeaseLockOptions = {}) => (request: LockRequest): T.Task<LockAnswer> =>
  pipe(
    http.send({
      ...httpRequest(request, ref, options),
      ...(options.deadline === undefined ? {} : { deadline: options.deadline }),
    }),
    TE.match(error => (request._tag === 'Read' ? afterRead(error) : afterWrite(error)), json => answered(request, json)),
  )

const httpRequest = (
  request: LockRequest,
  ref: LeaseRef,
  { marks, fieldManager: manager = fieldManager }: LeaseLockOptions,
): HttpRequest => {
  const path = objectPath({ ...type, ...ref })
  const query = { fieldManager: manager }
  const whole = (record: LeaderElectionRecord, over: LockVersion | null): string =>
    JSON.stringify({ ...type, metadata: { ...ref, ...marks, ...over }, spec: leaseSpec(record) })
  switch (request._tag) {
    case 'Read':
      return { method: 'GET', path }
    case 'Create':
      return { method: 'POST', path: collectionPath({ ...type, namespace: ref.namespace }), query, body: whole(request.record, null) }
    case 'Update': {
      const { over, record } = request
      if (marks !== undefined) return { method: 'PUT', path, query, body: whole(record, over) }
      const body: JsonObject = { metadata: { ...over }, spec: leaseSpec(record) }
      return { method: 'PATCH', path, query, contentType: 'application/merge-patch+json', body: JSON.stringify(body) }
    }
  }
}

const answered = (request: LockRequest, json: Json): LockAnswer => {
  const lock = lockOfLease(json)
  if (lock === null) return { _tag: 'Unknown', message: 'the answer of the API server is no Lease' }
  return { _tag: request._tag === 'Read' ? 'Got' : 'Written', lock }
}

const afterRead = ({ _tag, message }: AdapterError): LockAnswer => {
  if (_tag === 'NotFound') return { _tag: 'Got', lock: null }
  return _tag === 'Forbidden' ? { _tag: 'Refused', why: _tag, message } : { _tag: 'Unknown', message }
}

import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, EpochMillis, Json, JsonObject, Millis } from '@flink-operator/core'
import { divisionAnnotation, leaseLabel, leavingAnnotation, type OperatorLease, watchesAnnotation } from '@flink-operator/high-availability'
import type { Http } from './http.ts'
import { integerAt, textAt } from './json-path.ts'
import { listObjects } from './read/list-objects.ts'
import { post, put } from './effect/write.ts'
import { collectionPath, objectPath } from './resource-path.ts'

/** A Lease of `coordination.k8s.io/v1`. */
export interface LeaseRef {
  readonly namespace: string
  readonly name: string
}

/** What a holder writes. */
export interface LeaseContent {
  /** Empty: the holder releases the Lease. */
  readonly holder: string
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMillis
  readonly renewTime: EpochMillis
  readonly transitions: number
}

/** Labels and annotations on the Lease of an operator, by which others find it and see its scope. */
export interface LeaseMarks {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** Neither labels nor annotations. */
export const noMarks: LeaseMarks = { labels: {}, annotations: {} }

const type = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

/** Microseconds, as in a Kubernetes `MicroTime`. */
const microTime = (at: EpochMillis): string => new Date(at).toISOString().replace('Z', '000Z')

const objectOf = (
  { namespace, name }: LeaseRef,
  { holder, leaseDuration, acquireTime, renewTime, transitions }: LeaseContent,
  { labels, annotations }: LeaseMarks,
  resourceVersion: string | null,
) => ({
  ...type,
  metadata: { namespace, name, labels, annotations, ...(resourceVersion === null ? {} : { resourceVersion }) },
  spec: {
    holderIdentity: holder,
    leaseDurationSeconds: Math.max(1, Math.ceil(leaseDuration / 1000)),
    acquireTime: microTime(acquireTime),
    renewTime: microTime(renewTime),
    leaseTransitions: transitions,
  },
})

const timeAt = (object: JsonObject, field: string): EpochMillis | null => {
  const at = Date.parse(textAt(object, 'spec', field) ?? '')
  return Number.isNaN(at) ? null : at
}

/** Creates the Lease, or replaces exactly the version that was read: compare and swap. */
export const writeLease = (
  http: Http,
  ref: LeaseRef,
  content: LeaseContent,
  over: string | null,
  marks: LeaseMarks = noMarks,
): Promise<E.Either<AdapterError, Json>> =>
  over === null ? post(http, collectionPath({ ...type, namespace: ref.namespace }), objectOf(ref, content, marks, null))()
    : put(http, objectPath({ ...type, ...ref }), JSON.stringify(objectOf(ref, content, marks, over)))()

/** A Lease with the labels and annotations of an operator. */
export const operatorLeaseOf = (object: JsonObject): OperatorLease => ({
  namespace: textAt(object, 'metadata', 'namespace') ?? '',
  name: textAt(object, 'metadata', 'name') ?? '',
  uid: textAt(object, 'metadata', 'uid') ?? '',
  resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '',
  holder: textAt(object, 'spec', 'holderIdentity'),
  leaseDuration: (integerAt(object, 'spec', 'leaseDurationSeconds') ?? 0) * 1000,
  acquireTime: timeAt(object, 'acquireTime'),
  transitions: integerAt(object, 'spec', 'leaseTransitions') ?? 0,
  leaving: textAt(object, 'metadata', 'annotations', leavingAnnotation) !== null,
  watches: textAt(object, 'metadata', 'annotations', watchesAnnotation),
  division: textAt(object, 'metadata', 'annotations', divisionAnnotation),
})

/** The Leases of all operators of ours, read live. Null: of all namespaces. */
export const listOperatorLeases = async (
  http: Http,
  namespace: string | null,
): Promise<E.Either<AdapterError, readonly OperatorLease[]>> =>
  E.map((objects: readonly JsonObject[]) => objects.map(operatorLeaseOf))(
    await listObjects(http)(collectionPath({ ...type, namespace }), { labelSelector: leaseLabel })(),
  )

/** The resourceVersion in the answer to a write. */
export const versionOf = (answer: Json): string => textAt(answer, 'metadata', 'resourceVersion') ?? ''

/** Deletes the Lease if it is still at that version. */
export const deleteLease = (http: Http, ref: LeaseRef, resourceVersion: string): Promise<E.Either<AdapterError, Json>> =>
  http.send({
    method: 'DELETE',
    path: objectPath({ ...type, ...ref }),
    body: JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { resourceVersion } }),
  })()

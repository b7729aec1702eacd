import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, EpochMillis, LeaseRecord, Millis } from '@flink-operator/core'
import type { Http } from './http.ts'
import { integerAt, textAt } from './json-path.ts'
import { readObject } from './read/read-object.ts'
import { post, put } from './effect/write.ts'
import { collectionPath, objectPath } from './resource-path.ts'

/** A Lease of `coordination.k8s.io/v1`. */
export interface LeaseRef {
  readonly namespace: string
  readonly name: string
}

/** What a holder writes. */
export interface LeaseContent {
  /** Empty: it lets go. */
  readonly holder: string
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMillis
  readonly renewTime: EpochMillis
  readonly transitions: number
}

const type = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

/** Microseconds, as a Kubernetes `MicroTime` has them. */
const microTime = (at: EpochMillis): string => new Date(at).toISOString().replace('Z', '000Z')

const objectOf = (
  { namespace, name }: LeaseRef,
  { holder, leaseDuration, acquireTime, renewTime, transitions }: LeaseContent,
  resourceVersion: string | null,
) => ({
  ...type,
  metadata: { namespace, name, ...(resourceVersion === null ? {} : { resourceVersion }) },
  spec: {
    holderIdentity: holder,
    leaseDurationSeconds: Math.max(1, Math.ceil(leaseDuration / 1000)),
    acquireTime: microTime(acquireTime),
    renewTime: microTime(renewTime),
    leaseTransitions: transitions,
  },
})

/** Null: there is none. */
export const readLease = async (http: Http, ref: LeaseRef): Promise<E.Either<AdapterError, LeaseRecord | null>> => {
  const read = await readObject(http)({ ...type, ...ref })()
  if (E.isLeft(read)) return read.left._tag === 'NotFound' ? E.right(null) : read
  const { right } = read
  const acquired = Date.parse(textAt(right, 'spec', 'acquireTime') ?? '')
  return E.right({
    holder: textAt(right, 'spec', 'holderIdentity'),
    leaseDuration: (integerAt(right, 'spec', 'leaseDurationSeconds') ?? 0) * 1000,
    acquireTime: Number.isNaN(acquired) ? null : acquired,
    transitions: integerAt(right, 'spec', 'leaseTransitions') ?? 0,
    resourceVersion: textAt(right, 'metadata', 'resourceVersion') ?? '',
  })
}

/** Creates the Lease, or writes it over the very version that was read: compare and swap. */
export const writeLease = (
  http: Http,
  ref: LeaseRef,
  content: LeaseContent,
  over: string | null,
): Promise<E.Either<AdapterError, unknown>> =>
  over === null ? post(http, collectionPath({ ...type, namespace: ref.namespace }), objectOf(ref, content, null))()
    : put(http, objectPath({ ...type, ...ref }), JSON.stringify(objectOf(ref, content, over)))()

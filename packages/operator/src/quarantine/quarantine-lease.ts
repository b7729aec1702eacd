import type { AdapterError, EpochMillis, Json, JsonObject, OperatorOptions } from '@flink-operator/core'
import { collectionPath, type Credentials, type Http, type LeaseRef, objectPath } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { type Pauses, type QuarantineEntry, recordOf, recordText, type Suspect, type Trouble, withSuspect } from './quarantine-record.ts'

const leaseType = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

/** On a Lease beside the Lease of leader election. The Lease has no holder, and tenants can't write it. */
export const quarantineAnnotation = 'operator.flink.apache.org/quarantine'

/** Where this process runs. */
export interface QuarantinePlace {
  /** Namespace of the operator's own Deployment; by default the namespace of the credentials. */
  readonly leaseNamespace?: string | undefined
  readonly credentials: Pick<Credentials, 'namespace'>
}

/** The Lease of the record, which the replicas of one Deployment share. */
export const quarantineLease = (
  { leaseNamespace, credentials }: QuarantinePlace,
  { leaderElectionLeaseName }: Pick<OperatorOptions, 'leaderElectionLeaseName'>,
): LeaseRef => ({ namespace: leaseNamespace ?? credentials.namespace, name: `${leaderElectionLeaseName.trim()}-quarantine` })

const isObject = (json: unknown): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

const annotationsOf = (lease: Json): JsonObject => {
  const metadata = isObject(lease) && isObject(lease['metadata']) ? lease['metadata'] : {}
  return isObject(metadata['annotations']) ? metadata['annotations'] : {}
}

const entriesOf = (lease: Json): readonly QuarantineEntry[] => {
  const text = annotationsOf(lease)[quarantineAnnotation]
  return typeof text === 'string' ? recordOf(text) : []
}

/** Null: the Lease does not exist. */
const readLease = async (http: Http, ref: LeaseRef): Promise<E.Either<AdapterError, Json | null>> => {
  const answer = await http.send({ method: 'GET', path: objectPath({ ...leaseType, ...ref }) })()
  return E.isLeft(answer) && answer.left._tag === 'NotFound' ? E.right(null) : answer
}

/** All entries of the record, read live. */
export const readQuarantine = async (http: Http, ref: LeaseRef): Promise<E.Either<AdapterError, readonly QuarantineEntry[]>> =>
  E.map((lease: Json | null) => (lease === null ? [] : entriesOf(lease)))(await readLease(http, ref))

/** How many write conflicts are tolerated. */
const tries = 5

/** Records that this resource stopped a process. Right: how often it has done so. */
export const recordSuspect = async (
  http: Http,
  ref: LeaseRef,
  suspect: Suspect,
  why: Trouble,
  now: EpochMillis,
  pauses: Pauses,
): Promise<E.Either<AdapterError, number>> => {
  for (let left = tries;; left--) {
    const lease = await readLease(http, ref)
    if (E.isLeft(lease)) return lease
    const entries = withSuspect(lease.right === null ? [] : entriesOf(lease.right), suspect, why, now, pauses)
    const written = await write(http, ref, lease.right, entries)
    if (E.isRight(written)) return E.right(entries[0]?.times ?? 1)
    if (left === 0 || (written.left._tag !== 'Conflict' && written.left._tag !== 'AlreadyExists')) return written
  }
}

const write = (
  http: Http,
  ref: LeaseRef,
  lease: Json | null,
  entries: readonly QuarantineEntry[],
): Promise<E.Either<AdapterError, Json>> => {
  const annotations = { [quarantineAnnotation]: recordText(entries) }
  if (!isObject(lease)) {
    const body = JSON.stringify({ ...leaseType, metadata: { ...ref, annotations }, spec: {} })
    return http.send({ method: 'POST', path: collectionPath({ ...leaseType, namespace: ref.namespace }), body })()
  }
  const metadata = isObject(lease['metadata']) ? lease['metadata'] : {}
  const body = JSON.stringify({ ...lease, metadata: { ...metadata, annotations: { ...annotationsOf(lease), ...annotations } } })
  return http.send({ method: 'PUT', path: objectPath({ ...leaseType, ...ref }), body })()
}

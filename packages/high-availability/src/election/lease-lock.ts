import type { Json, JsonObject } from '@flink-operator/core'
import {
  type EpochMicros,
  formatMicroTime,
  isJsonObject,
  type LeaderElectionRecord,
  parseMicroTime,
  type StoredRecord,
} from '@flink-operator/core/codec'
import type { Lock } from './lock.ts'

const object = (json: Json | undefined): JsonObject => (isJsonObject(json) ? json : {})
const text = (json: Json | undefined): string => (typeof json === 'string' ? json : '')
const count = (json: Json | undefined): number => (typeof json === 'number' && Number.isInteger(json) && json > 0 ? json : 0)
const moment = (json: Json | undefined): EpochMicros => parseMicroTime(text(json)) ?? 0

/** Every field of a Lease may be missing; the API server guarantees the types. No holder: the lock is free. */
const recordOf = (spec: JsonObject): StoredRecord => ({
  holder: text(spec['holderIdentity']),
  leaseDuration: count(spec['leaseDurationSeconds']) * 1000,
  acquireTime: moment(spec['acquireTime']),
  renewTime: moment(spec['renewTime']),
  transitions: count(spec['leaseTransitions']),
})

/** A Lease of `coordination.k8s.io/v1` as a lock. Null: not an object of the API server. */
export const lockOfLease = (lease: Json): Lock | null => {
  const { metadata, spec } = object(lease)
  const { uid, resourceVersion, deletionTimestamp } = object(metadata)
  if (typeof uid !== 'string' || typeof resourceVersion !== 'string') return null
  return {
    version: { uid, resourceVersion },
    deleting: typeof deletionTimestamp === 'string',
    record: recordOf(object(spec)),
    recordText: JSON.stringify(object(spec)),
    addresses: null,
  }
}

/** The `spec` of a Lease with this record. Its duration is in whole seconds. */
export const leaseSpec = ({ holder, leaseDuration, acquireTime, renewTime, transitions }: LeaderElectionRecord): JsonObject => ({
  holderIdentity: holder,
  leaseDurationSeconds: Math.ceil(leaseDuration / 1000),
  acquireTime: formatMicroTime(acquireTime),
  renewTime: formatMicroTime(renewTime),
  leaseTransitions: transitions,
})

import type { JsonObject } from '@flink-operator/core'
import { deleteLease, type Http, leaseVersion, objectPath } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { HeldLease } from './watched-work.ts'

const leaseType = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

const isObject = (json: unknown): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

/** Releases one Lease if this process still holds it; its other fields stay. */
const release = async (http: Http, { way, ...ref }: HeldLease, holder: string): Promise<void> => {
  const path = objectPath({ ...leaseType, ...ref })
  const lease = await http.send({ method: 'GET', path })()
  if (E.isLeft(lease) || !isObject(lease.right)) return
  const spec = isObject(lease.right['spec']) ? lease.right['spec'] : {}
  if (spec['holderIdentity'] !== holder) return
  if (way === 'Delete') await deleteLease(http, ref, leaseVersion(lease.right))
  else await http.send({ method: 'PUT', path, body: JSON.stringify({ ...lease.right, spec: { ...spec, holderIdentity: '' } }) })()
}

/**
 * Releases the Leases of a process that is about to end, so that others need not wait until they expire. Call it only if no request
 * of this process can have an effect any more.
 */
export const releaseLeases = async (http: Http, leases: readonly HeldLease[], holder: string): Promise<void> => {
  await Promise.all(leases.filter(({ way }) => way === 'Release').map(lease => release(http, lease, holder)))
  await Promise.all(leases.filter(({ way }) => way === 'Delete').map(lease => release(http, lease, holder)))
}

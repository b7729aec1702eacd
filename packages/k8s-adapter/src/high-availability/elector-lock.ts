import type { JsonObject, Millis } from '@flink-operator/core'
import {
  configMapLockAnswer,
  type ConfigMapLock,
  configMapRequest,
  type Lock,
  type LockAnswer,
  lockOfConfigMap,
  lockOfLease,
  type LockRequest,
} from '@flink-operator/high-availability'
import type { Http } from '../http.ts'
import type { LeaseMarks } from '../lease.ts'
import { collectionPath } from '../resource-path.ts'
import { configMapContent, configMapDriver } from './config-map-driver.ts'
import { leaseLockDriver } from './lease-lock-driver.ts'

/** The object that electors compete for. */
export type ElectorLock =
  /** As Flink's: with room for the addresses of the leader's components. */
  | { readonly kind: 'ConfigMap'; readonly namespace: string; readonly name: string; readonly labels: ConfigMapLock['labels'] }
  /** `marks`: the Lease is written whole with only these labels and annotations, which needs the right to update but not to patch. */
  | { readonly kind: 'Lease'; readonly namespace: string; readonly name: string; readonly marks?: LeaseMarks }

/** How such an object is read, written and watched. */
export interface LockAccess {
  readonly send: (request: LockRequest) => Promise<LockAnswer>
  /** Path of the watched collection. */
  readonly path: string
  /** Null: the object is no lock. */
  readonly read: (object: JsonObject) => Lock | null
}

export const lockAccess = (http: Http, lock: ElectorLock, deadline: Millis): LockAccess => {
  const { namespace, name } = lock
  if (lock.kind === 'Lease') {
    const send = leaseLockDriver(http, { namespace, name }, { deadline, ...(lock.marks === undefined ? {} : { marks: lock.marks }) })
    return {
      send: request => send(request)(),
      path: collectionPath({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace }),
      read: lockOfLease,
    }
  }
  const send = configMapDriver(http, { namespace, deadline })
  return {
    send: async request => configMapLockAnswer(await send(configMapRequest(lock, request))()),
    path: collectionPath({ apiVersion: 'v1', kind: 'ConfigMap', namespace }),
    read: object => {
      const content = configMapContent(object)
      return content === null ? null : lockOfConfigMap(content)
    },
  }
}

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

/** The object that is contended for. */
export type ElectorLock =
  /** As Flink's: with a place for the addresses of the leader's components. */
  | { readonly kind: 'ConfigMap'; readonly namespace: string; readonly name: string; readonly labels: ConfigMapLock['labels'] }
  /** `marks`: it is written whole, with these labels and annotations alone, which takes the right to update and none to patch. */
  | { readonly kind: 'Lease'; readonly namespace: string; readonly name: string; readonly marks?: LeaseMarks }

/** How such an object is asked for, written and watched. */
export interface LockAccess {
  readonly send: (request: LockRequest) => Promise<LockAnswer>
  /** Of the collection that is watched. */
  readonly path: string
  /** Null: it is none. */
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

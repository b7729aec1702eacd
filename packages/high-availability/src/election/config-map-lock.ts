import type { ConfigMapAnswer, ConfigMapContent, ConfigMapRequest, KeyChanges } from '../config-map.ts'
import { leaderKeyPrefix } from '../leader-address.ts'
import type { Lock, LockAnswer, LockRequest } from './lock.ts'
import { formatRecord, leaderAnnotation, parseRecord } from '@flink-operator/core/codec'

/** Flink's lock: a ConfigMap with the record in an annotation and the leaders' addresses in its data. */
export interface ConfigMapLock {
  readonly name: string
  /** Set by each write. */
  readonly labels: Readonly<Record<string, string>>
}

/** The lock in a ConfigMap. */
export const lockOfConfigMap = ({ uid, resourceVersion, deleting, annotations, data }: ConfigMapContent): Lock => ({
  version: { uid, resourceVersion },
  deleting,
  record: parseRecord(annotations[leaderAnnotation]),
  recordText: annotations[leaderAnnotation] ?? '',
  addresses: Object.fromEntries(
    Object.entries(data).flatMap(([key, text]) => (key.startsWith(leaderKeyPrefix) ? [[key.slice(leaderKeyPrefix.length), text]] : [])),
  ),
})

const keysOf = (addresses: KeyChanges): KeyChanges =>
  Object.fromEntries(Object.entries(addresses).map(([component, text]) => [`${leaderKeyPrefix}${component}`, text]))

/** All other content of the ConfigMap stays unchanged. */
export const configMapRequest = ({ name, labels }: ConfigMapLock, request: LockRequest): ConfigMapRequest => {
  switch (request._tag) {
    case 'Read':
      return { _tag: 'Get', name }
    case 'Create':
      return { _tag: 'Create', name, labels, annotations: { [leaderAnnotation]: formatRecord(request.record) }, data: {} }
    case 'Update':
      return {
        _tag: 'Update',
        name,
        ...request.over,
        labels,
        annotations: { [leaderAnnotation]: formatRecord(request.record) },
        data: keysOf(request.addresses),
      }
  }
}

/** The answer about the lock in an answer about the ConfigMap. */
export const configMapLockAnswer = (answer: ConfigMapAnswer): LockAnswer => {
  switch (answer._tag) {
    case 'Got':
      return { _tag: 'Got', lock: answer.configMap === null ? null : lockOfConfigMap(answer.configMap) }
    case 'Written':
      return answer.configMap === null ? { _tag: 'Unknown', message: 'a write was answered without what was written' }
        : { _tag: 'Written', lock: lockOfConfigMap(answer.configMap) }
    case 'Refused':
    case 'Unknown':
      return answer
  }
}

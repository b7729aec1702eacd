import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { Quarantine, Trouble } from './quarantine-record.ts'

const quarantineReason = 'Quarantined'

const iso = (at: EpochMillis): string => `${new Date(at).toISOString().slice(0, 19)}Z`

const troubleWords: Readonly<Record<Trouble, string>> = {
  LoopStoodStill: 'was blocked by its reconcile',
  MemoryRanOut: 'ran out of memory in its reconcile',
}

/** Contains no text of the resource itself. */
export const quarantineMessage = ({ entry: { times, why }, until }: Quarantine): string =>
  `The operator ${troubleWords[why]}${times === 1 ? '' : ` (${String(times)} times)`}. It does not reconcile this resource until ${
    iso(until)
  }, or until its spec is edited. Its job or cluster keeps running meanwhile, without supervision`

/** One event for all quarantines of a resource: Kubernetes counts it up. */
export const quarantineEvent = (quarantine: Quarantine): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  reason: 'Quarantined',
  message: quarantineMessage(quarantine),
  component: 'Operator',
  key: 'Quarantined',
  repeat: 'Count',
  annotations: {},
})

const isObject = (json: unknown): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

const conditionsIn = (status: JsonObject): readonly JsonObject[] => {
  const { conditions } = status
  return Array.isArray(conditions) ? conditions.filter(isObject) : []
}

const reported: readonly unknown[] = ['Ready', 'Reconciling', 'Stalled']

/**
 * The status with the conditions of a quarantined resource and all other fields unchanged. The status is not decoded, since its
 * content may be what blocked the operator. Null: the conditions are already reported.
 */
export const quarantinedStatus = (resource: JsonObject, quarantine: Quarantine, now: EpochMillis): JsonObject | null => {
  const status = isObject(resource['status']) ? resource['status'] : {}
  const { generation } = isObject(resource['metadata']) ? resource['metadata'] : {}
  const message = quarantineMessage(quarantine)
  const before = conditionsIn(status)
  const of = (type: string, isTrue: boolean, words: string): Json => {
    const old = before.find(condition => condition['type'] === type)
    const value = isTrue ? 'True' : 'False'
    return {
      type,
      status: value,
      reason: quarantineReason,
      message: words,
      lastTransitionTime: old?.['status'] === value && typeof old['lastTransitionTime'] === 'string' ? old['lastTransitionTime'] : iso(now),
      ...(typeof generation === 'number' ? { observedGeneration: generation } : {}),
    }
  }
  const isReported = before.some(({ type, reason, message: words }) =>
    type === 'Stalled' && reason === quarantineReason && words === message
  )
  return isReported ? null : {
    ...status,
    conditions: [
      of('Ready', false, message),
      of('Reconciling', false, ''),
      of('Stalled', true, message),
      ...before.filter(({ type }) => !reported.includes(type)),
    ],
  }
}

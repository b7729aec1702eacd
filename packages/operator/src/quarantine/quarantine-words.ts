import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { Quarantine, Trouble } from './quarantine-record.ts'

const quarantineReason = 'Quarantined'

const iso = (at: EpochMillis): string => `${new Date(at).toISOString().slice(0, 19)}Z`

const troubleWords: Readonly<Record<Trouble, string>> = {
  LoopStoodStill: 'stood still in its reconcile',
  MemoryRanOut: 'ran out of memory in its reconcile',
}

/** Nothing of the resource's own texts is in it. */
export const quarantineMessage = ({ entry: { times, why }, until }: Quarantine): string =>
  `The operator ${troubleWords[why]}${times === 1 ? '' : ` (${String(times)} times)`}. It leaves this resource alone until ${
    iso(until)
  }, or until its spec is edited. What runs goes on, and nobody looks after it meanwhile`

/** The same event for each pause: it is counted up. */
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

const told: readonly unknown[] = ['Ready', 'Reconciling', 'Stalled']

/**
 * The status with the conditions of a resource that is left alone, and with everything else as it is: nothing of it is decoded, since that
 * may be what the operator stood still at. Null: they are there already.
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
  const isTold = before.some(({ type, reason, message: words }) => type === 'Stalled' && reason === quarantineReason && words === message)
  return isTold ? null : {
    ...status,
    conditions: [
      of('Ready', false, message),
      of('Reconciling', false, ''),
      of('Stalled', true, message),
      ...before.filter(({ type }) => !told.includes(type)),
    ],
  }
}

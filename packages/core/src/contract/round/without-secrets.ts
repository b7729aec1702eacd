import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import { cuttingRedactorOf } from '../redaction/cut-redacted.ts'
import { textsRedactorOf } from '../redaction/redact.ts'
import { redactActions } from '../redaction/redact-actions.ts'
import { isSameJson, longestMessage } from '../resource/json.ts'

/** True for status fields that hold sentences, in any kind: `error`, `reason`, `message`, `appError`. */
const isSentence = (name: string): boolean => /(?:^|[a-z])(?:error|Error|reason|Reason|message|Message)$/.test(name)

interface Redactor {
  /** Redacts a sentence of any length, or a JSON text whose leaves are sentences. */
  readonly sentence: (text: string) => string
  /** Redacts a condition's message, which has a maximum length. */
  readonly condition: (text: string) => string
}

/**
 * The status with its new sentences redacted; the same object if nothing was redacted. A sentence that equals the recorded one was redacted
 * when it was written. All other fields stay as they are, because decisions read them again.
 */
const redactedStatus = (value: unknown, recorded: unknown, redactor: Redactor, isCondition = false): unknown => {
  if (value === recorded || typeof value !== 'object' || value === null) return value
  const before = (typeof recorded === 'object' && recorded !== null ? recorded : {}) as Readonly<Record<string, unknown>>
  const changes = Object.entries(value).flatMap(([name, inner]: readonly [string, unknown]): readonly (readonly [string, unknown])[] => {
    const next = typeof inner !== 'string' ? redactedStatus(inner, before[name], redactor, isCondition || name === 'conditions')
      : !isSentence(name) || inner === before[name] ? inner
      : isCondition ? redactor.condition(inner) : redactor.sentence(inner)
    return next === inner ? [] : [[name, next]]
  })
  if (changes.length === 0) return value
  const changed = new Map(changes)
  return Array.isArray(value) ? (value as readonly unknown[]).map((item, index) => changed.get(String(index)) ?? item)
    : { ...value, ...Object.fromEntries(changed) }
}

/**
 * A kind's decision without secrets in the texts of its actions and the sentences of its statuses (P23). Only the protocol calls this,
 * after each decision (`decide.ts`); kinds do not.
 */
export const withoutSecrets = <Status>(
  actions: readonly Action<Status>[],
  secrets: readonly string[],
  recorded: Status,
): readonly Action<Status>[] => {
  const redactor: Redactor = { sentence: textsRedactorOf(secrets), condition: cuttingRedactorOf(secrets, longestMessage) }
  return redactActions(actions, secrets).map(action =>
    action._tag === 'PersistStatus' ? { ...action, status: redactedStatus(action.status, recorded, redactor) as Status } : action
  )
}

/**
 * Removes status writes that change nothing. A kind compares its new status with the recorded one before redaction, so a status with a
 * redacted sentence would be written in every reconcile. A write before an effect stays: it proves that the decision rests on the newest
 * status.
 */
export const withoutSameWrite = <Status>(
  decided: readonly Action<Status>[],
  shown: readonly Action<Status>[],
  recorded: Status,
): readonly Action<Status>[] => {
  const hasEffect = shown.some(({ _tag }) => _tag !== 'PersistStatus' && _tag !== 'EmitEvent' && _tag !== 'Requeue')
  if (hasEffect) return shown
  return shown.filter((action, index) => {
    const before = decided[index]
    const isRedacted = action._tag === 'PersistStatus' && before?._tag === 'PersistStatus' && action.status !== before.status
    return !(isRedacted && isSameJson(action.status, recorded))
  })
}

/** The error without secrets in its message (P23): servers repeat the values that they reject. */
export const errorWithoutSecrets = (error: AdapterError, secrets: readonly string[]): AdapterError => {
  const message = textsRedactorOf(secrets)(error.message)
  return message === error.message ? error : { ...error, message }
}

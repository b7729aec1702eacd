import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import { cuttingRedactorOf } from '../redaction/cut-redacted.ts'
import { textsRedactorOf } from '../redaction/redact.ts'
import { redactActions } from '../redaction/redact-actions.ts'
import { isSameJson } from '../resource/same-json.ts'
import { longestMessage } from '../resource/utf8-length.ts'

/** Fields of a status that hold sentences for people, whatever the kind: `error`, `reason`, `message`, `appError`. */
const isSentence = (name: string): boolean => /(?:^|[a-z])(?:error|Error|reason|Reason|message|Message)$/.test(name)

interface Redactor {
  /** A sentence of any length, or a text of JSON whose leaves are sentences. */
  readonly sentence: (text: string) => string
  /** The message of a condition has a greatest length. */
  readonly condition: (text: string) => string
}

/**
 * The status with its new sentences redacted; the same object where nothing is hidden. What equals the recorded status was redacted when it
 * was written. Every other field stays as it is: decisions read it again.
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
 * What a kind decided, as it may leave the reconcile (P23): the words of its actions and the sentences of its statuses hold no secret.
 * Kinds don't call this: the protocol does, after each decision (`decide.ts`). `secrets` is asked only where there are words.
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
 * Without the writes that say nothing new. A kind that compares its new status with the recorded one before its secrets are hidden would
 * write the same status in each reconcile. A write before an effect stays: it proves that the decision rests on the newest status.
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

/** Servers repeat what they refuse: the words of an error are for people, and hold no secret (P23). */
export const errorWithoutSecrets = (error: AdapterError, secrets: readonly string[]): AdapterError => {
  const message = textsRedactorOf(secrets)(error.message)
  return message === error.message ? error : { ...error, message }
}

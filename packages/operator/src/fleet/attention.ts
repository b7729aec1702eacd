import type { EpochMillis } from '@flink-operator/core'
import { parseInstant } from '@flink-operator/core/codec'

/** Who has to act on a resource, the most urgent first. */
export const attentions = ['Person', 'Failing', 'InProgress', 'Paused', 'Steady'] as const
export type Attention = (typeof attentions)[number]

/** One condition of a status, as far as it has the usual form. */
interface ReadCondition {
  readonly isTrue: boolean
  readonly message: string
  readonly since: EpochMillis | null
}

type Json = Readonly<Record<string, unknown>>

const conditionIn = (status: unknown, type: string): ReadCondition | null => {
  const conditions = typeof status === 'object' && status !== null ? (status as Json)['conditions'] : null
  const isOfType = (it: unknown): it is Json => typeof it === 'object' && it !== null && (it as Json)['type'] === type
  const found = Array.isArray(conditions) ? (conditions as readonly unknown[]).find(isOfType) : undefined
  if (found === undefined) return null
  const { status: isTrue, message, lastTransitionTime } = found
  return {
    isTrue: isTrue === 'True',
    message: typeof message === 'string' ? message : '',
    since: typeof lastTransitionTime === 'string' ? parseInstant(lastTransitionTime) : null,
  }
}

export interface Attended {
  readonly attention: Attention
  /** By the condition that says so; null: no condition does. */
  readonly since: EpochMillis | null
  /** What the condition says; '': nothing. */
  readonly message: string
}

/** States of Flink in which a job does not process data, though it is to run. */
const failing: ReadonlySet<string> = new Set(['FAILING', 'FAILED', 'RESTARTING'])

/** The operator runs the spec of before: only an edit brings the user's spec. */
const rolledBack = 'ROLLED_BACK'

export interface StatesSeen {
  readonly lifecycleState: string | null
  readonly jobState: string | null
  /** The lifecycle state is one in which a resource waits for nothing. */
  readonly isAtRest: boolean
}

/** Who has to act, by the conditions of a status and its states. The first rule that holds decides. */
export const attended = (status: unknown, { lifecycleState, jobState, isAtRest }: StatesSeen): Attended => {
  const of = (type: string): ReadCondition | null => conditionIn(status, type)
  const [stalled, paused, reconciling, ready] = [of('Stalled'), of('Paused'), of('Reconciling'), of('Ready')]
  const by = (attention: Attention, condition: ReadCondition | null): Attended => ({
    attention,
    since: condition?.since ?? null,
    message: condition?.message ?? '',
  })
  if (stalled?.isTrue === true) return by('Person', stalled)
  if (lifecycleState === rolledBack) return by('Person', ready)
  if (jobState !== null && failing.has(jobState)) return { ...by('Failing', ready), since: of('Running')?.since ?? null }
  if (paused?.isTrue === true) return by('Paused', paused)
  if (reconciling?.isTrue === true) return by('InProgress', reconciling)
  // a kind without that condition, or a resource that had no round yet
  if (reconciling === null && !isAtRest) return by('InProgress', ready)
  return { ...by('Steady', ready), message: '' }
}

/** True while the operator changes nothing, whoever else has to act. */
export const isPaused = (status: unknown): boolean => conditionIn(status, 'Paused')?.isTrue === true

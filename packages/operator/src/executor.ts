import type { AdapterError, EpochMillis, JsonObject, Millis, ResourceMeta, RoundClock, RoundOf } from '@flink-operator/core'
import type { ManifestRequest } from '@flink-operator/core/action'
import type { RoundEnd } from '@flink-operator/core/round'
import type { ManifestError } from '@flink-operator/core/manifest'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from './effect/answer-in-time.ts'
import type { CrashSwitch } from './effect/crash-switch.ts'
import type { Action, ClusterPort, Effect, EffectAnswer } from './port/cluster-port.ts'

export interface ExecutorOptions {
  readonly now: () => EpochMillis
  readonly perform: ClusterPort['perform']
  readonly render: (request: ManifestRequest) => E.Either<ManifestError, JsonObject>
  readonly crashSwitch: CrashSwitch
  /** How long one effect may take; after that its answer counts as lost. */
  readonly timeoutOf: (effect: Effect) => Millis
}

/** The result of one action. */
export interface ActionOutcome {
  readonly action: Action
  readonly result: 'done' | 'failed' | 'skipped'
  readonly error: AdapterError | null
  readonly took: Millis
  /** Absent: the action was not begun. */
  readonly startedAt?: EpochMillis
}

/** The resource as this round knows it: the version that it read, or the version that its last write returned. */
export interface Written {
  readonly meta: ResourceMeta
  readonly resourceVersion: string
  readonly resource: JsonObject
  /**
   * Whether this round wrote the resource. `whole`: the server returned the whole object; `partly`: only the new resource version is
   * known.
   */
  readonly wrote: 'nothing' | 'whole' | 'partly'
}

/** The result of a whole action list. */
export interface Execution {
  readonly outcomes: readonly ActionOutcome[]
  /** Outcomes of the actions that were done because another action failed. */
  readonly recovery: readonly ActionOutcome[]
  readonly written: Written
  readonly end: RoundEnd<unknown>
}

const fromManifestError = ({ message }: ManifestError): AdapterError => ({
  _tag: 'Invalid',
  message,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
})

const fromThrown = (error: unknown): AdapterError => ({
  _tag: 'Other',
  message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  applied: 'Maybe',
  httpStatus: null,
  retryAfter: null,
})

const requestOf = (effect: Effect): ManifestRequest | null =>
  effect._tag === 'CreateObject' || effect._tag === 'ApplyObject' ? effect.manifest : null

const afterWrite = (written: Written, { written: answer }: EffectAnswer): Written =>
  answer === null ? written : {
    meta: written.meta,
    resourceVersion: answer.resourceVersion,
    resource: answer.resource ?? written.resource,
    wrote: answer.resource === null ? 'partly' : 'whole',
  }

/** Performs one effect on the resource as the round knows it now. */
const perform = async (
  options: ExecutorOptions,
  effect: Effect,
  { meta, resourceVersion, resource }: Written,
): Promise<E.Either<AdapterError, EffectAnswer>> => {
  const request = requestOf(effect)
  const rendered = request === null ? E.right(null) : E.mapLeft(fromManifestError)(options.render(request))
  if (E.isLeft(rendered)) return rendered
  await options.crashSwitch.before()
  const answer = await answerInTime(
    options.timeoutOf(effect),
    signal => options.perform(effect, { meta, resourceVersion, resource, manifest: rendered.right, signal }),
  )
  await options.crashSwitch.after()
  return answer._tag === 'Answer' ? answer.value
    : E.left(answer._tag === 'Thrown' ? fromThrown(answer.error) : timedOut(options.timeoutOf(effect)))
}

/** The outcome of every action of the list; actions that were not reached are `skipped`. */
const inFull = (actions: readonly Action[], effects: readonly ActionOutcome[], isComplete: boolean): readonly ActionOutcome[] => {
  const left = [...effects]
  return actions.map(action =>
    (left[0]?.action === action ? left.shift() : undefined) ?? { action, result: isComplete ? 'done' : 'skipped', error: null, took: 0 }
  )
}

/** A round of any kind. */
export type AnyRound = RoundOf<unknown, unknown, unknown>

/** Performs the effects that a decided round asks for, until the deadline, and returns their outcomes. */
export const execute = async (
  options: ExecutorOptions,
  decided: AnyRound,
  clock: () => RoundClock,
  read: Written,
  deadline: EpochMillis,
): Promise<Execution> => {
  const effects: ActionOutcome[] = []
  const recovery: ActionOutcome[] = []
  let written = read
  let round = decided
  while (round.command._tag === 'Perform') {
    const { effect: action, isRecovery } = round.command
    const began = options.now()
    if (began >= deadline) {
      round = round.after({ _tag: 'Late' }, clock())
      continue
    }
    const answer = await perform(options, action, written)
    const reported = isRecovery ? recovery : effects
    const took = options.now() - began
    if (E.isRight(answer)) {
      written = afterWrite(written, answer.right)
      reported.push({ action, result: 'done', error: null, took, startedAt: began })
      round = round.after({ _tag: 'Done', version: answer.right.written?.resourceVersion ?? null }, clock())
    } else {
      reported.push({ action, result: 'failed', error: round.shownError(answer.left), took, startedAt: began })
      round = round.after({ _tag: 'Failed', error: answer.left }, clock())
    }
  }
  if (round.command._tag === 'Look') throw new Error('a list is executed only after its round has decided')
  const { end } = round.command
  return { outcomes: inFull(decided.decided.actions, effects, end._tag === 'Settled'), recovery, written, end }
}

const timedOut = (after: Millis): AdapterError => ({
  _tag: 'Timeout',
  message: `no answer within ${after} ms`,
  applied: 'Maybe',
  httpStatus: null,
  retryAfter: null,
})

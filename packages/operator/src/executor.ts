import { type AdapterError, type EpochMillis, type JsonObject, type ManifestRequest, mayFail, type Millis, type Requeue, type ResourceMeta } from '@flink-operator/core'
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
  /** How long one effect may take before its answer counts as lost. */
  readonly timeoutOf: (effect: Effect) => Millis
}

/** What became of one action. */
export interface ActionOutcome {
  readonly action: Action
  readonly result: 'done' | 'failed' | 'skipped'
  readonly error: AdapterError | null
  readonly took: Millis
}

/** The resource as far as this round knows it: what was read, or what our last write returned. */
export interface Written {
  readonly meta: ResourceMeta
  readonly resourceVersion: string
  readonly resource: JsonObject
  /** Did this round write the resource, and did the server give the whole object back? `partly`: only its version is known. */
  readonly wrote: 'nothing' | 'whole' | 'partly'
}

export interface Execution {
  readonly outcomes: readonly ActionOutcome[]
  readonly written: Written
  readonly end:
    | { readonly _tag: 'Complete'; readonly requeue: Requeue | null }
    | { readonly _tag: 'Stopped'; readonly failed: Effect; readonly error: AdapterError }
    /** The round's deadline passed before this action was begun. */
    | { readonly _tag: 'Late'; readonly next: Effect }
}

/** Actions that did what they say; what failed or was skipped is not among them. */
export const doneOf = (execution: Execution): readonly Action[] =>
  execution.outcomes.flatMap(({ action, result }) => (result === 'done' ? [action] : []))

const fromManifestError = ({ message }: ManifestError): AdapterError =>
  ({ _tag: 'Invalid', message, applied: 'No', httpStatus: null, retryAfter: null })

const fromThrown = (error: unknown): AdapterError =>
  ({ _tag: 'Other', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error), applied: 'Maybe', httpStatus: null, retryAfter: null })

const requestOf = (effect: Effect): ManifestRequest | null =>
  effect._tag === 'CreateObject' || effect._tag === 'ApplyObject' ? effect.manifest : null

const isEffect = (action: Action): action is Effect => action._tag !== 'Look' && action._tag !== 'Requeue'

const afterWrite = (written: Written, { written: answer }: EffectAnswer): Written =>
  answer === null ? written : {
    meta: written.meta,
    resourceVersion: answer.resourceVersion,
    resource: answer.resource ?? written.resource,
    wrote: answer.resource === null ? 'partly' : 'whole',
  }

/**
 * Does a list in its order, on the resource as it was read. Each write of the resource goes out on the version that the previous one returned.
 * The first failure of an action that may not fail (`mayFail`) ends it, and so does the deadline: what comes after is not begun.
 */
export const execute = async (options: ExecutorOptions, actions: readonly Action[], read: Written, deadline: EpochMillis): Promise<Execution> => {
  const outcomes: ActionOutcome[] = []
  let written = read
  const skipFrom = (index: number): readonly ActionOutcome[] =>
    actions.slice(index).map(action => ({ action, result: 'skipped', error: null, took: 0 }))

  const once = async (effect: Effect): Promise<E.Either<AdapterError, EffectAnswer>> => {
    const request = requestOf(effect)
    const rendered = request === null ? E.right(null) : E.mapLeft(fromManifestError)(options.render(request))
    if (E.isLeft(rendered)) return rendered
    await options.crashSwitch.before()
    const { meta, resourceVersion, resource } = written
    const answer = await answerInTime(options.timeoutOf(effect),
      signal => options.perform(effect, { meta, resourceVersion, resource, manifest: rendered.right, signal }))
    await options.crashSwitch.after()
    return answer._tag === 'Answer' ? answer.value : E.left(answer._tag === 'Thrown' ? fromThrown(answer.error) : timedOut(options.timeoutOf(effect)))
  }

  for (const [index, action] of actions.entries()) {
    if (!isEffect(action)) {
      outcomes.push({ action, result: 'done', error: null, took: 0 })
      continue
    }
    const began = options.now()
    if (began >= deadline) return { outcomes: [...outcomes, ...skipFrom(index)], written, end: { _tag: 'Late', next: action } }
    const answer = await once(action)
    const took = options.now() - began
    if (E.isRight(answer)) {
      written = afterWrite(written, answer.right)
      outcomes.push({ action, result: 'done', error: null, took })
      continue
    }
    outcomes.push({ action, result: 'failed', error: answer.left, took })
    if (!mayFail(action)) return { outcomes: [...outcomes, ...skipFrom(index + 1)], written, end: { _tag: 'Stopped', failed: action, error: answer.left } }
  }
  return { outcomes, written, end: { _tag: 'Complete', requeue: actions.findLast(action => action._tag === 'Requeue') ?? null } }
}

const timedOut = (after: Millis): AdapterError =>
  ({ _tag: 'Timeout', message: `no answer within ${after} ms`, applied: 'Maybe', httpStatus: null, retryAfter: null })

import { type Facts, type JsonObject, type ResourceMeta, type RestEndpoint, unknown } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { CarriedOut, CarriedOutKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from './clock.ts'
import { effectTimeout, kubernetesTimeout, queryTimeout, roundLimit } from './call-limits.ts'
import { answerInTime } from './effect/answer-in-time.ts'
import { createExceptionTeller } from './exceptions/tell-exceptions.ts'
import type { ExecutorOptions } from './executor.ts'
import { type ClusterPort, keyOf, keyText, type ResourceKey } from './port/cluster-port.ts'
import { type Attempt, createQueue, type Queue } from './queue.ts'
import type { Verdict } from './queue/verdict.ts'
import { untilCommonTime } from './queue/common-time.ts'
import type { FairShare } from './queue/fair-share.ts'
import { rateLimitOf } from './queue/rate-limit.ts'
import { bareMeta } from './resource/bare-meta.ts'
import { type CachedText, createNewestResource } from './resource/newest-resource.ts'
import type { Settings } from './settings.ts'
import { createHindranceTeller } from './rights/tell-hindrances.ts'
import { type HoldBack, nothingHeldBack } from './quarantine/hold-back.ts'
import { isDoubtful, verdictOf } from './round-verdict.ts'
import { type Read, type RoundOptions, type RoundReport, runRound } from './round.ts'

export interface LoopOptions {
  readonly kind: CarriedOutKind
  readonly clock: Clock
  readonly random: () => number
  readonly port: ClusterPort
  /** Port for calls outside rounds; absent: `port`. */
  readonly beside?: ClusterPort
  readonly settings: () => Settings
  /** Which other kinds does the operator reconcile in this namespace? */
  readonly carriedOut: (namespace: string) => CarriedOut
  /** The copy of the resource in the watch's cache. */
  readonly cached: (key: ResourceKey) => CachedText | undefined
  /**
   * True if every change of the objects of the resource's cluster wakes it. A resource that waits only for them then requeues as
   * late as allowed.
   */
  readonly isWatched: (key: ResourceKey) => boolean
  readonly isOlder: (resourceVersion: string, other: string) => boolean
  /** What the watches already know of the objects around a resource; source `cache`. */
  readonly initialFacts: (meta: ResourceMeta) => Facts
  readonly render: ExecutorOptions['render']
  /** Runs the plugins' mutators and validators on a resource; absent: no plugin is loaded. */
  readonly admit?: RoundOptions['admit']
  readonly crashSwitch: ExecutorOptions['crashSwitch']
  /** Maximum number of concurrent rounds. */
  readonly concurrency: number
  /** Decides which namespace may begin a round now. */
  readonly share?: FairShare
  /** True for a canary resource, which only proves that rounds begin: the loop then does nothing else with it. */
  readonly isCanary?: (key: ResourceKey, resource: JsonObject) => boolean
  /** Holds back resources that crashed or blocked an operator process (quarantine); absent: no resource is held back. */
  readonly holdBack?: HoldBack
  /** Called with the resource that a round begins with; null: the resource does not exist. */
  readonly onRead?: (key: ResourceKey, read: Read | null) => void
  readonly onRound: (key: ResourceKey, report: RoundReport, attempt: Attempt) => void
  /** The resource could not be read, so its round did not begin. */
  readonly onUnread: (key: ResourceKey, message: string) => void
  /** A bug of the operator; the resource is requeued. */
  readonly onBug: (key: ResourceKey, error: unknown) => void
  readonly onGone: (key: ResourceKey) => void
}

export interface Loop {
  readonly wake: (key: ResourceKey) => void
  /** The watch reported a change of the resource, whether or not it wakes it. */
  readonly reported: (key: ResourceKey) => void
  readonly forget: (key: ResourceKey) => void
  readonly depth: Queue['depth']
  readonly progress: Queue['progress']
  readonly drain: Queue['drain']
  /** Another process reconciles these resources from now on: no round of them is begun, and running rounds are awaited. */
  readonly release: (isMeant: (key: ResourceKey) => boolean) => Promise<void>
  /** Number of entries kept for single resources, for the leak check (P24). */
  readonly kept: () => number
}

const defaultLongestBackOff = 300_000

const undecodableEvent = (message: string): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  reason: 'ValidationError',
  message,
  component: 'Operator',
  key: null,
  repeat: 'Once',
  annotations: {},
})

/**
 * The reconcile loop of one kind. A wake or a requeue begins a round: it reads the newest version of the resource, decides, acts,
 * and requeues.
 */
export const createLoop = (options: LoopOptions): Loop => {
  const { clock, port, settings, beside = port, holdBack = nothingHeldBack } = options
  const newest = createNewestResource({ cached: options.cached, isOlder: options.isOlder, readLive: port.readResource })
  const round: RoundOptions = {
    kind: options.kind,
    now: clock.now,
    answer: port.answer,
    executor: {
      now: clock.now,
      perform: port.perform,
      render: options.render,
      crashSwitch: options.crashSwitch,
      timeoutOf: effect => effectTimeout(settings(), effect),
    },
    envAt: (now, consecutiveFailures, namespace) => ({
      now,
      consecutiveFailures,
      ...(clock.steadySince === undefined ? {} : { steadySince: clock.steadySince() }),
      ...settings(),
      ...options.carriedOut(namespace),
    }),
    initialFacts: ({ meta }) => options.initialFacts(meta),
    queryTimeout: query => queryTimeout(settings(), query),
    limit: roundLimit,
    ...(options.admit === undefined ? {} : { admit: options.admit }),
  }

  const sendBy = (by: ClusterPort) => async (key: ResourceKey, resource: JsonObject, event: EmitEvent): Promise<void> => {
    const meta = bareMeta(key, resource)
    await answerInTime(
      kubernetesTimeout,
      signal => by.perform(event, { meta, resourceVersion: meta.resourceVersion, resource, manifest: null, signal }),
    )
  }

  const hindrances = createHindranceTeller(sendBy(beside))
  const exceptions = createExceptionTeller({
    ask: async query => {
      const answer = await answerInTime(queryTimeout(settings(), query), signal => beside.answer(query, signal))
      return answer._tag === 'Answer' ? answer.value : unknown('Timeout', 'no answer in time', clock.now())
    },
    emit: sendBy(beside),
  })

  const work = async (attempt: Attempt): Promise<Verdict> => {
    const key = keyOf(attempt.key)
    const answer = await answerInTime(kubernetesTimeout, signal => newest.read(key, signal))
    if (answer._tag !== 'Answer' || E.isLeft(answer.value)) {
      const error = answer._tag === 'Answer' && E.isLeft(answer.value) ? answer.value.left : null
      options.onUnread(key, error?.message ?? 'the resource could not be read in time')
      return { _tag: 'Failed', after: error?.retryAfter ?? null }
    }
    const read = answer.value.right
    options.onRead?.(key, read)
    if (read === null) {
      newest.forget(key)
      exceptions.forget(key)
      hindrances.forget(key)
      holdBack.forget(key)
      options.onGone(key)
      return { _tag: 'Gone' }
    }
    if (options.isCanary?.(key, read.resource) === true) return { _tag: 'Idle' }
    const held = await holdBack.before(key, read.resource)
    if (held !== null) return held
    const asked = new Map<string | null, RestEndpoint>()
    const report = await runRound(
      {
        ...round,
        answer: (query, signal) => {
          if (query._tag === 'GetJobsOverview') asked.set(query.slot ?? null, query.endpoint)
          return port.answer(query, signal)
        },
      },
      read,
      attempt.failures,
    )
    if (report.written !== null) newest.wrote(key, report.written)
    if (isDoubtful(report)) newest.doubt(key)
    options.onRound(key, report, attempt)
    if (report.end._tag === 'Undecodable') await sendBy(port)(key, read.resource, undecodableEvent(report.end.message))
    await hindrances.after(key, read.resource, report)
    await exceptions.after(key, read.resource, report, asked)
    const group = options.kind.reconciledWith(read.resource)
    return together(
      verdictOf(report, options.isWatched(key), settings().options.reconcileInterval),
      group === null ? null : `${key.namespace}/${group}`,
    )
  }

  const together = (verdict: Verdict, group: string | null): Verdict =>
    verdict._tag === 'Again' ? { ...verdict, after: untilCommonTime(verdict.after, (clock.steady ?? clock.now)(), group) } : verdict

  const { retryInitialInterval: initial, retryIntervalMultiplier: multiplier, retryMaxInterval, ...atStart } = settings().options
  const rateLimit = rateLimitOf(atStart.rateLimiterLimit, atStart.rateLimiterRefreshPeriod)
  const queue = createQueue({
    clock,
    work: attempt => holdBack.workingOn(keyOf(attempt.key), () => work(attempt)),
    random: options.random,
    concurrency: options.concurrency,
    ...(options.share === undefined ? {} : { share: options.share }),
    backOff: { initial, multiplier, max: retryMaxInterval ?? defaultLongestBackOff },
    retryLimit: { attempts: atStart.retryMaxAttempts, interval: () => settings().options.reconcileInterval },
    ...(rateLimit === null ? {} : { rateLimit }),
    onRejected: (key, error) => {
      newest.doubt(keyOf(key))
      options.onBug(keyOf(key), error)
    },
    // called when the last round of a resource ended after the watch reported its deletion
    onDropped: text => {
      newest.forget(keyOf(text))
      exceptions.forget(keyOf(text))
      hindrances.forget(keyOf(text))
      holdBack.forget(keyOf(text))
      options.onGone(keyOf(text))
    },
  })

  return {
    wake: key => queue.wake(keyText(key)),
    reported: newest.caughtUp,
    forget: key => {
      queue.forget(keyText(key))
      newest.forget(key)
      exceptions.forget(key)
      hindrances.forget(key)
      holdBack.forget(key)
    },
    depth: queue.depth,
    progress: queue.progress,
    drain: queue.drain,
    release: isMeant => queue.release(key => isMeant(keyOf(key))),
    kept: () => queue.depth().known + newest.size() + exceptions.kept() + hindrances.kept() + holdBack.held().length,
  }
}

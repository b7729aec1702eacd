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
import { type Attempt, createQueue, type Queue, type Verdict } from './queue.ts'
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
  /** For what is asked and done beside rounds; absent: the same. */
  readonly beside?: ClusterPort
  readonly settings: () => Settings
  /** Which other kinds are carried out in this namespace? */
  readonly carriedOut: (namespace: string) => CarriedOut
  /** What the watch of the kind holds. */
  readonly cached: (key: ResourceKey) => CachedText | undefined
  /** Does every change of its cluster's objects wake a resource? Then one that waits only for them waits as long as it may. */
  readonly isWatched: (key: ResourceKey) => boolean
  readonly isOlder: (resourceVersion: string, other: string) => boolean
  /** What the watches know already of a resource's surroundings; source `cache`. */
  readonly initialFacts: (meta: ResourceMeta) => Facts
  readonly render: ExecutorOptions['render']
  /** What plugins make of a resource and find of it; absent: there are none. */
  readonly admit?: RoundOptions['admit']
  readonly crashSwitch: ExecutorOptions['crashSwitch']
  /** Rounds at a time. */
  readonly concurrency: number
  /** Which namespace may begin a round now. */
  readonly share?: FairShare
  /** Is it one that only shows that rounds begin? Then nothing more is done. */
  readonly isCanary?: (key: ResourceKey, resource: JsonObject) => boolean
  /** Resources that stopped a process have no round for a while; absent: none is left alone. */
  readonly holdBack?: HoldBack
  /** What a round is about to begin with; null: the resource is not there. */
  readonly onRead?: (key: ResourceKey, read: Read | null) => void
  readonly onRound: (key: ResourceKey, report: RoundReport, attempt: Attempt) => void
  /** The resource could not be read: the round did not begin. */
  readonly onUnread: (key: ResourceKey, message: string) => void
  /** A bug of ours; the resource is tried again later. */
  readonly onBug: (key: ResourceKey, error: unknown) => void
  readonly onGone: (key: ResourceKey) => void
}

export interface Loop {
  readonly wake: (key: ResourceKey) => void
  /** The watch told something of the resource, whether or not it wakes it. */
  readonly told: (key: ResourceKey) => void
  readonly forget: (key: ResourceKey) => void
  readonly depth: Queue['depth']
  readonly progress: Queue['progress']
  readonly drain: Queue['drain']
  /** Another process looks after these from now on: nothing is begun, and what runs is waited for. */
  readonly release: (isMeant: (key: ResourceKey) => boolean) => Promise<void>
  /** Everything that is kept of single resources, to see that nothing leaks (P24). */
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

/** Rounds of one kind: what wakes a resource, reads its newest form, decides, does, and waits. */
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
    // its last round ended after the watch told that it is gone
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
    told: newest.caughtUp,
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

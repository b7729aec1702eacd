import {
  type AdapterError,
  type Env,
  type EpochMillis,
  type Fact,
  type Facts,
  type Finding,
  type JsonObject,
  type Millis,
  type Query,
  type Resource,
  type RoundClock,
  roundOf,
} from '@flink-operator/core'
import { factOf } from '@flink-operator/core/query'
import { decodeErrorText } from '@flink-operator/core/redaction'
import type { RoundEnd as EndOfRound } from '@flink-operator/core/round'
import type { AnyRules, CarriedOutKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from './effect/answer-in-time.ts'
import { type ActionOutcome, type AnyRound, execute, type ExecutorOptions, type Written } from './executor.ts'
import type { Action, ClusterPort, Effect, ResourceKey } from './port/cluster-port.ts'
import { type States, statesAfter, statesOf } from './states.ts'

/** What a decision needs. It can read the world but not change it. */
export interface DecideOptions {
  readonly kind: AnyRules
  readonly now: () => EpochMillis
  readonly answer: ClusterPort['answer']
  readonly envAt: (now: EpochMillis, consecutiveFailures: number, namespace: string) => Env
  /** What the watches already know; source `cache`. */
  readonly initialFacts: (resource: Resource<unknown, unknown>) => Facts
  readonly queryTimeout: (query: Query) => Millis
}

export interface RoundOptions extends DecideOptions {
  readonly kind: CarriedOutKind
  readonly executor: ExecutorOptions
  /** The round begins no more calls after this time. */
  readonly limit: Millis
  /**
   * Runs the plugins: returns the resource to decide on, and findings beside those of the core's rules. Absent: the resource as it
   * was read, and no findings.
   */
  readonly admit?: (
    key: ResourceKey,
    resource: JsonObject,
  ) => Promise<{ readonly resource: JsonObject; readonly findings: readonly Finding[] }>
}

/** The resource that the round was given. */
export interface Read {
  readonly resource: JsonObject
  readonly source: 'cache' | 'live'
}

/** One query, with its answer in a few words: `Known`, `Absent`, `Unknown Timeout`. */
export interface LookReport {
  readonly why: string
  readonly answers: readonly {
    readonly query: Query['_tag']
    readonly fact: Fact<unknown>
    readonly took: Millis
    readonly startedAt?: EpochMillis
  }[]
}

export type RoundEnd =
  /** `atTheLatest`: the latest requeue, if watches report everything that the resource waits for; null: only a query can report it. */
  | { readonly _tag: 'Settled'; readonly after: Millis; readonly atTheLatest: Millis | null }
  /** `after`: the delay that the kind asks for; null: the back-off decides. */
  | {
    readonly _tag: 'Failed'
    readonly after: Millis | null
    readonly error: AdapterError
    readonly failed: Effect | null
    readonly readLive: boolean
  }
  /** Another writer changed the resource, or it is gone: the next round reads it live. */
  | { readonly _tag: 'RestartRound'; readonly error: AdapterError }
  | { readonly _tag: 'Undecodable'; readonly path: string; readonly message: string }

/** The full report of one round: for logs, metrics, the narrator, and the next read. */
export interface RoundReport extends States {
  readonly startedAt: EpochMillis
  readonly took: Millis
  readonly source: Read['source']
  readonly meta: Resource<unknown, unknown>['meta'] | null
  readonly looks: readonly LookReport[]
  readonly facts: Facts
  /** The last decision, and its inputs beside the facts; null: nothing was decided. */
  readonly decided: { readonly resource: JsonObject; readonly env: Env; readonly actions: readonly Action[] } | null
  readonly outcomes: readonly ActionOutcome[]
  /** Outcomes of the actions that were done because another action failed. */
  readonly recovery: readonly ActionOutcome[]
  readonly waitingFor: string | null
  readonly written: Written | null
  readonly end: RoundEnd
}

const lost = (now: EpochMillis, reason: 'Timeout' | 'Unreachable', message: string): Fact<unknown> => ({
  source: 'live',
  asOf: now,
  _tag: 'Unknown',
  reason,
  message,
})

type LookCommand = Extract<AnyRound['command'], { readonly _tag: 'Look' }>

const ask = async (options: DecideOptions, query: Query): Promise<LookReport['answers'][number]> => {
  const began = options.now()
  const timeout = options.queryTimeout(query)
  const answer = await answerInTime(timeout, signal => options.answer(query, signal))
  const fact = answer._tag === 'Answer' ? answer.value
    : answer._tag === 'Late' ? lost(options.now(), 'Timeout', `no answer within ${timeout} ms`)
    : lost(options.now(), 'Unreachable', String(answer.error))
  return { query: query._tag, fact, took: options.now() - began, startedAt: began }
}

const look = async (
  options: DecideOptions,
  { queries, why }: LookCommand,
): Promise<{ readonly report: LookReport; readonly facts: Facts }> => {
  const asked: { readonly query: Query; readonly answer: LookReport['answers'][number] }[] = []
  for (const step of queries)
    asked.push(...await Promise.all(step.map(async query => ({ query, answer: await ask(options, query) }))))
  return {
    report: { why, answers: asked.map(({ answer }) => answer) },
    facts: Object.fromEntries(asked.map(({ query, answer }) => [factOf(query), answer.fact])),
  }
}

interface Acted {
  readonly outcomes: readonly ActionOutcome[]
  readonly recovery: readonly ActionOutcome[]
  readonly written: Written
  readonly waitingFor: string | null
  readonly end: RoundEnd
}

const act = async (
  options: RoundOptions,
  { round, clock }: Concluded,
  read: Written,
  deadline: EpochMillis,
): Promise<Acted> => {
  const { end, ...did } = await execute(options.executor, round, clock, read, deadline)
  switch (end._tag) {
    case 'Settled':
      return {
        ...did,
        waitingFor: end.requeue?.waitingFor ?? null,
        end: { _tag: 'Settled', after: end.requeue?.after ?? 0, atTheLatest: end.requeue?.atTheLatest ?? null },
      }
    case 'RestartRound':
      return { ...did, waitingFor: null, end }
    case 'Failed':
      return { ...did, waitingFor: end.requeue?.waitingFor ?? null, end: failedEnd(end) }
  }
}

const failedEnd = ({ after, error, failed, readLive }: Extract<EndOfRound<unknown>, { _tag: 'Failed' }>): RoundEnd => ({
  _tag: 'Failed',
  after,
  error,
  failed,
  readLive,
})

/** A round that has all the facts that its decision asks for. */
export interface Concluded {
  readonly round: AnyRound
  readonly looks: readonly LookReport[]
  /** The clock for the rest of the round. */
  readonly clock: () => RoundClock
}

/** Folds and decides, and queries the world as often as the decision asks and the round protocol allows. Changes nothing. */
export const conclude = async (
  options: DecideOptions,
  resource: Resource<unknown, unknown>,
  failures: number,
  found: readonly Finding[] = [],
): Promise<Concluded> => {
  const clock = (): Env => options.envAt(options.now(), failures, resource.meta.namespace)
  const env: Env = { ...clock(), ...(found.length === 0 ? {} : { found }) }
  const looks: LookReport[] = []
  let round: AnyRound = roundOf(options.kind, resource, env, options.initialFacts(resource))
  while (round.command._tag === 'Look') {
    const seen = await look(options, round.command)
    looks.push(seen.report)
    round = round.after({ _tag: 'Seen', facts: seen.facts }, clock())
  }
  return { round, looks, clock }
}

const keyIn = ({ metadata }: JsonObject): ResourceKey => {
  const { namespace, name } = (metadata ?? {}) as { readonly namespace?: unknown; readonly name?: unknown }
  return { namespace: typeof namespace === 'string' ? namespace : '', name: typeof name === 'string' ? name : '' }
}

/**
 * One round of one resource (design.md, section 1): decodes it, folds and decides, queries the world as often as the decision asks
 * (at most five times), and performs the actions. A round waits only for its own calls; an operation in progress is recorded in the
 * status.
 */
export const runRound = async (options: RoundOptions, read: Read, failures: number): Promise<RoundReport> => {
  const startedAt = options.now()
  const deadline = startedAt + options.limit
  const admitted = options.admit === undefined ? { resource: read.resource, findings: [] }
    : await options.admit(keyIn(read.resource), read.resource)
  const decoded = options.kind.decode(admitted.resource)
  const none = { looks: [], facts: {}, decided: null, outcomes: [], recovery: [], waitingFor: null, written: null } as const
  if (E.isLeft(decoded)) {
    const end: RoundEnd = { _tag: 'Undecodable', path: decoded.left.path, message: decodeErrorText(decoded.left, read.resource) }
    return { ...none, startedAt, took: options.now() - startedAt, source: read.source, meta: null, ...statesOf(options.kind, null), end }
  }
  const resource = decoded.right
  const concluded = await conclude(options, resource, failures, admitted.findings)
  const { round: { command, decided: { env, actions, facts } }, looks } = concluded
  const decided = { resource: admitted.resource, env, actions }
  const base = { startedAt, source: read.source, meta: resource.meta, looks, facts, decided }
  // the decision asked for more queries than one round allows
  if (command._tag === 'Finish' && command.end._tag === 'Failed')
    return { ...none, ...base, took: options.now() - startedAt, ...statesOf(options.kind, resource.status), end: failedEnd(command.end) }
  const acted = await act(options, concluded, {
    meta: resource.meta,
    resourceVersion: resource.meta.resourceVersion,
    resource: read.resource,
    wrote: 'nothing',
  }, deadline)
  const states = statesAfter(options.kind, [...acted.outcomes, ...acted.recovery], resource.status)
  return { ...base, ...acted, took: options.now() - startedAt, ...states }
}

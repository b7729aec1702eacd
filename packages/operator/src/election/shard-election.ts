import {
  isDone,
  isAnnounced,
  mayActOn,
  mayBeginOn,
  newMember,
  type ShardEvent,
  type ShardMember,
  shardOf,
  type ShardRequest,
  type ShardSettings,
  shardStep,
} from '@flink-operator/high-availability'
import { deleteLease } from '@flink-operator/k8s-adapter'
import { type Clock, evenClock, sleep } from '../clock.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { Election, ElectionOptions, LeaseStanding } from './election.ts'
import type { ElectionSetup } from './election-settings.ts'
import { forbiddenWords, noNamespaceWords } from './election-words.ts'
import { aloneLook } from './is-alone.ts'
import { onlyLeader } from './only-leader.ts'
import { memberLeaseName, shardLeaseName, shardRequests } from './shard-requests.ts'

/** Interval between two ticks of the shard member. */
const tickMillis = 250
/** After a clock standstill longer than this, other replicas may have taken over shards unnoticed. */
const longestSleep = 2_000

/** Returns a check whether the machine slept: the time of day then ran ahead of the monotonic clock. */
const sleepWatch = (clock: Pick<Clock, 'now'>): () => boolean => {
  let ahead = Date.now() - clock.now()
  return () => {
    const now = Date.now() - clock.now()
    const slept = now - ahead > longestSleep
    ahead = now
    return slept
  }
}

/**
 * Divides the resources among the replicas by shards (`shardStep`). A lost shard concerns its own resources only: the process
 * continues with the others.
 */
export const electShards = (
  setup: ElectionSetup,
  { http, logger, clock = evenClock, byHand, tell, synced, release }: ElectionOptions,
): Election => {
  const { division, settings } = setup
  const { namespace, leaseName, shards } = division
  const shardSettings: ShardSettings = {
    ...settings,
    shards,
    grace: settings.leaseDuration,
    offerAgainAfter: 40 * settings.leaseDuration,
  }
  const all = Array.from({ length: shards }, (_, shard) => shard)
  const ofShard = (key: ResourceKey): number => shardOf(key, shards)
  const perform = shardRequests(http, setup)
  const hasSlept = sleepWatch(clock)
  const [ended, held, finished] = [
    Promise.withResolvers<string>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<void>(),
  ]
  let member = newMember(clock.now())
  /** Answers to requests of an earlier member are dropped. */
  let generation = 0
  let over = false
  let reported = ''
  let words = `waits to take part in the division ${namespace}/${leaseName}`
  let begun: ReadonlySet<number> = new Set()
  const since = new Map<number, number>()
  const draining = new Map<number, Promise<void>>()
  const listeners: ((isGained: (key: ResourceKey) => boolean) => void)[] = []

  const waits = (why: string): void => {
    words = `waits: ${why}`
    if (reported === why) return
    reported = why
    logger.info({ lease: leaseName }, `waiting for shards: ${why}`)
    tell(`waiting for shards: ${why}`)
  }
  const end = (why: string): void => {
    over = true
    ended.resolve(why)
  }
  const isOver = (): boolean => over
  const forbidden = (message: string): void => end(forbiddenWords(message, namespace))
  const isAlone = aloneLook(setup, { http, clock, logger, byHand, waits, forbidden, held: held.resolve })

  const awake = (): boolean => {
    if (!hasSlept()) return true
    dispatch({ _tag: 'Slept' })
    return false
  }
  const mayAct = (key: ResourceKey): boolean => awake() && mayActOn(member, ofShard(key), clock.now(), shardSettings)
  const mayBegin = (key: ResourceKey): boolean => awake() && mayBeginOn(member, ofShard(key), clock.now(), shardSettings)

  /** Begins or stops the rounds of shards after a change of the member's shards. */
  const follow = (before: ShardMember): void => {
    const now = new Set(all.filter(shard => member.own[shard] === 'Held'))
    const [gained, lost] = [all.filter(it => now.has(it) && !begun.has(it)), all.filter(it => begun.has(it) && !now.has(it))]
    begun = now
    for (const shard of lost) {
      since.delete(shard)
      const isDraining = member.own[shard] === 'Draining'
      logger.info({ lease: leaseName, shard }, isDraining ? 'shard is given up' : 'shard is lost')
      const drained = release(key => ofShard(key) === shard)
      draining.set(shard, drained)
      const of = generation
      void drained.then(() => {
        if (draining.get(shard) !== drained) return
        draining.delete(shard)
        if (of === generation) dispatch({ _tag: 'Drained', shard })
      })
    }
    for (const shard of gained) since.set(shard, Date.now())
    if (gained.length > 0) {
      logger.info({ lease: leaseName, shards: gained }, 'shards are taken')
      const isGained = (key: ResourceKey): boolean => gained.includes(ofShard(key))
      listeners.forEach(then => then(isGained))
    }
    if (before.alone && !member.alone && !member.stopping)
      logger.error(
        { lease: leaseName },
        'this process could not announce itself in time: it acts on nothing until it has taken shards again',
      )
  }

  let errorReported = ''
  const send = async (request: ShardRequest): Promise<void> => {
    const of = generation
    const { event, error } = await perform(request, clock.now())
    if (of !== generation) return
    if (error !== null) failed(error._tag, error.message)
    else if (request._tag !== 'Bury') errorReported = ''
    dispatch(event)
  }
  const failed = (tag: string, message: string): void => {
    // a Conflict means that another process was quicker: no error
    if (tag === 'Conflict' || tag === 'AlreadyExists') return
    if (message !== errorReported) logger.warn({ lease: leaseName }, `leader election: ${message}`)
    errorReported = message
    if (member.renewedAt !== null || member.stopping) return
    if (tag === 'Forbidden') forbidden(message)
    else if (tag === 'NotFound' && message.includes('namespaces "'))
      end(noNamespaceWords(message, { namespace, name: memberLeaseName(leaseName, settings.identity) }))
  }
  const dispatch = (event: ShardEvent): void => {
    const before = member
    const answer = shardStep(shardSettings, member, event, clock.now())
    member = answer.member
    follow(before)
    if (isDone(member, shardSettings)) return finished.resolve()
    answer.requests.forEach(request => void send(request))
  }

  const withdraw = async (): Promise<void> => {
    const { version } = member
    generation++
    member = newMember(clock.now())
    if (version !== null) await deleteLease(http, { namespace, name: memberLeaseName(leaseName, settings.identity) }, version)
  }
  const pause = (): Promise<void> => sleep(clock, settings.retryPeriod * (0.5 + Math.random()))

  /** Takes part as a member until a rival operator is found. */
  const takePart = async (): Promise<void> => {
    for (let lookAt = clock.now(); !isOver();) {
      if (awake()) dispatch({ _tag: 'Tick' })
      if (!member.alone && !member.stopping && isAnnounced(member, clock.now(), shardSettings) && clock.now() >= lookAt) {
        const alone = await isAlone()
        if (alone === false) return withdraw()
        if (alone === true) dispatch({ _tag: 'Alone' })
        lookAt = clock.now() + settings.retryPeriod
      }
      await sleep(clock, tickMillis)
    }
  }
  const contest = async (): Promise<void> => {
    await synced
    while (!isOver()) {
      if (await isAlone() === true) await takePart()
      if (!isOver()) await pause()
    }
  }
  logger.info({ lease: leaseName, identity: settings.identity, shards }, 'waiting for shards')
  void contest()

  /** The Leases that this process holds or may have requested. */
  const leaseNames = (): readonly string[] =>
    all.filter(shard => member.own[shard] !== undefined).map(it => shardLeaseName(leaseName, it, shards))
  const leaseOf = (shard: number): LeaseStanding => ({
    lease: shardLeaseName(leaseName, shard, shards),
    isHeld: mayActOn(member, shard, clock.now(), shardSettings),
    holder: member.shards[shard]?.holder ?? null,
    acquireTime: since.get(shard) ?? null,
    transitions: member.shards[shard]?.transitions ?? 0,
  })
  return {
    mayBegin,
    guarded: port => onlyLeader(port, mayAct),
    ended: ended.promise,
    held: held.promise,
    actsBy: () => ({
      holder: settings.identity,
      leases: member.renewedAt === null ? [] : [
        ...leaseNames().map(name => ({ namespace, name, way: 'Release' as const })),
        { namespace, name: memberLeaseName(leaseName, settings.identity), way: 'Delete' },
      ],
    }),
    whenGained: then => {
      listeners.push(then)
      const now = begun
      if (now.size > 0) then(key => now.has(ofShard(key)))
    },
    standing: () => ({
      words: member.alone
        ? [
          `has shards ${[...begun].join(', ') || 'none'} of ${shards} of the division ${namespace}/${leaseName}; members: ${
            member.alive.join(', ')
          }`,
        ]
        : [words],
      leases: all.map(leaseOf),
    }),
    stop: async drained => {
      if (drained && member.renewedAt !== null && !over) {
        dispatch({ _tag: 'Stop' })
        // after a timeout the remaining Leases name this process until they expire
        await Promise.race([finished.promise, sleep(clock, settings.retryPeriod)])
      }
      over = true
      if (drained) await withdraw()
      generation++
    },
  }
}

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

/** Between two looks at what is due. */
const tickMillis = 250
/** A clock that stood still for longer than this may have missed that others took over. */
const longestSleep = 2_000

/** How far the time of day has run ahead of the even clock: it grows where the machine slept. */
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
 * The replicas share the resources by shards (`shardStep`). What is lost of a shard concerns its resources alone: the process goes on with
 * the others.
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
  /** Answers to a member that is no more are dropped. */
  let generation = 0
  let over = false
  let told = ''
  let words = `waits to take part in the division ${namespace}/${leaseName}`
  let begun: ReadonlySet<number> = new Set()
  const since = new Map<number, number>()
  const draining = new Map<number, Promise<void>>()
  const listeners: ((isGained: (key: ResourceKey) => boolean) => void)[] = []

  const waits = (why: string): void => {
    words = `waits: ${why}`
    if (told === why) return
    told = why
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

  /** Rounds are begun, or begun no more, as it stands now. */
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
        'this process could not announce itself in time: it acts on nothing until it has taken shards anew',
      )
  }

  let errorTold = ''
  const send = async (request: ShardRequest): Promise<void> => {
    const of = generation
    const { event, error } = await perform(request, clock.now())
    if (of !== generation) return
    if (error !== null) failed(error._tag, error.message)
    else if (request._tag !== 'Bury') errorTold = ''
    dispatch(event)
  }
  const failed = (tag: string, message: string): void => {
    // another was quicker: that is no fault
    if (tag === 'Conflict' || tag === 'AlreadyExists') return
    if (message !== errorTold) logger.warn({ lease: leaseName }, `leader election: ${message}`)
    errorTold = message
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

  /** As a member, until another operator is seen. */
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

  /** Those that it has, and those that it may have asked for. */
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
        // what is left names this process until its Lease has run out
        await Promise.race([finished.promise, sleep(clock, settings.retryPeriod)])
      }
      over = true
      if (drained) await withdraw()
      generation++
    },
  }
}

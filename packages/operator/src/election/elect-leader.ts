import type { EpochMillis } from '@flink-operator/core'
import { divisionAnnotation, divisionText, leaseLabel, scopeText, watchesAnnotation } from '@flink-operator/high-availability'
import type { LeaseMarks } from '@flink-operator/k8s-adapter'
import { evenClock, sleep } from '../clock.ts'
import type { Election, ElectionOptions } from './election.ts'
import { aloneLook } from './is-alone.ts'
import type { ElectionSetup } from './election-settings.ts'
import { forbiddenWords, heldWords, noNamespaceWords, remediations } from './election-words.ts'
import { type Leader, startLeader } from './leader.ts'
import { onlyLeader } from './only-leader.ts'

/**
 * Election by one Lease, whose holder leads. Another operator may use another Lease for the same resources. This process therefore
 * looks for such rivals before it takes part, and again once it holds its Lease (`rivalsSeen` says why that is enough).
 */
export const electLeader = (
  { division, scope, settings }: ElectionSetup,
  { http, logger, clock = evenClock, byHand, tell }: ElectionOptions,
): Election => {
  const lease = { namespace: division.namespace, name: division.leaseName }
  const marks: LeaseMarks = {
    labels: { [leaseLabel]: 'leader' },
    annotations: { [watchesAnnotation]: scopeText(scope), [divisionAnnotation]: divisionText(division) },
  }
  const [gained, ended, held] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<string>(),
  ]
  const state: { leader: Leader | null; since: EpochMillis | null; over: boolean; words: string; reported: string } = {
    leader: null,
    since: null,
    over: false,
    words: `waits for the Lease ${lease.namespace}/${lease.name}`,
    reported: '',
  }
  const isOver = (): boolean => state.over
  const mayAct = (): boolean => state.since !== null && state.leader?.mayAct() === true
  const waits = (words: string): void => {
    state.words = `waits: ${words}`
    if (state.reported !== words) {
      logger.info({ lease: lease.name }, `waiting to lead: ${words}`)
      tell(`waiting to lead: ${words}`)
    }
    state.reported = words
  }
  const end = (why: string): void => {
    state.over = true
    ended.resolve(why)
  }
  const forbidden = (message: string): void => end(forbiddenWords(message, lease.namespace))

  const isAlone = aloneLook({ division, scope, settings }, { http, clock, logger, byHand, waits, forbidden, held: held.resolve })

  /** Resolves with the leader when it holds the Lease; with null when it lost the Lease or may never hold it. */
  const holdLease = (): Promise<Leader | null> =>
    new Promise(resolve => {
      let lastSeen: string | null = null
      const leader = startLeader({
        lease,
        settings,
        http,
        clock,
        marks,
        wall: Date.now,
        onLeading: () => resolve(leader),
        onLost: () => {
          if (state.since === null) return
          const why = 'the Lease could not be renewed in time, or another process holds it: this process does not act any more'
          state.since = null
          state.words = why
          logger.error({ lease: lease.name }, why)
          end('this process has lost leadership: another may lead now, and the next start waits for its turn')
        },
        onHeld: record => {
          const words = heldWords({ ...lease, ...record })
          waits(words)
          if (lastSeen !== null && lastSeen !== record.resourceVersion) held.resolve(`${words}: ${remediations}`)
          lastSeen = record.resourceVersion
        },
        onError: (message, why) => {
          logger.warn({ lease: lease.name }, `leader election: ${message}`)
          if (state.since !== null) return
          if (why === 'Forbidden') forbidden(message)
          else if (why === 'NotFound' && message.includes('namespaces "')) end(noNamespaceWords(message, lease))
          else return
          resolve(null)
        },
      })
      state.leader = leader
    })

  const pause = (): Promise<void> => sleep(clock, settings.retryPeriod * (0.5 + Math.random()))

  /** Looks for rivals while another replica leads, so that the result is known when this replica's turn comes. */
  const keepLooking = async (waiting: AbortSignal): Promise<void> => {
    let lookAt = clock.now() + settings.leaseDuration
    for (;;) {
      // short, so that a process that has to end need not wait for it
      await sleep(clock, settings.retryPeriod)
      if (waiting.aborted || isOver()) return
      if (clock.now() < lookAt) continue
      await isAlone()
      lookAt = clock.now() + settings.leaseDuration
    }
  }

  /** After the Lease is held: true if certainly no rival is active. */
  const isAloneAsHolder = async (leader: Leader): Promise<boolean> => {
    for (;;) {
      const alone = await isAlone()
      if (alone !== null || !leader.mayAct() || isOver()) return alone === true && leader.mayAct() && !isOver()
      await pause()
    }
  }

  /** One attempt to become leader; true: this process leads. */
  const attempt = async (): Promise<boolean> => {
    if (await isAlone() !== true || isOver()) return false
    const waiting = new AbortController()
    void keepLooking(waiting.signal)
    const leader = await holdLease()
    waiting.abort()
    if (leader === null || isOver()) return false
    if (await isAloneAsHolder(leader)) return true
    if (!isOver()) await leader.stop()
    return false
  }

  const contest = async (): Promise<void> => {
    while (!isOver()) {
      if (!await attempt()) {
        await pause()
        continue
      }
      state.since = Date.now()
      state.words = `leads since ${new Date(state.since).toISOString()} by the Lease ${lease.namespace}/${lease.name}`
      logger.info({ lease: lease.name }, 'leading')
      gained.resolve()
      return
    }
  }
  logger.info({ lease: lease.name, identity: settings.identity }, 'waiting to lead')
  void contest()
  return {
    mayBegin: mayAct,
    guarded: port => onlyLeader(port, mayAct),
    ended: ended.promise,
    held: held.promise,
    standing: () => {
      const { holder = null, acquireTime = null, transitions = 0 } = state.leader?.record() ?? {}
      return { words: [state.words], leases: [{ lease: lease.name, isHeld: mayAct(), holder, acquireTime, transitions }] }
    },
    actsBy: () => ({ holder: settings.identity, leases: mayAct() ? [{ ...lease, way: 'Release' }] : [] }),
    whenGained: then => {
      void gained.promise.then(() => then(() => true))
    },
    stop: async drained => {
      state.over = true
      if (drained) await state.leader?.stop()
    },
  }
}

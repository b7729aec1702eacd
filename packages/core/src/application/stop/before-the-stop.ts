import type { Query } from '../../query/query.ts'
import { isKubernetesHighAvailability } from '../../flink-configuration/high-availability-mode.ts'
import { retentionQuery } from '../../job/stop/stop-request.ts'
import { allClusterObjects, clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { look } from '../../round/decision.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { inTheWay, waitingForOthers } from '../../cluster/seen/in-the-way.ts'
import { namesInputOf, namesInTheWay, namesNeeded } from '../../cluster/deploy/needed-names.ts'
import { stateOfOthers } from '../deploy/state-of-others.ts'
import { haPlaceOf, isSamePlace } from '../../operator-options/ha-place.ts'
import { zooKeeperFact, zooKeeperQuery } from '../../query/zookeeper-query.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { haPlace } from '../seen/application-ha-seen.ts'
import { settled } from '../../job/settled.ts'
import { settling } from '../settling.ts'
import type { SuspendMode } from '../../resource/suspend-mode.ts'

/**
 * Before what runs is stopped for something else: are the names that its deploy needs ours, or free? A job that was stopped for a deploy
 * that can't be done would stay down for as long as somebody else has the name. What is in the way is told and waited for, and what runs
 * goes on (F09, F13; B87). `meanwhile`: where nothing runs, what is deployed is brought back instead of waiting (V02).
 */
export const unlessInTheWay = (
  round: Round,
  target: ConfiguredSpec | null,
  next: { readonly looksAt: StopLooks; readonly go: () => JobDecision; readonly meanwhile?: () => JobDecision | null },
): JobDecision => {
  if (target === null || target.job.state === 'suspended') return next.go()
  const held = heldUp(round, target, next.looksAt)
  return held === null ? next.go() : held._tag === 'Look' ? held : (next.meanwhile?.() ?? held)
}

/** Null: nothing is in the way. */
const heldUp = (round: Round, target: ConfiguredSpec, looksAt: StopLooks): JobDecision | null => {
  const { desired, observed: { status, facts }, env } = round
  const input = namesInputOf(round, target)
  const names = namesNeeded(round, target, input)
  const place = haPlaceOf(desired.meta.name, input.configuration, env.options)
  // where what runs keeps its own is nobody else's
  const elsewhere = place._tag === 'ZooKeeper' && !isSamePlace(place, haPlace(round)) ? place.place : null
  const missing = unanswered(facts, [
    ...stopQueries(round, looksAt),
    namesQuery(round),
    ...(isKubernetesHighAvailability(input.configuration) ? [clusterQueries(desired).configMaps] : []),
    ...(elsewhere === null ? [] : [zooKeeperQuery(elsewhere)]),
  ])
  if (missing.length > 0) return look(missing, 'are the names free that the deploy needs, and which JobManager is it that is stopped?')
  const seen = elsewhere === null ? undefined : zooKeeperFact(facts, elsewhere)
  const isOutOfSight = seen?._tag === 'Unknown' && seen.reason === 'Forbidden'
  const blind = [
    facts.names,
    ...(isKubernetesHighAvailability(input.configuration) ? [facts.configMaps] : []),
    isOutOfSight ? undefined : seen,
  ].find(fact => fact?._tag === 'Unknown')
  if (blind?._tag === 'Unknown')
    return {
      ...settled(settling, round),
      status,
      after: env.options.observerProgressCheckInterval,
      waitingFor: `to see whether the names are free that the deploy needs: ${blind.message}`,
      reason: 'nothing is stopped on a guess',
    }
  const obstacles = [...namesInTheWay(round, names), ...stateOfOthers(round, input)]
  return obstacles.length === 0 ? null
    : {
      ...settled(settling, round),
      problem: { ...inTheWay(obstacles), owner: 'upgrade' },
      obstacles,
      after: env.options.observerProgressCheckInterval,
      waitingFor: waitingForOthers(obstacles),
      reason: "what the deploy needs is somebody else's: nothing is stopped",
    }
}

/** Of whatever may be deployed next, so that one look serves each of them. */
const namesQuery = (round: Round): Query => {
  const { meta, wanted, stable, deployed } = round.desired
  const targets = [wanted, stable, deployed._tag === 'Deployed' ? deployed.running : null].filter(it => it !== null)
  const objects = targets.flatMap(target => namesNeeded(round, target, namesInputOf(round, target)))
  return {
    _tag: 'ReadNames',
    namespace: meta.namespace,
    objects: objects.filter((it, i) => objects.findIndex(({ kind, name }) => kind === it.kind && name === it.name) === i),
  }
}

/**
 * A round has five looks: where HA metadata is asked for of what runs, something else is about to take its place, and the names are asked
 * for in the same look.
 */
export const withNames = (round: Round, queries: readonly Query[]): readonly Query[] => {
  const { status, facts } = round.observed
  const isAboutWhatRuns = status.operation === null && status.jobManagerDeploymentStatus !== 'MISSING'
    && queries.some(({ _tag }) => _tag === 'ListConfigMaps')
  return isAboutWhatRuns ? [...queries, ...unanswered(facts, [namesQuery(round)])] : queries
}

/** What the stop is about to look at. */
export type StopLooks = 'Nothing' | 'JobManager' | 'JobManagerAndCheckpoints' | 'Cluster'

/** A stop looks at the whole cluster where it takes it away, and at nothing where nothing runs any more. */
export const looksBeforeStop: Readonly<Record<SuspendMode, StopLooks>> = {
  NOOP: 'Nothing',
  STATELESS: 'JobManager',
  SAVEPOINT: 'JobManager',
  CANCEL: 'JobManagerAndCheckpoints',
  LAST_STATE: 'Cluster',
}

/** Asked together with what the stop asks, so that this costs no look of its own. */
export const stopQueries = (round: Round, looksAt: StopLooks): readonly Query[] => {
  const { desired } = round
  const { deployment, pods } = clusterQueries(desired)
  return looksAt === 'Cluster' ? allClusterObjects(desired)
    : looksAt === 'Nothing' ? [] : [deployment, pods, ...(looksAt === 'JobManagerAndCheckpoints' ? retentionQuery(round) : [])]
}

import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { isStateSeen, plansSeen } from '../cluster/high-availability/ha-sight.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { restEndpointOf } from '../cluster/seen/rest-endpoint.ts'
import { mainContainerName } from '../flink-configuration/main-container.ts'
import { presentKey } from '../flink-configuration/option.ts'
import { flinkOptions } from '../flink-configuration/flink-options.ts'
import { highAvailabilityMode } from '../flink-configuration/high-availability-mode.ts'
import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { type Asked, asked } from '../query/ask.ts'
import type { FlinkSessionJobView } from '../fact/flink-session-job-view.ts'
import type { Query } from '../query/query.ts'
import { haPlaceFor, haSightOf, keptOf, keptQueries, unseenKept } from './session-ha-seen.ts'
import type { SessionRound } from './session-cluster-round.ts'
import {
  idsOf,
  isStateful,
  isListedAsEnded,
  isUnderSubmit,
  mayBeThere,
  mayHaveRun,
  sessionJobsOf,
  unmanagedJobs,
  unseenJobs,
  unseenSessionJobs,
} from './session-jobs.ts'
import { isStopComing, type UnderWay, underWay } from './jobs-under-way.ts'

/** What the jobs of a session cluster lose where its JobManager goes. */
export type AffectedJobs =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'Nothing' }
    /** It could not be seen: nothing is done on a guess. */
    | { readonly _tag: 'Unknown'; readonly waitingFor: string }
    /** In words. */
    | { readonly _tag: 'Jobs'; readonly jobs: readonly string[] }
    /** It ends by itself, as a rule within seconds. */
    | { readonly _tag: 'UnderWay'; readonly jobs: readonly UnderWay[] }
  )

/**
 * What may run. Empty: it is not known, so that nothing is known of its high availability. When it was asked for before, and is asked for
 * once more: `KeptBefore`, the same high availability is read again; `AskedBefore`, no job with state was there.
 */
export type Before = readonly ConfiguredCluster[] | 'KeptBefore' | 'AskedBefore'

const nothing = (row: string, reason: string): AffectedJobs => ({ _tag: 'Nothing', row, reason })

/**
 * What may be lost where the JobManager of a session cluster is taken away for another one (E-1). In this order:
 *
 * | row | seen | at stake |
 * |---|---|---|
 * | J2 | session.upgrade.block-on-stateful-jobs is false | nothing that a person minds |
 * | J1 | the same high availability before and after, under the same Flink version, and it keeps every job that is there, with its state | nothing |
 * | J3 | live: no JobManager is up, and no high availability keeps a job | nothing runs |
 * | J4 | FlinkSessionJobs, the jobs of the cluster, or what high availability keeps, could not be seen | unknown |
 * | J5 | a FlinkSessionJob with state that runs, that is being submitted, or that high availability keeps; where that is out of sight, one that is not listed as ended | that one |
 * | J6 | a job that is not at its end, or that high availability keeps, and is of no FlinkSessionJob | that one |
 * | J7 | none of these | nothing |
 *
 * Where nothing is at stake, and a JobManager is up, one row is asked last, for it frees itself within seconds:
 *
 * | row | seen | at stake |
 * |---|---|---|
 * | J8 | a FlinkSessionJob with state is in the middle of what only this JobManager can show the end of (`jobs-under-way.ts`) | how that ends |
 *
 * That also goes for a cluster with high availability, and for one whose jobs may be lost as the options say: what runs may be lost there,
 * not the result of a stop that people asked for. There it is waited for only as long as Flink answers, and until it should be over.
 */
export const affectedJobs = (round: SessionRound, before: Before, after: ConfiguredCluster): Asked<AffectedJobs> =>
  pipe(
    affectedBy(round, before, after),
    E.chain(affected =>
      affected._tag !== 'Nothing' || affected.row === 'J3' ? E.right(affected)
        : pipe(awaited(round, after), E.map(waitsFor => waitsFor ?? affected))
    ),
  )

/** Row J4, as long as the jobs were not looked at. */
export const affectedJobsQuestion = { row: 'J4', reason: 'which jobs would be lost?' }

const affectedBy = (round: SessionRound, before: Before, after: ConfiguredCluster): Asked<AffectedJobs> => {
  const isRead = isReadAgain(before, after)
  if (!after.options.sessionUpgradeBlockOnStatefulJobs)
    return E.right(isRead ? brought : nothing('J2', 'jobs may be lost, as the options say'))
  // what keeps them can't be looked at here
  if (isRead && !isInSight(round, after)) return E.right(brought)
  const { desired, observed: { facts } } = round
  const { deployment, pods } = clusterQueries(desired)
  const { namespace, name } = desired.meta
  const clusters = typeof before === 'string' ? [after] : [...before, after]
  return pipe(
    facts,
    asked([deployment, pods, ...keptQueries(round, clusters), { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }]),
    E.chain(() => {
      // what an earlier spec left elsewhere no JobManager reads
      const kept = isRead ? plansSeen(haSightOf(round, after)) : keptOf(round, clusters)
      if (kept === null) return E.right(unknown(unseenKept(round, clusters)))
      const change: Change = { before, after, kept, isRead }
      return isNothingUp(round) ? E.right(whileDown(round, change)) : whileUp(round, change)
    }),
  )
}

interface Change {
  readonly before: Before
  readonly after: ConfiguredCluster
  /** Jobs whose plans are kept, of all places in sight. */
  readonly kept: readonly string[]
  /** Does the next JobManager look where the one before wrote? */
  readonly isRead: boolean
}

/** Row J8. Null: nothing is waited for. */
const awaited = (round: SessionRound, after: ConfiguredCluster): Asked<AffectedJobs | null> => {
  const { desired, observed: { facts } } = round
  const { namespace, name } = desired.meta
  const { deployment, pods } = clusterQueries(desired)
  const mayBeLost = !after.options.sessionUpgradeBlockOnStatefulJobs
  return pipe(
    facts,
    asked([deployment, pods, { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }]),
    E.chain((): Asked<AffectedJobs | null> => {
      if (isNothingUp(round)) return E.right(null)
      const unseen = unseenSessionJobs(facts)
      if (unseen !== null) return E.right(mayBeLost ? null : unknown(unseen))
      return pipe(facts, asked([jobsQuery(round, after)]), E.map(() => inTheMiddle(round, mayBeLost)))
    }),
  )
}

const inTheMiddle = (round: SessionRound, mayBeLost: boolean): AffectedJobs | null => {
  const { observed: { facts }, env } = round
  const all = underWay(round)
  const jobs = !mayBeLost ? all : facts.jobs?._tag === 'Known' ? all.filter(({ dueAt }) => dueAt !== null && env.now <= dueAt) : []
  return jobs.length === 0 ? null
    : { _tag: 'UnderWay', row: 'J8', jobs, reason: 'session jobs are in the middle of what only this JobManager can show the end of' }
}

const jobsQuery = ({ desired: { meta, deployed } }: SessionRound, { options }: ConfiguredCluster): Query => ({
  _tag: 'GetJobsOverview',
  endpoint: deployed._tag === 'Deployed' ? deployed.endpoint : restEndpointOf(meta, options),
})

/** No JobManager is up: what it had is what high availability keeps. */
const whileDown = (round: SessionRound, change: Change): AffectedJobs => {
  const { before, kept, isRead } = change
  if (isRead) return brought
  if (kept.length > 0) return seenOf(round, change, unseenSessionJobs(round.observed.facts))
  return isAllTold(round, before) ? nothing('J3', 'no JobManager runs that could have a job')
    : { _tag: 'Jobs', row: 'J5', jobs: ['whatever jobs its high availability keeps, which nobody can tell'], reason: keptElsewhere }
}

/** With high availability one that does not answer is one that an edit may have to mend: what is kept is enough to know. */
const whileUp = (round: SessionRound, change: Change): Asked<AffectedJobs> => {
  const { observed: { facts } } = round
  return pipe(
    facts,
    asked([jobsQuery(round, change.after)]),
    E.map(() => seenOf(round, change, unseenSessionJobs(facts) ?? (change.isRead ? null : unseenJobs(facts)))),
  )
}

const seenOf = (round: SessionRound, change: Change, unseen: string | null): AffectedJobs =>
  unseen === null ? amongJobs(round, change) : unknown(unseen)

/** Of all that was seen: a job whose plan and state the next JobManager reads again is not at stake. */
const amongJobs = (round: SessionRound, { before, after, kept, isRead }: Change): AffectedJobs => {
  const { observed: { facts } } = round
  const sight = haSightOf(round, after)
  const isSafe = (id: string): boolean => isRead && (plansSeen(sight) ?? []).includes(id) && isStateSeen(sight, id)
  // a JobManager that was elected again lists nothing until it has recovered its jobs: where nobody can see those, that is no proof (P14)
  const isHidden = typeof before !== 'string' && before.some(it => it.options.highAvailability !== 'none' && !isInSight(round, it))
  const isThere = (id: string): boolean => mayBeThere(facts, kept, id) || (isHidden && !isListedAsEnded(facts, id))
  // what an operator is about to stop nobody has to be asked for (J8)
  const isLeftToPeople = (job: FlinkSessionJobView): boolean => isNothingUp(round) || !isStopComing(round, job)
  const stateful = sessionJobsOf(facts).filter(it =>
    isStateful(it) && isLeftToPeople(it)
    && ((!isRead && isUnderSubmit(it)) || (mayHaveRun(it) && idsOf(it).some(id => isThere(id) && !isSafe(id))))
  )
  if (stateful.length > 0)
    return {
      _tag: 'Jobs',
      row: 'J5',
      jobs: stateful.map(({ meta }) => `FlinkSessionJob ${meta.name}`),
      reason: 'session jobs with state are in the cluster',
    }
  const unmanaged = unmanagedJobs(facts, kept).filter(id => !isSafe(id)).map(id => `job ${id}, which no FlinkSessionJob owns`)
  return unmanaged.length > 0
    ? { _tag: 'Jobs', row: 'J6', jobs: unmanaged, reason: 'jobs are in the cluster that nobody here can bring back' }
    : isRead ? brought : nothing('J7', 'no job with state is in the cluster')
}

const brought = nothing('J1', 'high availability brings the jobs back')

/** Does the next JobManager look where the one before wrote? */
const isReadAgain = (before: Before, after: ConfiguredCluster): boolean =>
  before === 'KeptBefore' || (before !== 'AskedBefore' && before.length > 0 && before.every(it => keepsJobs(it, after)))

const keptElsewhere = 'high availability may keep jobs where the operator can not look'

const unknown = (waitingFor: string): AffectedJobs => ({ _tag: 'Unknown', row: 'J4', waitingFor, reason: waitingFor })

/** Can the operator look where its HA services keep what is of the cluster? */
const isInSight = (round: SessionRound, cluster: ConfiguredCluster): boolean => {
  const { _tag } = haPlaceFor(round, cluster)
  return _tag === 'Kubernetes' || _tag === 'ZooKeeper'
}

/**
 * Is there no other place where jobs of the cluster could be kept? What a ZooKeeper out of sight, or a service of the user's, keeps can't
 * be read here; and of a cluster that nothing is known of nobody can tell where it keeps what.
 */
const isAllTold = (round: SessionRound, before: Before): boolean => {
  if (before === 'AskedBefore' || before === 'KeptBefore') return true
  return before.length === 0 ? round.observed.facts.deployment?._tag === 'Absent'
    : before.every(it => it.options.highAvailability === 'none' || isInSight(round, it))
}

const textOf = (configuration: FlinkConfiguration, option: Parameters<typeof presentKey>[1]): string | null => {
  const key = presentKey(configuration, option)
  return key === null ? null : (configuration[key] ?? null)
}

/** The stored plans of jobs are read by the JobManager that comes after, where it looks at the same place and is of the same version. */
const keepsJobs = (before: ConfiguredCluster, after: ConfiguredCluster): boolean => {
  const [from, to] = [before.effective.configuration, after.effective.configuration]
  return highAvailabilityMode(from) !== 'none' && highAvailabilityMode(from) === highAvailabilityMode(to)
    && textOf(from, flinkOptions.highAvailabilityStorageDir) === textOf(to, flinkOptions.highAvailabilityStorageDir)
    && zooKeeperPlace(from) === zooKeeperPlace(to) && before.flinkVersion === after.flinkVersion
}

/** Where ZooKeeper, or a service of the user's own, is told to keep them. */
const zooKeeperPlace = (configuration: FlinkConfiguration): string =>
  JSON.stringify(
    Object.entries(configuration).filter(([key]) =>
      key.startsWith('high-availability.zookeeper.') || key === 'high-availability.cluster-id'
    )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** By live looks: nothing of a JobManager is there, or no container of it runs and what it had is gone with it. */
export const isNothingUp = (round: SessionRound): boolean => {
  const { deployment, jobManagerPods, jobs } = round.observed.facts
  if (jobs?._tag === 'Known' || jobManagerPods?._tag !== 'Known' || jobManagerPods.source !== 'live') return false
  const isDown = jobManagerPods.value.every(({ containers }) =>
    containers.every(({ name, state }) => name !== mainContainerName || state?._tag !== 'Running')
  )
  if (deployment?._tag === 'Absent') return deployment.source === 'live' && isDown
  // one whose container runs may have a job, whether or not its Deployment was ever available
  return deployment?._tag === 'Known' && deployment.source === 'live' && deployment.value.availableReplicas === 0 && isDown
}

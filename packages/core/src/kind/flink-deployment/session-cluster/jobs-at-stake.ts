import type { RowText } from '../../../contract/round/row.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { isStateSeen, plansSeen } from '../../../cluster/high-availability/ha-observation.ts'
import { clusterQueries, restEndpointOf } from '../../../cluster/observe/cluster-queries.ts'
import { mainContainerName } from '../../../flink/configuration/pod-template.ts'
import { presentKey } from '../../../flink/configuration/option.ts'
import { flinkOptions } from '../../../flink/configuration/flink-options.ts'
import { highAvailabilityMode } from '../../../flink/configuration/high-availability-mode.ts'
import type { FlinkConfiguration } from '../../../flink/configuration/flink-defaults.ts'
import { type Asked, asked } from '../../../contract/query/ask.ts'
import type { FlinkSessionJobView } from '../../../contract/fact/custom-resource-views.ts'
import type { Query } from '../../../contract/query/query.ts'
import { haPlaceFor, observeHaOf, keptOf, keptQueries, unseenKept } from './observe-session-cluster.ts'
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

/** Which jobs of a session cluster would lose something if its JobManager were deleted. */
export type AffectedJobs =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'Nothing' }
    /** The jobs could not be observed, and the operator does nothing on a guess. */
    | { readonly _tag: 'Unknown'; readonly waitingFor: string }
    /** The jobs as text for users. */
    | { readonly _tag: 'Jobs'; readonly jobs: readonly string[] }
    /** The status records no deployed spec: high availability may keep jobs, and no JobManager runs that could list or stop them. */
    | { readonly _tag: 'Unlisted' }
    /** The affected work ends automatically, usually within seconds. */
    | { readonly _tag: 'UnderWay'; readonly jobs: readonly UnderWay[] }
  )

/**
 * The specs that the running cluster may have. Empty: unknown, so nothing is known of its high availability. For a check repeated during
 * the deploy: `KeptBefore` if the first check found that the same high availability is read again, `AskedBefore` if it found no job with
 * state.
 */
export type Before = readonly ConfiguredCluster[] | 'KeptBefore' | 'AskedBefore'

const nothing = (row: string, reason: string): AffectedJobs => ({ _tag: 'Nothing', row, reason })

/** Which jobs of a session cluster lose something if its JobManager is replaced, in the order in which it is checked. */
export const affectedRows: readonly RowText[] = [
  { id: 'affected-jobs/allowed', when: 'session.upgrade.block-on-stateful-jobs is false: nothing that the user wants to protect' },
  {
    id: 'affected-jobs/kept-by-ha',
    when:
      'the same high availability before and after, under the same Flink version, and it keeps every existing job with its state: nothing',
  },
  { id: 'affected-jobs/jobmanager-down', when: 'live: no JobManager is up, and no high availability keeps a job: nothing' },
  {
    id: 'affected-jobs/unseen',
    when: "FlinkSessionJobs, the jobs of the cluster, or the jobs that high availability keeps can't be observed: unknown",
  },
  {
    id: 'affected-jobs/stateful',
    when:
      "a stateful FlinkSessionJob runs, is being submitted, or is kept by high availability; where that can't be observed, one that Flink does not list as ended",
  },
  { id: 'affected-jobs/unmanaged', when: 'a job without a FlinkSessionJob has not ended, or high availability keeps it' },
  { id: 'affected-jobs/none', when: 'none of these: nothing' },
  {
    id: 'affected-jobs/under-way',
    when: 'a stateful FlinkSessionJob is in the middle of work whose result only this JobManager can report',
  },
]

/**
 * Which jobs may lose state when the operator replaces the JobManager of a session cluster (E-1): the first row of `affectedRows` that
 * applies.
 * If no job is affected and a JobManager is up, the last row is checked, because it clears within seconds. It also applies to a cluster
 * with high availability, and to one whose options allow the loss of jobs: there the running jobs may be
 * lost, but not the result of a stop that a user requested. In the latter case the operator waits only while Flink answers, and no longer
 * than the deadline of the work.
 */
export const affectedJobs = (round: SessionRound, before: Before, after: ConfiguredCluster): Asked<AffectedJobs> =>
  pipe(
    affectedBy(round, before, after),
    E.chain(affected =>
      affected._tag !== 'Nothing' || affected.row === 'affected-jobs/jobmanager-down' ? E.right(affected)
        : pipe(awaited(round, after), E.map(waitsFor => waitsFor ?? affected))
    ),
  )

/** Row affected-jobs/unseen before the jobs were queried. */
export const affectedJobsQuestion = { row: 'affected-jobs/unseen', reason: 'which jobs would be lost?' }

const affectedBy = (round: SessionRound, before: Before, after: ConfiguredCluster): Asked<AffectedJobs> => {
  const isRead = isReadAgain(before, after)
  if (!after.options.sessionUpgradeBlockOnStatefulJobs)
    return E.right(isRead ? keptByHa : nothing('affected-jobs/allowed', 'jobs may be lost, as the options say'))
  // the operator cannot read the store that keeps the jobs
  if (isRead && !isObservable(round, after)) return E.right(keptByHa)
  const { desired, observed: { facts } } = round
  const { deployment, pods } = clusterQueries(desired)
  const { namespace, name } = desired.meta
  const clusters = typeof before === 'string' ? [after] : [...before, after]
  return pipe(
    facts,
    asked([deployment, pods, ...keptQueries(round, clusters), { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }]),
    E.chain(() => {
      // no JobManager reads the metadata that an earlier spec left in another place
      const kept = isRead ? plansSeen(observeHaOf(round, after)) : keptOf(round, clusters)
      if (kept === null) return E.right(unknown(unseenKept(round, clusters)))
      const change: Change = { before, after, kept, isRead }
      return isNothingUp(round) ? E.right(whileDown(round, change)) : whileUp(round, change)
    }),
  )
}

interface Change {
  readonly before: Before
  readonly after: ConfiguredCluster
  /** Jobs whose plans are stored in any place that the operator can read. */
  readonly kept: readonly string[]
  /** Does the next JobManager read the place that the previous one wrote to? */
  readonly isRead: boolean
}

/** Row affected-jobs/under-way. Null: there is nothing to wait for. */
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
    : {
      _tag: 'UnderWay',
      row: 'affected-jobs/under-way',
      jobs,
      reason: 'session jobs are in the middle of work whose result only this JobManager can report',
    }
}

const jobsQuery = ({ desired: { meta, deployed } }: SessionRound, { options }: ConfiguredCluster): Query => ({
  _tag: 'GetJobsOverview',
  endpoint: deployed._tag === 'Deployed' ? deployed.endpoint : restEndpointOf(meta, options),
})

/** No JobManager is up, so only jobs that high availability keeps exist. */
const whileDown = (round: SessionRound, change: Change): AffectedJobs => {
  const { before, kept, isRead } = change
  if (isRead) return keptByHa
  const seen = kept.length > 0 ? seenOf(round, change, unseenSessionJobs(round.observed.facts)) : null
  // without a JobManager, no session job can be suspended or cancelled
  if (seen?._tag === 'Jobs' && before.length === 0) return { _tag: 'Unlisted', row: seen.row, reason: seen.reason }
  if (seen !== null) return seen
  return isAllReported(round, before) ? nothing('affected-jobs/jobmanager-down', 'no JobManager runs that could have a job')
    : before.length === 0 ? { _tag: 'Unlisted', row: 'affected-jobs/stateful', reason: keptElsewhere }
    : {
      _tag: 'Jobs',
      row: 'affected-jobs/stateful',
      jobs: ['the jobs that its high availability keeps, which the operator cannot list'],
      reason: keptElsewhere,
    }
}

/**
 * With high availability, a JobManager that does not answer holds up nothing: the edit may be the repair, and the stored metadata is enough
 * to decide.
 */
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

/** Finds the affected jobs in the observed facts. A job is not affected if the next JobManager reads both its plan and its state. */
const amongJobs = (round: SessionRound, { before, after, kept, isRead }: Change): AffectedJobs => {
  const { observed: { facts } } = round
  const haObservation = observeHaOf(round, after)
  const isSafe = (id: string): boolean => isRead && (plansSeen(haObservation) ?? []).includes(id) && isStateSeen(haObservation, id)
  // a newly elected JobManager lists no job until it has recovered them; if the stored jobs are unobservable, an empty list proves nothing
  // (P14)
  const isHidden = typeof before !== 'string' && before.some(it => it.options.highAvailability !== 'none' && !isObservable(round, it))
  const isThere = (id: string): boolean => mayBeThere(facts, kept, id) || (isHidden && !isListedAsEnded(facts, id))
  // no user has to act on a job that an operator is about to stop (affected-jobs/under-way)
  const isLeftToPeople = (job: FlinkSessionJobView): boolean => isNothingUp(round) || !isStopComing(round, job)
  const stateful = sessionJobsOf(facts).filter(it =>
    isStateful(it) && isLeftToPeople(it)
    && ((!isRead && isUnderSubmit(it)) || (mayHaveRun(it) && idsOf(it).some(id => isThere(id) && !isSafe(id))))
  )
  if (stateful.length > 0)
    return {
      _tag: 'Jobs',
      row: 'affected-jobs/stateful',
      jobs: stateful.map(({ meta }) => `FlinkSessionJob ${meta.name}`),
      reason: 'session jobs with state are in the cluster',
    }
  const unmanaged = unmanagedJobs(facts, kept).filter(id => !isSafe(id)).map(id =>
    `job ${id}, which the status of no FlinkSessionJob names`
  )
  return unmanaged.length > 0
    ? {
      _tag: 'Jobs',
      row: 'affected-jobs/unmanaged',
      jobs: unmanaged,
      reason: 'jobs without a FlinkSessionJob are in the cluster: the operator cannot start them again',
    }
    : isRead ? keptByHa : nothing('affected-jobs/none', 'no job with state is in the cluster')
}

const keptByHa = nothing('affected-jobs/kept-by-ha', 'high availability recovers the jobs')

/** Does the next JobManager read the place that the previous one wrote to? */
const isReadAgain = (before: Before, after: ConfiguredCluster): boolean =>
  before === 'KeptBefore' || (before !== 'AskedBefore' && before.length > 0 && before.every(it => keepsJobs(it, after)))

const keptElsewhere = 'high availability may keep jobs where the operator cannot read them'

const unknown = (waitingFor: string): AffectedJobs => ({ _tag: 'Unknown', row: 'affected-jobs/unseen', waitingFor, reason: waitingFor })

/** Can the operator read the place where the HA services of this cluster keep their metadata? */
const isObservable = (round: SessionRound, cluster: ConfiguredCluster): boolean => {
  const { _tag } = haPlaceFor(round, cluster)
  return _tag === 'Kubernetes' || _tag === 'ZooKeeper'
}

/**
 * Can the operator read every place that may keep jobs of the cluster? It cannot read an unobservable ZooKeeper or the HA service of a
 * user, and for an unknown cluster the place itself is unknown.
 */
const isAllReported = (round: SessionRound, before: Before): boolean => {
  if (before === 'AskedBefore' || before === 'KeptBefore') return true
  return before.length === 0 ? round.observed.facts.deployment?._tag === 'Absent'
    : before.every(it => it.options.highAvailability === 'none' || isObservable(round, it))
}

const textOf = (configuration: FlinkConfiguration, option: Parameters<typeof presentKey>[1]): string | null => {
  const key = presentKey(configuration, option)
  return key === null ? null : (configuration[key] ?? null)
}

/** The next JobManager reads the stored plans of the jobs if it uses the same place and the same Flink version. */
const keepsJobs = (before: ConfiguredCluster, after: ConfiguredCluster): boolean => {
  const [from, to] = [before.effective.configuration, after.effective.configuration]
  return highAvailabilityMode(from) !== 'none' && highAvailabilityMode(from) === highAvailabilityMode(to)
    && textOf(from, flinkOptions.highAvailabilityStorageDir) === textOf(to, flinkOptions.highAvailabilityStorageDir)
    && zooKeeperPlace(from) === zooKeeperPlace(to) && before.flinkVersion === after.flinkVersion
}

/** The place that the configuration gives to ZooKeeper, or to an HA service of the user. */
const zooKeeperPlace = (configuration: FlinkConfiguration): string =>
  JSON.stringify(
    Object.entries(configuration).filter(([key]) =>
      key.startsWith('high-availability.zookeeper.') || key === 'high-availability.cluster-id'
    )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** True if live queries show that no JobManager is up: none exists, or none of its containers runs, so its jobs in memory are gone. */
export const isNothingUp = (round: SessionRound): boolean => {
  const { deployment, jobManagerPods, jobs } = round.observed.facts
  if (jobs?._tag === 'Known' || jobManagerPods?._tag !== 'Known' || jobManagerPods.source !== 'live') return false
  const isDown = jobManagerPods.value.every(({ containers }) =>
    containers.every(({ name, state }) => name !== mainContainerName || state?._tag !== 'Running')
  )
  if (deployment?._tag === 'Absent') return deployment.source === 'live' && isDown
  // a running container may have a job, whether or not its Deployment was ever available
  return deployment?._tag === 'Known' && deployment.source === 'live' && deployment.value.availableReplicas === 0 && isDown
}

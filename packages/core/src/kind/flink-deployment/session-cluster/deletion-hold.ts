import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { type Asked, asked } from '../../../contract/query/ask.ts'
import { keptOf, keptQueries, unseenKept } from './observe-session-cluster.ts'
import { isNothingUp } from './jobs-at-stake.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { sessionJobsOf, unmanagedJobs, unseenJobs, unseenSessionJobs } from './session-jobs.ts'

/** The reason why a session cluster cannot be deleted yet. */
export type DeletionHold =
  | { readonly _tag: 'No'; readonly reason: string }
  /** Jobs that have to end first; `message` has the words of the reference operator. */
  | { readonly _tag: 'Jobs'; readonly waitingFor: string; readonly message: string }
  /** The jobs could not be observed (E-3). */
  | { readonly _tag: 'Unknown'; readonly waitingFor: string }

/**
 * | row | option or query | observed | holds up the deletion |
 * |---|---|---|---|
 * | deletion-hold/session-jobs-ignored | session.deletion.block-on-session-jobs is false | – | no |
 * | deletion-hold/session-jobs-unseen | FlinkSessionJobs that refer to the cluster | unobservable | unknown |
 * | deletion-hold/session-jobs | | at least one | yes: that job |
 * | deletion-hold/other-jobs-ignored | session.deletion.block-on-unmanaged-jobs is false | – | no |
 * | deletion-hold/jobmanager-down | is any JobManager up? | none, and no high availability keeps a job | no |
 * | deletion-hold/other-jobs-unseen | the jobs that Flink lists, and those that high availability keeps | unobservable | unknown |
 * | deletion-hold/other-jobs | | one that has not ended | yes: that job |
 * | deletion-hold/none | | none | no |
 */
export const deletionHold = (round: SessionRound): Asked<DeletionHold> => {
  const { desired, desired: { meta: { namespace, name }, deployed, wanted }, observed: { facts } } = round
  const running = deployed._tag === 'Deployed' ? deployed.running : wanted
  const options = running?.options
  if (options?.sessionDeletionBlockOnSessionJobs === false)
    return E.right({ _tag: 'No', reason: 'its jobs are deleted with it, as the options say' })
  const { deployment, podsWithEvents } = clusterQueries(desired)
  return pipe(
    facts,
    asked([
      { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name },
      deployment,
      podsWithEvents,
      ...keptQueries(round, clustersOf(round)),
    ]),
    E.chain((): Asked<DeletionHold> => {
      const ofOwn = bySessionJobs(round)
      return ofOwn !== null ? E.right(ofOwn)
        : options?.sessionDeletionBlockOnUnmanagedJobs === false
        ? E.right({ _tag: 'No', reason: 'the session cluster has no FlinkSessionJobs' })
        : unmanaged(round)
    }),
  )
}

/** Rows deletion-hold/session-jobs-unseen and deletion-hold/session-jobs. Null: no FlinkSessionJob refers to the cluster. */
const bySessionJobs = ({ observed: { facts } }: SessionRound): DeletionHold | null => {
  const unseen = unseenSessionJobs(facts)
  if (unseen !== null) return { _tag: 'Unknown', waitingFor: unseen }
  const names = sessionJobsOf(facts).map(it => it.meta.name).sort()
  return names.length === 0 ? null : {
    _tag: 'Jobs',
    waitingFor: 'its session jobs to be deleted',
    message: `The session jobs [${names.join(', ')}] should be deleted first`,
  }
}

/** The specs whose HA services may keep jobs of the cluster: the running one and the one that is being deployed. */
const clustersOf = ({ desired: { deployed, wanted, attempt } }: SessionRound): readonly ConfiguredCluster[] =>
  [attempt?.target ?? null, deployed._tag === 'Deployed' ? deployed.running : wanted].filter(it => it !== null)

const unmanaged = (round: SessionRound): Asked<DeletionHold> => {
  const { desired: { deployed }, observed: { facts } } = round
  const kept = keptOf(round, clustersOf(round))
  if (kept === null) return E.right({ _tag: 'Unknown', waitingFor: unseenKept(round, clustersOf(round)) })
  if (kept.length === 0 && isNothingUp(round)) return E.right({ _tag: 'No', reason: 'no JobManager runs that could have a job' })
  return pipe(
    facts,
    asked(deployed._tag === 'Never' || deployed.endpoint === null ? [] : [{ _tag: 'GetJobsOverview', endpoint: deployed.endpoint }]),
    E.map(() => amongJobs(round, kept)),
  )
}

const amongJobs = ({ observed: { facts } }: SessionRound, kept: readonly string[]): DeletionHold => {
  const unseen = unseenJobs(facts)
  if (unseen !== null) return { _tag: 'Unknown', waitingFor: unseen }
  const left = unmanagedJobs(facts, kept)
  return left.length === 0 ? { _tag: 'No', reason: 'no job runs in the session cluster' }
    : {
      _tag: 'Jobs',
      waitingFor: 'the other jobs of the cluster to be cancelled',
      message: `The session cluster has non terminated jobs [${left.join(', ')}] that should be cancelled first`,
    }
}

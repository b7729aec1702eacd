import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { type Asked, asked } from '../query/ask.ts'
import { keptOf, keptQueries, unseenKept } from './session-ha-seen.ts'
import { isNothingUp } from './jobs-at-stake.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { sessionJobsOf, unmanagedJobs, unseenJobs, unseenSessionJobs } from './session-jobs.ts'

/** What keeps a session cluster from being deleted. */
export type DeletionHold =
  | { readonly _tag: 'No'; readonly reason: string }
  /** Jobs that are to be ended first; `message` with the reference operator's words. */
  | { readonly _tag: 'Jobs'; readonly waitingFor: string; readonly message: string }
  /** It could not be seen (E-3). */
  | { readonly _tag: 'Unknown'; readonly waitingFor: string }

/**
 * | row | asked | seen | hold |
 * |---|---|---|---|
 * | X1 | session.deletion.block-on-session-jobs is false | – | no |
 * | X2 | FlinkSessionJobs that refer to the cluster | unknown | unknown |
 * | X3 | | one | that |
 * | X4 | session.deletion.block-on-unmanaged-jobs is false | – | no |
 * | X5 | is any JobManager up? | none, and no high availability keeps a job | no |
 * | X6 | the jobs that Flink lists, and those that high availability keeps | unknown | unknown |
 * | X7 | | one that is not at its end | that |
 * | X8 | | none | no |
 */
export const deletionHold = (round: SessionRound): Asked<DeletionHold> => {
  const { desired, desired: { meta: { namespace, name }, deployed, wanted }, observed: { facts } } = round
  const running = deployed._tag === 'Deployed' ? deployed.running : wanted
  const options = running?.options
  if (options?.sessionDeletionBlockOnSessionJobs === false)
    return E.right({ _tag: 'No', reason: 'its jobs go with it, as the options say' })
  const { deployment, pods } = clusterQueries(desired)
  return pipe(
    facts,
    asked([
      { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name },
      deployment,
      pods,
      ...keptQueries(round, clustersOf(round)),
    ]),
    E.chain((): Asked<DeletionHold> => {
      const ofOwn = bySessionJobs(round)
      return ofOwn !== null ? E.right(ofOwn)
        : options?.sessionDeletionBlockOnUnmanagedJobs === false ? E.right({ _tag: 'No', reason: 'it has no session jobs' })
        : unmanaged(round)
    }),
  )
}

/** Rows X2 and X3. Null: there are none. */
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

/** Whose HA services may keep jobs of it: what runs, and what is being deployed. */
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
  return left.length === 0 ? { _tag: 'No', reason: 'no job runs in it' }
    : {
      _tag: 'Jobs',
      waitingFor: 'the other jobs of the cluster to be cancelled',
      message: `The session cluster has non terminated jobs [${left.join(', ')}] that should be cancelled first`,
    }
}

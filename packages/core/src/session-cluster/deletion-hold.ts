import { haConfigMap } from '../cluster/high-availability/ha-config-map.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import type { Query } from '../query/query.ts'
import { unanswered } from '../query/unanswered.ts'
import { isTerminal } from '../resource/job-state.ts'
import { isNothingUp } from './jobs-at-stake.ts'
import type { SessionRound } from './round.ts'
import { sessionJobsOf, unmanagedJobs } from './session-jobs.ts'

/** What keeps a session cluster from being deleted. */
export type DeletionHold =
  | { readonly _tag: 'No'; readonly reason: string }
  | { readonly _tag: 'LookFirst'; readonly queries: readonly Query[] }
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
export const deletionHold = (round: SessionRound): DeletionHold => {
  const { desired, desired: { meta: { namespace, name }, deployed, wanted }, observed: { facts } } = round
  const running = deployed._tag === 'Deployed' ? deployed.running : wanted
  const options = running?.options
  if (options?.sessionDeletionBlockOnSessionJobs === false) return { _tag: 'No', reason: 'its jobs go with it, as the options say' }
  const { deployment, pods, configMaps } = clusterQueries(desired)
  const missing = unanswered(facts, [{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }, deployment, pods, configMaps])
  if (missing.length > 0) return { _tag: 'LookFirst', queries: missing }
  const { flinkSessionJobs } = facts
  if (flinkSessionJobs === undefined || flinkSessionJobs._tag === 'Unknown')
    return { _tag: 'Unknown', waitingFor: `to see which FlinkSessionJobs there are: ${flinkSessionJobs?.message ?? 'not looked'}` }
  const names = sessionJobsOf(facts).map(it => it.meta.name).sort()
  if (names.length > 0)
    return {
      _tag: 'Jobs',
      waitingFor: 'its session jobs to be deleted',
      message: `The session jobs [${names.join(', ')}] should be deleted first`,
    }
  return options?.sessionDeletionBlockOnUnmanagedJobs === false ? { _tag: 'No', reason: 'it has no session jobs' } : unmanaged(round)
}

const unmanaged = (round: SessionRound): DeletionHold => {
  const { desired: { deployed }, observed: { facts } } = round
  const kept = keptJobs(round)
  if (kept === null) return { _tag: 'Unknown', waitingFor: 'to see which jobs high availability keeps' }
  if (kept.length === 0 && isNothingUp(round)) return { _tag: 'No', reason: 'no JobManager runs that could have a job' }
  const unlisted = deployed._tag === 'Never' || deployed.endpoint === null ? []
    : unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint: deployed.endpoint }])
  if (unlisted.length > 0) return { _tag: 'LookFirst', queries: unlisted }
  const { jobs } = facts
  if (jobs?._tag !== 'Known')
    return {
      _tag: 'Unknown',
      waitingFor: `to see which jobs run in the cluster: ${jobs?._tag === 'Unknown' ? jobs.message : 'not looked'}`,
    }
  // a JobManager that was restarted lists nothing for a moment before it has recovered what is kept
  const ended = jobs.value.filter(({ state }) => isTerminal(state)).map(({ jobId }) => jobId)
  const left = [...new Set([...unmanagedJobs(facts), ...kept.filter(id => !ended.includes(id))])].sort()
  return left.length === 0 ? { _tag: 'No', reason: 'no job runs in it' }
    : {
      _tag: 'Jobs',
      waitingFor: 'the other jobs of the cluster to be cancelled',
      message: `The session cluster has non terminated jobs [${left.join(', ')}] that should be cancelled first`,
    }
}

/** Jobs whose plans high availability in Kubernetes keeps, so that a JobManager brings them back; null: that could not be seen. */
const keptJobs = ({ desired: { meta }, observed: { facts: { configMaps } } }: Pick<SessionRound, 'desired' | 'observed'>):
  | readonly string[]
  | null =>
  configMaps?._tag !== 'Known' ? null : configMaps.value.flatMap(it => {
    const metadata = haConfigMap(meta.name, it)
    return metadata?._tag === 'Cluster' ? metadata.jobIds : []
  })

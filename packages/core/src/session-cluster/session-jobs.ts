import { plansSeen } from '../cluster/high-availability/ha-sight.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { FlinkSessionJobView } from '../fact/flink-session-job-view.ts'
import { isTerminal } from '../resource/job-state.ts'
import { isStateless } from '../resource/upgrade-mode.ts'

type Facts = Pick<FlinkDeploymentFacts, 'flinkSessionJobs' | 'jobs' | 'configMaps'>

/** FlinkSessionJobs that refer to the cluster. Where their kind is not installed there are none. */
export const sessionJobsOf = ({ flinkSessionJobs }: Pick<Facts, 'flinkSessionJobs'>): readonly FlinkSessionJobView[] =>
  flinkSessionJobs?._tag === 'Known' ? flinkSessionJobs.value : []

/** Is its state to be kept? What is being started from a path has one, whatever the mode of its upgrades. */
export const isStateful = ({ spec: { job }, status: { operation } }: FlinkSessionJobView): boolean =>
  !isStateless(job?.upgradeMode) || (operation?.kind === 'Submit' && operation.source._tag === 'Path')

/** It is written down that it is to run, and its job may come to run at any moment, whatever was seen of it. */
export const isUnderSubmit = ({ status: { operation } }: FlinkSessionJobView): boolean => operation?.kind === 'Submit'

/** Neither at its end nor never run. */
export const mayHaveRun = ({ status: { jobStatus: { state, jobId }, operation } }: FlinkSessionJobView): boolean =>
  (jobId !== null && !isTerminal(state)) || (operation?.kind === 'Submit' && operation.sentAt !== null)

/** Those whose state is in the cluster. One that never ran has nothing to lose, one that came to its end, or was suspended, neither. */
export const statefulSessionJobs = (jobs: readonly FlinkSessionJobView[]): readonly FlinkSessionJobView[] =>
  jobs.filter(it => isStateful(it) && mayHaveRun(it))

export const idsOf = ({ status: { jobStatus, operation } }: FlinkSessionJobView): readonly string[] =>
  [jobStatus.jobId, operation?.jobId ?? null].filter(it => it !== null)

/**
 * Ids of jobs that are not at their end and that no FlinkSessionJob names: of those that Flink lists, and of `kept`, which a JobManager
 * that was restarted lists only a moment later (P14).
 */
export const unmanagedJobs = (facts: Facts, kept: readonly string[]): readonly string[] => {
  const owned = sessionJobsOf(facts).flatMap(idsOf)
  const listed = facts.jobs?._tag === 'Known' ? facts.jobs.value : []
  const ended = listed.filter(({ state }) => isTerminal(state)).map(({ jobId }) => jobId)
  return [...new Set([...listed.map(({ jobId }) => jobId), ...kept])].filter(id => !ended.includes(id) && !owned.includes(id)).sort()
}

/** Jobs whose plans high availability in Kubernetes keeps, so that a JobManager brings them back; null: that could not be seen. */
export const keptJobs = (facts: Pick<Facts, 'configMaps'>, clusterId: string): readonly string[] | null =>
  plansSeen({ clusterId, place: { _tag: 'Kubernetes' }, facts })

/** Is a job of that id in the cluster, as far as was seen: Flink lists it alive, or does not tell, or high availability keeps it? */
export const mayBeThere = ({ jobs }: Pick<Facts, 'jobs'>, kept: readonly string[], id: string): boolean =>
  jobs?._tag !== 'Known' || kept.includes(id) || jobs.value.some(({ jobId, state }) => jobId === id && !isTerminal(state))

/** Does Flink tell that it has ended? */
export const isListedAsEnded = ({ jobs }: Pick<Facts, 'jobs'>, id: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(({ jobId, state }) => jobId === id && isTerminal(state))

/** What could not be seen of them; null: all was. */
export const unseenSessionJobs = ({ flinkSessionJobs }: Facts): string | null =>
  flinkSessionJobs === undefined || flinkSessionJobs._tag === 'Unknown'
    ? `to see which FlinkSessionJobs there are: ${flinkSessionJobs?.message ?? 'not looked'}` : null

/** The same of the jobs that Flink lists. */
export const unseenJobs = ({ jobs }: Facts): string | null =>
  jobs?._tag === 'Known' ? null : `to see which jobs run in the cluster: ${jobs?._tag === 'Unknown' ? jobs.message : 'not looked'}`

import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { FlinkSessionJobView } from '../fact/flink-session-job-view.ts'
import { isTerminal } from '../resource/job-state.ts'

type Facts = Pick<FlinkDeploymentFacts, 'flinkSessionJobs' | 'jobs'>

/** FlinkSessionJobs that refer to the cluster. Where their kind is not installed there are none. */
export const sessionJobsOf = ({ flinkSessionJobs }: Facts): readonly FlinkSessionJobView[] =>
  flinkSessionJobs?._tag === 'Known' ? flinkSessionJobs.value : []

/** One that never ran has nothing to lose, one that came to its end, or was suspended, neither. */
export const statefulSessionJobs = (jobs: readonly FlinkSessionJobView[]): readonly FlinkSessionJobView[] =>
  jobs.filter(({ spec: { job }, status: { jobStatus: { state, jobId } } }) =>
    job?.upgradeMode !== 'stateless' && jobId !== null && !isTerminal(state)
  )

/** Ids of jobs of the cluster that are not at their end and that no FlinkSessionJob names. */
export const unmanagedJobs = (facts: Facts): readonly string[] => {
  const owned = sessionJobsOf(facts).flatMap(({ status: { jobStatus, operation } }) => [jobStatus.jobId, operation?.jobId ?? null])
  return facts.jobs?._tag === 'Known'
    ? facts.jobs.value.filter(({ state, jobId }) => !isTerminal(state) && !owned.includes(jobId)).map(({ jobId }) => jobId).sort() : []
}

/** What could not be seen of the jobs; null: all of it was. */
export const unseenWords = ({ flinkSessionJobs, jobs }: Facts): string | null =>
  flinkSessionJobs === undefined || flinkSessionJobs._tag === 'Unknown'
    ? `to see which FlinkSessionJobs there are: ${flinkSessionJobs?.message ?? 'not looked'}`
    : jobs?._tag !== 'Known' ? `to see which jobs run in the cluster: ${jobs?._tag === 'Unknown' ? jobs.message : 'not looked'}`
    : null

import { plansSeen } from '../../../cluster/high-availability/ha-observation.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { FlinkSessionJobView } from '../../../contract/fact/custom-resource-views.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'

type Facts = Pick<FlinkDeploymentFacts, 'flinkSessionJobs' | 'jobs' | 'configMaps'>

/** FlinkSessionJobs that refer to the cluster. The list is empty if their CRD is not installed. */
export const sessionJobsOf = ({ flinkSessionJobs }: Pick<Facts, 'flinkSessionJobs'>): readonly FlinkSessionJobView[] =>
  flinkSessionJobs?._tag === 'Known' ? flinkSessionJobs.value : []

/** Must the state of the job be kept? A job that is being started from a path has state, whatever its upgrade mode. */
export const isStateful = ({ spec: { job }, status: { operation } }: FlinkSessionJobView): boolean =>
  !isStateless(job?.upgradeMode) || (operation?.kind === 'Submit' && operation.source._tag === 'Path')

/** True while a submit is recorded: the job may start at any moment, whatever the round observed. */
export const isUnderSubmit = ({ status: { operation } }: FlinkSessionJobView): boolean => operation?.kind === 'Submit'

/** True if the job may have run and has not ended. */
export const mayHaveRun = ({ status: { jobStatus: { state, jobId }, operation } }: FlinkSessionJobView): boolean =>
  (jobId !== null && !isTerminal(state)) || (operation?.kind === 'Submit' && operation.sentAt !== null)

/**
 * Jobs whose state is in the cluster. A job that never ran has no state to lose; a job that has ended or is suspended has none in the
 * cluster.
 */
export const statefulSessionJobs = (jobs: readonly FlinkSessionJobView[]): readonly FlinkSessionJobView[] =>
  jobs.filter(it => isStateful(it) && mayHaveRun(it))

export const idsOf = ({ status: { jobStatus, operation } }: FlinkSessionJobView): readonly string[] =>
  [jobStatus.jobId, operation?.jobId ?? null].filter(it => it !== null)

/**
 * Ids of jobs that have not ended and that no FlinkSessionJob names. They come from the list of Flink and from `kept`, which a restarted
 * JobManager lists only a moment later (P14).
 */
export const unmanagedJobs = (facts: Facts, kept: readonly string[]): readonly string[] => {
  const owned = sessionJobsOf(facts).flatMap(idsOf)
  const listed = facts.jobs?._tag === 'Known' ? facts.jobs.value : []
  const ended = listed.filter(({ state }) => isTerminal(state)).map(({ jobId }) => jobId)
  return [...new Set([...listed.map(({ jobId }) => jobId), ...kept])].filter(id => !ended.includes(id) && !owned.includes(id)).sort()
}

/** Jobs whose plans the Kubernetes HA services keep, so that a JobManager recovers them. Null: the ConfigMaps could not be read. */
export const keptJobs = (facts: Pick<Facts, 'configMaps'>, clusterId: string): readonly string[] | null =>
  plansSeen({ clusterId, place: { _tag: 'Kubernetes' }, facts })

/** May a job with that id be in the cluster? True if Flink lists it alive, if Flink does not answer, or if high availability keeps it. */
export const mayBeThere = ({ jobs }: Pick<Facts, 'jobs'>, kept: readonly string[], id: string): boolean =>
  jobs?._tag !== 'Known' || kept.includes(id) || jobs.value.some(({ jobId, state }) => jobId === id && !isTerminal(state))

/** Does Flink list the job as ended? */
export const isListedAsEnded = ({ jobs }: Pick<Facts, 'jobs'>, id: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(({ jobId, state }) => jobId === id && isTerminal(state))

/** A text that says what is unobservable about the FlinkSessionJobs. Null: the list is complete. */
export const unseenSessionJobs = ({ flinkSessionJobs }: Facts): string | null =>
  flinkSessionJobs === undefined || flinkSessionJobs._tag === 'Unknown'
    ? `the Kubernetes API to list the FlinkSessionJobs: ${flinkSessionJobs?.message ?? 'not queried yet'}` : null

/** The same for the jobs that Flink lists. */
export const unseenJobs = ({ jobs }: Facts): string | null =>
  jobs?._tag === 'Known' ? null : `Flink to list the jobs of the cluster: ${jobs?._tag === 'Unknown' ? jobs.message : 'not queried yet'}`

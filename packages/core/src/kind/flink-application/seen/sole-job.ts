import type { JobOverview } from '../../../fact/flink-rest.ts'
import { hashLabel, jobPropertiesAnnotation, versionLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import type { JobDefinition } from '../status/job-definition.ts'
import { clusterHashes, clusterOf, jobsAt } from './clusters.ts'
import { isAlive } from './seen-job.ts'

export interface SoleJob {
  readonly hash: string
  readonly colour: string
  readonly job: JobOverview
  readonly definition: JobDefinition
}

const form = /^jarName: (.*)\nparallelism: (\d+)\nentryClass:(.*)\nprogramArgs:"([\s\S]*)"$/u

/** The four properties of a job, as the annotation of its Deployment has them (section 3.2); null: it can't be read. */
const definitionOf = (text: string, { allowNonRestoredState }: Pick<JobDefinition, 'allowNonRestoredState'>): JobDefinition | null => {
  const [, jarName, parallelism, entryClass, programArgs] = form.exec(text) ?? []
  return jarName === undefined || entryClass === undefined || programArgs === undefined ? null
    : { jarName, parallelism: Number(parallelism), entryClass, programArgs, allowNonRestoredState }
}

/** Each job that is alive in a cluster of the application which tells its jobs, with what its Deployment says of it. */
const aliveJobs = (round: ApplicationRound): readonly (Omit<SoleJob, 'definition'> & { readonly definition: JobDefinition | null })[] =>
  clusterHashes(round).flatMap(hash => {
    const jobs = jobsAt(round, hash)
    const jobManager = clusterOf(round, hash)?.jobManager ?? null
    return jobs?._tag !== 'Known' ? [] : jobs.value.filter(isAlive).map(job => ({
      hash: jobManager?.labels[hashLabel] ?? hash,
      colour: jobManager?.labels[versionLabel] ?? '',
      job,
      definition: jobManager === null ? null
        : definitionOf(jobManager.annotations[jobPropertiesAnnotation] ?? '', round.desired.spec),
    }))
  })

/**
 * The only job that is alive in all clusters of the application: where nothing is recorded, the status was taken away from it (P25). Null:
 * none is, or more than one, or a cluster does not tell.
 */
export const soleJob = (round: ApplicationRound): SoleJob | null => {
  const [only, second] = aliveJobs(round)
  return only === undefined || second !== undefined || only.definition === null ? null : { ...only, definition: only.definition }
}

/**
 * BlueGreen: the job of a version that the status does not tell of, in a cluster that is neither the live one nor that of the attempt: the
 * status of an earlier moment was put back while both versions ran (A07). One that was given up is none. Null: there is none.
 */
export const untoldVersion = (round: ApplicationRound): SoleJob | null => {
  const { desired: { mode }, observed: { status } } = round
  const { deployHash, failedDeployHash, operation } = status
  if (mode !== 'BlueGreen' || deployHash === '') return null
  const known = [deployHash, failedDeployHash, operation?.hash, operation?.submit?.hash]
  const found = aliveJobs(round).find(({ hash, job, definition }) =>
    definition !== null && job.state !== 'CANCELLING' && hash !== '' && !known.includes(hash)
  )
  return found === undefined || found.definition === null ? null : { ...found, definition: found.definition }
}

import type { JobOverview } from '../../../fact/flink-rest.ts'
import { hashLabel, jobPropertiesAnnotation, versionLabel } from '../objects/labels.ts'
import type { ApplicationRound } from '../round.ts'
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

/**
 * The only job that is alive in all clusters of the application: where nothing is recorded, the status was taken away from it (P25). Null:
 * none is, or more than one, or a cluster does not tell.
 */
export const soleJob = (round: ApplicationRound): SoleJob | null => {
  const found = clusterHashes(round).flatMap(hash => {
    const jobs = jobsAt(round, hash)
    return jobs?._tag === 'Known' ? jobs.value.filter(isAlive).map(job => ({ hash, job })) : []
  })
  const [only] = found
  const jobManager = only === undefined ? null : clusterOf(round, only.hash)?.jobManager ?? null
  const definition = jobManager === null ? null
    : definitionOf(jobManager.annotations[jobPropertiesAnnotation] ?? '', round.desired.spec)
  return only === undefined || found.length > 1 || jobManager === null || definition === null ? null
    : { ...only, hash: jobManager.labels[hashLabel] ?? only.hash, colour: jobManager.labels[versionLabel] ?? '', definition }
}

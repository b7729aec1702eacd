import type { JobOverview } from '@flink-operator/core/fact'
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

/** Parses the four job properties in the annotation of its Deployment (section 3.2); null: unreadable. */
const definitionOf = (text: string, { allowNonRestoredState }: Pick<JobDefinition, 'allowNonRestoredState'>): JobDefinition | null => {
  const [, jarName, parallelism, entryClass, programArgs] = form.exec(text) ?? []
  return jarName === undefined || entryClass === undefined || programArgs === undefined ? null
    : { jarName, parallelism: Number(parallelism), entryClass, programArgs, allowNonRestoredState }
}

/** Each live job in the clusters with a known job list, with the definition found in its Deployment. */
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
 * The only live job in all clusters of the application. If the status records nothing, that status was lost (P25). Null: there is no live
 * job, more than one, or its definition is unreadable.
 */
export const soleJob = (round: ApplicationRound): SoleJob | null => {
  const [only, second] = aliveJobs(round)
  return only === undefined || second !== undefined || only.definition === null ? null : { ...only, definition: only.definition }
}

/**
 * BlueGreen: the job of a version that the status does not mention, in a cluster that is neither the live one nor that of the attempt: an
 * older status was restored while both versions ran (A07). A version that was given up does not count. Null: there is none.
 */
export const unreportedVersion = (round: ApplicationRound): SoleJob | null => {
  const { desired: { mode }, observed: { status } } = round
  const { deployHash, failedDeployHash, operation } = status
  if (mode !== 'BlueGreen' || deployHash === '') return null
  const known = [deployHash, failedDeployHash, operation?.hash, operation?.submit?.hash]
  const found = aliveJobs(round).find(({ hash, job, definition }) =>
    definition !== null && job.state !== 'CANCELLING' && hash !== '' && !known.includes(hash)
  )
  return found === undefined || found.definition === null ? null : { ...found, definition: found.definition }
}

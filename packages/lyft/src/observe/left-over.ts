import type { PodView } from '@flink-operator/core/fact'
import { hashLabel, typeLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, jobsAt, ownObjects } from './clusters.ts'
import { asDeployment, asService, type ObjectView } from './edit.ts'
import { isAlive } from './seen-job.ts'

/** True if the cluster of that hash provably runs no job. A JobManager process that does not answer the query for its jobs may run one. */
const runsNothing = (round: ApplicationRound, hash: string): boolean => {
  const jobs = jobsAt(round, hash)
  if (jobs?._tag === 'Known') return !jobs.value.some(isAlive)
  const cluster = clusterOf(round, hash)
  const isUp = (cluster?.jobManager?.availableReplicas ?? 0) > 0
  return cluster?.jobManager == null || (!isUp && cluster.pods?.some(isProcessUp) === false)
}

const isProcessUp = ({ containers }: PodView): boolean => containers.some(({ state }) => state?._tag === 'Running')

/**
 * An object of another hash that nothing needs (running/leftovers); null: none. Deployments come first. A Service is needed as long as pods
 * that were
 * created for it exist, because they have its address in their environment (LD17c).
 */
export const leftOver = (round: ApplicationRound, keep: readonly string[]): ObjectView | null => {
  const objects = ownObjects(round)
  if (objects === null) return null
  const isOthers = (hash: string | undefined): hash is string => hash !== undefined && hash !== '' && !keep.includes(hash)
  const deployment = objects.deployments.find(({ labels, deleting }) => {
    const hash = labels[hashLabel]
    return !deleting && isOthers(hash) && runsNothing(round, hash)
  })
  if (deployment !== undefined) return asDeployment(deployment)
  const needed = objects.deployments.flatMap(({ labels, podAnnotations }) => [labels[hashLabel], podAnnotations[hashLabel]])
  const service = objects.services.find(({ labels, deleting }) =>
    !deleting && isOthers(labels[hashLabel]) && !needed.includes(labels[hashLabel])
  )
  return service === undefined ? null : asService(service)
}

/**
 * A message about a cluster that belongs to no version and may run a job, or does: the operator does not delete it. Null: there is none.
 * A JobManager that does not answer has until the time limit to come up.
 */
export const orphanClusterWords = (round: ApplicationRound): string | null => {
  const { desired: { timers }, observed: { status }, env } = round
  const known = [status.deployHash, status.updatingHash, status.operation?.hash, ...status.versionStatuses.map(it => it.versionHash)]
  const found = ownObjects(round)?.deployments.find(({ labels, deleting, creationTimestamp }) => {
    const hash = labels[hashLabel] ?? ''
    return labels[typeLabel] === 'jobmanager' && !deleting && hash !== '' && !known.includes(hash)
      && env.now > creationTimestamp + timers.maxErrDuration && jobsAt(round, hash) !== undefined && !runsNothing(round, hash)
  })
  if (found === undefined) return null
  const hash = found.labels[hashLabel] ?? ''
  const jobs = jobsAt(round, hash)
  const what = jobs?._tag === 'Known' ? `job ${jobs.value.find(isAlive)?.jobId ?? ''} runs there`
    : `the operator can't see whether a job runs there${jobs?._tag === 'Unknown' ? ` (${jobs.message})` : ''}`
  return `cluster ${hash} belongs to no version of this application, and ${what}: if it is not needed, delete Deployment ${found.name}`
}

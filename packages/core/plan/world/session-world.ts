import type { Env } from '../../src/env.ts'
import type { Facts } from '../../src/fact/facts.ts'
import type { FlinkSessionJobFacts } from '../../src/kind/flink-session-job/flink-session-job-facts.ts'
import { kinds } from '../../src/kinds.ts'
import type { JobLifecycleStatus } from '../../src/resource/job-lifecycle-status.ts'
import type { FlinkJob } from '../../simulation/flink/job-manager-process.ts'
import { atJob } from '../../simulation/world/jobs.ts'
import type { FlinkDeploymentResource, SessionJobResource } from '../../simulation/world/resources.ts'
import { type PlanWorld, withResource } from './plan-world.ts'
import { worldOf } from './world-of.ts'

/** The cluster is seen with the eyes of this job: which one of those that run is it, and what has it stored? */
const asOf = (
  cluster: FlinkDeploymentResource,
  { jobStatus, operatorRecord: { lastState } }: JobLifecycleStatus,
): FlinkDeploymentResource => {
  const { status } = cluster
  return { ...cluster, status: { ...status, jobStatus, operatorRecord: { ...status.operatorRecord, lastState } } }
}

/**
 * A FlinkSessionJob (null: none is deployed) in its session cluster, as the status of each and the looks of the job's round tell. Null: the
 * cluster was not seen, or what stands of it can't be told.
 */
export const withSessionJob = (empty: PlanWorld, job: SessionJobResource | null, facts: Facts, env: Env): PlanWorld | null => {
  const { target } = facts as FlinkSessionJobFacts
  if (target === undefined || target._tag === 'Unknown') return null
  const place = (world: PlanWorld): PlanWorld =>
    job === null ? world : withResource(world, { kind: 'FlinkSessionJob', name: job.meta.name }, job)
  if (target._tag === 'Absent') return place(empty)
  const cluster = target.value
  const desired = kinds.FlinkDeployment.validate(cluster, env)
  const seen = worldOf(empty, {
    resource: job === null ? cluster : asOf(cluster, job.status),
    desired,
    facts,
  })
  if (seen === null || job === null) return seen
  const withOwner = (it: FlinkJob): FlinkJob =>
    it.jobId !== job.status.jobStatus.jobId ? { ...it, submission: { owner: null, name: null, restorePath: null, configuration: {} } }
      : { ...it, submission: { owner: job.meta.name, name: job.meta.name, restorePath: null, configuration: {} } }
  const { storage } = seen.world
  const world = atJob(
    {
      ...seen.world,
      storage: [],
      pods: seen.world.pods.map(pod =>
        pod.process === null ? pod : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(withOwner) } }
      ),
    },
    job.meta.name,
    here => ({ ...here, storage }),
  )
  const placed = withResource({ ...seen, world }, { kind: 'FlinkDeployment', name: cluster.meta.name }, cluster)
  return place(placed)
}

import type { Env } from '@flink-operator/core'
import type { Facts } from '@flink-operator/core/fact'
import type { FlinkSessionJobFacts } from '@flink-operator/core/kind/flink-session-job'
import { kinds } from '@flink-operator/kinds'
import type { JobLifecycleStatus } from '@flink-operator/core/resource'
import type { FlinkJob } from '../../src/flink/job-manager-process.ts'
import { atJob } from '../../src/world/jobs.ts'
import type { FlinkDeploymentResource, SessionJobResource } from '../../src/world/resources.ts'
import { type PlanWorld, withResource } from './plan-world.ts'
import { worldOf } from './world-of.ts'

/** The cluster from the viewpoint of this job: finds its run among the running ones, and its stored states. */
const asOf = (
  cluster: FlinkDeploymentResource,
  { jobStatus, operatorRecord: { lastState } }: JobLifecycleStatus,
): FlinkDeploymentResource => {
  const { status } = cluster
  return { ...cluster, status: { ...status, jobStatus, operatorRecord: { ...status.operatorRecord, lastState } } }
}

/**
 * A FlinkSessionJob (null: none is deployed) in its session cluster, as their statuses and the queries of the job's round show. Null:
 * the cluster was not observed, or its state can't be determined.
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

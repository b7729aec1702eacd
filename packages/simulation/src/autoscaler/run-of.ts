import { isAlive } from '../flink/job-manager-process.ts'
import type { World } from '../world/world.ts'
import type { LoadRun } from './autoscaled.ts'

/** The measurements of the live run of a job with a load, by the name of its resource; null: it has not run yet, or has ended. */
export const runOf = ({ pods, clusterId }: Pick<World, 'pods' | 'clusterId'>, name: string): LoadRun | null => {
  for (const { process, deleting } of pods)
    for (const job of process?.jobs ?? [])
      if (!deleting && isAlive(job) && job.run !== undefined && (job.submission?.owner ?? clusterId) === name) return job.run
  return null
}

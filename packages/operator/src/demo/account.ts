import type { JsonObject } from '@flink-operator/core'
import { type FlinkCluster, numberAt, textAt } from '@flink-operator/sandbox'

/** One condition that has to hold in the end. */
export interface Claim {
  readonly what: string
  readonly holds: boolean
}

/** The state when the upgrade began. */
export interface Before {
  readonly jobId: string
  readonly records: number
}

const jobsOf = ({ world }: FlinkCluster) => world.pods.flatMap(({ process }) => process?.jobs ?? [])

/** What the running job has counted. */
export const countedBy = (flink: FlinkCluster): Before => {
  const job = jobsOf(flink).find(({ state }) => state === 'RUNNING')
  return { jobId: job?.jobId ?? '', records: job?.progress ?? 0 }
}

const settled = (resource: JsonObject): Claim => {
  const status = (field: string): string => textAt(resource, 'status', field)
  const generation = numberAt(resource, 'status', 'observedGeneration')
  return {
    what: `the resource is ${status('lifecycleState')}, its job ${
      textAt(resource, 'status', 'jobStatus', 'state')
    }, generation ${generation}`,
    holds: status('lifecycleState') === 'STABLE' && generation >= 2,
  }
}

/** Compares the model with the resource: was the state kept, exactly once, and did no job run twice? */
export const claimsOf = (flink: FlinkCluster, resource: JsonObject, before: Before): readonly Claim[] => {
  const job = jobsOf(flink).find(({ state }) => state === 'RUNNING')
  const counted = job?.progress ?? 0
  const savepoints = flink.world.storage.filter(({ kind }) => kind === 'Savepoint')
  const [savepoint] = savepoints
  const saved = savepoint?.progress ?? 0
  const restored = job?.statistics.restored?.path ?? 'nothing'
  return [
    settled(resource),
    { what: `one savepoint was taken: ${savepoint?.path ?? 'none'}`, holds: savepoints.length === 1 },
    { what: `the new job was restored from ${restored}`, holds: savepoint !== undefined && restored === savepoint.path },
    {
      what: `records: ${before.records} when the spec was edited, ${saved} in the savepoint, ${counted} now: nothing lost`,
      holds: before.records > 0 && saved >= before.records && counted >= saved,
    },
    {
      what: `the job id is a new one: ${before.jobId.slice(0, 8)}… → ${(job?.jobId ?? '').slice(0, 8)}…`,
      holds: job !== undefined && job.jobId !== before.jobId,
    },
    { what: `jobs that ever ran at once: ${flink.mostAlive}`, holds: flink.mostAlive === 1 },
  ]
}

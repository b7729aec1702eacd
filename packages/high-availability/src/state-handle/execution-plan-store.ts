import type { Operation, StateHandleStore, Fence } from './operation.ts'
import { put, type Put } from './put-handle.ts'
import type { Handles } from './entry.ts'
import { releaseAndTryRemove, type Removed } from './remove-handle.ts'

/** Key prefix of a job's plan in the cluster's ConfigMap (H33): `jobGraph-` in Flink 1.x, `executionPlan-` in 2.x. */
export type PlanPrefix = 'jobGraph-' | 'executionPlan-'

/** Flink 2.0 renamed it. A process of one version does not see the keys of the other. */
export const planPrefix = (flinkMajor: number): PlanPrefix => (flinkMajor >= 2 ? 'executionPlan-' : 'jobGraph-')

/** In the cluster's ConfigMap, which also has the lock: fenced. */
export const executionPlanStore = (configMap: string, flinkMajor: number, fence: Fence): StateHandleStore => ({
  configMap,
  prefix: planPrefix(flinkMajor),
  fence,
})

/**
 * Stores the plan of a job; replaces only a plan that this process stored or recovered (`known`). AlreadyExists: another process
 * stored one, which must not be overwritten unread.
 */
export const putPlan = (store: StateHandleStore, jobId: string, known: readonly string[]): Operation<Put> =>
  put(store, `${store.prefix}${jobId}`, known.includes(jobId))

/** Removes the plan of a job, and its file. */
export const removePlan = (store: StateHandleStore, jobId: string): Operation<Removed> =>
  releaseAndTryRemove(store, `${store.prefix}${jobId}`)

/** The jobs that a new leader recovers. */
export const jobsWithPlan = ({ prefix }: StateHandleStore, { handles }: Handles): readonly string[] =>
  handles.map(({ key }) => key.slice(prefix.length))

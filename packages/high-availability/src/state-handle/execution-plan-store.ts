import type { Operation, StateHandleStore, Fence } from './operation.ts'
import { put, type Put } from './put-handle.ts'
import type { Handles } from './entry.ts'
import { releaseAndTryRemove, type Removed } from './remove-handle.ts'

/** What a job is called in the cluster's ConfigMap, by Flink's version (H33): `jobGraph-` of 1.x, `executionPlan-` of 2.x. */
export type PlanPrefix = 'jobGraph-' | 'executionPlan-'

/** Flink 2.0 renamed it. A process of one version does not see the keys of the other. */
export const planPrefix = (flinkMajor: number): PlanPrefix => (flinkMajor >= 2 ? 'executionPlan-' : 'jobGraph-')

/** In the cluster's ConfigMap, beside its lock: fenced. */
export const executionPlanStore = (configMap: string, flinkMajor: number, fence: Fence): StateHandleStore => ({
  configMap,
  prefix: planPrefix(flinkMajor),
  fence,
})

/**
 * Stores the plan of a job, in the place of one that this process has put or recovered (`known`). AlreadyExists: another process has put
 * one, which nobody writes over unseen.
 */
export const putPlan = (store: StateHandleStore, jobId: string, known: readonly string[]): Operation<Put> =>
  put(store, `${store.prefix}${jobId}`, known.includes(jobId))

/** Removes the plan of a job, and the file that it points to. */
export const removePlan = (store: StateHandleStore, jobId: string): Operation<Removed> =>
  releaseAndTryRemove(store, `${store.prefix}${jobId}`)

/** The jobs that a new leader recovers. */
export const jobsWithPlan = ({ prefix }: StateHandleStore, { handles }: Handles): readonly string[] =>
  handles.map(({ key }) => key.slice(prefix.length))

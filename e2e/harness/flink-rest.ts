import type { Any } from './api.ts'

/** Flink's own REST API at one address, asked directly. Null: no answer, or not 200. */
export const askFlink = async (address: string, path: string): Promise<Any> => {
  try {
    const response = await fetch(`http://${address}:8081${path}`, { signal: AbortSignal.timeout(2_000) })
    if (response.status === 200) return await response.json()
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}

export interface JobView {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly startTime: number
  /** RUNNING, and each of its tasks too, but for those that have nothing left to do: a source wider than its splits ends some. */
  readonly allTasksRun: boolean
}

export const isTerminal = (state: string): boolean => state === 'FINISHED' || state === 'FAILED' || state === 'CANCELED'

/** Null: REST does not answer. */
export const jobsAt = async (address: string): Promise<readonly JobView[] | null> => {
  const answer = await askFlink(address, '/jobs/overview')
  return answer === null ? null : answer.jobs.map((job: Any): JobView => ({
    id: job.jid,
    name: job.name,
    state: job.state,
    startTime: job['start-time'],
    allTasksRun: job.state === 'RUNNING' && job.tasks.running > 0 && job.tasks.running + job.tasks.finished === job.tasks.total,
  }))
}

/** How wide each vertex of a job runs now; null: REST does not answer. */
export const verticesAt = async (
  address: string,
  jobId: string,
): Promise<readonly { readonly id: string; readonly name: string; readonly parallelism: number }[] | null> =>
  (await askFlink(address, `/jobs/${jobId}`))?.vertices.map(({ id, name, parallelism }: Any) => ({ id, name, parallelism })) ?? null

/** How far the state of a job has come, as Flink tells it. */
export interface Progress {
  /** Count with what was restored; lags by heartbeats and REST's cache, so it is a lower bound. */
  readonly seen: number
  /** What the count started from; null: the task has not told yet. */
  readonly restored: number | null
  readonly completed: { readonly id: number; readonly path: string; readonly triggeredAt: number } | null
  /** The last checkpoint or savepoint that tasks were restored from, and when. */
  readonly restoredFrom: { readonly id: number; readonly path: string; readonly at: number } | null
}

export const progressAt = async (address: string, jobId: string): Promise<Progress | null> => {
  const [checkpoints, accumulators] = await Promise.all([
    askFlink(address, `/jobs/${jobId}/checkpoints`),
    askFlink(address, `/jobs/${jobId}/accumulators`),
  ])
  if (checkpoints === null || accumulators === null) return null
  const counter = (name: string): number | null => {
    const found = accumulators['user-task-accumulators'].find((it: Any) => it.name === name)
    return found === undefined ? null : Number(found.value)
  }
  const { completed, restored } = checkpoints.latest ?? {}
  return {
    seen: counter('seen') ?? 0,
    restored: counter('restored'),
    completed: completed ? { id: completed.id, path: completed.external_path, triggeredAt: completed.trigger_timestamp } : null,
    restoredFrom: restored ? { id: restored.id, path: restored.external_path, at: restored.restore_timestamp } : null,
  }
}

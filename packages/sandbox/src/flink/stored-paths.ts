import type { World } from '@flink-operator/simulation'

/** True for a path that the model generated. */
const isModelPath = (path: string): boolean =>
  path.startsWith('file:/flink/savepoints/savepoint-0') || path.startsWith('file:/flink/checkpoints/chk-0')

const withoutSlash = (folder: string): string => folder.replace(/(?<!\/)\/+$/, '')

/** Flink shows `file:///a` as `file:/a`. */
const asFlinkShows = (folder: string): string => withoutSlash(folder).replace(/^file:\/\/\//, 'file:/')

export const savepointPath = (folder: string, jobId: string, end: string): string =>
  `${asFlinkShows(folder)}/savepoint-${jobId.slice(0, 6)}-${end}`
export const checkpointPath = (folder: string, jobId: string, id: number): string => `${asFlinkShows(folder)}/${jobId}/chk-${id}`

/** Replaces the model's path of stored state by Flink's path, everywhere in the world. */
export const renamed = (world: World, nameOf: (stored: World['storage'][number], jobId: string) => string): World => {
  const fresh = [world, ...world.otherJobs].flatMap(({ storage }) => storage).filter(({ path }) => isModelPath(path))
  if (fresh.length === 0) return world
  const names = fresh.map(stored => [stored.path, nameOf(stored, jobOf(world, stored.path))] as const)
  const rename = <A>(part: A): A =>
    JSON.parse(names.reduce((text, [from, to]) => text.replaceAll(JSON.stringify(from), JSON.stringify(to)), JSON.stringify(part))) as A
  return {
    ...world,
    storage: rename(world.storage),
    otherJobs: world.otherJobs.map(line => ({ ...line, storage: rename(line.storage) })),
    pods: rename(world.pods),
    ha: rename(world.ha),
  }
}

const numberOf = (path: string | undefined): number | null => {
  const digits = /\/chk-(\d+)$/.exec(path ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Takes the checkpoint ids from the paths: Flink's counter continues after the ids of an earlier run of the job. */
export const withCheckpointIds = (world: World): World => ({
  ...world,
  ha: { ...world.ha, jobs: world.ha.jobs.map(job => ({ ...job, checkpointId: numberOf(job.pointer ?? undefined) ?? job.checkpointId })) },
  pods: world.pods.map(pod => (pod.process === null ? pod : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(withIds) } })),
})

type Job = NonNullable<World['pods'][number]['process']>['jobs'][number]

const withIds = (job: Job): Job => {
  const { completed } = job.statistics
  const id = numberOf(completed?.path)
  return completed === null || id === null || id === completed.id ? job
    : { ...job, statistics: { ...job.statistics, completed: { ...completed, id } } }
}

/** The job that stored it, by its statistics or operations. */
const jobOf = (world: World, path: string): string => {
  for (const { process } of world.pods) {
    for (const operation of process?.operations ?? []) if (JSON.stringify(operation).includes(path)) return operation.jobId
    for (const job of process?.jobs ?? []) if (JSON.stringify(job.statistics).includes(path)) return job.jobId
  }
  return ''
}

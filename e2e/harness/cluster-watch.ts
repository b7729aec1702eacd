import { setTimeout as pause } from 'node:timers/promises'
import { type Any, type Api, paths } from './api.ts'
import { isTerminal, jobsAt, type JobView } from './flink-rest.ts'

/** One look at everything that runs for one resource. */
export interface Sample {
  readonly at: number
  /** JobManager pods with a running container, those being deleted included; `owner`: uid of the ReplicaSet, so of one deployment. */
  readonly pods: readonly { readonly name: string; readonly uid: string; readonly owner: string }[]
  readonly jobs: readonly (JobView & { readonly podUid: string })[]
}

export interface ClusterWatch {
  readonly samples: (name: string) => readonly Sample[]
  /** What must never be and was: two live JobManagers of one cluster, or two live jobs of one resource. */
  readonly violations: () => readonly string[]
  /** So many JobManagers of one deployment may stand by for each other from now on, of whatever cluster; else one. */
  readonly allowJobManagers: (count: number) => void
  readonly stop: () => Promise<void>
}

const runs = (pod: Any): boolean => (pod.status?.containerStatuses ?? []).some((it: Any) => it.state?.running !== undefined)

/** Jobs that share a cluster are named `<resource>/…`; that of an application has its cluster for itself. */
const resourceOf = ({ name }: JobView): string => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')

/** JobManagers that stand by for each other answer for the one that leads: one job in one process, seen through each of them. */
const runOf = ({ id, startTime }: JobView): string => `${id} ${startTime}`

/** What of a look must never be, with so many JobManagers of one deployment; null: all is well. */
export const violationOf = (name: string, { pods, jobs }: Sample, jobManagers = 1): string | null => {
  const alive = [...new Map(jobs.filter(({ state }) => !isTerminal(state)).map(it => [runOf(it), it])).values()]
  const [twice] = [...Map.groupBy(alive, resourceOf).values()].filter(({ length }) => length > 1)
  if (twice !== undefined)
    return `${name}: two live jobs: ${twice.map(it => `${it.name} ${it.id} ${it.state} in pod ${it.podUid}`).join(', ')}`
  const names = pods.map(it => it.name).join(', ')
  if (new Set(pods.map(({ owner }) => owner)).size > 1) return `${name}: running JobManager pods of two deployments: ${names}`
  if (pods.length > jobManagers) return `${name}: ${pods.length} running JobManager pods, ${jobManagers} allowed: ${names}`
  return null
}

/** Looks at all JobManager pods of a namespace and at the jobs in each, all the time, by the pods' own addresses. */
export const watchCluster = (api: Api, namespace: string): ClusterWatch => {
  const samples = new Map<string, Sample[]>()
  const violations: string[] = []
  let stopped = false
  let jobManagers = 1

  const look = async (): Promise<void> => {
    const pods = await api.list(paths.pods(namespace), 'component=jobmanager,type in (flink-native-kubernetes,flink-standalone-kubernetes)')
    const names = new Set([...samples.keys(), ...pods.map(pod => pod.metadata.labels.app as string)])
    await Promise.all([...names].map(async name => {
      const own = pods.filter(pod => pod.metadata.labels.app === name && runs(pod))
      const jobs = await Promise.all(
        own.map(async pod => ((await jobsAt(pod.status.podIP)) ?? []).map(job => ({ ...job, podUid: pod.metadata.uid as string }))),
      )
      const sample: Sample = {
        at: Date.now(),
        pods: own.map(pod => ({
          name: pod.metadata.name,
          uid: pod.metadata.uid,
          owner: pod.metadata.ownerReferences?.[0]?.uid ?? '',
        })),
        jobs: jobs.flat(),
      }
      const before = samples.get(name)
      if (before === undefined) samples.set(name, [sample])
      else before.push(sample)
      const violation = violationOf(name, sample, jobManagers)
      if (violation !== null && !violations.includes(violation)) violations.push(violation)
    }))
  }

  const loop = (async () => {
    while (!stopped) {
      await look().catch(() => undefined)
      await pause(200)
    }
  })()
  return {
    samples: name => samples.get(name) ?? [],
    violations: () => violations,
    allowJobManagers: count => {
      jobManagers = count
    },
    stop: async () => {
      stopped = true
      await loop
    },
  }
}

/**
 * Seconds until a JobManager process that did not run before was seen: the operator's and Kubernetes' part of a downtime. The rest is the
 * start of two JVMs.
 */
export const nextJobManager = (samples: readonly Sample[], since: number): number | null => {
  const before = new Set(samples.filter(({ at }) => at <= since).flatMap(({ pods }) => pods.map(({ uid }) => uid)))
  const next = samples.find(({ at, pods }) => at > since && pods.some(({ uid }) => !before.has(uid)))
  return next === undefined ? null : (next.at - since) / 1_000
}

/** When all tasks of a job were first seen running after that moment. */
export const firstRunning = (samples: readonly Sample[], since: number): number | null =>
  samples.find(({ at, jobs }) => at > since && jobs.some(({ allTasksRun }) => allTasksRun))?.at ?? null

/** The same looks, as far as these jobs go. */
export const ofJobs = (samples: readonly Sample[], isOwn: (job: JobView) => boolean): readonly Sample[] =>
  samples.map(sample => ({ ...sample, jobs: sample.jobs.filter(isOwn) }))

/** Seconds from the last look at which all tasks of the old run ran to the first one at which those of the next run did. */
export const downtime = (samples: readonly Sample[], since: number): number | null => {
  const runningJob = (sample: Sample) => sample.jobs.find(job => job.allTasksRun)
  const identity = (sample: Sample): string => {
    const job = runningJob(sample)
    return job === undefined ? '' : runOf(job)
  }
  const before = samples.findLast(sample => sample.at <= since && identity(sample) !== '')
  if (before === undefined) return null
  const old = identity(before)
  const next = samples.find(sample => sample.at > since && identity(sample) !== '' && identity(sample) !== old)
  if (next === undefined) return null
  const last = samples.findLast(sample => sample.at < next.at && identity(sample) === old) ?? before
  return (next.at - last.at) / 1_000
}

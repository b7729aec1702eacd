import type { JsonObject } from '@flink-operator/core'
import { type Any, type Api, paths } from './api.ts'
import type { ClusterWatch } from './cluster-watch.ts'
import { type AwaitedProgress, awaitedProgress, type JobProgress } from './awaited-progress.ts'
import { eventually } from './eventually.ts'
import { askFlink, isTerminal, jobsAt, type JobView, progressAt } from './flink-rest.ts'
import { jobArguments } from './manifest.ts'
import { sharedName } from './session-manifest.ts'

/** A JVM's start under load takes a minute; an upgrade has two ends. */
export const upgradeLimit = 240_000

/** One run of a job in one set of processes. */
export interface Run {
  /** Uid and restarts of each pod. */
  readonly jobManagers: readonly string[]
  readonly taskManagers: readonly string[]
  readonly jobId: string
  readonly startTime: number
  /** How often its tasks were restored, as Flink counts it. */
  readonly restores: number
}

/** One FlinkDeployment or FlinkSessionJob under test: what a user does with it, and what the API server and Flink say of it. */
export interface Application extends AwaitedProgress {
  readonly kind: 'FlinkDeployment' | 'FlinkSessionJob'
  readonly name: string
  /** The Flink cluster that it runs in: its own, or the one that it shares. */
  readonly cluster: string
  /** Is this job of the cluster a run of it? Jobs that share a cluster are named `<name>/…`. */
  readonly isOwn: (job: JobView) => boolean
  /** The name of a job of it as Flink has it; everything else here takes the name without that of the resource. */
  readonly fullName: (jobName: string) => string
  readonly resource: () => Promise<Any>
  /** Merges into the spec and answers the new generation. */
  readonly edit: (spec: JsonObject) => Promise<number>
  /** Renames the Flink job: an edit that calls for an upgrade. */
  readonly rename: (jobName: string) => Promise<number>
  /** STABLE (or in that state) in that generation, and Flink itself says that the named job runs with all its tasks. */
  readonly stable: (generation: number, jobName: string, lifecycle?: 'STABLE' | 'ROLLED_BACK') => Promise<JobView>
  /** When the status was first seen to say that the job runs. */
  readonly reportedRunning: () => Promise<number>
  readonly suspended: (generation: number) => Promise<Any>
  /** What Flink says of the state of the job that runs now; null: nothing can be asked. */
  readonly progress: () => Promise<JobProgress | null>
  /** What changes as soon as anything of the running job restarts; null: nothing can be asked. */
  readonly run: () => Promise<Run | null>
  readonly remove: () => Promise<void>
  /** Throws where something happened that must never be, or waiting makes no sense any more. */
  readonly safe: () => void
  readonly pods: () => Promise<readonly Any[]>
  readonly clusterAddress: () => Promise<string | null>
  /** Its events with that reason, as their messages. */
  readonly events: (reason: string) => Promise<readonly string[]>
  /** Everything of the cluster that is still there, as `Kind/name`. */
  readonly leftovers: () => Promise<readonly string[]>
}

export interface ApplicationOptions {
  readonly api: Api
  readonly namespace: string
  readonly name: string
  readonly watch: ClusterWatch
  /** Of a FlinkSessionJob: its cluster. */
  readonly sessionCluster?: string
  /** Throws where waiting makes no sense any more: the operator died. */
  readonly guard: () => void
}

/** What one needs to know of a resource when it is not as expected. */
export const describeResource = (resource: Any): string => {
  if (resource === null) return 'no resource'
  const { status = {}, metadata } = resource
  return JSON.stringify({
    generation: metadata.generation,
    observed: status.observedGeneration,
    lifecycle: status.lifecycleState,
    job: status.jobStatus?.state,
    jobId: status.jobStatus?.jobId,
    jobManager: status.jobManagerDeploymentStatus,
    reconciliation: status.reconciliationStatus?.state,
    path: status.jobStatus?.upgradeSavepointPath,
    operation: status.operation,
    error: status.error?.slice(0, 400),
  })
}

export const createApplication = ({ api, namespace, name, watch, guard, sessionCluster }: ApplicationOptions): Application => {
  const kind = sessionCluster === undefined ? 'FlinkDeployment' : 'FlinkSessionJob'
  const cluster = sessionCluster ?? name
  const path = `${(sessionCluster === undefined ? paths.flinkDeployments : paths.flinkSessionJobs)(namespace)}/${name}`
  const fullName = (jobName: string): string => (sessionCluster === undefined ? jobName : sharedName(name, jobName))
  // a session cluster has no job of its own: those of the resources that share it are not followed as one
  const isOwn = (job: JobView): boolean => (sessionCluster === undefined ? !job.name.includes('/') : job.name.startsWith(fullName('')))
  const resource = (): Promise<Any> => api.get(path)
  const describe = async (): Promise<string> => describeResource(await resource())
  const safe = (): void => {
    guard()
    const [violation] = watch.violations()
    if (violation !== undefined) throw new Error(`never two: ${violation}`)
  }
  const waiting = { within: upgradeLimit, describe, guard: safe }

  const clusterAddress = async (): Promise<string | null> =>
    (await api.get(`${paths.services(namespace)}/${cluster}-rest`))?.spec.clusterIP ?? null
  const liveJob = async (): Promise<JobView | null> => {
    const address = await clusterAddress()
    const jobs = address === null ? null : await jobsAt(address)
    return jobs?.find(job => !isTerminal(job.state) && isOwn(job)) ?? null
  }
  const progress: Application['progress'] = async () => {
    const [address, job] = await Promise.all([clusterAddress(), liveJob()])
    const found = address === null || job === null ? null : await progressAt(address, job.id)
    return found === null || job === null ? null : { ...found, jobId: job.id }
  }
  const edit: Application['edit'] = async spec => (await api.mergePatch(path, { spec })).metadata.generation

  const pods = (): Promise<readonly Any[]> => api.list(paths.pods(namespace), `app=${cluster}`)
  const run: Application['run'] = async () => {
    const [address, job, all] = await Promise.all([clusterAddress(), liveJob(), pods()])
    const checkpoints = address === null || job === null ? null : await askFlink(address, `/jobs/${job.id}/checkpoints`)
    const of = (component: string): readonly string[] =>
      all.filter(pod => pod.metadata.labels.component === component)
        .map(pod => `${pod.metadata.uid as string}/${String(pod.status.containerStatuses?.[0]?.restartCount ?? 0)}`).sort()
    return job === null || checkpoints === null ? null
      : {
        jobManagers: of('jobmanager'),
        taskManagers: of('taskmanager'),
        jobId: job.id,
        startTime: job.startTime,
        restores: checkpoints.counts.restored,
      }
  }

  return {
    kind,
    name,
    cluster,
    isOwn,
    resource,
    edit,
    progress,
    clusterAddress,
    pods,
    run,
    safe,
    fullName,
    rename: jobName => edit({ job: { args: jobArguments(fullName(jobName)) } }),
    stable: (generation, jobName, lifecycle = 'STABLE') =>
      eventually(`${name} is ${lifecycle} in generation ${generation} and runs ${jobName}`, waiting, async () => {
        const { status } = await resource()
        if (status?.observedGeneration !== generation || status.lifecycleState !== lifecycle || status.jobStatus.state !== 'RUNNING')
          return null
        const job = await liveJob()
        return job !== null && job.allTasksRun && job.name === fullName(jobName) && job.id === status.jobStatus.jobId ? job : null
      }),
    reportedRunning: () =>
      eventually(
        `the status says that ${name} runs`,
        { ...waiting, every: 50 },
        async () => (await resource()).status?.jobStatus?.state === 'RUNNING' && Date.now(),
      ),
    suspended: generation =>
      eventually(`${name} is SUSPENDED in generation ${generation}`, waiting, async () => {
        const found = await resource()
        const { status } = found
        if (status?.observedGeneration !== generation || status.lifecycleState !== 'SUSPENDED' || status.operation) return null
        return (await liveJob()) === null ? found : null
      }),
    ...awaitedProgress(name, waiting, progress),
    remove: async () => {
      await api.remove(path)
    },
    events: async reason =>
      (await api.list(paths.events(namespace)))
        .filter(event => event.involvedObject.name === name && event.involvedObject.kind === kind && event.reason === reason)
        .map(event => event.message as string),
    leftovers: async () => {
      if (sessionCluster !== undefined) {
        const job = await liveJob()
        return [...(job === null ? [] : [`Job/${job.name}`]), ...((await resource()) === null ? [] : [`FlinkSessionJob/${name}`])]
      }
      const kinds: readonly (readonly [string, string])[] = [
        ['Deployment', paths.deployments(namespace)],
        ['Pod', paths.pods(namespace)],
        ['Service', paths.services(namespace)],
        ['ConfigMap', paths.configMaps(namespace)],
      ]
      const found = await Promise.all(
        kinds.map(async ([kind, collection]) =>
          (await api.list(collection, `app=${name}`)).map(it => `${kind}/${it.metadata.name as string}`)
        ),
      )
      return [...found.flat(), ...((await resource()) === null ? [] : [`FlinkDeployment/${name}`])]
    },
  }
}

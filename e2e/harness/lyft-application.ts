import type { JsonObject } from '@flink-operator/core'
import { type Any, type Api, paths } from './api.ts'
import { type AwaitedProgress, awaitedProgress, type JobProgress } from './awaited-progress.ts'
import { downtime } from './cluster-watch.ts'
import { eventually } from './eventually.ts'
import { isTerminal, jobsAt, type JobView, progressAt } from './flink-rest.ts'
import { lyftArguments } from './lyft-manifest.ts'
import { lyftJobManagers, versionOf, type VersionWatch } from './version-watch.ts'

/** JVMs start slowly under load, and an update has two clusters at a time. */
const updateLimit = 480_000

/** A job that is alive, and the JobManager that says so. */
interface LiveJob extends JobView {
  readonly address: string
  /** Name of the JobManager's pod. */
  readonly pod: string
  readonly version: string
}

/** One FlinkApplication under test: what a user does with it, and what the API server and Flink say of it. */
export interface LyftApplication extends AwaitedProgress {
  readonly name: string
  readonly resource: () => Promise<Any>
  readonly describe: () => Promise<string>
  /** Merges into the spec and answers the new generation. */
  readonly edit: (spec: JsonObject) => Promise<number>
  /** Renames the Flink job: an edit that calls for an update. */
  readonly rename: (jobName: string) => Promise<number>
  readonly jobName: () => Promise<string>
  /** Where the JobManager of its live job answers; null: there is none. */
  readonly clusterAddress: () => Promise<string | null>
  readonly isOwn: (job: JobView) => boolean
  readonly liveJobs: () => Promise<readonly LiveJob[]>
  /** Is it in that phase, with nothing under way and the generation observed? */
  readonly isQuiet: (generation: number, phase?: string) => Promise<boolean>
  /** That, and by Flink's own word the named job runs with all its tasks, which the status names; no other version has a Deployment. */
  readonly stable: (generation: number, jobName: string, phase?: string) => Promise<LiveJob>
  readonly inPhase: (phase: string) => Promise<Any>
  readonly progress: () => Promise<JobProgress | null>
  readonly remove: () => Promise<unknown>
  /** Hashes of Deployments that are there, by their labels. */
  readonly hashes: () => Promise<readonly string[]>
  /** Everything of it that is still there, as `Kind/name`. */
  readonly leftovers: () => Promise<readonly string[]>
  readonly events: (reason: string) => Promise<readonly string[]>
  /** Seconds without a running job since that moment. */
  readonly downtime: (since: number) => number | null
  /** Throws where something happened that must never be. */
  readonly safe: () => void
}

export interface LyftApplicationOptions {
  readonly api: Api
  readonly namespace: string
  readonly name: string
  readonly watch: VersionWatch
  /** Throws where waiting makes no sense any more: the operator died. */
  readonly guard: () => void
}

const describe = (resource: Any): string => {
  if (resource === null) return 'no resource'
  const { status = {}, metadata } = resource
  const { phase, reason, observedGeneration, deployHash, updatingHash, failedDeployHash, operation, lastSeenError, jobStatus } = status
  return JSON.stringify({
    generation: metadata.generation,
    observedGeneration,
    phase,
    reason,
    deployHash,
    updatingHash,
    failedDeployHash,
    job: jobStatus?.jobID,
    state: jobStatus?.state,
    operation,
    error: lastSeenError?.appError?.slice(0, 300),
  })
}

export const createLyftApplication = ({ api, namespace, name, watch, guard }: LyftApplicationOptions): LyftApplication => {
  const path = `${paths.flinkApplications(namespace)}/${name}`
  const resource = (): Promise<Any> => api.get(path)
  const describeIt = async (): Promise<string> => describe(await resource())
  const safe = (): void => {
    guard()
    const [violation] = watch.violations()
    if (violation !== undefined) throw new Error(`never two: ${violation}`)
  }
  const waiting = { within: updateLimit, describe: describeIt, guard: safe }

  const liveJobs: LyftApplication['liveJobs'] = async () => {
    const pods = await lyftJobManagers(api, namespace, name)
    const found = await Promise.all(pods.map(async pod => {
      const address = pod.status.podIP as string | undefined
      const jobs = address === undefined ? null : await jobsAt(address)
      return (jobs ?? []).filter(({ state }) => !isTerminal(state))
        .map(job => ({ ...job, address: address!, pod: pod.metadata.name as string, version: versionOf(pod) }))
    }))
    return found.flat()
  }
  /** Of two versions the newer one. */
  const liveJob = async (): Promise<LiveJob | null> => (await liveJobs()).toSorted((a, b) => b.startTime - a.startTime)[0] ?? null
  const progress: LyftApplication['progress'] = async () => {
    const job = await liveJob()
    const found = job === null ? null : await progressAt(job.address, job.id)
    return found === null || job === null ? null : { ...found, jobId: job.id }
  }
  const edit: LyftApplication['edit'] = async spec => (await api.mergePatch(path, { spec })).metadata.generation

  const owned = async (kind: string, collection: string): Promise<readonly Any[]> =>
    (await api.list(collection, `flink-app=${name}`)).map(it => ({ ...it, kind }))
  const hashes: LyftApplication['hashes'] = async () =>
    [
      ...new Set((await owned('Deployment', paths.deployments(namespace))).map(it => it.metadata.labels['flink-app-hash'] as string)),
    ].sort()
  const isQuiet: LyftApplication['isQuiet'] = async (generation, phase = 'Running') => {
    const { status } = await resource()
    return status?.phase === phase && status.observedGeneration === generation && status.operation == null
  }

  return {
    name,
    resource,
    describe: describeIt,
    edit,
    rename: jobName => edit({ programArgs: lyftArguments(jobName) }),
    jobName: async () => ((await resource()).spec.programArgs as string).split(' ')[1] ?? '',
    clusterAddress: async () => (await liveJob())?.address ?? null,
    isOwn: () => true,
    liveJobs,
    isQuiet,
    stable: (generation, jobName, phase) =>
      eventually(`${name} is ${phase ?? 'Running'} in generation ${generation} and runs ${jobName}`, waiting, async () => {
        if (!(await isQuiet(generation, phase))) return null
        const [{ status }, [job, ...others], clusters] = await Promise.all([resource(), liveJobs(), hashes()])
        const isNamed = job !== undefined && others.length === 0 && job.name === jobName && job.id === status.jobStatus.jobID
        return isNamed && job.allTasksRun && clusters.join() === status.deployHash ? job : null
      }),
    inPhase: phase =>
      eventually(`${name} is ${phase}`, waiting, async () => {
        const found = await resource()
        return found?.status?.phase === phase && found
      }),
    progress,
    ...awaitedProgress(name, waiting, progress),
    remove: () => api.remove(path),
    hashes,
    leftovers: async () => {
      const found = await Promise.all([
        owned('Deployment', paths.deployments(namespace)),
        owned('Pod', paths.pods(namespace)),
        owned('Service', paths.services(namespace)),
      ])
      const objects = found.flat().map(it => `${it.kind as string}/${it.metadata.name as string}`)
      return (await resource()) === null ? objects : [...objects, `FlinkApplication/${name}`]
    },
    events: async reason =>
      (await api.list(paths.events(namespace)))
        .filter(event => event.involvedObject.name === name && event.reason === reason)
        .map(event => event.message as string),
    downtime: since => downtime(watch.samples(name), since),
    safe,
  }
}

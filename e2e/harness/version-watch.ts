import { setTimeout as pause } from 'node:timers/promises'
import { type Any, type Api, paths } from './api.ts'
import type { Sample } from './cluster-watch.ts'
import { askFlink, isTerminal, jobsAt } from './flink-rest.ts'
import { type JobRun, overlapOf, withRun } from './run-ledger.ts'

/** Looks at all JobManagers of FlinkApplications, of whatever version, and at the jobs in each. */
export interface VersionWatch {
  readonly samples: (application: string) => readonly Sample[]
  readonly runs: (application: string) => readonly JobRun[]
  readonly violations: () => readonly string[]
  /** Two versions of it may run from now on (BlueGreen). */
  readonly allowTwoVersions: (application: string) => void
  readonly stop: () => Promise<void>
}

export const versionOf = (pod: Any): string => pod.metadata.labels['pod-deployment-selector'] as string

const runs = (pod: Any): boolean => (pod.status?.containerStatuses ?? []).some((it: Any) => it.state?.running !== undefined)

/** All JobManager pods of FlinkApplications, or of that one. */
export const lyftJobManagers = (api: Api, namespace: string, application?: string): Promise<readonly Any[]> =>
  api.list(paths.pods(namespace), `flink-deployment-type=jobmanager,flink-app${application === undefined ? '' : `=${application}`}`)

const runsIn = async (pod: Any): Promise<readonly JobRun[]> => {
  const asked = Date.now()
  const answer = await askFlink(pod.status.podIP as string, '/jobs/overview')
  return (answer?.jobs ?? []).map((job: Any): JobRun => ({
    application: pod.metadata.labels['flink-app'],
    pod: pod.metadata.name,
    version: versionOf(pod),
    id: job.jid,
    name: job.name,
    state: job.state,
    started: job['start-time'],
    until: isTerminal(job.state) ? job['end-time'] : asked,
  }))
}

export const watchVersions = (api: Api, namespace: string): VersionWatch => {
  const samples = new Map<string, Sample[]>()
  const ledgers = new Map<string, readonly JobRun[]>()
  const beside = new Set<string>()
  const violations: string[] = []
  let stopped = false

  const lookAt = async (application: string, pods: readonly Any[]): Promise<void> => {
    const [seen, jobs] = await Promise.all([
      Promise.all(pods.map(runsIn)),
      Promise.all(
        pods.map(async pod => ((await jobsAt(pod.status.podIP)) ?? []).map(job => ({ ...job, podUid: pod.metadata.uid as string }))),
      ),
    ])
    const ledger = seen.flat().reduce(withRun, ledgers.get(application) ?? [])
    ledgers.set(application, ledger)
    const sample: Sample = {
      at: Date.now(),
      pods: pods.map(pod => ({ name: pod.metadata.name, uid: pod.metadata.uid, owner: versionOf(pod) })),
      jobs: jobs.flat(),
    }
    samples.set(application, [...samples.get(application) ?? [], sample])
    const twice = pods.find(pod => pods.some(it => it !== pod && versionOf(it) === versionOf(pod)))
    const found = overlapOf(ledger, beside.has(application))
      ?? (twice === undefined ? null : `${application}: two JobManagers of one version, ${twice.metadata.name as string} and another`)
    if (found !== null && !violations.includes(found)) violations.push(found)
  }

  const look = async (): Promise<void> => {
    const pods = (await lyftJobManagers(api, namespace)).filter(runs)
    const byApplication = Map.groupBy(pods, pod => pod.metadata.labels['flink-app'] as string)
    await Promise.all([...byApplication].map(([application, own]) => lookAt(application, own)))
  }

  const loop = (async () => {
    while (!stopped) {
      await look().catch(() => undefined)
      await pause(200)
    }
  })()
  return {
    samples: application => samples.get(application) ?? [],
    runs: application => ledgers.get(application) ?? [],
    violations: () => violations,
    allowTwoVersions: application => {
      beside.add(application)
    },
    stop: async () => {
      stopped = true
      await loop
    },
  }
}

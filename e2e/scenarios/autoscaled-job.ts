import { type Application, describeResource } from '../harness/application.ts'
import { type AutoscalerState, autoscalerStateOf, readAutoscalerState } from '../harness/autoscaler-state.ts'
import { eventually } from '../harness/eventually.ts'
import { askFlink, verticesAt } from '../harness/flink-rest.ts'
import type { ManifestOptions } from '../harness/manifest.ts'
import { layOutLoadJob, type LoadJob } from '../harness/load-job.ts'
import type { FlinkVersion } from '../settings.ts'
import { type Evidence, expect, type Stage } from './story.ts'

/** A job whose load is set from outside, and whose parallelism the autoscaler sets. */
export interface AutoscaledJob {
  readonly application: Application
  readonly load: LoadJob
  /** Parallelism of its vertices by name as Flink runs them; null: Flink does not answer, or the job does not run. */
  readonly parallelism: () => Promise<Readonly<Record<string, number>> | null>
  /** Its vertices with Flink's ids, named `arrivals` and `work`. */
  readonly vertices: () => Promise<readonly { readonly id: string; readonly name: string; readonly parallelism: number }[]>
  /** Records that wait at the source, as Flink tells it; null: it does not tell. */
  readonly waiting: () => Promise<number | null>
  readonly stored: () => Promise<AutoscalerState>
  /** How often it went on from a checkpoint or savepoint. */
  readonly restarts: () => number
}

/** Milliseconds that the vertex `work` needs for a record. */
export const millisEach = 20

/** Records per second until the job runs: what waits then is soon worked off. */
const warmUp = 4

/** Windows of twenty seconds, so that a story ends: with the defaults of the autoscaler it takes hours. */
export const quickAutoscaler = {
  'job.autoscaler.enabled': 'true',
  'job.autoscaler.stabilization.interval': '5 s',
  'job.autoscaler.metrics.window': '20 s',
  'job.autoscaler.scale-down.interval': '15 s',
  'job.autoscaler.restart.time': '20 s',
  'job.autoscaler.catch-up.duration': '2 min',
  'job.autoscaler.vertex.max-parallelism': '6',
  // each decision of a story is counted
  'job.autoscaler.history.max.count': '100',
}

/** Flink answers with what it measured a second ago. Few records are on their way between two vertices: the others wait at the source. */
const quickMetrics = {
  'metrics.fetcher.update-interval': '1000',
  'taskmanager.memory.segment-size': '4kb',
  'taskmanager.network.memory.buffers-per-channel': '1',
  'taskmanager.network.memory.floating-buffers-per-gate': '1',
}

/**
 * Flink 1.20 rescales a job at once to the slots that it has, and again when TaskManagers have brought more: one decision restarts it
 * several times. So its slots are there from the start. Flink 2 waits for the slots.
 */
const slots: Readonly<Record<FlinkVersion, string>> = { '1.20': '6', '2.3': '2' }

/** The scheduler that rescales a running job, without its pauses between two of them. */
export const adaptive = {
  'jobmanager.scheduler': 'adaptive',
  'jobmanager.adaptive-scheduler.scaling-interval.min': '5 s',
  'jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling': '5 s',
}

/** Creates it with a load of so many records per second, and waits until it runs. */
export const deployAutoscaled = async (
  stage: Stage,
  configuration: Readonly<Record<string, string>>,
  load: number,
  options: Partial<Pick<ManifestOptions, 'upgradeMode' | 'highAvailability' | 'parallelism' | 'taskManagerCpu'>> = {},
): Promise<{ readonly job: AutoscaledJob; readonly evidence: Evidence }> => {
  const laidOut = layOutLoadJob(stage, warmUp)
  const state = stage.followState()
  const application = await stage.deploy({
    upgradeMode: 'savepoint',
    highAvailability: false,
    jobName: 'first',
    jarURI: laidOut.jarURI,
    jobArguments: laidOut.arguments('first'),
    ...options,
    configuration: { ...quickAutoscaler, ...quickMetrics, 'taskmanager.numberOfTaskSlots': slots[stage.version], ...configuration },
  })
  const { id } = await application.stable(1, 'first')
  const { completed } = await application.checkpointed()
  laidOut.setLoad(load)
  const running = async (): Promise<readonly [string, string] | null> => {
    const [address, progress] = await Promise.all([application.clusterAddress(), application.progress()])
    return address === null || progress === null ? null : [address, progress.jobId]
  }
  const vertices: AutoscaledJob['vertices'] = async () => {
    const at = await running()
    const all = at === null ? null : await verticesAt(...at)
    return (all ?? []).map(it => ({ ...it, name: it.name.startsWith('Source') ? 'arrivals' : 'work' }))
  }
  return {
    evidence: { text: `job ${id} runs; checkpoint ${completed.id} complete` },
    job: {
      application,
      load: laidOut,
      vertices,
      parallelism: async () => {
        const all = await vertices()
        return all.length === 0 ? null : Object.fromEntries(all.map(({ name, parallelism }) => [name, parallelism]))
      },
      waiting: async () => {
        const [at, all] = await Promise.all([running(), vertices()])
        const source = all.find(({ name }) => name === 'arrivals')
        if (at === null || source === undefined) return null
        const path = `/jobs/${at[1]}/vertices/${source.id}/subtasks/metrics?get=Source__arrivals.pendingRecords`
        const [metric] = (await askFlink(at[0], path)) ?? []
        return metric?.sum ?? null
      },
      // before its first cycle it has stored nothing
      stored: async () => (await autoscalerStateOf(stage.api, stage.namespace, application.name)) ?? readAutoscalerState({}),
      restarts: () => state.restores(application.name).length,
    },
  }
}

export interface ScaledOptions {
  /** Records per second from now on. */
  readonly load: number
  /** What the vertex `work` has to run with in the end. */
  readonly isEnough: (parallelism: number) => boolean
  /** The same job and the same JobManager, or another job for each scaling. */
  readonly inPlace: boolean
  /** Milliseconds. */
  readonly within?: number
  /** What else changes with the load. */
  readonly begin?: () => Promise<unknown>
}

const jobManagersOf = async (application: Application): Promise<string> => (await application.run())?.jobManagers.join() ?? ''

/**
 * Sets the load and waits until the job has the parallelism for it, runs as it is recorded and has worked off what waits. Each scaling is
 * one decision that is stored, and one restart of the job, which keeps its state.
 */
export const scaled = async (
  stage: Stage,
  job: AutoscaledJob,
  { load, isEnough, inPlace, within = 600_000, begin }: ScaledOptions,
): Promise<Evidence> => {
  const { application } = job
  const before = await application.checkpointed()
  const [stored, restarts, jobManagers] = [await job.stored(), job.restarts(), await jobManagersOf(application)]
  const path: number[] = [(await job.parallelism())?.['work'] ?? 0]
  const began = Date.now()
  job.load.setLoad(load)
  await begin?.()
  let [most, last] = [0, 0]
  const describe = async (): Promise<string> =>
    `work ran with ${path.join(' → ')}, ${last} records wait; ${describeResource(await application.resource())}`
  await eventually(`the job has the parallelism for ${load} records/s, and no backlog`, {
    within,
    every: 500,
    describe,
    guard: application.safe,
  }, async () => {
    const [parallelism, waiting] = await Promise.all([job.parallelism(), job.waiting()])
    const now = parallelism?.['work']
    if (now === undefined || waiting === null) return null
    if (now !== path.at(-1)) path.push(now)
    most = Math.max(most, waiting)
    last = waiting
    return isEnough(now) && waiting < 2 * load
  })
  const seconds = (Date.now() - began) / 1_000
  const decisions = (): Promise<number> => job.stored().then(({ scalings }) => scalings.length - stored.scalings.length)
  let [decided, restarted] = [0, 0]
  // Flink's answers are some seconds old when the job was restarted just now
  await eventually('one restart for each decision', {
    within: 30_000,
    guard: application.safe,
    describe: () => `${decided} decisions, ${restarted} restarts; work ran with ${path.join(' → ')}`,
  }, async () => {
    decided = await decisions()
    restarted = job.restarts() - restarts
    return decided === restarted
  })
  const { generation } = (await application.resource()).metadata
  await application.stable(generation, 'first')
  const now = await application.counted(before.seen)
  const from = now.restoredFrom?.path ?? 'nothing'
  expect(from.includes(inPlace ? '/chk-' : '/savepoint-'), `restored from ${from}`)
  const isSame = now.jobId === before.jobId && (await jobManagersOf(application)) === jobManagers
  expect(isSame === inPlace, inPlace ? 'the cluster was restarted' : 'the job was scaled in place')
  return {
    text:
      `work ${path.join(' → ')} after ${
        seconds.toFixed(0)
      } s; at most ${most} records waited, then ${last}; ${decided} decisions, ${restarted} restarts; `
      + `restored ${now.restored} from ${from.replace(/^.*\/(?=savepoint-|chk-)/, '')}, counts on to ${now.seen}`,
    downtime: stage.downtime(application, began),
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { countingProxy } from './counting-proxy.ts'

const bundle = join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')

export interface AutoscaledJobs {
  readonly jobs: number
  /** Of each job. */
  readonly vertices: number
  /** Seconds between two cycles of a job. */
  readonly interval: number
  /** Cycles that the window of metrics holds. */
  readonly cycles: number
}

/** What one operator needed in some time. */
interface Needed {
  readonly cpuSeconds: number
  readonly residentMiB: number
  readonly flinkRequests: number
  readonly apiRequests: number
  /** Writes of the autoscaler's ConfigMaps: one a cycle. */
  readonly cycles: number
}

const resource = (index: number): object => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: `job-${index}`, namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'execution.checkpointing.dir': 'file:///flink-data/checkpoints',
      'execution.checkpointing.savepoint-dir': 'file:///flink-data/savepoints',
    },
    jobManager: { resource: { cpu: 1, memory: '1g' } },
    taskManager: { resource: { cpu: 1, memory: '1g' } },
    job: { jarURI: 'local:///opt/flink/job.jar', parallelism: 1, upgradeMode: 'savepoint' },
  },
})

const idOf = (index: number): string => index.toString(16).padStart(32, '0')

/** A chain of vertices, each of which is busy for half of the time. */
const chain = (vertices: number) =>
  Array.from({ length: vertices }, (_, index) => ({
    id: idOf(index),
    name: `vertex-${index}`,
    inputs: index === 0 ? [] : [{ id: idOf(index - 1), shipStrategy: 'REBALANCE' }],
    capacity: 200,
    selectivity: index === vertices - 1 ? 0 : 1,
    partitions: null,
  }))

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0') / 1024

/** User and system time of a process, which the kernel tells in hundredths. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const configuration = (folder: string, name: string, interval: number, more: readonly string[]): string => {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(
    join(path, 'config.yaml'),
    [`kubernetes.operator.reconcile.interval: ${interval} s`, "kubernetes.operator.leader-election.enabled: 'false'", ...more, ''].join(
      '\n',
    ),
  )
  return path
}

/**
 * The same running jobs with the autoscaler off, and then on: what an operator needs once the window of each job is full. The autoscaler
 * only reports, so that no job restarts meanwhile.
 */
export const measured = async (
  { jobs, vertices, interval, cycles }: AutoscaledJobs,
): Promise<{ readonly off: Needed; readonly on: Needed }> => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`)
  const { startSandbox, withLoad } = await import('@flink-operator/sandbox')
  let flinkRequests = 0
  const started = await startSandbox({
    port: 0,
    speed: 1,
    onFlinkCall: () => {
      flinkRequests++
    },
  })
  if (started._tag === 'Left') throw new Error(started.left)
  const sandbox = started.right
  const proxy = await countingProxy(sandbox.port)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, sandbox.kubeconfig.replaceAll(`:${sandbox.port}`, `:${proxy.port}`))
  const list = `${sandbox.url}/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments`
  const start = (conf: string): ChildProcess =>
    spawn(process.execPath, [bundle, 'run', '--kubeconfig', kubeconfig, '--conf-dir', conf, '--port', '0'], {
      env: { ...process.env, FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const stop = (operator: ChildProcess): Promise<void> =>
    new Promise(resolve => {
      operator.once('exit', () => {
        resolve()
      })
      operator.kill('SIGTERM')
    })
  const stable = async (): Promise<number> => {
    const answer = (await (await fetch(list)).json()) as { items: { status?: { lifecycleState?: string } }[] }
    return answer.items.filter(({ status }) => status?.lifecycleState === 'STABLE').length
  }
  /** Measures some rounds of each job, after so many. */
  const needed = async (operator: ChildProcess, after: number): Promise<Needed> => {
    await pause(after * interval * 1_000)
    const seconds = Math.max(60, 3 * interval)
    proxy.mark()
    const [pid, before] = [operator.pid ?? 0, { cpu: cpuSeconds(operator.pid ?? 0), flink: flinkRequests }]
    await pause(seconds * 1_000)
    const { total, by } = proxy.since()
    const aMinute = (count: number): number => (count * 60) / seconds
    return {
      cpuSeconds: aMinute(cpuSeconds(pid) - before.cpu),
      residentMiB: residentMiB(pid),
      flinkRequests: aMinute(flinkRequests - before.flink),
      apiRequests: aMinute(total),
      cycles: aMinute(Object.entries(by).reduce((sum, [what, times]) => sum + (/^(put|patch) configmaps$/.test(what) ? times : 0), 0)),
    }
  }
  try {
    for (let index = 0; index < jobs; index++)
      await fetch(list, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(resource(index)) })
    const without = start(configuration(folder, 'off', interval, []))
    for (const began = performance.now(); (await stable()) < jobs; await pause(1_000))
      if (performance.now() - began > 1_200_000) throw new Error(`only ${await stable()} of ${jobs} jobs are STABLE`)
    for (const cluster of sandbox.flink.all())
      sandbox.flink.change(
        cluster,
        world => withLoad(world, { vertices: chain(vertices), lag: 0, broken: 'None', arrivals: [{ from: world.now, perSecond: 100 }] }),
      )
    const off = await needed(without, 2)
    await stop(without)
    const operator = start(configuration(folder, 'on', interval, [
      "job.autoscaler.enabled: 'true'",
      "job.autoscaler.scaling.enabled: 'false'",
      'job.autoscaler.stabilization.interval: 1 s',
      `job.autoscaler.metrics.window: ${cycles * interval} s`,
    ]))
    const on = await needed(operator, cycles + 2)
    await stop(operator)
    return { off, on }
  } finally {
    proxy.close()
    await sandbox.close()
  }
}

const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits))

/** What a cycle costs, of jobs with 10 and with 100 vertices. */
export const autoscalerCycle = async (): Promise<Record<string, unknown>> => {
  const of = async (jobs: number, vertices: number): Promise<Record<string, unknown>> => {
    const { off, on } = await measured({ jobs, vertices, interval: 10, cycles: 15 })
    if (on.cycles === 0) return { [`cyclesAMinute.${vertices}`]: 0 }
    return {
      [`cpuMillisACycle.${vertices}`]: rounded(((on.cpuSeconds - off.cpuSeconds) * 1_000) / on.cycles, 1),
      [`flinkRequestsACycle.${vertices}`]: rounded((on.flinkRequests - off.flinkRequests) / on.cycles, 1),
      [`apiRequestsACycle.${vertices}`]: rounded((on.apiRequests - off.apiRequests) / on.cycles, 1),
      [`cyclesAMinute.${vertices}`]: rounded(on.cycles),
    }
  }
  const [few, many] = await Promise.all([of(20, 10), of(5, 100)])
  return { ...few, ...many }
}

/** 1,000 jobs of three vertices, with the autoscaler and without it. */
export const autoscalerThousand = async (): Promise<Record<string, unknown>> => {
  const { off, on } = await measured({ jobs: 1_000, vertices: 3, interval: 60, cycles: 5 })
  const figures = (of: Needed, name: string) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [`${key}.${name}`, rounded(Number(value), key === 'cpuSeconds' ? 1 : 0)]))
  return { ...figures(off, 'off'), ...figures(on, 'on') }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countingProxy } from './counting-proxy.ts'

const count = 1_000
const bundle = join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')

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

/** Resident memory of a process in MiB, as the kernel tells it. */
const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0') / 1024

const until = async (what: string, holds: () => Promise<boolean>, limit: number, every = 20): Promise<number> => {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > limit) throw new Error(`${what}: not within ${limit / 1000} s`)
    await new Promise(resolve => {
      setTimeout(resolve, every)
    })
  }
  return performance.now() - began
}

const isReady = (port: number) => async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true

const start = (kubeconfig: string, restBase: string, port: number): ChildProcess =>
  spawn(process.execPath, [bundle, 'run', '--kubeconfig', kubeconfig, '--port', String(port)], {
    env: { ...process.env, FLINK_OPERATOR_REST_RESOLUTION: restBase, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const stopped = (operator: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    operator.once('exit', () => {
      resolve()
    })
    operator.kill('SIGTERM')
  })

/**
 * The operator's bundle in a process of its own, on a sandbox with 1,000 running jobs: how soon a fresh process is ready, what memory it
 * holds then and after a quiet minute, and how much it writes in that minute.
 */
export const thousand = async (): Promise<Record<string, unknown>> => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`)
  const { startSandbox } = await import('@flink-operator/sandbox')
  const started = await startSandbox({ port: 0, speed: 10 })
  if (started._tag === 'Left') throw new Error(started.left)
  const sandbox = started.right
  const proxy = await countingProxy(sandbox.port)
  const kubeconfig = join(mkdtempSync(join(tmpdir(), 'bench-')), 'kubeconfig')
  writeFileSync(kubeconfig, sandbox.kubeconfig.replaceAll(`:${sandbox.port}`, `:${proxy.port}`))
  const list = `${sandbox.url}/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments`
  for (let index = 0; index < count; index++)
    await fetch(list, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(resource(index)) })
  const stable = async (): Promise<number> => {
    const answer = (await (await fetch(list)).json()) as { items: { status?: { lifecycleState?: string } }[] }
    return answer.items.filter(({ status }) => status?.lifecycleState === 'STABLE').length
  }
  const first = start(kubeconfig, sandbox.flinkUrl, 18_085)
  const deployed = await until(`${count} jobs STABLE`, async () => (await stable()) === count, 600_000, 1_000)
  await stopped(first)

  const operator = start(kubeconfig, sandbox.flinkUrl, 18_086)
  const ready = await until('ready', isReady(18_086), 60_000, 5)
  const atStart = residentMiB(operator.pid ?? 0)
  // the first look at every job comes right after the start
  const looked = proxy.calls()
  await new Promise(resolve => {
    setTimeout(resolve, 10_000)
  })
  const before = proxy.writes()
  await new Promise(resolve => {
    setTimeout(resolve, 60_000)
  })
  const result = {
    resources: count,
    deployedSeconds: Math.round(deployed / 1000),
    readyMillis: Math.round(ready),
    residentMiBAtReady: Math.round(atStart),
    residentMiB: Math.round(residentMiB(operator.pid ?? 0)),
    writesInQuietMinute: proxy.writes() - before,
    callsAtReady: looked,
  }
  await stopped(operator)
  proxy.close()
  await sandbox.close()
  return result
}

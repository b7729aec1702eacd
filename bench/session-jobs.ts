import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const count = 1_000
const clusters = 10
const bundle = join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')
const group = '/apis/flink.apache.org/v1beta1/namespaces/default'

const cluster = (index: number): object => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: `session-${index}`, namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'taskmanager.numberOfTaskSlots': '100',
      'execution.checkpointing.dir': 'file:///flink-data/checkpoints',
      'execution.checkpointing.savepoint-dir': 'file:///flink-data/savepoints',
    },
    jobManager: { resource: { cpu: 1, memory: '1g' } },
    taskManager: { resource: { cpu: 1, memory: '1g' } },
  },
})

const job = (index: number, jarURI: string): object => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: { name: `job-${index}`, namespace: 'default' },
  spec: { deploymentName: `session-${index % clusters}`, job: { jarURI, entryClass: 'Job', parallelism: 1, upgradeMode: 'savepoint' } },
})

/** Resident memory of a process in MiB, as the kernel tells it. */
const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0') / 1024

const pause = (millis: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, millis)
  })

const until = async (what: string, holds: () => Promise<boolean>, limit: number): Promise<number> => {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > limit) throw new Error(`${what}: not within ${limit / 1000} s`)
    await pause(1_000)
  }
  return performance.now() - began
}

/**
 * 1,000 session jobs on 10 clusters of the sandbox: how long their submits take, how many requests a quiet minute costs Flink, by
 * what is asked, and what memory a job takes. One list of jobs is for all who wait for it: there is about one a round of a cluster.
 */
export const sessionJobs = async (): Promise<Record<string, unknown>> => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`)
  const { startSandbox } = await import('@flink-operator/sandbox')
  let asked = new Map<string, number>()
  const started = await startSandbox({
    port: 0,
    speed: 10,
    onFlinkCall: (method, path) => {
      const what = `${method} ${path.replace(/[0-9a-f]{32}/g, ':id').replace(/\/jars\/[^/]+_[^/]+/, '/jars/:id')}`
      asked.set(what, (asked.get(what) ?? 0) + 1)
    },
  })
  if (started._tag === 'Left') throw new Error(started.left)
  const sandbox = started.right
  const jar = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100_000)])
  const source = createServer((_, response) => void response.end(jar))
  await new Promise<void>(resolve => source.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const [kubeconfig, configuration] = [join(folder, 'kubeconfig'), join(folder, 'conf')]
  writeFileSync(kubeconfig, sandbox.kubeconfig)
  mkdirSync(configuration)
  writeFileSync(
    join(configuration, 'config.yaml'),
    "kubernetes.operator.user.artifacts.allowed-schemes: http\nkubernetes.operator.user.artifacts.disallow-restricted-hosts: 'false'\n",
  )
  const post = async (plural: string, body: object): Promise<void> => {
    const answer = await fetch(`${sandbox.url}${group}/${plural}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const stable = async (plural: string): Promise<number> => {
    const answer = (await (await fetch(`${sandbox.url}${group}/${plural}`)).json()) as { items: { status?: { lifecycleState?: string } }[] }
    return answer.items.filter(({ status }) => status?.lifecycleState === 'STABLE').length
  }
  const operator: ChildProcess = spawn(
    process.execPath,
    [bundle, 'run', '--kubeconfig', kubeconfig, '--conf-dir', configuration, '--port', '18090'],
    {
      env: { ...process.env, FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    for (let index = 0; index < clusters; index++) await post('flinkdeployments', cluster(index))
    await until(`${clusters} clusters STABLE`, async () => (await stable('flinkdeployments')) === clusters, 120_000)
    await pause(5_000)
    const before = residentMiB(operator.pid ?? 0)
    const { port } = source.address() as AddressInfo
    for (let index = 0; index < count; index++) await post('flinksessionjobs', job(index, `http://127.0.0.1:${port}/job.jar`))
    const submitted = await until(`${count} jobs STABLE`, async () => (await stable('flinksessionjobs')) === count, 600_000)
    // the waits that began in the middle of the submits come to their common moments
    await pause(90_000)
    asked = new Map()
    await pause(60_000)
    const total = [...asked.values()].reduce((sum, times) => sum + times, 0)
    return {
      jobs: count,
      clusters,
      submittedSeconds: Math.round(submitted / 1000),
      restRequestsInQuietMinute: total,
      restRequestsInQuietMinuteBy: JSON.stringify(Object.fromEntries([...asked].sort(([, a], [, b]) => b - a))),
      jobListsPerClusterAndMinute: (asked.get('GET /v1/jobs/overview') ?? 0) / clusters,
      residentMiB: Math.round(residentMiB(operator.pid ?? 0)),
      residentKiBPerJob: Math.round((residentMiB(operator.pid ?? 0) - before) * 1024 / count),
      mostJobsOfOneResource: Math.max(...sandbox.flink.all().map(({ mostAlive }) => mostAlive)),
    }
  } finally {
    operator.kill('SIGTERM')
    source.close()
    await sandbox.close()
  }
}

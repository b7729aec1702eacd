import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonObject } from '@flink-operator/core'
import { createHttp, type Http, type HttpRequest, listWatch, loadCredentials } from '@flink-operator/k8s-adapter'
import { auditLog } from './audit-log.ts'

const bundle = join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')
const deployments = '/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments'

interface Operator {
  readonly name: string
  readonly command: readonly string[]
  readonly agent: RegExp
  readonly env: Readonly<Record<string, string>>
}

const pause = (millis: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, millis)
  })

const resource = (name: string): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'default',
    flinkConfiguration: {
      'execution.checkpointing.dir': 'file:///flink-data/checkpoints',
      'execution.checkpointing.savepoint-dir': 'file:///flink-data/savepoints',
      'high-availability.type': 'kubernetes',
      'high-availability.storageDir': 'file:///flink-data/ha',
    },
    jobManager: { resource: { cpu: 1, memory: '1g' } },
    taskManager: { resource: { cpu: 1, memory: '1g' } },
    job: { jarURI: 'local:///opt/flink/job.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  },
})

const residentMiB = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0') / 1024)
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const middle = (times: readonly number[]): number => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)

/** Takes away what an operator made, without it and without the garbage collector, whose pace would count for the next one. */
const sweep = async (http: Http, names: readonly string[]): Promise<void> => {
  const ask = (method: 'DELETE' | 'PATCH', path: string, query: Readonly<Record<string, string>> = {}) =>
    http.send({
      method,
      path,
      query,
      deadline: 60_000,
      ...(method === 'PATCH' ? { contentType: 'application/merge-patch+json', body: JSON.stringify({ metadata: { finalizers: null } }) }
        : {}),
    })()
  const inTens = async <A>(all: readonly A[], send: (it: A) => Promise<unknown>): Promise<void> => {
    for (let first = 0; first < all.length; first += 10) await Promise.all(all.slice(first, first + 10).map(send))
  }
  await inTens(names, name => ask('PATCH', `${deployments}/${name}`))
  const [apps, core] = ['/apis/apps/v1/namespaces/default', '/api/v1/namespaces/default']
  const [ofFlink, alone] = ['type=flink-native-kubernetes', { propagationPolicy: 'Orphan', gracePeriodSeconds: '0' }]
  await ask('DELETE', deployments, alone)
  for (const path of [`${apps}/deployments`, `${apps}/replicasets`, `${core}/pods`, `${core}/configmaps`])
    await ask('DELETE', path, { ...alone, labelSelector: ofFlink })
  await inTens(names, name => ask('DELETE', `${core}/services/${name}-rest`))
  await inTens(names, name => ask('DELETE', `${core}/services/${name}`))
  await pause(20_000)
}

/** What one operator does on an API server that has no nodes: nothing ever comes up. */
const measure = async (
  http: Http,
  audit: ReturnType<typeof auditLog>,
  operator: Operator,
  count: number,
): Promise<Record<string, unknown>> => {
  const figures: Record<string, unknown> = { operator: operator.name, deployments: count }
  /** At once: what is measured already is not to be lost with what may still fail or be cut off. */
  const tell = (found: Readonly<Record<string, unknown>>): void => {
    Object.assign(figures, found)
    for (const [key, value] of Object.entries(found))
      console.error(`${operator.name}.${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  const send = async (request: HttpRequest): Promise<Json> => {
    const answer = await http.send(request)()
    if (E.isLeft(answer)) throw new Error(`${request.method} ${request.path}: ${answer.left.message}`)
    return answer.right
  }
  const serverCpu = async (): Promise<number> => {
    const stream = await http.stream({ path: '/metrics', accept: 'text/plain' })()
    if (E.isLeft(stream)) return Number.NaN
    let text = ''
    for await (const chunk of stream.right.bytes) text += Buffer.from(chunk).toString('utf8')
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? 'NaN')
  }

  // the bench itself watches: a list a second of all resources would be what it measures
  const seen = { phases: new Map<string, string>(), gone: new Map<string, number>() }
  const watch = listWatch({
    http,
    path: deployments,
    onEvent: (type, object) => {
      const { metadata: { name }, status } = object as unknown as {
        metadata: { name: string }
        status?: {
          lifecycleState?: string
          reconciliationStatus?: { state?: string; reconciliationTimestamp?: number }
          observedGeneration?: number
        }
      }
      if (type === 'deleted') {
        seen.phases.delete(name)
        seen.gone.set(name, performance.now())
      } else seen.phases.set(name, `${status?.reconciliationStatus?.state ?? 'none'} ${status?.observedGeneration ?? 0}`)
    },
  })
  await watch.synced
  const until = async (what: string, holds: () => boolean, limit = 1_200_000): Promise<void> => {
    const began = performance.now()
    while (!holds()) {
      if (performance.now() - began > limit) throw new Error(`${operator.name}: ${what}: not within ${limit / 1000} s`)
      await pause(50)
    }
  }
  const settledIn = async (): Promise<void> => {
    // requests follow what is seen by a moment
    await pause(5_000)
  }

  const started: ChildProcess = spawn(operator.command[0] ?? '', operator.command.slice(1), {
    env: { ...process.env, ...operator.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = started.pid ?? 0
  try {
    await pause(10_000)
    const idleMiB = residentMiB(pid)
    const name = (index: number): string => `w-${index}`
    const isDeployed = (index: number, generation: number): boolean => seen.phases.get(name(index)) === `DEPLOYED ${generation}`
    audit.mark()
    let began = performance.now()
    for (let first = 0; first < count; first += 25)
      await Promise.all(
        Array.from(
          { length: Math.min(25, count - first) },
          (_, index) => send({ method: 'POST', path: deployments, body: JSON.stringify(resource(name(first + index))) }),
        ),
      )
    await until(`${count} deployed`, () => Array.from({ length: count }, (_, index) => index).every(index => isDeployed(index, 1)))
    const deployedMillis = performance.now() - began
    await settledIn()
    const deploying = audit.since(operator.agent)
    tell({
      deployedSeconds: Math.round(deployedMillis / 100) / 10,
      requestsADeployment: Math.round(10 * deploying.total / count) / 10,
      deploying: deploying.by,
    })

    await pause(60_000)
    audit.mark()
    const [serverBefore, ownBefore] = [await serverCpu(), cpuSeconds(pid)]
    await pause(60_000)
    const quiet = audit.since(operator.agent)
    const [serverAfter, ownAfter] = [await serverCpu(), cpuSeconds(pid)]
    tell({
      quietMinute: quiet.total,
      quietBy: quiet.by,
      serverCpuSeconds: Math.round(100 * (serverAfter - serverBefore)) / 100,
      operatorCpuSeconds: Math.round(100 * (ownAfter - ownBefore)) / 100,
      idleMiB,
      residentMiB: residentMiB(pid),
    })

    const edited = Math.min(20, count)
    audit.mark()
    began = performance.now()
    for (let index = 0; index < edited; index++)
      await send({
        method: 'PATCH',
        path: `${deployments}/${name(index)}`,
        contentType: 'application/merge-patch+json',
        body: JSON.stringify({ spec: { flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '2' } } }),
      })
    await until('upgraded', () => Array.from({ length: edited }, (_, index) => index).every(index => isDeployed(index, 2)))
    const upgradedMillis = performance.now() - began
    await settledIn()
    const upgrading = audit.since(operator.agent)
    tell({
      requestsAnUpgrade: Math.round(10 * upgrading.total / edited) / 10,
      upgradedSeconds: Math.round(upgradedMillis / 100) / 10,
      upgrading: upgrading.by,
    })

    const deleted = Math.min(50, count)
    const asked = new Map<string, number>()
    for (let index = count - deleted; index < count; index++) {
      asked.set(name(index), performance.now())
      await send({ method: 'DELETE', path: `${deployments}/${name(index)}` })
    }
    await until('deleted', () => [...asked.keys()].every(it => seen.gone.has(it)))
    const deletions = [...asked].map(([it, at]) => (seen.gone.get(it) ?? 0) - at)
    await settledIn()
    const deleting = audit.since(operator.agent)
    tell({ deletionMillisP50: middle(deletions), requestsADeletion: Math.round(10 * deleting.total / deleted) / 10, deleting: deleting.by })
    return figures
  } finally {
    started.kill('SIGTERM')
    await pause(5_000)
    await sweep(http, [...seen.phases.keys()])
    await until('all gone', () => seen.phases.size === 0, 60_000).catch(() => undefined)
    watch.stop()
  }
}

/**
 * Deployments that wait for a node, on a real API server without one (`KUBECONFIG`; its audit log, level Metadata, in `BENCH_AUDIT_LOG`):
 * how fast and with how many requests they are made, what a quiet minute costs, upgrades and deletions beside them. Another operator is
 * measured the same way after it, where `BENCH_OTHER` has its command, and `BENCH_OTHER_AGENT` the beginning of its user agent.
 */
export const waiting = async (): Promise<Record<string, unknown>> => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`)
  const {
    KUBECONFIG: kubeconfig = '',
    BENCH_AUDIT_LOG: log = '',
    BENCH_COUNT: count = '500',
    BENCH_OTHER: other = '',
    BENCH_OTHER_AGENT: agent = 'okhttp|fabric8|Java',
  } = process.env
  if (kubeconfig === '' || log === '') throw new Error('KUBECONFIG and BENCH_AUDIT_LOG have to be set: see bench/README.md')
  const credentials = loadCredentials({ environment: process.env })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const http = createHttp({ credentials: credentials.right, userAgent: 'bench' })
  const audit = auditLog(log)
  const operators: readonly Operator[] = [
    {
      name: 'flink-operator',
      command: [process.execPath, '--max-semi-space-size=1', bundle, 'run', '--port', '18087', '--namespace', 'default'],
      agent: /^flink-operator/,
      env: { LOG_LEVEL: 'error', MALLOC_ARENA_MAX: '1' },
    },
    ...(other === '' ? [] : [{ name: 'other', command: ['sh', '-c', `exec ${other}`], agent: new RegExp(agent), env: {} }]),
  ]
  const results: Record<string, unknown> = {}
  for (const operator of operators)
    for (const [key, value] of Object.entries(await measure(http, audit, operator, Number(count))))
      results[`${operator.name}.${key}`] = typeof value === 'object' ? JSON.stringify(value) : value
  await http.close()
  return results
}

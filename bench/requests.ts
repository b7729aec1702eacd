import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countingProxy } from './counting-proxy.ts'

const bundle = join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')
const path = '/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments'

const highAvailability = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 'file:///flink-data/ha' }

const resource = (mode: string): object => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'job', namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'execution.checkpointing.dir': 'file:///flink-data/checkpoints',
      'execution.checkpointing.savepoint-dir': 'file:///flink-data/savepoints',
      'execution.checkpointing.interval': '10 s',
      ...(mode === 'last-state' ? highAvailability : {}),
    },
    jobManager: { resource: { cpu: 1, memory: '1g' } },
    taskManager: { resource: { cpu: 1, memory: '1g' } },
    job: { jarURI: 'local:///opt/flink/job.jar', parallelism: 1, upgradeMode: mode },
  },
})

const pause = (millis: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, millis)
  })

/**
 * A job of that mode that comes up, is edited once it runs, and is deleted: the requests to the API server of each, by verb and resource.
 */
const measure = async (mode: string): Promise<Record<string, unknown>> => {
  const { startSandbox } = await import('@flink-operator/sandbox')
  const started = await startSandbox({ port: 0, speed: 1 })
  if (started._tag === 'Left') throw new Error(started.left)
  const sandbox = started.right
  const proxy = await countingProxy(sandbox.port)
  const kubeconfig = join(mkdtempSync(join(tmpdir(), 'bench-')), 'kubeconfig')
  writeFileSync(kubeconfig, sandbox.kubeconfig.replaceAll(`:${sandbox.port}`, `:${proxy.port}`))
  const operator: ChildProcess = spawn(process.execPath, [bundle, 'run', '--kubeconfig', kubeconfig, '--port', '18088'], {
    env: { ...process.env, FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ask = async (
    method: string,
    body?: object,
  ): Promise<
    {
      readonly metadata?: { readonly generation: number }
      readonly status?: { readonly lifecycleState?: string; readonly observedGeneration?: number }
    } | null
  > => {
    const answer = await fetch(`${sandbox.url}${path}${method === 'POST' ? '' : '/job'}`, {
      method,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.ok ? await answer.json() as object : null
  }
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (const began = performance.now(); !(await holds()); await pause(200))
      if (performance.now() - began > 180_000) throw new Error(`${mode}: ${what}: not within 180 s`)
  }
  const isStable = (generation: number) => async (): Promise<boolean> => {
    const found = await ask('GET')
    return found?.status?.lifecycleState === 'STABLE' && found.status.observedGeneration === generation
  }
  try {
    await pause(3_000)
    const counted = async (what: string, send: () => Promise<unknown>, holds: () => Promise<boolean>): Promise<Record<string, unknown>> => {
      proxy.mark()
      await send()
      await until(what, holds)
      await pause(2_000)
      const { total, by } = proxy.since()
      return { [`${mode}.${what}`]: total, [`${mode}.${what}.by`]: JSON.stringify(by) }
    }
    return {
      ...await counted('deployment', () => ask('POST', resource(mode)), isStable(1)),
      ...await counted('upgrade', () => ask('PATCH', { spec: { image: 'flink:1.20-java17' } }), isStable(2)),
      ...await counted('deletion', () => ask('DELETE'), async () => await ask('GET') === null),
    }
  } finally {
    operator.kill('SIGTERM')
    proxy.close()
    await sandbox.close()
  }
}

/**
 * How many requests of the API server a job costs that runs, by upgrade mode: on simulated Kubernetes and Flink, where every run counts the
 * same.
 */
export const requests = async (): Promise<Record<string, unknown>> => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`)
  let results: Record<string, unknown> = {}
  for (const mode of ['stateless', 'savepoint', 'last-state']) results = { ...results, ...await measure(mode) }
  return results
}

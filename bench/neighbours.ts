import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const noisy = 400
const edits = 7
const operatorBundle = process.env['BENCH_BUNDLE'] ?? join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')
const group = (namespace: string): string => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments`

const deployment = (namespace: string, name: string, parallelism: number): object => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    jobManager: { resource: { cpu: 1, memory: '1g' } },
    taskManager: { resource: { cpu: 1, memory: '1g' } },
    job: { jarURI: 'local:///opt/flink/job.jar', parallelism, upgradeMode: 'stateless' },
  },
})

interface Stored {
  readonly metadata: { readonly generation: number }
  readonly status?: {
    readonly observedGeneration?: number
    readonly lifecycleState?: string
    readonly reconciliationStatus?: { readonly lastReconciledSpec?: string }
  }
}

const pause = (millis: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, millis)
  })

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        resolve(port)
      })
    })
  })

const middle = (times: readonly number[]): number => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)

/**
 * How long the edit of one tenant takes to be followed (its recorded spec has it), alone, and while the operator meets 400 bad resources of
 * another tenant that were created a moment before.
 */
export const neighbours = async (): Promise<Record<string, unknown>> => {
  if (!existsSync(operatorBundle)) throw new Error(`${operatorBundle} is not there: npm run build`)
  const { startSandbox } = await import('@flink-operator/sandbox')
  const started = await startSandbox({ port: 0, speed: 2 })
  if (started._tag === 'Left') throw new Error(started.left)
  const sandbox = started.right
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(join(folder, 'kubeconfig'), sandbox.kubeconfig)
  writeFileSync(join(folder, 'config.yaml'), 'kubernetes.operator.reconcile.interval: 60 s\n')
  const call = async (method: string, path: string, body?: object): Promise<Stored> => {
    const answer = await fetch(sandbox.url + path, {
      method,
      ...(body === undefined ? {} : {
        headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return await answer.json() as Stored
  }
  const port = await freePort()
  const operator = spawn(
    process.execPath,
    [operatorBundle, 'run', '--kubeconfig', join(folder, 'kubeconfig'), '--conf-dir', folder, '--port', String(port)],
    {
      env: { ...process.env, FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const victim = `${group('default')}/victim`
  /** Until the edit is recorded as what the operator works towards. */
  const followed = async (parallelism: number): Promise<number> => {
    const began = performance.now()
    await call('PATCH', victim, { spec: { job: { parallelism } } })
    for (;;) {
      const { status } = await call('GET', victim)
      const recorded = JSON.parse(status?.reconciliationStatus?.lastReconciledSpec ?? '{}') as { spec?: { job?: { parallelism?: number } } }
      if (recorded.spec?.job?.parallelism === parallelism) return performance.now() - began
      if (performance.now() - began > 120_000) throw new Error('the edit was not followed within 120 s')
      await pause(10)
    }
  }
  const stable = async (): Promise<void> => {
    for (let tries = 0; (await call('GET', victim)).status?.lifecycleState !== 'STABLE'; tries++) {
      if (tries > 1_200) throw new Error('the victim was not STABLE within 120 s')
      await pause(100)
    }
  }
  const namesOf = (turn: number): readonly string[] => Array.from({ length: noisy }, (_, index) => `bad-${turn}-${index}`)
  try {
    await call('POST', group('default'), deployment('default', 'victim', 1))
    await stable()
    const alone: number[] = []
    const beside: number[] = []
    for (let turn = 0; turn < edits; turn++) {
      alone.push(await followed(2 + 2 * turn))
      await stable()
      const names = namesOf(turn)
      for (let first = 0; first < noisy; first += 40)
        await Promise.all(names.slice(first, first + 40).map(name => call('POST', group('flink'), deployment('flink', name, 0))))
      beside.push(await followed(3 + 2 * turn))
      await stable()
    }
    const memory = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${operator.pid ?? 0}/status`, 'utf8'))?.[1] ?? '0') / 1024
    return {
      badResources: noisy,
      edits,
      aloneMillis: middle(alone),
      besideMillis: middle(beside),
      ratio: Math.round((100 * middle(beside)) / middle(alone)) / 100,
      longestBesideMillis: Math.round(Math.max(...beside)),
      peakMiB: Math.round(memory),
    }
  } finally {
    operator.kill('SIGKILL')
    await sandbox.close()
  }
}

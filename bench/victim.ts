import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const operatorBundle = process.env['BENCH_BUNDLE'] ?? join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')
const group = '/apis/flink.apache.org/v1beta1'
const deployments = (namespace: string): string => `${group}/namespaces/${namespace}/flinkdeployments`

export const deployment = (namespace: string, name: string, parallelism: number): object => ({
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
    readonly lifecycleState?: string
    readonly reconciliationStatus?: { readonly lastReconciledSpec?: string }
  }
}

const pause = (millis: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, millis)
  })

export const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        resolve(port)
      })
    })
  })

export const middle = (times: readonly number[]): number => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)

/** MiB that a process held at most. */
export const peakMiB = ({ pid }: ChildProcess): number =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1] ?? '0') / 1024)

/** What the main thread of a process was at work so far, in milliseconds: it does not depend on what else the machine does. */
const atWork = ({ pid }: ChildProcess): number => Number(readFileSync(`/proc/${pid ?? 0}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000

/** How long an edit waited until it was recorded as what the operator works towards. */
export interface Edited {
  /** By the clock. */
  readonly millis: number
  /** What the operator's main thread was at work meanwhile, for whomever. */
  readonly atWork: number
}

export interface VictimOptions {
  /** Lines of `config.yaml`. */
  readonly configuration?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Where the operator finds Flink, by where the sandbox has it. */
  readonly flink?: (sandbox: string) => Promise<string>
}

/** The operator's bundle on a sandbox, with one tenant's job that runs and is edited. */
export interface Victim {
  readonly operator: ChildProcess
  readonly url: string
  readonly call: (method: string, path: string, body?: object) => Promise<Stored>
  /** Edits the job, and waits until it is STABLE again. */
  readonly edited: () => Promise<Edited>
  readonly close: () => Promise<void>
}

/** Machines are shared: what takes longer than this never comes. */
const patience = 600_000

/** The sandbox gets as little of such a machine as the operator: that it answers late is no measure of anything. */
const patientElection = ['lease-duration: 300 s', 'renew-deadline: 240 s', 'retry-period: 2 s'].map(it =>
  `kubernetes.operator.leader-election.${it}`
)

export const startVictim = async (options: VictimOptions = {}): Promise<Victim> => {
  if (!existsSync(operatorBundle)) throw new Error(`${operatorBundle} is not there: npm run build`)
  const sandbox = new Worker(join(import.meta.dirname, 'sandbox-thread.ts'))
  const { url, kubeconfig, flinkUrl } = await new Promise<Record<'url' | 'kubeconfig' | 'flinkUrl', string>>((resolve, reject) => {
    sandbox.once('message', resolve)
    sandbox.once('error', reject)
  })
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(join(folder, 'kubeconfig'), kubeconfig)
  writeFileSync(
    join(folder, 'config.yaml'),
    [...patientElection, ...options.configuration ?? ['kubernetes.operator.reconcile.interval: 60 s'], ''].join('\n'),
  )
  const call: Victim['call'] = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : {
        headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return await answer.json() as Stored
  }
  const operator = spawn(
    process.execPath,
    [operatorBundle, 'run', '--kubeconfig', join(folder, 'kubeconfig'), '--conf-dir', folder, '--port', String(await freePort())],
    {
      env: {
        ...process.env,
        FLINK_OPERATOR_REST_RESOLUTION: await options.flink?.(flinkUrl) ?? flinkUrl,
        LOG_LEVEL: process.env['BENCH_LOG'] ?? 'fatal',
        ...options.environment,
      },
      stdio: ['ignore', process.env['BENCH_LOG'] === undefined ? 'ignore' : 'inherit', 'inherit'],
    },
  )
  operator.once('exit', (code, signal) => {
    if (signal !== 'SIGKILL') throw new Error(`the operator ended with ${String(code ?? signal)}`)
  })
  const victim = `${deployments('default')}/victim`
  let parallelism = 1
  const followed = async (): Promise<Edited> => {
    const [began, before] = [performance.now(), atWork(operator)]
    await call('PATCH', victim, { spec: { job: { parallelism } } })
    for (;;) {
      const { status } = await call('GET', victim)
      const recorded = JSON.parse(status?.reconciliationStatus?.lastReconciledSpec ?? '{}') as { spec?: { job?: { parallelism?: number } } }
      if (recorded.spec?.job?.parallelism === parallelism) return { millis: performance.now() - began, atWork: atWork(operator) - before }
      if (performance.now() - began > patience) throw new Error(`the edit was not followed within ${patience / 1_000} s`)
      await pause(10)
    }
  }
  const stable = async (): Promise<void> => {
    const began = performance.now()
    while ((await call('GET', victim)).status?.lifecycleState !== 'STABLE') {
      if (performance.now() - began > patience) throw new Error(`the victim was not STABLE within ${patience / 1_000} s`)
      await pause(100)
    }
  }
  await call('POST', deployments('default'), deployment('default', 'victim', parallelism))
  await stable()
  return {
    operator,
    url,
    call,
    edited: async () => {
      parallelism += 1
      const took = await followed()
      await stable()
      return took
    },
    close: async () => {
      operator.kill('SIGKILL')
      await sandbox.terminate()
    },
  }
}

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCredentials, createHttp, type Credentials, type Http } from '@flink-operator/k8s-adapter'
import { kinds } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { afterEach } from 'vitest'
import { type Clock, systemClock } from '../../packages/operator/src/clock.ts'
import type { RoundReport } from '../../packages/operator/src/round.ts'
import type { OperatorSetup } from '../../packages/operator/src/operator-setup.ts'
import { startOperator } from '../../packages/operator/src/run.ts'
import type { RunningOperator } from '../../packages/operator/src/running-operator.ts'
import { type Sandbox, startSandbox, type SandboxOptions } from '@flink-operator/sandbox'

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

export const onEnd = (close: () => Promise<unknown>): void => {
  closing.push(close)
}

/** What was read as JSON, whatever it is. */
export type Parsed = ReturnType<typeof JSON.parse>

/** What a request came to. */
export interface Answered {
  readonly status: number
  readonly body: Parsed
}

export interface TestSandbox extends Sandbox {
  readonly kubeconfigFile: string
  readonly credentials: Credentials
  readonly http: Http
  readonly call: (method: string, path: string, body?: unknown, contentType?: string, accept?: string) => Promise<Answered>
  readonly chaos: (name: string, body?: unknown) => Promise<Parsed>
  readonly flinkState: (cluster: string) => Promise<Parsed>
}

/** A sandbox that ends with the test. */
export const aSandbox = async (options: Partial<SandboxOptions> = {}): Promise<TestSandbox> => {
  const started = await startSandbox({ port: 0, speed: 20, bookmarkInterval: 200, ...options })
  if (E.isLeft(started)) throw new Error(started.left)
  const sandbox = started.right
  const folder = mkdtempSync(join(tmpdir(), 'flink-sandbox-test-'))
  onEnd(async () => {
    rmSync(folder, { recursive: true, force: true })
  })
  const kubeconfigFile = join(folder, 'kubeconfig')
  writeFileSync(kubeconfigFile, sandbox.kubeconfig)
  const credentials = loadCredentials({ kubeconfig: kubeconfigFile, environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const http = createHttp({ credentials: credentials.right })
  onEnd(sandbox.close)
  onEnd(http.close)
  const call: TestSandbox['call'] = async (method, path, body, contentType = 'application/json', accept = 'application/json') => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { accept, 'content-type': contentType },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    ...sandbox,
    kubeconfigFile,
    credentials: credentials.right,
    http,
    call,
    chaos: async (name, body = {}) => (await call('POST', `/sandbox/${name}`, body)).body,
    flinkState: async cluster =>
      (await call('GET', '/sandbox/state')).body.clusters.find((it: { cluster: string }) => it.cluster === cluster),
  }
}

/**
 * The time of day is real, and so are deadlines and the limits of calls; what the operator waits for within its process takes a tenth: it
 * looks again that much sooner, as it may at any moment when a watch wakes it.
 */
export const impatientClock: Clock = {
  now: systemClock.now,
  ...(systemClock.steadySince === undefined ? {} : { steadySince: systemClock.steadySince }),
  steady: () => performance.now() * 10,
  after: (delay, then) => systemClock.after(delay / 10, then),
}

export interface TestOperator extends RunningOperator {
  readonly rounds: RoundReport[]
}

/** The real operator with the real adapters, in this process. */
export const anOperator = async (sandbox: TestSandbox, overrides: Partial<OperatorSetup> = {}): Promise<TestOperator> => {
  const rounds: RoundReport[] = []
  const operator = await startOperator({
    credentials: sandbox.credentials,
    kinds,
    folders: { folder: join(import.meta.dirname, '../../packages/operator/test/no-election'), overrides: null },
    namespaces: [],
    watchNamespaces: undefined,
    reach: { resolution: sandbox.flinkUrl as `http${string}`, zooKeeperDigest: null },
    port: 0,
    crashAt: null,
    logger: pino({ level: 'silent' }),
    onRound: (_, report) => rounds.push(report),
    ...overrides,
  })
  if (E.isLeft(operator)) throw new Error(operator.left.message)
  onEnd(operator.right.stop)
  return { ...operator.right, rounds }
}

export const deploymentsPath = '/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments'

/** A FlinkDeployment that checkpoints; overrides are merged into its spec. */
export const aFlinkDeployment = (
  name: string,
  job: Record<string, unknown> = {},
  flinkConfiguration: Record<string, string> = {},
  spec: Record<string, unknown> = {},
) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'taskmanager.numberOfTaskSlots': '2',
      'execution.checkpointing.interval': '5s',
      'state.savepoints.dir': 'file:///data/savepoints',
      'state.checkpoints.dir': 'file:///data/checkpoints',
      ...flinkConfiguration,
    },
    jobManager: { resource: { memory: '1024m', cpu: 0.5 } },
    taskManager: { resource: { memory: '1024m', cpu: 0.5 } },
    job: { jarURI: 'local:///opt/flink/job.jar', parallelism: 2, upgradeMode: 'savepoint', state: 'running', ...job },
    ...spec,
  },
})

export const highAvailability = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 'file:///data/ha' }

/** Waits until a condition holds, looking every few milliseconds. */
export const until = async <A>(
  what: string,
  look: () => Promise<A | null | undefined | false> | A | null | undefined | false,
  atMost = 300_000,
): Promise<A> => {
  const giveUp = Date.now() + atMost
  for (;;) {
    const seen = await look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (Date.now() > giveUp) throw new Error(`not within ${atMost} ms: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** The resource, once its status is as wanted. */
export const untilStatus = (
  sandbox: TestSandbox,
  name: string,
  what: string,
  isWanted: (status: Parsed, resource: Parsed) => boolean,
): Promise<Parsed> =>
  until(`${name} ${what}`, async () => {
    const { status, body } = await sandbox.call('GET', `${deploymentsPath}/${name}`)
    return status === 200 && isWanted(body.status ?? {}, body) ? body : null
  })

export const untilStable = (sandbox: TestSandbox, name: string, generation = 1): Promise<Parsed> =>
  untilStatus(
    sandbox,
    name,
    `STABLE at generation ${generation}`,
    status => status.lifecycleState === 'STABLE' && status.jobStatus?.state === 'RUNNING' && status.observedGeneration >= generation,
  )

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a program to its end. */
export const ran = (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Ran> =>
  new Promise(resolve => {
    const child = execFile(
      command,
      [...args],
      { env: { ...process.env, ...environment }, maxBuffer: 16 * 1024 * 1024 },
      (error, out, err) => {
        const code: unknown = error === null ? 0 : error.code
        resolve({ code: typeof code === 'number' ? code : 1, out, err })
      },
    )
    // one that reads nothing may have ended
    child.stdin?.on('error', () => undefined).end(input ?? '')
  })

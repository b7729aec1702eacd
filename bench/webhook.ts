import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { selfSigned } from '../packages/operator/test/certificate.ts'

const bundle = join(import.meta.dirname, '..', 'packages', 'operator', 'dist', 'flink-operator.mjs')

/** So many at a time: an API server asks for each write on its own, over a few connections. */
const connections = 16
const warmUp = 2_000
const measured = 10_000

const group = 'flink.apache.org'
const deployment = {
  apiVersion: `${group}/v1beta1`,
  kind: 'FlinkDeployment',
  metadata: { name: 'session', namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: {
      'execution.checkpointing.dir': 's3://b/cp',
      'execution.checkpointing.savepoint-dir': 's3://b/sp',
      'execution.checkpointing.interval': '10 s',
      'high-availability.type': 'kubernetes',
      'high-availability.storageDir': 's3://b/ha',
      's3.secret-key': 'bench',
    },
    jobManager: { resource: { cpu: 1, memory: '1g' } },
    taskManager: { resource: { cpu: 1, memory: '1g' } },
    podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [{ name: 'A', value: 'b' }] }] } },
  },
}
const application = {
  ...deployment,
  spec: { ...deployment.spec, job: { jarURI: 'local:///a.jar', parallelism: 2, upgradeMode: 'savepoint' } },
}
const sessionJob = {
  apiVersion: `${group}/v1beta1`,
  kind: 'FlinkSessionJob',
  metadata: { name: 'job', namespace: 'default' },
  spec: { deploymentName: 'session', job: { jarURI: 'https://repo.example/a.jar', parallelism: 2, upgradeMode: 'stateless' } },
}

const review = (object: { readonly kind: string; readonly metadata: { readonly name: string } }): string =>
  JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '00000000-0000-4000-8000-000000000001',
      kind: { group, version: 'v1beta1', kind: object.kind },
      operation: 'CREATE',
      namespace: 'default',
      name: object.metadata.name,
      object,
    },
  })

interface Target {
  readonly port: number
  readonly ca: string
}

/** Sends one after the other over each connection, as fast as they are answered. Times in milliseconds. */
const load = async ({ port, ca }: Target, path: string, body: string, isAllowed: boolean): Promise<readonly number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca })
  const once = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request({ host: 'localhost', port, path, method: 'POST', agent, headers }, answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode === 200 && text.includes(`"allowed":${String(isAllowed)}`)) resolve(performance.now() - began)
          else reject(new Error(`${String(answer.statusCode)}: ${text}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const run = async (millis: number): Promise<readonly number[]> => {
    const end = performance.now() + millis
    const times: number[] = []
    const worker = async (): Promise<void> => {
      while (performance.now() < end) times.push(await once())
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return times
  }
  await run(warmUp)
  const times = await run(measured)
  agent.destroy()
  return times
}

const figures = (times: readonly number[]): Record<string, number> => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10
  return {
    perSecond: Math.round(times.length / (measured / 1000)),
    p50Millis: at(0.5),
    p99Millis: at(0.99),
    longestMillis: at(1 - 1 / sorted.length),
  }
}

const started = (operator: ReturnType<typeof spawn>): Promise<number> =>
  new Promise((resolve, reject) => {
    operator.once('exit', code => reject(new Error(`the webhook ended with ${String(code)}`)))
    createInterface({ input: operator.stdout! }).on('line', line => {
      const { msg, port } = JSON.parse(line) as { readonly msg: string; readonly port?: number }
      if (msg === 'started the webhook' && port !== undefined) resolve(port)
    })
  })

/** The webhook as a process of its own, on the sandbox's API server: reviews a second, and how long each takes. */
export const webhook = async (): Promise<Record<string, unknown>> => {
  const { startSandbox } = await import('@flink-operator/sandbox')
  const sandbox = await startSandbox({ port: 0, speed: 1 })
  if (sandbox._tag === 'Left') throw new Error(sandbox.left)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const { cert, key } = await selfSigned('bench')
  writeFileSync(join(folder, 'kubeconfig'), sandbox.right.kubeconfig)
  writeFileSync(join(folder, 'tls.crt'), cert)
  writeFileSync(join(folder, 'tls.key'), key)
  const made = await fetch(`${sandbox.right.url}/apis/${group}/v1beta1/namespaces/default/flinkdeployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(deployment),
  })
  if (!made.ok) throw new Error(await made.text())
  const args = [bundle, 'webhook', '--kubeconfig', join(folder, 'kubeconfig'), '--port', '0', '--certificates', folder]
  const operator = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOG_LEVEL: 'info' } })
  try {
    const target = { port: await started(operator), ca: cert }
    const refused = { ...application, spec: { ...application.spec, job: { ...application.spec.job, parallelism: 0 } } }
    const result = {
      FlinkDeployment: figures(await load(target, '/validate', review(application), true)),
      'FlinkDeployment, refused': figures(await load(target, '/validate', review(refused), false)),
      'FlinkSessionJob, with a look at its cluster': figures(await load(target, '/validate', review(sessionJob), true)),
      'FlinkSessionJob, mutated': figures(await load(target, '/mutate', review(sessionJob), true)),
    }
    const status = readFileSync(`/proc/${String(operator.pid)}/status`, 'utf8')
    const residentMiB = Math.round(Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024)
    return {
      ...Object.fromEntries(Object.entries(result).map(([name, it]) => [name, JSON.stringify(it)])),
      connections,
      residentMiB,
    }
  } finally {
    operator.removeAllListeners('exit')
    operator.kill('SIGKILL')
  }
}

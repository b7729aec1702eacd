import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countingProxy } from './counting-proxy.ts'

const bundle = join(import.meta.dirname, '../packages/operator/dist/flink-operator.mjs')
const jobs = 24
const shards = 8
const kills = 3

const pause = (millis: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, millis)
  })

const until = async (what: string, holds: () => Promise<boolean>, limit = 120_000): Promise<number> => {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > limit) throw new Error(`${what}: not within ${limit / 1000} s`)
    await pause(50)
  }
  return performance.now() - began
}

const resource = (index: number) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: `job-${index}`, namespace: 'default' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '1' },
    jobManager: { resource: { memory: '1024m', cpu: 0.5 } },
    taskManager: { resource: { memory: '1024m', cpu: 0.5 } },
    job: { jarURI: 'local:///opt/flink/x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  },
})

interface Lease {
  readonly metadata: { readonly name: string }
  readonly spec: { readonly holderIdentity?: string }
}
interface Replica {
  readonly process: ChildProcess
  readonly port: number
}

const metricsOf = async ({ port }: Replica): Promise<readonly string[]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null)
  return answer === null ? [] : (await answer.text()).split('\n')
}
const sumOf = async (replica: Replica, metric: string): Promise<number> =>
  (await metricsOf(replica)).filter(line => line.startsWith(`${metric}{`)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

/** What one form of leader election costs at rest, and how long nobody looks after a resource when a replica comes, goes or dies. */
const measure = async (replicas: number, isSharded: boolean): Promise<Record<string, unknown>> => {
  const { startSandbox } = await import('@flink-operator/sandbox')
  const started = await startSandbox({ port: 0, speed: 2 })
  if (started._tag === 'Left') throw new Error(started.left)
  const sandbox = started.right
  const proxy = await countingProxy(sandbox.port)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, sandbox.kubeconfig.replaceAll(`:${sandbox.port}`, `:${proxy.port}`))
  const configuration = join(folder, 'conf')
  mkdirSync(configuration)
  writeFileSync(join(configuration, 'config.yaml'), `kubernetes.operator.leader-election.shards: ${isSharded ? shards : 1}\n`)
  const flinkDeployments = `${sandbox.url}/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments`
  for (let index = 0; index < jobs; index++)
    await fetch(flinkDeployments, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(resource(index)),
    })
  const stable = async (): Promise<boolean> => {
    const answer = (await (await fetch(flinkDeployments)).json()) as { items: { status?: { lifecycleState?: string } }[] }
    return answer.items.every(({ status }) => status?.lifecycleState === 'STABLE')
  }
  const leases = async (): Promise<readonly Lease[]> => {
    const answer = await fetch(`${sandbox.url}/apis/coordination.k8s.io/v1/namespaces/default/leases`)
    return ((await answer.json()) as { items: Lease[] }).items
  }
  /** Leases that give the right to act. */
  const heldLeases = async (): Promise<readonly string[]> =>
    (await leases()).filter(({ metadata }) => !metadata.name.includes('-member-')).map(({ spec }) => spec.holderIdentity ?? '')
  let port = 18_100
  const start = async (): Promise<Replica> => {
    port++
    const args = [bundle, 'run', '--kubeconfig', kubeconfig, '--conf-dir', configuration, '--port', String(port)]
    const process_ = spawn(process.execPath, args, {
      env: { ...process.env, FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const replica = { process: process_, port }
    process.once('exit', () => process_.kill('SIGKILL'))
    await until('ready', async () => (await fetch(`http://127.0.0.1:${replica.port}/readyz`).catch(() => null))?.ok === true)
    return replica
  }
  const end = (replica: Replica, signal: NodeJS.Signals): Promise<void> =>
    new Promise(resolve => {
      replica.process.once('exit', () => resolve())
      replica.process.kill(signal)
    })
  const holds = (replica: Replica): Promise<number> => sumOf(replica, 'flink_operator_leader')
  let running: readonly Replica[] = []
  for (let count = 0; count < replicas; count++) running = [...running, await start()]
  await until('all STABLE', stable, 600_000)
  const wanted = isSharded ? shards : 1
  const served = async (): Promise<boolean> => {
    const held = await Promise.all(running.map(holds))
    return held.reduce((sum, it) => sum + it, 0) === wanted
  }
  await until('every shard has its owner', served)
  await pause(5_000)

  proxy.mark()
  await pause(60_000)
  const atRest = Object.entries(proxy.since().by).filter(([words]) => words.includes('leases'))
  const name = `${replicas}x${isSharded ? shards : 1}`
  const result: Record<string, unknown> = {
    [`${name}.electionRequestsAMinute`]: atRest.reduce((sum, [, count]) => sum + count, 0),
    [`${name}.electionRequests`]: atRest.map(([words, count]) => `${count} ${words}`).join(', '),
  }

  /** Until what somebody else had is held again, and its rounds have begun there. */
  const gone = async (signal: NodeJS.Signals): Promise<number> => {
    const held = await Promise.all(running.map(holds))
    const victim = running[held.indexOf(Math.max(...held))] ?? running[0]
    if (victim === undefined) throw new Error('no replica')
    running = running.filter(it => it !== victim)
    const rounds = async (): Promise<number> =>
      (await Promise.all(running.map(it => sumOf(it, 'flink_operator_round_seconds_count')))).reduce((sum, it) => sum + it, 0)
    const before = await rounds()
    const began = performance.now()
    await end(victim, signal)
    // with shards the others have rounds of their own all the time: there it is until each shard has an owner again
    await until('the others have it', async () => (await served()) && (isSharded || (await rounds()) > before))
    return performance.now() - began
  }
  const seconds = (all: readonly number[]): string => all.map(it => (it / 1000).toFixed(1)).join(', ')
  for (const [signal, words] of replicas === 1 ? [] : ([['SIGKILL', 'killed'], ['SIGTERM', 'stopped']] as const)) {
    const times: number[] = []
    for (let count = 0; count < kills; count++) {
      times.push(await gone(signal))
      running = [...running, await start()]
      await until('every shard has its owner', served)
    }
    result[`${name}.${words}.secondsUntilServedAgain`] = seconds(times)
  }
  if (isSharded) {
    // how long the Lease of a shard names nobody while a replica joins
    const free = new Map<number, number>()
    let longest = 0
    let over = false
    const watching = (async (): Promise<void> => {
      while (!over) {
        const now = performance.now()
        for (const [index, holder] of (await heldLeases()).entries()) {
          if (holder !== '') free.delete(index)
          else {
            if (!free.has(index)) free.set(index, now)
            longest = Math.max(longest, now - (free.get(index) ?? now))
          }
        }
        await pause(20)
      }
    })()
    running = [...running, await start()]
    // by chance its part may be none: moves are over within some looks
    await pause(15_000)
    await until('every shard has its owner', served)
    over = true
    await watching
    result[`${name}.joined.longestSecondsWithoutOwner`] = (longest / 1000).toFixed(1)
  }
  await Promise.all(running.map(it => end(it, 'SIGTERM')))
  proxy.close()
  await sandbox.close()
  return result
}

/** Leader election of the operator's own replicas, with default times, on simulated Kubernetes and Flink. */
export const election = async (): Promise<Record<string, unknown>> => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`)
  return { ...await measure(1, false), ...await measure(2, false), ...await measure(3, true) }
}

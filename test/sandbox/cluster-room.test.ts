import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, onEnd, type TestOperator, type TestSandbox, until, untilStable } from './a-sandbox.ts'
import { apply, runningJob } from './deployment-calls.ts'

const work = 'b'.repeat(32)

/** An operator that checks the nodes before a scale-up, in a sandbox with a job that needs four subtasks. */
const started = async (): Promise<{ readonly sandbox: TestSandbox; readonly operator: TestOperator }> => {
  const sandbox = await aSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'flink-cluster-room-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const configuration = {
    'leader-election.enabled': 'false',
    'reconcile.interval': '1 s',
    'cluster.resource-view.refresh-interval': '1 s',
  }
  writeFileSync(
    join(folder, 'config.yaml'),
    Object.entries(configuration).map(([key, value]) => `kubernetes.operator.${key}: ${value}\n`).join(''),
  )
  const operator = await anOperator(sandbox, { folders: { folder, overrides: null } })
  const short = { 'stabilization.interval': '1 s', 'metrics.window': '4 s', 'restart.time': '1 s', 'catch-up.duration': '10 s' }
  const options = Object.fromEntries(Object.entries(short).map(([key, value]) => [`job.autoscaler.${key}`, value]))
  await apply(
    sandbox,
    aFlinkDeployment('scaled', { parallelism: 1 }, { 'jobmanager.scheduler': 'Adaptive', 'job.autoscaler.enabled': 'true', ...options }),
  )
  await untilStable(sandbox, 'scaled')
  return { sandbox, operator }
}

const withResources = async ({ call }: TestSandbox, node: string, cpu: string, memory: string): Promise<void> => {
  const status = { allocatable: { cpu, memory } }
  const patched = await call('PATCH', `/api/v1/nodes/${node}/status`, { status }, 'application/merge-patch+json')
  expect(patched.body).toMatchObject({ status })
}

interface Reported {
  readonly reason: string
  readonly message: string
}

const messages = async ({ call }: TestSandbox, wanted: string): Promise<readonly string[]> =>
  ((await call('GET', '/api/v1/namespaces/default/events')).body.items as readonly Reported[])
    .flatMap(({ reason, message }) => (reason === wanted ? [message] : []))

test('A-6 a scale-up without room is told and not carried out; a node comes, and it is', async () => {
  const { sandbox, operator } = await started()
  await withResources(sandbox, 'sandbox-node', '1', '8Gi')
  await sandbox.chaos('load', { cluster: 'scaled', recordsPerSecond: 400 })
  const [message] = await until('an event', async () => {
    const found = await messages(sandbox, 'ResourceQuotaReached')
    return found.length === 0 ? null : found
  })
  const needed = 'the job needs \\d TaskManagers instead of 1, each with CPU 0\\.5 and 1024 MiB, and the cluster has room for'
  expect(message).toMatch(
    new RegExp(`${needed} \\d of them: CPU [\\d.]+ and \\d+ MiB are free \\(nodes: 1\\)\\. Vertices: .*${work}: 1 -> \\d`, 'u'),
  )
  expect(await messages(sandbox, 'ScalingReport')).toEqual([])
  const before = await runningJob(sandbox, 'scaled')

  expect((await sandbox.call('POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'large' } })).status).toBe(201)
  await withResources(sandbox, 'large', '64', '512Gi')
  await until('a scaling', async () => (await messages(sandbox, 'ScalingReport')).length > 0)
  expect((await runningJob(sandbox, 'scaled')).jobId).toBe(before.jobId)
  const looks = operator.rounds.flatMap(it => it.looks.flatMap(({ answers }) => answers.map(({ query }) => query)))
  expect(looks).toContain('ReadClusterCapacity')
})

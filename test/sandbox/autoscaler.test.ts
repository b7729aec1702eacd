import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, onEnd, ran, type TestSandbox, until, untilStable } from './a-sandbox.ts'
import { apply, runningJob } from './deployment-calls.ts'

const [source, work] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string]
const program = ['--conditions=@flink-operator/source', 'packages/operator/src/main.ts']

describe('a job with a load, on the paths of the REST API', () => {
  let sandbox: TestSandbox
  let job = ''
  beforeEach(async () => {
    sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('scaled', { parallelism: 1 }, { 'jobmanager.scheduler': 'Adaptive' }))
    await untilStable(sandbox, 'scaled')
    job = (await runningJob(sandbox, 'scaled')).jobId
    await sandbox.chaos('load', { cluster: 'scaled', recordsPerSecond: 80 })
  })
  const flink = (path: string, method = 'GET', body?: unknown) => sandbox.call(method, `/flink/default/scaled/v1${path}`, body)
  const metrics = (vertex: string, query = '') => flink(`/jobs/${job}/vertices/${vertex}/subtasks/metrics${query}`)

  test('graph, counters, names and values', async () => {
    const { body } = await flink(`/jobs/${job}`)
    expect(body).toMatchObject({
      state: 'RUNNING',
      timestamps: { RUNNING: expect.any(Number) as number },
      vertices: [
        { id: source, parallelism: 1, metrics: { 'read-records': 0, 'read-records-complete': true } },
        { id: work, parallelism: 1 },
        { parallelism: 1 },
      ],
      plan: { nodes: [{ id: source, inputs: [] }, { id: work, inputs: [{ id: source, ship_strategy: 'REBALANCE' }] }, {}] },
    })
    expect((await metrics(source)).body).toContainEqual({ id: 'Source__orders.numRecordsIn' })
    const [busy] = (await metrics(work, '?get=busyTimeMsPerSecond,unknown')).body
    expect(busy).toEqual({ id: 'busyTimeMsPerSecond', min: 800, max: 800, avg: 800, sum: 800 })
    expect((await metrics(work, '?get=busyTimeMsPerSecond&agg=max')).body).toEqual([{ id: 'busyTimeMsPerSecond', max: 800 }])
    expect((await metrics('d'.repeat(32))).status).toBe(404)
  })

  test('slots, and TaskManagers that answer nothing where a name is missing', async () => {
    expect((await flink('/jobmanager/metrics?get=taskSlotsTotal,taskSlotsAvailable')).body).toEqual([
      { id: 'taskSlotsTotal', value: '1' },
      { id: 'taskSlotsAvailable', value: '0' },
    ])
    const heap = 'Status.JVM.Memory.Heap.Max'
    expect((await flink(`/taskmanagers/metrics?get=${heap}&agg=min,max`)).body).toEqual([{ id: heap, min: 512e6, max: 512e6 }])
    expect((await flink(`/taskmanagers/metrics?get=${heap},Status.JVM.GarbageCollector.All.TimeMsPerSecond`)).body).toEqual([])
  })

  test('each vertex has bounds of its own, and what is unknown is refused', async () => {
    const path = `/jobs/${job}/resource-requirements`
    const wide = { [work]: { parallelism: { lowerBound: 1, upperBound: 3 } } }
    expect((await flink(path, 'PUT', { ['d'.repeat(32)]: wide[work] })).status).toBe(400)
    expect((await flink(path, 'PUT', wide)).status).toBe(200)
    expect((await flink(path)).body).toMatchObject({ ...wide, [source]: { parallelism: { lowerBound: 1, upperBound: 1 } } })
  })
})

test('P24 the metrics endpoint shows what a cycle evaluated, until the resource is gone', async () => {
  const sandbox = await aSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'flink-autoscaler-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'config.yaml'),
    'kubernetes.operator.leader-election.enabled: false\nkubernetes.operator.reconcile.interval: 1 s\n',
  )
  const operator = await anOperator(sandbox, { folders: { folder, overrides: null } })
  const short = { 'stabilization.interval': '1 s', 'metrics.window': '4 s', 'restart.time': '1 s', 'catch-up.duration': '10 s' }
  const options = Object.fromEntries(Object.entries(short).map(([key, value]) => [`job.autoscaler.${key}`, value]))
  const configuration = { 'jobmanager.scheduler': 'Adaptive', 'job.autoscaler.enabled': 'true', ...options }
  await apply(sandbox, aFlinkDeployment('scaled', { parallelism: 1 }, configuration))
  await untilStable(sandbox, 'scaled')
  await sandbox.chaos('load', { cluster: 'scaled', recordsPerSecond: 400 })
  const lines = async (name: string): Promise<readonly string[]> => {
    const text = await (await fetch(`http://127.0.0.1:${operator.port ?? 0}/metrics`)).text()
    return text.split('\n').filter(line => line.startsWith(`flink_operator_autoscaler_${name}{`))
  }
  const labels = `kind="FlinkDeployment",namespace="default",name="scaled",vertex="${work}"`
  const wanted = await until(
    'more is wanted',
    async () => (await lines('vertex_recommended_parallelism')).find(line => line.includes(labels) && !line.endsWith(' 1')),
  )
  expect(Number(wanted.split(' ').at(-1))).toBeGreaterThan(1)
  await until('a scaling', async () => (await lines('cycles_total')).some(line => /verdict="scaled"\} [1-9]/.test(line)))
  await until(
    'the job is wider',
    async () => (await lines('vertex_parallelism')).some(line => line.includes(labels) && !line.endsWith(' 1')),
  )
  await sandbox.call('DELETE', `${deploymentsPath}/scaled`)
  await until('no series', async () => (await lines('vertex_parallelism')).length + (await lines('cycles_total')).length === 0)
})

test('the demo of the autoscaler: a job follows its load up and down, over HTTP, and its state stays', async () => {
  const { code, out } = await ran(process.execPath, [...program, 'sandbox', '--autoscaler'], { NODE_OPTIONS: '', VITEST: '' })
  expect(out).not.toContain('✗')
  expect(out).toMatch(/ScalingReport: Scaling execution enabled, begin scaling vertices:\{ Vertex ID b{32} \| Parallelism 1 -> \d/)
  expect(out).toMatch(/✓ with 400 records a second the vertex got \d+ subtasks in the place of 1/)
  expect(out).toMatch(/✓ lag rose to [\d,]+ records, and fell to 0/)
  expect(out).toMatch(/✓ with 80 again it has [1-4]\n/)
  expect(out).toMatch(/✓ it never went back behind its newest checkpoint: [\d,]+ records counted, [\d,]+ saved/)
  expect(out).toMatch(/✓ jobs that ever ran at once: 1/)
  expect(code).toBe(0)
})

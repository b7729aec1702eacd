import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  aFlinkDeployment,
  anOperator,
  aSandbox,
  deploymentsPath,
  type Parsed,
  ran,
  type TestSandbox,
  until,
  untilStable,
} from './a-sandbox.ts'

const snapshotsPath = '/apis/flink.apache.org/v1beta1/namespaces/default/flinkstatesnapshots'

const aSnapshot = (name: string, spec: Record<string, unknown> = { savepoint: {} }) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkStateSnapshot',
  metadata: { name, namespace: 'default' },
  spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' }, ...spec },
})

const create = async (sandbox: TestSandbox, path: string, resource: unknown): Promise<void> => {
  expect((await sandbox.call('POST', path, resource)).status).toBe(201)
}
const snapshots = async (sandbox: TestSandbox): Promise<readonly Parsed[]> => (await sandbox.call('GET', snapshotsPath)).body.items
const untilSnapshot = (sandbox: TestSandbox, name: string, what: string, isWanted: (snapshot: Parsed) => boolean): Promise<Parsed> =>
  until(`${name} ${what}`, async () => {
    const { status, body } = await sandbox.call('GET', `${snapshotsPath}/${name}`)
    return status === 200 && isWanted(body) ? body : null
  })
const untilState = (sandbox: TestSandbox, name: string, state: string): Promise<Parsed> =>
  untilSnapshot(sandbox, name, state, ({ status }) => status?.state === state)
const stored = async (sandbox: TestSandbox, kind = 'Savepoint'): Promise<readonly string[]> =>
  (await sandbox.flinkState('app')).storage.filter((it: { kind: string }) => it.kind === kind).map((it: { path: string }) => it.path)

describe('FlinkStateSnapshots on the sandbox', () => {
  test('a savepoint that is asked for by a resource is taken', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await create(sandbox, deploymentsPath, aFlinkDeployment('app'))
    await untilStable(sandbox, 'app')
    await create(sandbox, snapshotsPath, aSnapshot('by-hand'))
    const { status } = await untilState(sandbox, 'by-hand', 'COMPLETED')
    expect(status).toMatchObject({ failures: 0, triggerId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(await stored(sandbox)).toEqual([status.path])
    const { metadata } = await untilSnapshot(sandbox, 'by-hand', 'labelled', it => it.metadata.labels?.['snapshot.state'] === 'COMPLETED')
    expect(metadata).toMatchObject({
      finalizers: ['flinkstatesnapshots.flink.apache.org/finalizer'],
      labels: {
        'snapshot.type': 'SAVEPOINT',
        'snapshot.trigger-type': 'MANUAL',
        'job-reference.kind': 'FlinkDeployment',
        'job-reference.name': 'app',
      },
    })
    await sandbox.call('DELETE', `${snapshotsPath}/by-hand`)
    await until('the snapshot to be gone', async () => (await snapshots(sandbox)).length === 0)
    expect(await stored(sandbox)).toEqual([])
  })

  test('a checkpoint that is asked for by a resource has its path (L14), and goes without touching its files', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await create(sandbox, deploymentsPath, aFlinkDeployment('app', {}, { 'execution.checkpointing.interval': '1 h' }))
    await untilStable(sandbox, 'app')
    await create(sandbox, snapshotsPath, aSnapshot('by-hand', { checkpoint: {} }))
    const { status } = await untilState(sandbox, 'by-hand', 'COMPLETED')
    expect(status.path).toMatch(/\/chk-\d+$/)
    await sandbox.call('DELETE', `${snapshotsPath}/by-hand`)
    await until('the snapshot to be gone', async () => (await snapshots(sandbox)).length === 0)
  })

  test('P03 a process that died between intent and trigger: the next one asks with the same id, once', async () => {
    const asked: string[] = []
    const sandbox = await aSandbox({
      onFlinkCall: (method, path) => {
        if (method === 'POST' && path.endsWith('/savepoints')) asked.push(path)
      },
    })
    const first = await anOperator(sandbox)
    await create(sandbox, deploymentsPath, aFlinkDeployment('app'))
    const { status: { jobStatus } } = await untilStable(sandbox, 'app')
    await first.stop()
    await create(sandbox, snapshotsPath, aSnapshot('by-hand'))
    const read = (await sandbox.call('GET', `${snapshotsPath}/by-hand`)).body
    const triggerId = 'c'.repeat(32)
    const status = {
      state: 'IN_PROGRESS',
      triggerId,
      triggerTimestamp: new Date().toISOString(),
      failures: 0,
      operatorRecord: { attempts: 1, jobId: jobStatus.jobId, jobStartTime: Number(jobStatus.startTime), kind: 'savepoint' },
    }
    expect((await sandbox.call('PUT', `${snapshotsPath}/by-hand/status`, { ...read, status })).status).toBe(200)
    await anOperator(sandbox)
    const done = await untilState(sandbox, 'by-hand', 'COMPLETED')
    expect(done.status).toMatchObject({ triggerId, failures: 0, operatorRecord: { attempts: 1 } })
    expect(asked).toHaveLength(1)
    expect(await stored(sandbox)).toEqual([done.status.path])
  })

  test("explain tells of a snapshot by the operator's own rules: its job is not there, then it is complete; nothing is written", async () => {
    const sandbox = await aSandbox()
    const operator = await anOperator(sandbox)
    const explained = async (): Promise<Parsed> => {
      const main = join(import.meta.dirname, '../../packages/operator/src/main.ts')
      const args = [
        '--conditions=@flink-operator/source',
        main,
        'explain',
        'flinksnp/by-hand',
        '--kubeconfig',
        sandbox.kubeconfigFile,
        '-n',
        'default',
        '-o',
        'json',
      ]
      const { code, out, err } = await ran(process.execPath, args, { FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl })
      expect([code, err]).toEqual([0, ''])
      return JSON.parse(out)
    }
    await create(sandbox, snapshotsPath, aSnapshot('by-hand', { savepoint: {}, backoffLimit: 2 }))
    await untilSnapshot(sandbox, 'by-hand', 'labelled', it => it.metadata.labels?.['snapshot.state'] === 'TRIGGER_PENDING')
    const before = (await sandbox.call('GET', `${snapshotsPath}/by-hand`)).body
    expect(await explained()).toMatchObject({
      resource: 'default/by-hand',
      lifecycleState: 'TRIGGER_PENDING',
      situation: 'Invalid',
      row: 'state-snapshot/job-missing',
      facts: { target: 'absent' },
      unblockedBy: { who: 'person', what: expect.stringContaining('create the resource') },
      retries: { attempts: 0, failures: 0, backoffLimit: 2, left: 3 },
    })
    expect((await sandbox.call('GET', `${snapshotsPath}/by-hand`)).body).toEqual(before)
    await create(sandbox, deploymentsPath, aFlinkDeployment('app'))
    const { status } = await untilState(sandbox, 'by-hand', 'COMPLETED')
    expect(await explained()).toMatchObject({
      lifecycleState: 'COMPLETED',
      situation: 'Over',
      row: 'state-snapshot/over',
      since: Date.parse(status.resultTimestamp),
      retries: { attempts: 1, failures: 0, left: 0 },
      error: null,
    })
    expect(operator.rounds.some(({ end }) => end._tag === 'Failed')).toBe(false)
  })

  test('D-32 periodic ones are made by the deployment, and pruned by their number with their files', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await create(
      sandbox,
      deploymentsPath,
      aFlinkDeployment('app', {}, {
        'kubernetes.operator.periodic.savepoint.interval': '3 s',
        'kubernetes.operator.savepoint.history.max.count': '2',
        'kubernetes.operator.savepoint.dispose-on-delete': 'true',
      }),
    )
    await untilStable(sandbox, 'app')
    const seen = new Set<string>()
    await until('older ones to be pruned', async () => {
      const all = await snapshots(sandbox)
      for (const { metadata } of all) seen.add(metadata.name)
      return seen.size >= 4 && all.length <= 3
    }, 55_000)
    expect([...seen].every(name => /^app-savepoint-periodic-\d+$/.test(name))).toBe(true)
    const paths = (await snapshots(sandbox)).flatMap(({ status }) => (status?.path === undefined ? [] : [status.path]))
    const kept = await stored(sandbox)
    expect(kept.length).toBeLessThan(seen.size)
    for (const path of paths) expect(kept).toContain(path)
    expect((await sandbox.call('GET', `${deploymentsPath}/app`)).body.status.jobStatus.savepointInfo?.savepointHistory ?? []).toEqual([])
  })

  test('6.7 P04 B03 the savepoint of an upgrade is a resource; deleted with disposal, its files stay while the job may need them', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await create(sandbox, deploymentsPath, aFlinkDeployment('app', {}, { 'kubernetes.operator.savepoint.dispose-on-delete': 'true' }))
    await untilStable(sandbox, 'app')
    expect(
      (await sandbox.call('PATCH', `${deploymentsPath}/app`, { spec: { job: { parallelism: 4 } } }, 'application/merge-patch+json')).status,
    ).toBe(200)
    const { status: { jobStatus } } = await untilStable(sandbox, 'app', 2)
    const [{ metadata }] = await snapshots(sandbox) as readonly [Parsed]
    expect(metadata.name).toMatch(/^app-savepoint-upgrade-\d+$/)
    const { status } = await untilState(sandbox, metadata.name, 'COMPLETED')
    expect(status.path).toBe(jobStatus.upgradeSavepointPath)
    await sandbox.call('DELETE', `${snapshotsPath}/${metadata.name}`)
    await until(
      'an event that says why',
      async () =>
        (await sandbox.call('GET', '/api/v1/namespaces/default/events')).body.items.some((it: Parsed) =>
          it.reason === 'CleanupFailed' && it.message.includes('FlinkDeployment app may need')
        ),
    )
    expect(await stored(sandbox)).toEqual([status.path])
    expect((await sandbox.call('GET', `${snapshotsPath}/${metadata.name}`)).body.metadata.finalizers).toHaveLength(1)
  })

  test('without the CRD snapshots are kept in the status', async () => {
    const sandbox = await aSandbox()
    expect(
      (await sandbox.call('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/flinkstatesnapshots.flink.apache.org')).status,
    ).toBe(200)
    await anOperator(sandbox)
    await create(sandbox, deploymentsPath, aFlinkDeployment('app'))
    await untilStable(sandbox, 'app')
    await sandbox.call('PATCH', `${deploymentsPath}/app`, { spec: { job: { savepointTriggerNonce: 1 } } }, 'application/merge-patch+json')
    await until(
      'the savepoint in the status',
      async () =>
        (await sandbox.call('GET', `${deploymentsPath}/app`)).body.status.jobStatus.savepointInfo?.lastSavepoint?.triggerNonce === 1,
    )
  })
})

import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, type Parsed, type TestSandbox, until, untilStable } from './a-sandbox.ts'

const snapshotsPath = '/apis/flink.apache.org/v1beta1/namespaces/default/flinkstatesnapshots'

const aSnapshot = (name: string, spec: Record<string, unknown> = { savepoint: {} }) => ({
  apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot', metadata: { name, namespace: 'default' },
  spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' }, ...spec },
})

const create = async (sandbox: TestSandbox, path: string, resource: unknown): Promise<void> => { expect((await sandbox.call('POST', path, resource)).status).toBe(201) }
const snapshots = async (sandbox: TestSandbox): Promise<readonly Parsed[]> => (await sandbox.call('GET', snapshotsPath)).body.items
const untilSnapshot = (sandbox: TestSandbox, name: string, what: string, isWanted: (snapshot: Parsed) => boolean): Promise<Parsed> =>
  until(`${name} ${what}`, async () => {
    const { status, body } = await sandbox.call('GET', `${snapshotsPath}/${name}`)
    return status === 200 && isWanted(body) ? body : null
  })
const untilState = (sandbox: TestSandbox, name: string, state: string): Promise<Parsed> => untilSnapshot(sandbox, name, state, ({ status }) => status?.state === state)
const stored = async (sandbox: TestSandbox, kind = 'Savepoint'): Promise<readonly string[]> =>
  (await sandbox.flinkState('app')).storage.filter((it: { kind: string }) => it.kind === kind).map((it: { path: string }) => it.path)

describe('FlinkStateSnapshots on the sandbox', { timeout: 60_000 }, () => {
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
      labels: { 'snapshot.type': 'SAVEPOINT', 'snapshot.trigger-type': 'MANUAL', 'job-reference.kind': 'FlinkDeployment', 'job-reference.name': 'app' },
    })
    await sandbox.call('DELETE', `${snapshotsPath}/by-hand`)
    await until('the snapshot to be gone', async () => (await snapshots(sandbox)).length === 0)
    expect(await stored(sandbox)).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { anOperator, aSandbox, type Parsed, type TestSandbox, until } from './a-sandbox.ts'

const path = '/apis/flink.k8s.io/v1beta1/namespaces/default/flinkapplications'
const deployments = '/apis/apps/v1/namespaces/default/deployments'

const anApplication = (spec: Record<string, unknown> = {}) => ({
  apiVersion: 'flink.k8s.io/v1beta1',
  kind: 'FlinkApplication',
  metadata: { name: 'orders', namespace: 'default' },
  spec: {
    image: 'orders:1',
    flinkVersion: '1.20',
    jarName: 'job.jar',
    entryClass: 'Job',
    programArgs: '--name orders',
    parallelism: 2,
    jobManagerConfig: { resources: { requests: { memory: '1Gi', cpu: '1' } } },
    taskManagerConfig: { taskSlots: 1, resources: { requests: { memory: '1Gi', cpu: '1' } } },
    flinkConfig: {
      'execution.checkpointing.interval': '5s',
      'state.savepoints.dir': 'file:///data/savepoints',
      'state.checkpoints.dir': 'file:///data/checkpoints',
    },
    ...spec,
  },
})

const untilStatus = (sandbox: TestSandbox, what: string, isWanted: (status: Parsed, resource: Parsed) => boolean): Promise<Parsed> =>
  until(`orders ${what}`, async () => {
    const { status, body } = await sandbox.call('GET', `${path}/orders`)

    return status === 200 && isWanted(body.status ?? {}, body) ? body : null
  })
const edit = async (sandbox: TestSandbox, spec: object): Promise<void> => {
  const answer = await sandbox.call('PATCH', `${path}/orders`, { spec }, 'application/merge-patch+json')
  expect(answer.status).toBe(200)
}
const hashes = async (
  sandbox: TestSandbox,
): Promise<readonly string[]> => [
  ...new Set<string>((await sandbox.call('GET', deployments)).body.items.map((it: Parsed) => it.metadata.labels['flink-app-hash'])),
]

const opened = async (spec: Record<string, unknown> = {}): Promise<TestSandbox> => {
  const sandbox = await aSandbox()
  await anOperator(sandbox)
  expect((await sandbox.call('POST', path, anApplication(spec))).status).toBe(201)
  await untilStatus(sandbox, 'Running', ({ phase, operation }) => phase === 'Running' && operation == null)
  return sandbox
}

describe('a FlinkApplication, by the whole operator', () => {
  test('FA14 FA27 FA29 is deployed, updated with a savepoint, and what it left is taken away', async () => {
    const sandbox = await opened()
    const before = await untilStatus(sandbox, 'healthy', ({ jobStatus }) => jobStatus?.health === 'Green')
    expect(before.status).toMatchObject({ deploymentMode: 'Dual', clusterStatus: { health: 'Green', numberOfTaskManagers: 2 } })
    expect(before.metadata.finalizers).toContain('job.finalizers.flink.k8s.io')
    await untilStatus(sandbox, 'with a checkpoint', ({ jobStatus }) => (jobStatus?.completedCheckpointCount ?? 0) > 0)
    await edit(sandbox, { image: 'orders:2' })
    const after = await untilStatus(
      sandbox,
      'Running anew',
      ({ phase, deployHash, operation }) => phase === 'Running' && operation == null && deployHash !== before.status.deployHash,
    )
    expect(after.status.jobStatus.jobID).not.toBe(before.status.jobStatus.jobID)
    await until('the old cluster gone', async () => (await hashes(sandbox)).join() === after.status.deployHash)
    await untilStatus(sandbox, 'restored', ({ jobStatus }) => (jobStatus?.restorePath ?? '').includes('/data/savepoints'))
  })

  test('FA45 an image that is not there is given up when somebody says so, and what ran runs on; another one is deployed', async () => {
    const sandbox = await opened()
    const { status: { jobStatus: { jobID } } } = (await sandbox.call('GET', `${path}/orders`)).body
    await edit(sandbox, { image: 'does-not-exist' })
    await untilStatus(sandbox, 'ClusterStarting', ({ phase }) => phase === 'ClusterStarting')
    await edit(sandbox, { forceRollback: true })
    const failed = await untilStatus(sandbox, 'DeployFailed', ({ phase }) => phase === 'DeployFailed')
    expect(failed.status.jobStatus.jobID).toBe(jobID)
    await edit(sandbox, { image: 'orders:3', forceRollback: false })
    await untilStatus(sandbox, 'Running', ({ phase, jobStatus }) => phase === 'Running' && jobStatus.jobID !== jobID)
    await until('the others gone', async () => (await hashes(sandbox)).length === 1)
  })

  test('FA60 a job that gets more parallelism in place keeps its cluster', async () => {
    const sandbox = await opened({ scaleMode: 'InPlace' })
    const names = async () => (await sandbox.call('GET', deployments)).body.items.map((it: Parsed) => it.metadata.name)
    const before = await names()
    await edit(sandbox, { parallelism: 3 })
    await untilStatus(
      sandbox,
      'scaled',
      ({ phase, jobStatus, operation }) => phase === 'Running' && operation == null && jobStatus.parallelism === 3,
    )
    expect(await names()).toEqual(before)
    await untilStatus(sandbox, 'with three', ({ clusterStatus }) => clusterStatus?.numberOfTaskManagers === 3)
  })

  test('FA14 examples/flink-application.yaml runs', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    const example = parse(readFileSync(join(import.meta.dirname, '../../examples/flink-application.yaml'), 'utf8')) as object
    expect((await sandbox.call('POST', path, example)).status).toBe(201)
    await until(
      'word-count Running',
      async () => (await sandbox.call('GET', `${path}/word-count`)).body.status?.jobStatus?.health === 'Green',
    )
  })

  test('FA74 FA73 is deleted with a savepoint, and everything of it goes', async () => {
    const sandbox = await opened()
    await sandbox.call('DELETE', `${path}/orders`)
    await until('the resource gone', async () => (await sandbox.call('GET', `${path}/orders`)).status === 404)
    await until('its clusters gone', async () => (await hashes(sandbox)).length === 0)
  })
})

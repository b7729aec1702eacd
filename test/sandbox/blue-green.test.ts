import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, type Parsed, type TestSandbox, until } from './a-sandbox.ts'

const path = '/apis/flink.apache.org/v1beta1/namespaces/default/flinkbluegreendeployments'

/** The children have the spec of the other tests' FlinkDeployments. */
const aBlueGreen = (name: string, job: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkBlueGreenDeployment',
  metadata: { name, namespace: 'default' },
  spec: {
    configuration: { 'kubernetes.operator.bluegreen.reconciliation.reschedule-interval': '1 s', ...rest },
    template: { metadata: { labels: { team: 'a' } }, spec: aFlinkDeployment(name, { upgradeMode: 'savepoint', ...job }).spec },
  },
})

const untilState = (sandbox: TestSandbox, state: string): Promise<Parsed> =>
  until(state, async () => {
    const { status, body } = await sandbox.call('GET', `${path}/app`)
    return status === 200 && body.status?.blueGreenState === state ? body : null
  })
const child = async (sandbox: TestSandbox, name: string): Promise<Parsed> => (await sandbox.call('GET', `${deploymentsPath}/${name}`)).body
const edit = async (sandbox: TestSandbox, patch: unknown): Promise<void> => {
  expect((await sandbox.call('PATCH', `${path}/app`, patch, 'application/merge-patch+json')).status).toBe(200)
}

describe('FlinkBlueGreenDeployments on the sandbox', () => {
  test('create → ACTIVE_BLUE → edit → savepoint → ACTIVE_GREEN with the state of blue, and blue is gone; deletion takes the rest', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    expect((await sandbox.call('POST', path, aBlueGreen('app'))).status).toBe(201)
    await untilState(sandbox, 'ACTIVE_BLUE')
    expect(await child(sandbox, 'app-blue')).toMatchObject({
      metadata: {
        labels: { 'flink/blue-green-deployment-type': 'BLUE', team: 'a' },
        ownerReferences: [{ kind: 'FlinkBlueGreenDeployment', name: 'app', controller: false, blockOwnerDeletion: true }],
      },
      status: { lifecycleState: 'STABLE' },
    })
    await edit(sandbox, { spec: { template: { spec: { job: { parallelism: 3 } } } } })
    const { status } = await untilState(sandbox, 'ACTIVE_GREEN')
    expect(status).toMatchObject({ jobStatus: { state: 'RUNNING' }, observedGeneration: 2 })
    const green = await child(sandbox, 'app-green')
    const { initialSavepointPath } = green.spec.job
    expect((await sandbox.flinkState('app-blue')).storage.map((it: { path: string }) => it.path)).toContain(initialSavepointPath)
    expect((await sandbox.call('GET', `${deploymentsPath}/app-blue`)).status).toBe(404)
    await sandbox.call('DELETE', `${path}/app`)
    await until('the children to be gone', async () => (await sandbox.call('GET', deploymentsPath)).body.items.length === 0)
  })
})

import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, type Parsed, type TestSandbox, until, untilStatus } from './a-sandbox.ts'

const deployments = '/apis/apps/v1/namespaces/default/deployments'
const services = '/api/v1/namespaces/default/services'
const web = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default', labels: { team: 'web' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'nginx', image: 'nginx' }] } },
  },
})
const applied = (sandbox: TestSandbox, name: string, job: Record<string, unknown> = {}, spec: Record<string, unknown> = {}) =>
  sandbox.call('POST', deploymentsPath, aFlinkDeployment(name, job, {}, spec))
const untilRunning = (sandbox: TestSandbox, name: string) =>
  untilStatus(sandbox, name, 'runs', status => status.jobStatus?.state === 'RUNNING')
const untilReported = (sandbox: TestSandbox, name: string, what: RegExp) =>
  untilStatus(
    sandbox,
    name,
    'is told',
    status =>
      what.test(String(status.error ?? '')) && status.conditions?.some((it: Parsed) => it.type === 'Stalled' && it.status === 'True'),
  )
const eventsOf = async (sandbox: TestSandbox, name: string): Promise<readonly Parsed[]> =>
  (await sandbox.call('GET', '/api/v1/namespaces/default/events')).body.items.filter((it: Parsed) => it.involvedObject.name === name)

describe('P21 objects of others under our names are left as they are', () => {
  test('F09 a Deployment of somebody else: told and waited for; when it is gone the job comes up by itself', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    const { metadata } = (await sandbox.call('POST', deployments, web('orders'))).body
    await applied(sandbox, 'orders')
    await untilReported(sandbox, 'orders', /Deployment orders blocks this resource: it has no owner/u)
    expect((await sandbox.call('GET', `${deployments}/orders`)).body).toMatchObject({
      metadata: { uid: metadata.uid, labels: { team: 'web' } },
      spec: { replicas: 3 },
    })
    expect((await eventsOf(sandbox, 'orders')).map(({ reason }) => reason)).toContain('InTheWay')
    await sandbox.call('DELETE', `${deployments}/orders`)
    await untilRunning(sandbox, 'orders')
  })

  test('F09 a resource that was never deployed is deleted: nothing that is not its own goes with it', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await sandbox.call('POST', deployments, web('shop'))
    await applied(sandbox, 'shop', { state: 'suspended' })
    await untilStatus(sandbox, 'shop', 'is suspended', status => status.lifecycleState === 'SUSPENDED')
    await sandbox.call('DELETE', `${deploymentsPath}/shop`)
    await until('the resource is gone', async () => (await sandbox.call('GET', `${deploymentsPath}/shop`)).status === 404)
    expect((await sandbox.call('GET', `${deployments}/shop`)).body).toMatchObject({
      metadata: { labels: { team: 'web' } },
      spec: { replicas: 3 },
    })
  })

  test('F09 F13 FlinkDeployments whose names collide with objects of another: the other one runs on', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await applied(sandbox, 'a', {}, { mode: 'standalone' })
    await untilRunning(sandbox, 'a')
    const before = (await sandbox.call('GET', `${deployments}/a-taskmanager`)).body
    await applied(sandbox, 'a-taskmanager')
    await untilReported(
      sandbox,
      'a-taskmanager',
      /Deployment a-taskmanager blocks this resource: it belongs to FlinkDeployment a with uid/u,
    )
    await applied(sandbox, 'a-rest')
    await untilReported(sandbox, 'a-rest', /Service a-rest blocks this resource: it belongs to Deployment a with uid/u)
    expect((await sandbox.call('GET', `${deployments}/a-taskmanager`)).body).toMatchObject({
      metadata: { uid: before.metadata.uid },
      spec: { replicas: before.spec.replicas },
    })
    await untilRunning(sandbox, 'a')
    for (const name of ['a-rest', 'a-taskmanager']) {
      await sandbox.call('DELETE', `${deploymentsPath}/${name}`)
      await until(`${name} is gone`, async () => (await sandbox.call('GET', `${deploymentsPath}/${name}`)).status === 404, 120_000)
    }
    expect((await sandbox.call('GET', `${services}/a-rest`)).status).toBe(200)
  }, 240_000)

  test('F09 a Service and a ConfigMap that only carry the labels stay, through an upgrade', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await applied(sandbox, 'app')
    await untilRunning(sandbox, 'app')
    const labels = { app: 'app', type: 'flink-native-kubernetes' }
    await sandbox.call('POST', services, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'app-metrics', namespace: 'default', labels },
      spec: { ports: [{ port: 9249 }] },
    })
    await sandbox.call('POST', '/api/v1/namespaces/default/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'app-routing-config-map', namespace: 'default', labels },
      data: { a: 'b' },
    })
    await sandbox.call('PATCH', `${deploymentsPath}/app`, { spec: { job: { parallelism: 1 } } }, 'application/merge-patch+json')
    await untilStatus(
      sandbox,
      'app',
      'runs the edit',
      status => status.observedGeneration === 2 && status.jobStatus?.state === 'RUNNING' && status.operation == null,
    )
    expect((await sandbox.call('GET', `${services}/app-metrics`)).status).toBe(200)
    expect((await sandbox.call('GET', '/api/v1/namespaces/default/configmaps/app-routing-config-map')).status).toBe(200)
  })
})

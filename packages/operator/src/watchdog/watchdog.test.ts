import { join } from 'node:path'
import { crdOf } from '@flink-operator/core/codec'
import { kindNames, kindOf } from '@flink-operator/kinds'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeApi, type Live, startFakeApi } from '../../test/fake-api.ts'
import { type OperatorBesideApi, operatorBesideApi } from '../../test/operator-beside-api.ts'
import { type QuarantineEntry, recordOf } from '../quarantine/quarantine-record.ts'

const deployments = '/apis/flink.apache.org/v1beta1/flinkdeployments'
const pathOf = (name: string): string => `/apis/flink.apache.org/v1beta1/namespaces/jobs/flinkdeployments/${name}`
const leases = '/apis/coordination.k8s.io/v1/namespaces/operators/leases'

const resource = (name: string) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace: 'jobs' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    jobManager: { resource: { memory: '1024m', cpu: 0.5 } },
    taskManager: { resource: { memory: '1024m', cpu: 0.5 } },
    job: { jarURI: 'local:///opt/flink/x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  },
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const aCluster = async (): Promise<FakeApi> => {
  const api = await startFakeApi()
  closing.push(api.close)
  for (const name of kindNames) api.put('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crdOf(kindOf(name)))
  return api
}

const operate = (api: FakeApi, node: readonly string[] = [], configuration = ''): OperatorBesideApi => {
  const plugins = join(import.meta.dirname, '../../test/poison-plugin.mjs')
  const operator = operatorBesideApi(api.url, { plugins, node, configuration })
  closing.push(operator.kill)
  return operator
}

const until = async (condition: () => boolean, what: () => string): Promise<void> => {
  const giveUp = Date.now() + 300_000
  while (!condition()) {
    if (Date.now() > giveUp) throw new Error(`not within 5 min: ${what()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

const recorded = (api: FakeApi): readonly QuarantineEntry[] => {
  const annotations = (api.get(`${leases}/flink-operator-quarantine`)?.metadata['annotations'] ?? {}) as Record<string, string>
  return recordOf(annotations['operator.flink.apache.org/quarantine'] ?? '[]')
}

const holder = (api: FakeApi): unknown => api.get(`${leases}/flink-operator`)?.spec?.['holderIdentity']

/** It was let go of, or had run out before: two seconds of CPU time may take a busy machine longer than a Lease lasts. */
const isFree = (api: FakeApi): boolean => {
  const { renewTime, leaseDurationSeconds } = api.get(`${leases}/flink-operator`)?.spec ?? {}
  return holder(api) === '' || Date.parse(String(renewTime)) + Number(leaseDurationSeconds) * 1_000 < Date.now()
}

const stalled = (live: Live | undefined) =>
  ((live?.status?.['conditions'] ?? []) as readonly { type: string; status: string; reason: string; message: string }[]).find(({ type }) =>
    type === 'Stalled'
  )

const isDeployed = (api: FakeApi, name: string): boolean => api.get(`/apis/apps/v1/namespaces/jobs/deployments/${name}`) !== undefined

const endedFor = async (api: FakeApi, operator: OperatorBesideApi, name: string): Promise<void> => {
  await until(
    () => operator.exit() !== null,
    () => `${name}: ${JSON.stringify(operator.lines.slice(-3))} ${operator.stderr.slice(-5).join('|')}`,
  )
  expect([operator.exit(), recorded(api)]).toMatchObject([{ signal: 'SIGKILL' }, [{ kind: 'FlinkDeployment', namespace: 'jobs', name }]])
}

describe('S01 a resource stops the process', () => {
  test.each([
    ['spins', 'LoopStoodStill', []],
    ['waits-and-spins', 'LoopStoodStill', []],
    ['backtracks', 'LoopStoodStill', []],
    ['eats', 'MemoryRanOut', ['--max-semi-space-size=1', '--max-old-space-size=256']],
  ])('%s: it is recorded, the Lease is let go of, and the process ends', async (name, why, node) => {
    const api = await aCluster()
    api.put(deployments, resource(name))
    api.put(deployments, resource('good'))
    const operator = operate(api, node)
    await endedFor(api, operator, name)
    expect(recorded(api)).toMatchObject([{ times: 1, why, version: expect.stringMatching(/^uid-\d+\/1$/) }])
    expect(operator.lines.at(-1)).toMatchObject({ level: 'error', resource: `jobs/${name}` })
    expect(isFree(api)).toBe(true)
  })

  test('the next process leaves it alone and looks after all others; an edit is followed at once', async () => {
    const api = await aCluster()
    api.put(deployments, resource('spins'))
    await endedFor(api, operate(api), 'spins')
    api.put(deployments, resource('good'))
    const next = operate(api)
    await until(() => isDeployed(api, 'good'), () => `good: ${next.stderr.join('|')}`)
    await until(() => stalled(api.get(pathOf('spins'))) !== undefined, () => 'the condition')
    expect(stalled(api.get(pathOf('spins')))).toMatchObject({ status: 'True', reason: 'Quarantined' })
    await until(() => next.lines.some(({ resource: of, level }) => of === 'jobs/spins' && level === 'warn'), () => 'a warning')
    await until(() => api.list('/api/v1/namespaces/jobs/events').some(({ reason }) => reason === 'Quarantined'), () => 'an event')
    const health = await fetch(`http://127.0.0.1:${next.port()}/healthz`)
    const metrics = await (await fetch(`http://127.0.0.1:${next.port()}/metrics`)).text()
    expect(health.status).toBe(200)
    expect(metrics).toContain('flink_operator_quarantined_resources{kind="FlinkDeployment",namespace="jobs"} 1')

    api.edit(pathOf('spins'), live => ({
      ...live,
      metadata: { ...live.metadata, generation: 2 },
      spec: { ...live.spec, job: { ...live.spec?.['job'] as object, entryClass: 'Cured' } },
    }))
    await until(() => isDeployed(api, 'spins'), () => `cured: ${JSON.stringify(next.lines.slice(-3))}`)
    await until(() => stalled(api.get(pathOf('spins')))?.status === 'False', () => 'the condition is taken back')
    expect(next.exit()).toBe(null)
  })

  test('nothing is recorded, and nothing read, where nothing stops it', async () => {
    const api = await aCluster()
    api.put(deployments, resource('good'))
    operate(api)
    await until(() => isDeployed(api, 'good'), () => 'good')
    const ofRecord = api.requests().filter(({ path }) => path.includes('quarantine'))
    expect(ofRecord.map(({ method }) => method)).toEqual(['GET'])
  })

  test('a process that was stopped for longer than the limit (SIGSTOP, a machine that slept) goes on, and nothing is recorded', async () => {
    const api = await aCluster()
    const operator = operate(api, [], 'kubernetes.operator.quarantine.loop-limit: 500 ms')
    await until(() => operator.port() !== null && holder(api) !== undefined, () => operator.stderr.join('|'))
    for (const name of ['one', 'two', 'three']) {
      api.put(deployments, resource(name))
      operator.signal('SIGSTOP')
      await new Promise(resolve => setTimeout(resolve, 1_500))
      operator.signal('SIGCONT')
    }
    await until(() => ['one', 'two', 'three'].every(name => isDeployed(api, name)), () => JSON.stringify(operator.lines.slice(-3)))
    expect([operator.exit(), recorded(api)]).toEqual([null, []])
  })

  test('turned off, nothing is watched, and what is recorded is not heeded', async () => {
    const api = await aCluster()
    const entry: QuarantineEntry = {
      kind: 'FlinkDeployment',
      namespace: 'jobs',
      name: 'good',
      version: null,
      times: 9,
      at: Date.now(),
      why: 'LoopStoodStill',
    }
    api.put(leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name: 'flink-operator-quarantine',
        namespace: 'operators',
        annotations: { 'operator.flink.apache.org/quarantine': JSON.stringify([entry]) },
      },
      spec: {},
    })
    api.put(deployments, resource('good'))
    operate(api, [], 'kubernetes.operator.quarantine.enabled: false')
    await until(() => isDeployed(api, 'good'), () => 'good')
    expect(api.requests().filter(({ path }) => path.includes('quarantine'))).toEqual([])
  })
})

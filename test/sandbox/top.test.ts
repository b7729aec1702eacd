import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, type Parsed, type Ran, ran, type TestSandbox, until, untilStable } from './a-sandbox.ts'
import { apply } from './deployment-calls.ts'

const main = join(import.meta.dirname, '../../packages/operator/src/main.ts')

const anApplication = (name: string, spec: Record<string, unknown>) => ({
  apiVersion: 'flink.k8s.io/v1beta1',
  kind: 'FlinkApplication',
  metadata: { name, namespace: 'default' },
  spec: {
    image: 'orders:1',
    flinkVersion: '1.20',
    jarName: 'job.jar',
    parallelism: 2,
    jobManagerConfig: { resources: { requests: { memory: '1Gi', cpu: '1' } } },
    taskManagerConfig: { taskSlots: 1, resources: { requests: { memory: '1Gi', cpu: '1' } } },
    flinkConfig: { 'state.savepoints.dir': 'file:///data/savepoints', 'state.checkpoints.dir': 'file:///data/checkpoints' },
    ...spec,
  },
})

let sandbox: TestSandbox
const top = (...args: readonly string[]): Promise<Ran> =>
  ran(process.execPath, ['--conditions=@flink-operator/source', main, 'top', ...args], {
    KUBECONFIG: sandbox.kubeconfigFile,
    FLINK_OPERATOR_REST_RESOLUTION: '',
  })

describe("top shows how jobs are doing, through the API server's service proxy", () => {
  beforeEach(async () => {
    sandbox = await aSandbox()
    await anOperator(sandbox)
    for (const name of ['orders', 'clicks']) await apply(sandbox, aFlinkDeployment(name))
    for (const name of ['orders', 'clicks']) await untilStable(sandbox, name)
  })

  test('a table, JSON, all namespaces; one that does not answer hides no other, and the exit code says so', async () => {
    const [table, everywhere, json] = await Promise.all([top(), top('-A'), top('-o', 'json')])
    // N07: nothing that it asks of a simulated job is missing
    expect([table.code, table.err]).toEqual([0, ''])
    expect(table.out).toMatch(/^NAME +LIFECYCLE +JOB +PARALLELISM +RESTARTS +CHECKPOINT/u)
    for (const name of ['orders', 'clicks']) expect(table.out).toMatch(new RegExp(`^flinkdep/${name} +STABLE +RUNNING +\\d+ `, 'mu'))
    expect(everywhere.out).toMatch(/^default +flinkdep\/orders /mu)
    const rows = JSON.parse(json.out) as { name: string; load: { state: string } | null; requested: { memory: number } }[]
    expect(rows.map(({ name, load }) => `${name} ${load?.state ?? '-'}`).sort()).toEqual(['clicks RUNNING', 'orders RUNNING'])
    expect(rows[0]?.requested.memory).toBeGreaterThan(2 ** 30)

    await sandbox.call('POST', '/sandbox/freeze-rest', { cluster: 'clicks' })
    const frozen = await top()
    expect(frozen.code).toBe(4)
    expect(frozen.out).toMatch(/^flinkdep\/orders +STABLE +RUNNING +\d+ /mu)
    expect(frozen.out).toMatch(/^default\/clicks: .*no answer/mu)
  })

  test('both versions of a FlinkApplication that run, each with its own job', async () => {
    const path = '/apis/flink.k8s.io/v1beta1/namespaces/default/flinkapplications'
    const phaseIs = (phase: string): Promise<Parsed> =>
      until(phase, async () => {
        const { body } = await sandbox.call('GET', `${path}/shop`)
        return body.status?.phase === phase ? body.status : null
      })
    await sandbox.call('POST', path, anApplication('shop', { deploymentMode: 'BlueGreen' }))
    await phaseIs('Running')
    await sandbox.call('PATCH', `${path}/shop`, { spec: { image: 'orders:2' } }, 'application/merge-patch+json')
    const status = await phaseIs('DualRunning')
    const [table, json] = await Promise.all([top(), top('-o', 'json')])
    expect(table.err).toBe('')
    expect(table.out).toMatch(/^NAME +VERSION +LIFECYCLE/u)
    expect(table.out).toMatch(/^flinkdep\/orders +- +STABLE /mu)
    for (const version of [`${status.deployHash} green`, `${status.updatingHash} blue`])
      expect(table.out).toMatch(new RegExp(`^flinkapp/shop +${version} +DualRunning +RUNNING +2 .* 3 +3Gi$`, 'mu'))
    const rows = (JSON.parse(json.out) as { kind: string; jobId: string }[]).filter(({ kind }) => kind === 'FlinkApplication')
    expect(rows.map(({ jobId }) => jobId).sort()).toEqual(status.versionStatuses.map((it: Parsed) => it.jobStatus.jobID).sort())
  })

  test('an empty namespace says so, two ways to name namespaces exclude each other', async () => {
    expect(await top('-n', 'nowhere')).toMatchObject({ code: 0, out: '' })
    expect((await top('-n', 'a', '-A')).code).toBe(2)
  })
})

import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, type Ran, ran, type TestSandbox, untilStable } from './a-sandbox.ts'
import { apply } from './deployment-calls.ts'

const main = join(import.meta.dirname, '../../packages/operator/src/main.ts')

let sandbox: TestSandbox
const top = (...args: readonly string[]): Promise<Ran> =>
  ran(process.execPath, ['--conditions=@flink-operator/source', main, 'top', ...args], {
    KUBECONFIG: sandbox.kubeconfigFile,
    FLINK_OPERATOR_REST_RESOLUTION: '',
  })

describe("top shows how jobs are doing, through the API server's service proxy", { timeout: 180_000 }, () => {
  beforeEach(async () => {
    sandbox = await aSandbox()
    await anOperator(sandbox)
    for (const name of ['orders', 'clicks']) await apply(sandbox, aFlinkDeployment(name))
    for (const name of ['orders', 'clicks']) await untilStable(sandbox, name)
  })

  test('a table, JSON, all namespaces; one that does not answer hides no other, and the exit code says so', async () => {
    const [table, everywhere, json] = await Promise.all([top(), top('-A'), top('-o', 'json')])
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

  test('an empty namespace says so, two ways to name namespaces exclude each other', async () => {
    expect(await top('-n', 'nowhere')).toMatchObject({ code: 0, out: '' })
    expect((await top('-n', 'a', '-A')).code).toBe(2)
  })
})

import { describe, expect, test } from 'vitest'
import { aSandbox } from './a-sandbox.ts'
import { blocksOf, isMissing, pageShell, title } from './page-shell.ts'

const refusal = 'flink:1.20 is not of registry.example/: images come from there alone'

describe.skipIf(isMissing)('the commands of the page about plugins', () => {
  test(title('plugins.md: plan, operator and cluster have the example, whose validator refuses'), async () => {
    const sandbox = await aSandbox()
    const shell = pageShell(sandbox)
    await sandbox.call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'flink-operator' } })
    const [plan = '', run = '', configMap = '', helm = '', ...others] = blocksOf('plugins.md')
    expect(others).toEqual([])

    const planned = await shell(plan)
    expect([planned.code, planned.out + planned.err]).toEqual([1, expect.stringContaining(refusal)])

    const ran = await shell(run)
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(refusal)])
    expect((await sandbox.call('GET', '/apis/apps/v1/namespaces/default/deployments')).body.items).toEqual([])
    // it is the plugin that refuses
    const without = await shell('flink-operator plan examples/stateless.yaml')
    expect([without.code, without.out]).toEqual([0, expect.not.stringContaining(refusal)])

    expect(await shell(configMap)).toMatchObject({ code: 0, out: 'configmap/platform-rules created\n' })
    expect((await sandbox.call('GET', '/api/v1/namespaces/flink-operator/configmaps/platform-rules')).body.data).toHaveProperty([
      'platform-rules.mjs',
    ])
    // test/unit/chart/plugins.test.ts has its values
    expect(helm).toMatch(/^helm upgrade .* --values examples\/plugins\/values\.yaml$/)
  })
})

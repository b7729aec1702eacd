import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { invitation } from '../../packages/operator/src/demo/words.ts'
import { aFlinkDeployment, anOperator, aSandbox, type Ran, ran, type TestSandbox, untilStable } from './a-sandbox.ts'
import { apply } from './deployment-calls.ts'

const main = join(import.meta.dirname, '../../packages/operator/src/main.ts')

let sandbox: TestSandbox
const flinkOperator = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  ran(process.execPath, ['--conditions=@flink-operator/source', main, ...args], {
    KUBECONFIG: sandbox.kubeconfigFile,
    FLINK_OPERATOR_REST_RESOLUTION: '',
    ...environment,
  })

describe('plan and explain ask Flink through the API server where they have no other way', () => {
  beforeEach(async () => {
    sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app'))
    await untilStable(sandbox, 'app')
  })

  const edited = (): string => {
    const file = `${sandbox.kubeconfigFile}-edited.yaml`
    writeFileSync(file, stringify(aFlinkDeployment('app', { parallelism: 4 })))
    return file
  }

  test.each([['the kubeconfig alone', {}], ['another way that leads nowhere', { FLINK_OPERATOR_REST_RESOLUTION: 'http://127.0.0.1:9' }]])(
    '%s',
    async (_, environment) => {
      const [explained, planned] = await Promise.all([
        flinkOperator(['explain', 'app'], environment),
        flinkOperator(['plan', '--detailed-exitcode', edited()], environment),
      ])
      expect(explained).toMatchObject({ code: 0, out: expect.stringMatching(/jobs: RUNNING/) as string })
      expect(planned).toMatchObject({ code: 2, out: expect.stringMatching(/Upgrade: stop with a savepoint, start from it/) as string })
    },
  )

  test('Flink does not answer: that is said, and the exit code is not 0', async () => {
    await sandbox.call('POST', '/sandbox/freeze-rest', { cluster: 'app' })
    const [explained, planned] = await Promise.all([
      flinkOperator(['explain', 'app']),
      flinkOperator(['plan', '-o', 'json', edited()]),
    ])
    expect(explained).toMatchObject({ code: 4, out: expect.stringMatching(/Flink could not be asked from here \(Timeout/) as string })
    expect(planned.code).toBe(4)
    expect(JSON.parse(planned.out)).toMatchObject({
      verdict: 'Unknown',
      plans: [{ actions: [], operation: null, impact: { _tag: 'Unknown' } }],
    })
  })

  test("what the API server says itself is no answer of Flink's: a Service that is not there is no job that is not there", async () => {
    await sandbox.call('DELETE', '/api/v1/namespaces/default/services/app-rest')
    const { status, body } = await sandbox.call('GET', '/api/v1/namespaces/default/services/nobody-rest:8081/proxy/v1/jobs')
    expect([status, body.kind]).toEqual([404, 'Status'])
  })
})

test('the invitation of the sandbox says how: a kubeconfig, and what to call', () => {
  const text = invitation('/k', 'http://s', 'flink-operator').join('\n')
  expect(text).toMatch(/export KUBECONFIG=\/k[^]*flink-operator explain savepoint[^]*flink-operator plan /)
})

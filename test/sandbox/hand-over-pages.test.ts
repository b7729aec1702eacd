import { describe, expect, test } from 'vitest'
import { anOperator, aSandbox, type TestSandbox, until, untilStable } from './a-sandbox.ts'
import { commandsOf, followed, isMissing, type PageShell, pageShell, title } from './page-shell.ts'

const operatorNamed = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'flink-operator' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'operator', image: 'operator:1' }] } },
  },
})

/** Those of the Apache operator's chart, for its namespace: without a label. */
const webhookConfigurations = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'].map(it =>
  `/apis/admissionregistration.k8s.io/v1/${it}`
)
const configured = async (sandbox: TestSandbox): Promise<void> => {
  for (const path of webhookConfigurations) {
    const kind = path.includes('validating') ? 'ValidatingWebhookConfiguration' : 'MutatingWebhookConfiguration'
    const made = await sandbox.call('POST', path, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name: 'flink-operator-flink-operator-webhook-configuration' },
      webhooks: [],
    })
    expect(made.status).toBe(201)
  }
}
const configurationsLeft = async (sandbox: TestSandbox): Promise<number> => {
  const lists = await Promise.all(webhookConfigurations.map(path => sandbox.call('GET', path)))
  return lists.reduce((count, { body }) => count + body.items.length, 0)
}

/** A shell in which the page's commands find this cluster, and the operators that it speaks of. */
const shellOn = async (sandbox: TestSandbox, operators: readonly string[]): Promise<PageShell> => {
  await sandbox.call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'flink-operator' } })
  for (const name of operators)
    expect((await sandbox.call('POST', '/apis/apps/v1/namespaces/flink-operator/deployments', operatorNamed(name))).status).toBe(201)
  return pageShell(sandbox)
}

describe.skipIf(isMissing)('the commands of the pages about a hand-over', () => {
  test(title('coming-from-apache.md'), async () => {
    const sandbox = await aSandbox()
    const shell = await shellOn(sandbox, ['flink-kubernetes-operator', 'flink-operator'])
    await configured(sandbox)
    await shell('kubectl apply -f examples/savepoint.yaml')
    await anOperator(sandbox)
    await untilStable(sandbox, 'savepoint')
    const reported = await followed(shell, 'coming-from-apache.md')
    expect(await configurationsLeft(sandbox)).toBe(0)
    expect(reported.get('flink-operator plan examples/savepoint.yaml')).toMatch(/: No change$/m)
    expect(reported.get('flink-operator explain savepoint\nflink-operator history savepoint')).toContain('STABLE')
    expect([...reported.keys()].filter(block => block.includes('flink-operator ')).length).toBeGreaterThan(3)
  })

  test(title('coming-from-lyft.md'), async () => {
    const sandbox = await aSandbox()
    const shell = await shellOn(sandbox, ['flinkoperator', 'flink-operator'])
    await shell('kubectl apply -f examples/flink-application.yaml')
    await anOperator(sandbox)
    const path = '/apis/flink.k8s.io/v1beta1/namespaces/default/flinkapplications/word-count'
    await until('word-count runs', async () => (await sandbox.call('GET', path)).body?.status?.phase === 'Running')
    const reported = await followed(shell, 'coming-from-lyft.md')
    expect(reported.get('flink-operator plan examples/flink-application.yaml')).toMatch(/: No change$/m)
    expect(reported.get('flink-operator explain flinkapp/word-count')).toContain('word-count')
    // what the other page about them shows
    for (const command of commandsOf('lyft.md')) expect([command, await shell(command)]).toMatchObject([command, { code: 0 }])
  })
})

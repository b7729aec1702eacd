import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anOperator, aSandbox, ran, type TestSandbox, until, untilStable } from './a-sandbox.ts'

const root = join(import.meta.dirname, '../..')
const isMissing = spawnSync('kubectl', ['version', '--client']).status !== 0
const title = (page: string): string => (isMissing ? `${page} (skipped: there is no kubectl on the path)` : page)

/** The commands of a page, block by block, in order. */
const blocksOf = (page: string): readonly string[] =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', text = '']) =>
    text.split('\n').map(line => line.slice(indent.length)).join('\n').trim()
  )

/** `flink-operator` of this tree, for a shell. */
const toolFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hand-over-'))
  const main = join(root, 'packages/operator/src/main.ts')
  const script = join(folder, 'flink-operator')
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" --conditions=@flink-operator/source "${main}" "$@"\n`)
  chmodSync(script, 0o755)
  return folder
}

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
const shellOn = async (sandbox: TestSandbox, operators: readonly string[]) => {
  await sandbox.call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'flink-operator' } })
  for (const name of operators)
    expect((await sandbox.call('POST', '/apis/apps/v1/namespaces/flink-operator/deployments', operatorNamed(name))).status).toBe(201)
  const folder = toolFolder()
  const environment = {
    KUBECONFIG: sandbox.kubeconfigFile,
    KUBECACHEDIR: folder,
    FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl,
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  }
  return (script: string) => ran('bash', ['-euo', 'pipefail', '-c', `cd ${root}\n${script}`], environment)
}

type Shell = Awaited<ReturnType<typeof shellOn>>

/** Runs all blocks, each of which has to end well; what they printed. */
const followed = async (shell: Shell, page: string): Promise<ReadonlyMap<string, string>> => {
  const told = new Map<string, string>()
  for (const block of blocksOf(page)) {
    const { code, out, err } = await shell(block)
    expect({ block, code, err: code === 0 ? '' : err + out }).toEqual({ block, code: 0, err: '' })
    told.set(block, out)
  }
  return told
}

describe.skipIf(isMissing)('the commands of the pages about a hand-over', { timeout: 180_000 }, () => {
  test(title('coming-from-apache.md'), async () => {
    const sandbox = await aSandbox()
    const shell = await shellOn(sandbox, ['flink-kubernetes-operator', 'flink-operator'])
    await configured(sandbox)
    await shell('kubectl apply -f examples/savepoint.yaml')
    await anOperator(sandbox)
    await untilStable(sandbox, 'savepoint')
    const told = await followed(shell, 'coming-from-apache.md')
    expect(await configurationsLeft(sandbox)).toBe(0)
    expect(told.get('flink-operator plan examples/savepoint.yaml')).toContain('no change')
    expect(told.get('flink-operator explain savepoint\nflink-operator history savepoint')).toContain('STABLE')
    expect([...told.keys()].filter(block => block.includes('flink-operator ')).length).toBeGreaterThan(3)
  })

  test(title('coming-from-lyft.md'), async () => {
    const sandbox = await aSandbox()
    const shell = await shellOn(sandbox, ['flinkoperator', 'flink-operator'])
    await shell('kubectl apply -f examples/flink-application.yaml')
    await anOperator(sandbox)
    const path = '/apis/flink.k8s.io/v1beta1/namespaces/default/flinkapplications/word-count'
    await until('word-count runs', async () => (await sandbox.call('GET', path)).body?.status?.phase === 'Running')
    const told = await followed(shell, 'coming-from-lyft.md')
    expect(told.get('flink-operator plan examples/flink-application.yaml')).toContain('no change')
    expect(told.get('flink-operator explain flinkapp/word-count')).toContain('word-count')
  })
})

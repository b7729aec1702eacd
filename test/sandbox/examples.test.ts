import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeEnv } from '@flink-operator/core'
import { plan, type Planned, plannedKinds } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type Example, examples } from '../../scripts/docs/examples.ts'
import { anOperator, aSandbox, impatientClock, type Parsed, type Ran, ran, type TestSandbox } from './a-sandbox.ts'
import { isMissing, root, title } from './page-shell.ts'

/** Commands of the comments that are not run, by how they begin, and why. */
const leftOut: Readonly<Record<string, string>> = {
  'docker ': 'there is no container engine here',
  'openssl ': 'test/sandbox/rest-tls.test.ts has certificates, and a job whose REST API is served with one',
  'printf ': 'as openssl',
  'keytool ': 'as openssl',
  'kubectl create secret generic tls': 'as openssl',
  'kubectl create secret generic flink-ca': 'as openssl',
  'kubectl logs ': 'simulated pods write no logs',
  'kubectl apply -f examples/gitops/argo-cd/application.yaml': 'the kind is that of Argo CD',
}
const isLeftOut = (command: string): boolean => Object.keys(leftOut).some(it => command.startsWith(it))

const all = examples()
const documentsOf = (path: string): readonly Parsed[] =>
  parseAllDocuments(readFileSync(join(root, path), 'utf8')).map(it => it.toJS()).filter(it => it !== null)

/** Runs a command as the comment says it, in the root of the checkout, in a namespace. */
const inNamespace = (sandbox: TestSandbox, namespace: string): (command: string) => Promise<Ran> => {
  const kubeconfig = join(mkdtempSync(join(tmpdir(), 'examples-')), 'kubeconfig')
  writeFileSync(kubeconfig, readFileSync(sandbox.kubeconfigFile, 'utf8').replace('namespace: default', `namespace: ${namespace}`))
  return command =>
    ran('sh', ['-c', `cd ${root} && ${command}`], {
      KUBECONFIG: kubeconfig,
      AWS_ACCESS_KEY_ID: 'planted',
      AWS_SECRET_ACCESS_KEY: 'planted',
    })
}

describe('examples/: each says what it shows, the commands, what you see and what to change', () => {
  test.each(all)('$path', ({ title: about, shows, paragraphs }: Example) => {
    expect([about, shows].every(it => it.length > 1)).toBe(true)
    expect(['You see: ', 'Change: '].filter(it => !paragraphs.some(text => text.startsWith(it)))).toEqual([])
  })

  test('what people look for is there', () => {
    const titles = all.map(it => it.title)
    for (
      const topic of [
        'SQL',
        'PyFlink',
        'Beam',
        'HPA',
        'Ingress',
        'TLS',
        'Logging',
        'Pod templates',
        'S3',
        'Blue/green',
        'GitOps',
        'Kustomize',
      ]
    ) expect(titles).toContain(topic)
  })
})

describe('examples/: plan finds nothing to say against them', () => {
  const documents = all.flatMap(({ path }) => documentsOf(path).map(document => ({ path, document })))
    .concat(documentsOf('examples/session-jobs/jobs.yaml').map(document => ({ path: 'examples/session-jobs/jobs.yaml', document })))
    .filter(({ document }) => plannedKinds.includes(document.kind))

  test('there are such documents', () => expect(documents.length).toBeGreaterThan(15))

  test.each(documents)('$path: $document.kind $document.metadata.name', ({ document }) => {
    const cluster = documents.find(it => it.document.metadata.name === document.spec.deploymentName)?.document ?? null
    const planned = plan({ deployed: null, wanted: document, env: makeEnv({ now: 1_700_000_000_000 }), cluster })
    expect(E.map((it: Planned) => [it.impact._tag, it.findings])(planned)).toEqual(E.right(['Change', []]))
  })
})

describe.skipIf(isMissing)('examples/: the commands end as they say, and each resource is ready', () => {
  test('what is left out is there', () => {
    const commands = all.flatMap(it => it.commands)
    expect(Object.keys(leftOut).filter(it => !commands.some(command => command.startsWith(it)))).toEqual([])
  })

  test(title('all of them, each in a namespace of its own, with one operator'), async () => {
    const sandbox = await aSandbox({ speed: 50 })
    await anOperator(sandbox, {
      clock: impatientClock,
      reach: { resolution: sandbox.flinkUrl as `http${string}`, zooKeeperDigest: null, jarMirror: sandbox.jarsUrl },
    })
    const object = (kind: string, metadata: Record<string, string>) => ({ apiVersion: 'v1', kind, metadata })
    await sandbox.call('POST', '/api/v1/namespaces', object('Namespace', { name: 'argocd' }))
    await sandbox.call('POST', '/api/v1/namespaces/argocd/configmaps', object('ConfigMap', { name: 'argocd-cm', namespace: 'argocd' }))
    const outcomes = await Promise.all(all.map(async ({ path, commands }) => {
      const namespace = `${basename(path, '.yaml')}${path.split('/').length > 2 ? '-in-folder' : ''}`
      await sandbox.call('POST', '/api/v1/namespaces', object('Namespace', { name: namespace }))
      const shell = inNamespace(sandbox, namespace)
      const failed: string[] = []
      for (const command of commands.filter(it => !isLeftOut(it))) {
        const { code, out, err } = await shell(command)
        if (code !== 0 || err !== '') failed.push(`${path}: ${command}: ${out}${err}`)
      }
      return failed
    }))
    expect(outcomes.flat()).toEqual([])
    const { body } = await sandbox.call('GET', '/apis/flink.apache.org/v1beta1/flinkdeployments')
    expect(new Set(body.items.map((it: Parsed) => it.metadata.namespace)).size).toBeGreaterThan(15)
    const shell = inNamespace(sandbox, 'hpa-in-folder')
    expect((await shell('kubectl get hpa')).out).toMatch(/^NAME +REFERENCE +TARGETS +MINPODS +MAXPODS +REPLICAS +AGE\n/)
    expect((await shell('kubectl get hpa')).out).toMatch(/\nreactive +FlinkDeployment\/reactive +cpu: <unknown>\/70% +1 +4 +0 /)
    expect((await shell('kubectl delete hpa reactive && kubectl get hpa')).err).toBe('No resources found in hpa-in-folder namespace.\n')
  })
})

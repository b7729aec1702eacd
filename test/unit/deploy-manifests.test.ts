import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { generatedFiles } from '../../deploy/generated-files.ts'
import { operatorOptions } from '../../packages/core/src/index.ts'
import { kinds } from '@flink-operator/kinds'

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly ownerReferences?: unknown }
  readonly rules?: readonly Rule[]
}

const documents = (file: string): readonly Manifest[] =>
  parseAllDocuments(readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')).map(it => it.toJS() as Manifest).filter(it =>
    it !== null
  )

describe('what JobManagers may do in their namespace (cluster-manifests.md, section 11)', () => {
  const role = documents('job-rbac.yaml').find(({ kind }) => kind === 'Role')

  test('M-D12 pods and ConfigMaps; of Deployments only to see and delete its own; nothing else, and no wildcard', () => {
    const rights = role?.rules?.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap(group => resources.map(resource => [`${group}/${resource}`, verbs.join(' ')]))
    )
    expect(Object.fromEntries(rights ?? [])).toEqual({
      '/pods': 'get list watch create update patch delete',
      '/configmaps': 'get list watch create update patch delete deletecollection',
      'apps/deployments': 'get delete',
      'apps/deployments/finalizers': 'update',
    })
  })

  test('M-D12 one namespace: a Role, no ClusterRole', () => {
    expect(documents('job-rbac.yaml').map(({ kind }) => kind).sort()).toEqual(['Role', 'RoleBinding', 'ServiceAccount'])
  })
})

test('F17 what is watched may be listed and watched: nothing has to be asked for again and again', () => {
  const rules = documents('operator.yaml').find(({ kind }) => kind === 'ClusterRole')?.rules ?? []
  const may = (resource: string): readonly string[] =>
    rules.filter(({ resources }) => resources.includes(resource)).flatMap(({ verbs }) => verbs)
  for (
    const resource of [
      ...Object.values(kinds).map(({ type }) => type.plural),
      'deployments',
      'pods',
      'services',
      'configmaps',
      'ingresses',
      'events',
    ]
  )
    expect([resource, ...may(resource)]).toEqual(expect.arrayContaining([resource, 'list', 'watch']))
})

test('no right that nothing asks for: a status is only written, whole; pods are only looked for, by label', () => {
  const rules = documents('operator.yaml').flatMap(it => (it.kind === 'ClusterRole' ? it.rules ?? [] : []))
  const verbs = (matches: (resource: string) => boolean): readonly string[] =>
    [...new Set(rules.filter(({ resources }) => resources.some(matches)).flatMap(it => it.verbs))].toSorted()
  expect(verbs(resource => resource.endsWith('/status'))).toEqual(['update'])
  expect(verbs(resource => resource === 'pods')).toEqual(['list', 'watch'])
})

test('only the file for the check of free capacity gives rights to nodes, to pods of all namespaces, and to one ConfigMap', () => {
  const rightsIn = (file: string): readonly string[] =>
    documents(file).flatMap(({ rules = [] }) => rules.flatMap(({ resources, verbs }) => resources.map(it => `${it} ${verbs.join()}`)))
  expect(rightsIn('node-rights.yaml')).toEqual(['nodes list', 'pods list', 'configmaps get'])
  expect(rightsIn('operator.yaml').filter(it => it.startsWith('nodes'))).toEqual([])
})

test('no right that nothing asks for: what is no owner has no finalizers to be asked about, and what has no finalizer is not patched', () => {
  const rules = documents('operator.yaml').flatMap(it => (it.kind === 'ClusterRole' ? it.rules ?? [] : []))
  const resources = rules.flatMap(rule => rule.resources.map(resource => ({ resource, verbs: rule.verbs })))
  const all = Object.values(kinds)
  expect(resources.flatMap(({ resource }) => (resource.endsWith('/finalizers') ? [resource] : [])).toSorted()).toEqual(
    ['deployments', ...all.filter(({ definition }) => definition.ownsObjects).map(({ type }) => type.plural)].map(it => `${it}/finalizers`)
      .toSorted(),
  )
  for (const { type, definition } of all) {
    const verbs = resources.find(({ resource }) => resource === type.plural)?.verbs
    expect([type.plural, verbs?.includes('patch')]).toEqual([type.plural, definition.hasFinalizer])
  }
})

describe('what deploy/generate.ts writes', () => {
  test.each(generatedFiles(Object.values(kinds)).map(({ path, text }) => [path, text] as const))('deploy/%s is fresh', (path, text) => {
    expect(readFileSync(join(import.meta.dirname, '../../deploy', path), 'utf8')).toBe(text)
  })

  test('nothing that is generated was left from before', () => {
    const paths = generatedFiles(Object.values(kinds)).map(({ path }) => path)
    const there = ['crds', 'lenient-crds', 'helm/flink-operator/files'].flatMap(folder =>
      readdirSync(join(import.meta.dirname, '../../deploy', folder), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile()).map(entry =>
          relative(join(import.meta.dirname, '../../deploy'), join(entry.parentPath, entry.name))
        )
    )
    expect(there.filter(path => !paths.includes(path))).toEqual([])
  })
})

test('B110 taking deploy/operator.yaml away takes no CRD along, so no resource and no job', () => {
  const kinds = documents('operator.yaml').map(({ kind }) => kind)
  expect(kinds).toContain('Deployment')
  expect(kinds).not.toContain('CustomResourceDefinition')
  expect(documents('operator.yaml').filter(({ metadata }) => metadata.ownerReferences !== undefined)).toEqual([])
})

describe('P20 leader election of the deployment', () => {
  const all = documents('operator.yaml')
  const rightsOf = (kind: string, name: string): readonly Rule[] =>
    (all.find(it => it.kind === kind && it.metadata.name === name)?.rules ?? []).filter(({ resources }) => resources.includes('leases'))

  test('it is on, and its Lease is the one that a process without configuration takes', () => {
    const config = all.find(({ kind }) => kind === 'ConfigMap') as unknown as { readonly data: Readonly<Record<string, string>> }
    expect(parse(config.data['config.yaml'] ?? '')).toMatchObject({
      'kubernetes.operator.leader-election.enabled': 'true',
      'kubernetes.operator.leader-election.lease-name': operatorOptions({}).options.leaderElectionLeaseName,
    })
  })

  test('Leases are written in its own namespace alone; elsewhere they are only listed', () => {
    expect(rightsOf('ClusterRole', 'flink-operator-cluster').flatMap(({ verbs }) => verbs)).toEqual(['list'])
    expect(rightsOf('Role', 'flink-operator-leader-election').flatMap(({ verbs }) => verbs)).toEqual([
      'get',
      'create',
      'update',
      'list',
      'delete',
    ])
    expect(all.filter(({ kind }) => kind === 'Role' || kind === 'RoleBinding').map(({ metadata }) => metadata.namespace)).toEqual([
      'flink-operator',
      'flink-operator',
    ])
  })

  test('two replicas, updated one after the other', () => {
    expect(all.find(({ kind }) => kind === 'Deployment')).toMatchObject({
      spec: { replicas: 2, strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } } },
    })
  })
})

describe('what there is no need for', () => {
  const all = ['operator.yaml', 'job-rbac.yaml'].flatMap(documents)

  test('E-42 nothing is mutated: there is no admission webhook, and no right to make one; a spec can only be read', () => {
    expect(all.filter(({ kind }) => kind.endsWith('WebhookConfiguration'))).toEqual([])
    const rules = all.flatMap(({ rules }) => rules ?? [])
    expect(rules.filter(({ apiGroups }) => apiGroups.includes('admissionregistration.k8s.io') || apiGroups.includes('*'))).toEqual([])
    const verbs = (resource: string): readonly string[] =>
      rules.filter(({ resources }) => resources.includes(resource)).flatMap(it => it.verbs).toSorted()
    expect(verbs('flinksessionjobs').filter(verb => verb === 'update' || verb === '*')).toEqual([])
  })

  test('E-53 there is no key store, and no password: no Secret is made or read', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([])
    expect(all.flatMap(({ rules }) => rules ?? []).filter(({ resources }) => resources.includes('secrets'))).toEqual([])
    expect(JSON.stringify(all)).not.toMatch(/password|keystore/iu)
  })
})

test('LD32 a kind of another API group has its rights there, and the objects of its clusters are those that may be written', () => {
  const rules = documents('operator.yaml').flatMap(it => (it.kind === 'ClusterRole' ? it.rules ?? [] : []))
  const verbsOf = (group: string, resource: string): string =>
    rules.filter(rule => rule.apiGroups.includes(group) && rule.resources.includes(resource)).flatMap(({ verbs }) => verbs).join(' ')
  expect({
    resource: verbsOf('flink.k8s.io', 'flinkapplications'),
    status: verbsOf('flink.k8s.io', 'flinkapplications/status'),
    finalizers: verbsOf('flink.k8s.io', 'flinkapplications/finalizers'),
    elsewhere: verbsOf('flink.apache.org', 'flinkapplications'),
  }).toEqual({ resource: 'get list watch patch', status: 'update', finalizers: 'update', elsewhere: '' })
  for (const [group, resource] of [['apps', 'deployments'], ['', 'services'], ['networking.k8s.io', 'ingresses']] as const)
    expect([resource, verbsOf(group, resource)]).toEqual([resource, 'get list watch create patch delete'])
})

interface Webhook {
  readonly webhooks: readonly {
    readonly failurePolicy: string
    readonly sideEffects: string
    readonly rules: readonly { readonly resources: readonly string[]; readonly operations: readonly string[] }[]
    readonly matchConditions: readonly { readonly name: string }[]
  }[]
}

/** A Deployment, as far as tests look at it. */
interface Deployed {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly serviceAccountName: string
        readonly automountServiceAccountToken?: boolean
        readonly containers: readonly { readonly args: readonly string[]; readonly image: string }[]
        readonly volumes: readonly object[]
      }
    }
  }
}
const deployedBy = (file: string, name: string): Deployed =>
  documents(file).find(it => it.kind === 'Deployment' && it.metadata.name === name) as unknown as Deployed
const selectorOf = (file: string, name: string) =>
  (documents(file).find(it => it.kind === 'Service' && it.metadata.name === name) as unknown as {
    readonly spec: { readonly selector: Readonly<Record<string, string>> }
  }).spec.selector
const matches = (selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value)

describe('S04 the webhook of the plain manifests is a Deployment of its own', () => {
  const name = 'flink-operator-webhook'

  test('with an account without a right, and without its token', () => {
    expect(deployedBy('webhook.yaml', name).spec.template.spec).toMatchObject({
      serviceAccountName: name,
      automountServiceAccountToken: false,
      containers: [{ args: ['webhook', '--metrics-port', '8085'] }],
    })
    const account = documents('webhook.yaml').find(it => it.kind === 'ServiceAccount')
    expect(account).toMatchObject({ metadata: { name }, automountServiceAccountToken: false })
    expect(documents('webhook.yaml').filter(({ kind }) => /Role/.test(kind))).toEqual([])
  })

  test('the Service leads to it, and nothing that selects pods of one selects those of the other', () => {
    const [webhook, operator] = [deployedBy('webhook.yaml', name), deployedBy('operator.yaml', 'flink-operator')]
    const labels = [operator, webhook].map(({ spec }) => spec.template.metadata.labels)
    const of = (selector: Readonly<Record<string, string>>) => labels.map(it => matches(selector, it))
    expect(of(selectorOf('webhook.yaml', 'flink-operator-webhook-service'))).toEqual([false, true])
    expect(of(webhook.spec.selector.matchLabels)).toEqual([false, true])
    expect(of(operator.spec.selector.matchLabels)).toEqual([true, false])
    const policy = documents('webhook.yaml').find(({ kind }) => kind === 'NetworkPolicy') as unknown as {
      readonly spec: { readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> } }
    }
    expect(of(policy.spec.podSelector.matchLabels)).toEqual([false, true])
  })

  test("its image, configuration and container are those of the operator's", () => {
    const [webhook, operator] = [deployedBy('webhook.yaml', name), deployedBy('operator.yaml', 'flink-operator')]
      .map(({ spec }) => spec.template.spec)
    expect(webhook?.containers[0]?.image).toBe(operator?.containers[0]?.image)
    for (const volume of operator?.volumes ?? []) expect(webhook?.volumes).toContainEqual(volume)
  })
})

describe('S12 the planner page, opened to the cluster', () => {
  const reviews = (file: string) =>
    documents(file).flatMap(({ rules = [] }) => rules.filter(({ resources }) => resources.some(it => it.endsWith('reviews'))))

  test('has the right to ask who somebody is and what they may do, by a file of its own; the operator without it has none', () => {
    expect(reviews('planner.yaml')).toMatchObject([{ resources: ['tokenreviews'], verbs: ['create'] }, {
      resources: ['subjectaccessreviews'],
      verbs: ['create'],
    }])
    expect(reviews('operator.yaml')).toEqual([])
  })

  test('its Service leads to the operator', () => {
    const { template } = deployedBy('operator.yaml', 'flink-operator').spec
    expect(matches(selectorOf('planner.yaml', 'flink-operator-planner'), template.metadata.labels)).toBe(true)
  })
})

describe('B92 the admission webhook', () => {
  const all = Object.values(kinds)
  const webhooksOf = (kind: string) => (documents('webhook.yaml').find(it => it.kind === kind) as unknown as Webhook).webhooks

  test('validates every kind, created and updated, and none of their subresources', () => {
    const [webhook, ...others] = webhooksOf('ValidatingWebhookConfiguration')
    expect(others).toEqual([])
    expect(webhook?.rules.flatMap(({ resources }) => resources).sort()).toEqual(all.map(({ type }) => type.plural).sort())
    expect(webhook?.rules.map(({ operations }) => operations.join())).toEqual(webhook?.rules.map(() => 'CREATE,UPDATE'))
    expect(webhook?.matchConditions.map(({ name }) => name)).toEqual(['not-being-deleted', 'new-spec'])
  })

  test('what is filled in holds nothing up', () =>
    expect(webhooksOf('MutatingWebhookConfiguration')).toMatchObject([{ failurePolicy: 'Ignore', sideEffects: 'None' }]))
})

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorOptions } from '@flink-operator/core'
import { crdOf } from '@flink-operator/core/crd'
import { kinds } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { customResourceRules, definitionRule } from '../../../deploy/rights/custom-resource-rules.ts'
import { jobRules } from '../../../deploy/rights/job-rules.ts'
import { leaseRule, nodeRules, objectRules, rivalRule, shardRule } from '../../../deploy/rights/operator-rules.ts'
import type { Rule } from '../../../deploy/rights/rule.ts'
import { loadFlinkDefaults } from '../../../packages/operator/src/configuration/configuration-files.ts'
import { chartFolder, helm, needsHelm, ofKind, type Rendered, rendered, runHelm, type Values } from './helm.ts'
import { valueSets } from './value-sets.ts'

const clusterWide = [
  'Namespace',
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
]
const id = ({ kind, metadata: { namespace = '', name } }: Rendered): string => [kind, namespace, name].join('/')
const all = Object.values(kinds)

const asRights = (rules: readonly Rule[]): unknown =>
  rules.map(({ groups, resources, verbs, names = [] }) => ({
    apiGroups: groups,
    resources,
    verbs,
    ...(names.length === 0 ? {} : { resourceNames: names }),
  }))

const only = (objects: readonly Rendered[], kind: string): Rendered => {
  expect(ofKind(objects, kind)).toHaveLength(1)
  return ofKind(objects, kind)[0]
}
const isWebhook = ({ metadata }: Rendered): boolean => metadata.labels?.['app.kubernetes.io/component'] === 'webhook'
/** The operator's Deployment. */
const deploymentOf = (objects: readonly Rendered[]): Rendered => only(objects.filter(it => !isWebhook(it)), 'Deployment')
const pod = (objects: readonly Rendered[]): Rendered => deploymentOf(objects).spec.template.spec
/** Pods that answer reviews. */
const webhookPod = (objects: readonly Rendered[]): Rendered => only(objects.filter(isWebhook), 'Deployment').spec.template.spec

/** What the operator reads in such a pod: folders as they are mounted, and the environment that matters. */
const configurationOf = (objects: readonly Rendered[]) => {
  const { containers: [operator], volumes } = pod(objects)
  const environment = Object.fromEntries(operator.env.map(({ name, value }: Rendered) => [name, value]))
  const { data } = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name.endsWith('-config'))
  const root = mkdtempSync(join(tmpdir(), 'flink-operator-chart-'))
  const folderOf = (path: string | undefined): string | null => {
    if (path === undefined) return null
    const mount = operator.volumeMounts.find(({ mountPath }: Rendered) => mountPath === path)
    const { configMap: { items } } = volumes.find(({ name }: Rendered) => name === mount.name)
    const folder = join(root, mount.name)
    mkdirSync(folder)
    for (const { key, path: file } of items) writeFileSync(join(folder, file), data[key])
    return folder
  }
  const read = loadFlinkDefaults({
    folder: folderOf(environment['FLINK_CONF_DIR']),
    overrides: folderOf(environment['CONF_OVERRIDE_DIR']),
    builtIn: environment['FLINK_OPERATOR_BUILT_IN_DEFAULTS'],
  })
  if (E.isLeft(read)) throw new Error(read.left)
  return { ...read.right, ...operatorOptions(read.right.configuration) }
}

describe.skipIf(helm === null)(`the chart as Helm renders it${needsHelm}`, () => {
  test('helm lint finds nothing', () => {
    const { code, out, err } = runHelm(['lint', '--strict', '--quiet', chartFolder])
    expect([code, out, err]).toEqual([0, '', ''])
  })

  describe.each(Object.entries(valueSets))('%s', (_, values) => {
    const objects = helm === null ? [] : rendered(values)

    test('each object is there once, and says where it belongs', () => {
      const ids = objects.map(id)
      expect(ids.filter((it, index) => ids.indexOf(it) !== index)).toEqual([])
      for (const object of objects)
        expect([id(object), object.metadata.namespace === undefined]).toEqual([id(object), clusterWide.includes(object.kind)])
    })

    test('each object but the CRDs tells whose it is', () => {
      for (const object of objects.filter(({ kind }) => kind !== 'CustomResourceDefinition'))
        expect([id(object), object.metadata.labels['app.kubernetes.io/instance']]).toEqual([id(object), 'flink-operator'])
    })

    test('each binding is of a role and an account that are there, or that somebody else makes', () => {
      const there = objects.map(id)
      for (const { kind, metadata: { namespace = '' }, roleRef, subjects } of objects.filter(({ kind }) => kind.endsWith('Binding'))) {
        expect(there).toContain([roleRef.kind, kind === 'RoleBinding' ? namespace : '', roleRef.name].join('/'))
        for (const subject of subjects) expect(there).toContain(['ServiceAccount', subject.namespace, subject.name].join('/'))
      }
    })

    test('it may run in a namespace of the Pod security standard "restricted", on a file system that can only be read', () => {
      for (const { spec: { template: { spec: { securityContext, containers, initContainers = [] } } } } of ofKind(objects, 'Deployment')) {
        expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 9999, seccompProfile: { type: 'RuntimeDefault' } })
        for (const container of [...containers, ...initContainers])
          expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })
        expect(containers[0].securityContext.readOnlyRootFilesystem).toBe(true)
      }
    })

    test('P20 two act at once only where each holds a Lease', () => {
      const { spec: { replicas, strategy } } = deploymentOf(objects)
      const { options } = configurationOf(objects)
      expect(options.leaderElectionEnabled || (replicas === 1 && strategy.type === 'Recreate')).toBe(true)
    })

    test('its configuration is understood, each option of it', () => {
      expect(configurationOf(objects).findings).toEqual([])
    })

    test('B110 no CRD, and nothing that running jobs need, is taken away with the release', () => {
      const jobNames = new Set(
        [values['jobServiceAccount'], { name: 'flink' }].map(it => (it as { readonly name?: string } | undefined)?.name),
      )
      const needed = objects.filter(({ kind, metadata }) =>
        kind === 'CustomResourceDefinition' || (['ServiceAccount', 'Role', 'RoleBinding'].includes(kind) && jobNames.has(metadata.name))
        || metadata.name === 'flink-role-binding'
      )
      for (const object of needed)
        expect([id(object), object.metadata.annotations?.['helm.sh/resource-policy']]).toEqual([id(object), 'keep'])
    })

    test('the operator owns nothing that is not its own: no wildcard, no Secret is read', () => {
      const rules = objects.flatMap(({ rules = [] }) => rules as readonly Rendered[])
      const named = rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs])
      expect(named.filter(it => it === '*' || it === 'secrets')).toEqual([])
    })
  })

  test('as it comes it is what deploy/operator.yaml is', () => {
    const plain = parseAllDocuments(readFileSync(join(chartFolder, '../../operator.yaml'), 'utf8')).map(it => it.toJS())
    const objects = rendered({})
    const inPlain = pod(plain)
    const inChart = pod(objects)
    const { image: _, env: plainEnv, volumeMounts: __, ...container } = inPlain.containers[0]
    expect(inChart.containers[0]).toMatchObject(container)
    expect(plainEnv.filter(({ name }: Rendered) => !['FLINK_CONF_DIR'].includes(name)))
      .toEqual(inChart.containers[0].env.filter(({ name }: Rendered) => !['LOG_LEVEL', 'CONF_OVERRIDE_DIR'].includes(name)))
    for (const field of ['securityContext', 'serviceAccountName', 'terminationGracePeriodSeconds'])
      expect(inChart[field]).toEqual(inPlain[field])
    expect(only(objects, 'Deployment').spec.strategy).toEqual(only(plain, 'Deployment').spec.strategy)
    expect(only(objects, 'Deployment').spec.replicas).toEqual(only(plain, 'Deployment').spec.replicas)
    expect(only(objects, 'ClusterRole').rules).toEqual(ofKind(plain, 'ClusterRole').flatMap(({ rules }) => rules))
    expect(ofKind(rendered({ leaderElection: { shards: 2 } }), 'Role').map(({ rules }) => rules)).toContainEqual(only(plain, 'Role').rules)
    const { options } = configurationOf(objects)
    const { data } = only(plain, 'ConfigMap')
    expect(options).toEqual(operatorOptions(parse(data['config.yaml'])).options)
  })

  describe('rights are those of the tables in deploy/rights', () => {
    const rulesOf = (objects: readonly Rendered[]): Readonly<Record<string, unknown>> =>
      Object.fromEntries(objects.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole').map(role => [id(role), role.rules]))
    const everywhere = [...customResourceRules(all), ...objectRules]

    test('all namespaces: one ClusterRole', () => {
      expect(rulesOf(rendered({}))).toEqual({
        'ClusterRole//flink-operator-flink-operator': asRights([...everywhere, definitionRule(all), rivalRule]),
        'Role/flink-operator/flink-operator-own': asRights([leaseRule]),
        'Role/flink-operator/flink': asRights(jobRules),
      })
    })

    test.each([[[]], [['team-a']]])('nodes and pods of the whole cluster, only with rbac.nodesRule.create: %j', watchNamespaces => {
      const rulesWith = (create: boolean): readonly Rendered[] =>
        only(rendered({ watchNamespaces, rbac: { nodesRule: { create } } }), 'ClusterRole').rules
      expect(rulesWith(true)).toEqual([...rulesWith(false), ...asRights(nodeRules) as readonly object[]])
    })

    test('two namespaces: a Role in each; of the whole cluster only the CRDs and the Leases are seen', () => {
      expect(rulesOf(rendered({ watchNamespaces: ['team-a', 'team-b'] }))).toEqual({
        'ClusterRole//flink-operator-flink-operator': asRights([definitionRule(all), rivalRule]),
        'Role/flink-operator/flink-operator-own': asRights([leaseRule]),
        ...Object.fromEntries(['team-a', 'team-b'].flatMap(namespace => [
          [`Role/${namespace}/flink-operator`, asRights(everywhere)],
          [`Role/${namespace}/flink`, asRights(jobRules)],
        ])),
      })
    })

    test('shards: the Leases of the other replicas, too', () => {
      expect(rulesOf(rendered({ leaderElection: { shards: 2 } }))['Role/flink-operator/flink-operator-own']).toEqual(
        asRights([leaseRule, shardRule]),
      )
    })

    test('without leader election only the Lease that lists quarantined resources', () => {
      const rules = rulesOf(rendered({ replicas: 1, leaderElection: { enabled: false } }))
      expect(Object.entries(rules).flatMap(([of, list]) => (JSON.stringify(list).includes('leases') ? [of] : []))).toEqual([
        'Role/flink-operator/flink-operator-own',
      ])
      expect(rules['Role/flink-operator/flink-operator-own']).toEqual([
        ...(asRights([leaseRule]) as readonly unknown[]),
        { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['flink-operator'], verbs: ['get'] },
      ])
    })
  })

  test('two releases in two namespaces share no name in the cluster, and no Lease', () => {
    const [a, b] = ['a', 'b'].map(namespace => rendered({ watchNamespaces: [namespace], crds: { install: false } }, { namespace }))
    expect((a ?? []).map(id).filter(it => (b ?? []).map(id).includes(it))).toEqual([])
  })

  test.each([['1.29.9', 'Lenient'], ['1.30.0', 'Strict'], ['1.30.0-gke.100', 'Strict'], ['1.35.4', 'Strict']] as const)(
    'N11 Kubernetes %s: the %s CRDs, as the server can check them',
    (kubeVersion, form) => {
      const crds = ofKind(rendered({}, { kubeVersion }), 'CustomResourceDefinition')
      expect(crds.map(({ spec }) => spec)).toEqual(
        expect.arrayContaining(all.map(kind => (crdOf(kind, form) as { readonly spec: unknown }).spec)),
      )
      expect(crds).toHaveLength(all.length)
    },
  )

  describe('values become what they say', () => {
    const operator = (values: Values): Rendered => pod(rendered(values)).containers[0]

    test.each([
      ['the version of the chart', {}, /^flink-operator:\d+\.\d+\.\d+$/],
      ['a tag', { image: { tag: 'x' } }, /^flink-operator:x$/],
      [
        'a digest before a tag',
        { image: { repository: 'r.example.org/f', tag: 'x', digest: `sha256:${'0'.repeat(64)}` } },
        /^r\.example\.org\/f@sha256:0{64}$/,
      ],
    ])('image: %s', (_, values, image) => {
      expect(operator(values).image).toMatch(image)
    })

    test('namespaces, Lease, shards and port are options of the operator', () => {
      const { options } = configurationOf(rendered({
        watchNamespaces: ['team-a', 'team-b'],
        replicas: 3,
        leaderElection: { shards: 8, leaseName: 'flink' },
        operatorHealth: { port: 9000 },
      }))
      expect(options).toMatchObject({
        watchedNamespaces: 'team-a,team-b',
        leaderElectionLeaseName: 'flink',
        leaderElectionShards: 8,
        healthProbePort: 9000,
      })
    })

    test('default configuration: over the built-in one, or in its place', () => {
      const text = 'a.b: 1\n'
      const of = (append: boolean) => configurationOf(rendered({ defaultConfiguration: { append, 'config.yaml': text } })).configuration
      expect(of(true)).toMatchObject({ 'a.b': '1', 'taskmanager.numberOfTaskSlots': '1' })
      expect(of(false)).toMatchObject({ 'a.b': '1' })
      expect(Object.keys(of(false)).filter(key => !key.startsWith('kubernetes.operator.'))).toEqual(['a.b'])
      expect(configurationOf(rendered({ defaultConfiguration: { create: false, 'config.yaml': text } })).configuration).not.toHaveProperty(
        'a.b',
      )
    })

    test('a log configuration reaches the operator as it is', () => {
      const text = 'a = {{ not a template }}\n  indented: "yes"\n\n# end'
      expect(configurationOf(rendered({ defaultConfiguration: { 'log4j-console.properties': text } })).logConfiguration)
        .toEqual({ 'log4j-console.properties': text })
    })

    test('pods are replaced when the configuration changes, and not otherwise', () => {
      const sum = (values: Values): string =>
        only(rendered(values), 'Deployment').spec.template.metadata.annotations['checksum/configuration']
      expect(sum({ replicas: 3 })).toBe(sum({}))
      expect(new Set([{}, { leaderElection: { shards: 2 } }, { defaultConfiguration: { 'config.yaml': 'a: 1' } }].map(sum)).size).toBe(3)
    })

    test('everything of a pod arrives in it', () => {
      const values = valueSets['everything a pod can have'] as Rendered
      const spec = pod(rendered(values))
      const { env, envFrom, resources, sidecarContainers, volumes, volumeMounts, annotations, labels, ...rest } = values.operatorPod
      expect(spec).toMatchObject(rest)
      expect(spec.containers[0]).toMatchObject({
        envFrom,
        resources,
        env: expect.arrayContaining(env),
        volumeMounts: expect.arrayContaining(volumeMounts),
      })
      expect(spec.containers.slice(1)).toEqual(sidecarContainers)
      expect(spec.volumes).toEqual(expect.arrayContaining(volumes))
      expect(only(rendered(values), 'Deployment').spec.template.metadata).toMatchObject({ annotations, labels })
    })

    describe('the webhook', () => {
      const webhooks = (objects: readonly Rendered[]): readonly Rendered[] =>
        objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration')).flatMap(it => it.webhooks)

      test('is served where the configurations look for it, and asks what deploy/webhook.yaml asks', () => {
        const objects = rendered({ webhook: { create: true } })
        const plain = parseAllDocuments(readFileSync(join(chartFolder, '../../webhook.yaml'), 'utf8')).map(it => it.toJS())
        expect(configurationOf(objects).options).toMatchObject({ webhookEnabled: false, webhookPort: 9443, webhookCertificates: '/certs' })
        const { containers: [{ ports, volumeMounts }], volumes } = webhookPod(objects)
        expect(ports).toContainEqual({ name: 'webhook', containerPort: 9443 })
        expect(volumeMounts).toContainEqual({ name: 'webhook-certificate', mountPath: '/certs', readOnly: true })
        const [secret] = ofKind(objects, 'Secret')
        expect(volumes).toContainEqual({ name: 'webhook-certificate', secret: { secretName: secret.metadata.name } })
        expect(secret.data['ca.crt']).toBe(webhooks(objects)[0].clientConfig.caBundle)
        const asked = (all: readonly Rendered[]): readonly Rendered[] =>
          webhooks(all).map(({ clientConfig: { caBundle: _, ...clientConfig }, ...rest }) => ({ ...rest, clientConfig })).toSorted((
            a,
            b,
          ) => (a.name < b.name ? -1 : 1))
        expect(asked(objects)).toEqual(asked(plain))
      })

      test('its certificate is for the name by which the API server calls it, signed by the CA that it is told', () => {
        const objects = rendered({ webhook: { create: true } }, { release: 'r', namespace: 'n' })
        const { data } = only(objects, 'Secret')
        const [ca, certificate] = ['ca.crt', 'tls.crt'].map(key => new X509Certificate(Buffer.from(data[key], 'base64')))
        const { service } = webhooks(objects)[0].clientConfig
        expect(service).toMatchObject({ name: 'r-flink-operator-webhook-service', namespace: 'n' })
        expect(certificate?.checkHost(`${service.name}.${service.namespace}.svc`)).toBeDefined()
        expect(certificate?.verify(ca!.publicKey)).toBe(true)
        expect(certificate?.checkPrivateKey(createPrivateKey(Buffer.from(data['tls.key'], 'base64')))).toBe(true)
        expect(objects.map(id)).toContain(`Service/n/${service.name}`)
      })

      test('cert-manager: a certificate for the same Secret, and its CA put in by it; no Secret is made', () => {
        const objects = rendered({ webhook: { create: true, certificate: { source: 'cert-manager' } } })
        const certificate = only(objects, 'Certificate')
        expect(ofKind(objects, 'Secret')).toEqual([])
        expect(webhookPod(objects).volumes).toContainEqual({
          name: 'webhook-certificate',
          secret: { secretName: certificate.spec.secretName },
        })
        expect(certificate.spec.issuerRef).toEqual({ kind: 'Issuer', name: only(objects, 'Issuer').metadata.name })
        for (const { metadata, webhooks: [{ clientConfig }] } of objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration'))) {
          expect(metadata.annotations).toEqual({ 'cert-manager.io/inject-ca-from': `flink-operator/${certificate.metadata.name}` })
          expect(clientConfig.caBundle).toBeUndefined()
        }
      })

      test("somebody else's Secret", () => {
        const objects = rendered({ webhook: { create: true, certificate: { source: 'secret', secretName: 'theirs', caBundle: 'Q0E=' } } })
        expect(objects.filter(({ kind }) => ['Secret', 'Certificate', 'Issuer'].includes(kind))).toEqual([])
        expect(webhookPod(objects).volumes).toContainEqual({ name: 'webhook-certificate', secret: { secretName: 'theirs' } })
        expect(webhooks(objects).map(({ clientConfig }) => clientConfig.caBundle)).toEqual(['Q0E=', 'Q0E='])
      })

      test('is asked about the watched namespaces alone', () => {
        const named = { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['team-a'] }
        const more = { key: 'team', operator: 'Exists' }
        const values = (namespaceSelector: Values) => ({ watchNamespaces: ['team-a'], webhook: { create: true, namespaceSelector } })
        expect(webhooks(rendered(values({}))).map(it => it.namespaceSelector)).toEqual([{ matchExpressions: [named] }, {
          matchExpressions: [named],
        }])
        expect(webhooks(rendered(values({ matchLabels: { a: 'b' }, matchExpressions: [more] })))[0].namespaceSelector)
          .toEqual({ matchLabels: { a: 'b' }, matchExpressions: [more, named] })
      })
    })

    test('who may read metrics, and whom the operator may reach', () => {
      const [policy] = ofKind(rendered(valueSets['watched and guarded'] ?? {}), 'NetworkPolicy')
      expect(policy.spec.ingress).toEqual([
        { ports: [{ port: 9000, protocol: 'TCP' }], from: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }] },
      ])
      expect(policy.spec.egress.flatMap(({ ports }: Rendered) => ports.map(({ port }: Rendered) => port))).toEqual([
        53,
        53,
        443,
        6443,
        8081,
        18_081,
        2181,
      ])
    })
  })
})

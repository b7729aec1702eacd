import { describe, expect, test } from 'vitest'
import { webhookRules } from '../../../deploy/rights/webhook-rules.ts'
import { helm, needsHelm, ofKind, type Rendered, rendered, type Values } from './helm.ts'
import { valueSets } from './value-sets.ts'

const named = (objects: readonly Rendered[], kind: string, name: string): Rendered =>
  ofKind(objects, kind).find(it => it.metadata.name === name)
const podOf = (objects: readonly Rendered[]): Rendered => named(objects, 'Deployment', 'flink-operator-webhook').spec.template.spec
const matches = (selector: Rendered, labels: Rendered): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value)
const labelsOf = (objects: readonly Rendered[], deployment: string): Rendered =>
  named(objects, 'Deployment', deployment).spec.template.metadata.labels
const ports = (policy: Rendered): readonly number[] =>
  policy.spec.ingress.flatMap(({ ports: of }: Rendered) => of.map(({ port }: Rendered) => port))

describe.skipIf(helm === null)(`S04 the webhook in a Deployment of its own${needsHelm}`, () => {
  const of = (webhook: Values = {}, more: Values = {}): readonly Rendered[] => rendered({ webhook: { create: true, ...webhook }, ...more })

  test('it is by default, and nothing that selects pods of one Deployment selects those of the other', () => {
    const objects = of({ podDisruptionBudget: { create: true } }, {
      podDisruptionBudget: { create: true },
      networkPolicy: { create: true },
    })
    const [operator, webhook] = [labelsOf(objects, 'flink-operator'), labelsOf(objects, 'flink-operator-webhook')]
    const service = named(objects, 'Service', 'flink-operator-webhook-service').spec.selector
    expect([matches(service, operator), matches(service, webhook)]).toEqual([false, true])
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy'])
      for (const name of ['flink-operator', 'flink-operator-webhook']) {
        const { spec } = named(objects, kind, name)
        const { matchLabels } = spec.selector ?? spec.podSelector
        expect([kind, name, matches(matchLabels, operator), matches(matchLabels, webhook)]).toEqual([
          kind,
          name,
          name === 'flink-operator',
          name === 'flink-operator-webhook',
        ])
      }
  })

  test("it has an account of its own, with no right at all, and not even the account's token", () => {
    const objects = of()
    expect(podOf(objects)).toMatchObject({ serviceAccountName: 'flink-operator-webhook', automountServiceAccountToken: false })
    const bound = objects.filter(({ kind }) => kind.endsWith('Binding')).flatMap(({ subjects }) =>
      subjects.map(({ name }: Rendered) => name)
    )
    expect(bound).not.toContain('flink-operator-webhook')
  })

  test.each([
    ['for a client CA, in two namespaces', 'the webhook for a client CA, in two namespaces', ['Role/team-a', 'Role/team-b'], 'reviewer'],
    [
      'that looks whoever asks, everywhere',
      'the webhook that looks, whoever asks, with everything a pod can have',
      ['ClusterRole/'],
      'flink-operator-webhook',
    ],
  ])('one %s may read what it looks at, and nothing else', (_title, set, places, account) => {
    const objects = rendered(valueSets[set] ?? {})
    const bindings = objects.filter(({ kind, subjects }) =>
      kind.endsWith('Binding') && subjects.some(({ name }: Rendered) => name === account)
    )
    const roles = bindings.map(({ roleRef, metadata: { namespace } }) =>
      objects.find(({ kind, metadata }) => kind === roleRef.kind && metadata.name === roleRef.name && metadata.namespace === namespace)
    )
    expect(roles.map(({ kind, metadata: { namespace = '' } }) => `${kind}/${namespace}`)).toEqual(places)
    for (const { rules } of roles)
      expect(rules).toEqual(webhookRules.map(({ groups, resources, verbs }) => ({ apiGroups: groups, resources, verbs })))
    expect(podOf(objects)).toMatchObject({ serviceAccountName: account, automountServiceAccountToken: true })
  })

  test('it runs the webhook alone, and is probed where no client certificate is asked for', () => {
    const { containers: [webhook] } = podOf(of({ port: 10_443 }, { operatorHealth: { port: 9000 } }))
    expect(webhook.args).toEqual(['webhook', '--metrics-port', '9000'])
    expect(webhook.ports).toEqual([{ name: 'health', containerPort: 9000 }, { name: 'webhook', containerPort: 10_443 }])
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(webhook[probe].httpGet.port).toBe('health')
  })

  test("plugins and place are the operator's, but for secrets and what its own values say", () => {
    const objects = rendered(valueSets['the webhook that looks, whoever asks, with everything a pod can have'] ?? {})
    const { containers, volumes, nodeSelector, priorityClassName } = podOf(objects)
    expect(containers).toHaveLength(1)
    const [{ env, envFrom, volumeMounts, resources }] = containers
    expect(env).toContainEqual({ name: 'FLINK_OPERATOR_PLUGINS', value: '/plugins/a.mjs' })
    expect(JSON.stringify(env)).not.toContain('secretKeyRef')
    expect(envFrom).toBeUndefined()
    expect(volumeMounts).toContainEqual({ name: 'plugins', mountPath: '/plugins' })
    expect(volumes).toContainEqual({ name: 'plugins', configMap: { name: 'plugins' } })
    expect([nodeSelector, priorityClassName, resources.limits]).toEqual([{ pool: 'system' }, 'p', { memory: '256Mi' }])
    expect(labelsOf(objects, 'flink-operator-webhook')).toMatchObject({ team: 'a' })
  })

  test('a client CA is mounted without what else is in its Secret, and is an option', () => {
    for (const deployment of ['own', 'operator']) {
      const objects = of({ deployment, clientCa: { secretName: 'api', key: 'tls.crt' } })
      const { containers: [container], volumes } = named(
        objects,
        'Deployment',
        deployment === 'own' ? 'flink-operator-webhook' : 'flink-operator',
      ).spec.template.spec
      expect(volumes).toContainEqual({
        name: 'webhook-client-ca',
        secret: { secretName: 'api', items: [{ key: 'tls.crt', path: 'ca.crt' }] },
      })
      expect(container.volumeMounts).toContainEqual({ name: 'webhook-client-ca', mountPath: '/client-ca', readOnly: true })
      expect(named(objects, 'ConfigMap', 'flink-operator-config').data['chart.yaml']).toContain(
        'kubernetes.operator.webhook.client-ca: /client-ca/ca.crt',
      )
    }
  })

  describe('a NetworkPolicy is there by default', () => {
    test('its own port and that of health, from anywhere', () => {
      const policies = ofKind(of(), 'NetworkPolicy')
      expect(policies.map(({ metadata: { name } }) => name)).toEqual(['flink-operator-webhook'])
      expect(ports(policies[0])).toEqual([8085, 9443])
      expect(policies[0].spec.ingress.flatMap(({ from = [] }: Rendered) => from)).toEqual([])
    })

    test('from the addresses of the API server alone, where they are named', () => {
      const policy = named(
        rendered(valueSets['the webhook for a client CA, in two namespaces'] ?? {}),
        'NetworkPolicy',
        'flink-operator-webhook',
      )
      expect(policy.spec.ingress.at(-1)).toEqual({
        ports: [{ port: 9443, protocol: 'TCP' }],
        from: [{ ipBlock: { cidr: '10.0.0.0/28' } }, { ipBlock: { cidr: 'fd00::1/128' } }],
      })
    })

    test("in the operator it is about the operator's pods", () => {
      const [policy, ...others] = ofKind(of({ deployment: 'operator', networkPolicy: { apiServerCidrs: ['10.0.0.0/8'] } }), 'NetworkPolicy')
      expect(others).toEqual([])
      expect([policy.metadata.name, policy.spec.policyTypes, ports(policy)]).toEqual(['flink-operator', ['Ingress'], [8085, 9443]])
    })

    test('where egress is restricted the webhook does not reach Flink', () => {
      const objects = of({}, { networkPolicy: { create: true, egress: { restrict: true } } })
      const egress = named(objects, 'NetworkPolicy', 'flink-operator-webhook').spec.egress
      expect(egress.flatMap((it: Rendered) => it.ports.map(({ port }: Rendered) => port))).toEqual([53, 53, 443, 6443])
      expect(ports(named(objects, 'NetworkPolicy', 'flink-operator'))).toEqual([8085])
    })

    test('none where it is not wanted, or there is no webhook', () => {
      expect(ofKind(of({ networkPolicy: { create: false } }), 'NetworkPolicy')).toEqual([])
      expect(ofKind(rendered({}), 'NetworkPolicy')).toEqual([])
    })
  })

  test('in the operator there is no second Deployment, and the Service leads to the operator', () => {
    const objects = of({ deployment: 'operator' })
    expect(ofKind(objects, 'Deployment')).toHaveLength(1)
    expect(matches(named(objects, 'Service', 'flink-operator-webhook-service').spec.selector, labelsOf(objects, 'flink-operator'))).toBe(
      true,
    )
    expect(named(objects, 'ConfigMap', 'flink-operator-config').data['chart.yaml']).toContain('webhook.enabled: "true"')
  })

  test('the Prometheus operator finds both', () => {
    const objects = of({}, { metrics: { podMonitor: { create: true } } })
    const { matchExpressions: [{ key, values }] } = ofKind(objects, 'PodMonitor')[0].spec.selector
    for (const deployment of ['flink-operator', 'flink-operator-webhook']) expect(values).toContain(labelsOf(objects, deployment)[key])
  })
})

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { plannerRules } from '../../../deploy/rights/planner-rules.ts'
import { operatorOptions } from '../../../packages/core/src/index.ts'
import { helm, needsHelm, ofKind, type Rendered, rendered, type Values } from './helm.ts'

const secret = { create: true, certificate: { secretName: 'planner-tls' } }
const options = (objects: readonly Rendered[]) => {
  const { data } = ofKind(objects, 'ConfigMap').find(({ metadata: { name } }) => name === 'flink-operator-config')
  return operatorOptions(parse(data['chart.yaml'])).options
}
const operator = (objects: readonly Rendered[]): Rendered => ofKind(objects, 'Deployment')[0].spec.template.spec
const asksReviews = (objects: readonly Rendered[]): readonly string[] =>
  objects.flatMap(({ kind, rules = [] }) =>
    rules.flatMap(({ resources, verbs }: Rendered) =>
      resources.filter((it: string) => it.endsWith('reviews')).map((it: string) => `${kind} ${it} ${verbs.join()}`)
    )
  )

describe.skipIf(helm === null)(`S12 the planner page that the chart opens to the cluster${needsHelm}`, () => {
  const of = (planner: Values = {}, more: Values = {}): readonly Rendered[] => rendered({ planner: { ...secret, ...planner }, ...more })

  test('it is not by default, and nobody has the rights that it needs', () => {
    const objects = rendered({})
    expect(options(objects)).toMatchObject({ plannerEnabled: false, plannerFleetEnabled: false, plannerAddress: '127.0.0.1' })
    expect(asksReviews(objects)).toEqual([])
    expect(JSON.stringify(objects)).not.toContain('planner-certs')
  })

  test('with it: address, names, certificate, port and Service; and the two rights, in the whole cluster', () => {
    for (const watchNamespaces of [[], ['team-a']]) {
      const objects = of({ hosts: ['planner.example.com'], port: 9086 }, { watchNamespaces })
      expect(options(objects)).toMatchObject({
        plannerEnabled: true,
        plannerAddress: '0.0.0.0',
        plannerPort: 9086,
        plannerCertificates: '/planner-certs',
        plannerHosts: ['flink-operator-planner.flink-operator.svc', 'flink-operator-planner.flink-operator', 'planner.example.com'],
      })
      const { containers: [container], volumes } = operator(objects)
      expect(container.ports).toContainEqual({ name: 'planner', containerPort: 9086 })
      expect(container.volumeMounts).toContainEqual({ name: 'planner-certificate', mountPath: '/planner-certs', readOnly: true })
      expect(volumes).toContainEqual({ name: 'planner-certificate', secret: { secretName: 'planner-tls' } })
      const service = ofKind(objects, 'Service')[0]
      expect(service.metadata.name).toBe('flink-operator-planner')
      expect(service.spec.ports).toEqual([{ name: 'planner', port: 443, targetPort: 'planner' }])
      const labels = ofKind(objects, 'Deployment')[0].spec.template.metadata.labels
      expect(Object.entries(service.spec.selector).every(([key, value]) => labels[key] === value)).toBe(true)
      expect(asksReviews(objects)).toEqual(plannerRules.map(({ resources, verbs }) => `ClusterRole ${resources.join()} ${verbs.join()}`))
    }
  })

  test('the fleet page beside it, where it is asked for', () => {
    expect(options(of())).toMatchObject({ plannerFleetEnabled: false })
    expect(options(of({ fleet: true }))).toMatchObject({ plannerFleetEnabled: true })
  })

  test('a webhook of its own has nothing of it', () => {
    const objects = of({}, { webhook: { create: true } })
    const webhook = ofKind(objects, 'Deployment').find(({ metadata: { name } }) => name.endsWith('-webhook'))
    expect(JSON.stringify(webhook)).not.toContain('planner')
  })

  test('by cert-manager: a certificate for the names by which it is asked for', () => {
    const objects = of({ hosts: ['planner.example.com', 'planner.example.com:8443'], certificate: { source: 'cert-manager' } })
    const [certificate] = ofKind(objects, 'Certificate')
    expect(certificate.spec.dnsNames).toEqual([
      'flink-operator-planner.flink-operator.svc',
      'flink-operator-planner.flink-operator',
      'planner.example.com',
    ])
    expect(operator(objects).volumes).toContainEqual({
      name: 'planner-certificate',
      secret: { secretName: certificate.spec.secretName },
    })
    expect(ofKind(objects, 'Issuer').map(({ metadata: { name } }) => name)).toEqual([certificate.spec.issuerRef.name])
  })

  test('a NetworkPolicy of the operator lets in who may ask', () => {
    const from = [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }]
    const [policy] = ofKind(of({ from }, { networkPolicy: { create: true } }), 'NetworkPolicy')
    expect(policy.spec.ingress).toContainEqual({ ports: [{ port: 8086, protocol: 'TCP' }], from })
    const [without] = ofKind(rendered({ networkPolicy: { create: true } }), 'NetworkPolicy')
    expect(JSON.stringify(without)).not.toContain('8086')
  })

  test('at a loopback address it is an option, as before', () => {
    const objects = rendered({ defaultConfiguration: { 'flink-conf.yaml': 'kubernetes.operator.planner.enabled: true' } })
    expect(asksReviews(objects)).toEqual([])
  })
})

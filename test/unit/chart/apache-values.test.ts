import { describe, expect, test } from 'vitest'
import { apacheValues } from './apache-values.ts'
import { helm, needsHelm, ofKind, type Rendered, rendered, template, type Values } from './helm.ts'

const isObject = (it: unknown): it is Values => typeof it === 'object' && it !== null && !Array.isArray(it)
const laidOver = (below: Values, above: Values): Values => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([key, it]) => [key, isObject(it) && isObject(below[key]) ? laidOver(below[key], it) : it]),
  ),
})
const withApache = (values: Values): Values => laidOver(apacheValues, values)
const deployment = (objects: readonly Rendered[], suffix = ''): Rendered =>
  ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === `flink-operator${suffix}`)
const containerOf = (objects: readonly Rendered[], suffix = ''): Rendered => deployment(objects, suffix).spec.template.spec.containers[0]

describe.skipIf(helm === null)(`N13 the values of the Apache operator's chart${needsHelm}`, () => {
  test('are accepted; a log configuration of comments alone replaces nothing', () => {
    const objects = rendered(apacheValues)
    expect(deployment(objects).spec.replicas).toBe(1)
    const { data } = ofKind(objects, 'ConfigMap')[0]
    expect(Object.keys(data).sort()).toEqual(['chart.yaml', 'flink-conf.yaml'])
  })

  test('names of roles and bindings are taken over', () => {
    const named = (values: Values): readonly string[] =>
      rendered(withApache(values)).filter(({ kind }) => /Role/.test(kind)).map(({ kind, metadata: { namespace = '', name } }) =>
        `${kind} ${namespace} ${name}`
      )
    expect(named({})).toEqual(expect.arrayContaining([
      'ClusterRole  flink-operator',
      'ClusterRoleBinding  flink-operator-role-binding',
    ]))
    expect(named({ watchNamespaces: ['team-a'] })).toEqual(expect.arrayContaining([
      'Role team-a flink-operator',
      'RoleBinding team-a flink-operator-role-binding',
    ]))
    expect(named({ rbac: { operatorRoleBinding: { create: false } } }).filter(it => it.includes('Binding')))
      .toEqual(['RoleBinding flink-operator flink-role-binding'])
  })

  test('volumes, hook, labels of the Service, security context and environment of the webhook are taken over', () => {
    const postStart = { exec: { command: ['/nodejs/bin/node', '--version'] } }
    const objects = rendered(withApache({
      operatorVolumes: { create: true },
      operatorVolumeMounts: { create: true },
      postStart,
      webhookSecurityContext: { runAsUser: 1000 },
      webhook: { serviceLabels: { team: 'platform' } },
      operatorPod: { webhook: { resources: { limits: { memory: '1Gi' } }, container: { env: [{ name: 'A', value: 'b' }] } } },
    }))
    const [operator, webhook] = [containerOf(objects), containerOf(objects, '-webhook')]
    expect(operator.volumeMounts).toContainEqual({ name: 'flink-artifacts', mountPath: '/opt/flink/artifacts' })
    expect(deployment(objects).spec.template.spec.volumes).toContainEqual({ name: 'flink-artifacts', emptyDir: {} })
    expect(operator.lifecycle).toEqual({ postStart })
    expect(webhook.securityContext).toMatchObject({ runAsUser: 1000, readOnlyRootFilesystem: true })
    expect(webhook.resources.limits.memory).toBe('1Gi')
    expect(webhook.env).toContainEqual({ name: 'A', value: 'b' })
    expect(ofKind(objects, 'Service')[0].metadata.labels).toMatchObject({ team: 'platform' })
  })

  test.each<readonly [string, Values, RegExp]>([
    [
      'its image',
      { image: { repository: 'ghcr.io/apache/flink-kubernetes-operator' } },
      /image\.repository .* is the image of the Apache operator.*set image\.repository/,
    ],
    ['options of the JVM', { jvmArgs: { operator: '-Xmx1g' } }, /jvmArgs\.operator has no successor.*operatorPod\.resources/],
    ['a keystore for TLS', { tls: { create: true } }, /tls\.create: set flinkRestTls\.secretName/],
    ['a port of metrics', { metrics: { port: 9999 } }, /metrics\.port: .*operatorHealth\.port \(8085\)/],
    [
      "the operator's log4j",
      { defaultConfiguration: { 'log4j-operator.properties': 'rootLogger.level = DEBUG' } },
      /log4j-operator\.properties: .*Set logLevel/,
    ],
    [
      "the operator's logback",
      { defaultConfiguration: { 'logback-operator.xml': '<configuration/>' } },
      /logback-operator\.xml: .*Set logLevel/,
    ],
    [
      'leader election as options',
      { defaultConfiguration: { 'flink-conf.yaml': 'kubernetes.operator.leader-election.enabled: true' } },
      /said by the value leaderElection\.enabled/,
    ],
  ])('what has no effect of its own is refused with its successor: %s', (_, values, message) => {
    const { code, err } = template(withApache(values))
    expect([code, err]).toEqual([1, expect.stringMatching(message)])
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/resource/json.ts'
import { objectAccepted } from './object-accepted.ts'

const configMap = (data: JsonObject): JsonObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data })
const service = (spec: JsonObject, name = 'a'): JsonObject => ({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec })
const pod = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec,
})
const container = (rest: JsonObject): JsonObject => pod({ containers: [{ name: 'a', image: 'i', ...rest }] })
const resources = (requests: JsonObject, limits: JsonObject): JsonObject => container({ resources: { requests, limits } })
const ingress = (host: string): JsonObject => ({
  kind: 'Ingress',
  metadata: { name: 'a' },
  spec: { rules: [{ host, http: { paths: [{ backend: { service: { name: 's', port: { number: 80 } } } }] } }] },
})
const deployment = (spec: JsonObject): JsonObject => ({ kind: 'Deployment', metadata: { name: 'a' }, spec: { template: { spec } } })

const refused: readonly (readonly [what: string, object: JsonObject, paths: readonly string[]])[] = [
  ['more data than a ConfigMap takes', configMap({ a: 'x'.repeat(1_048_577) }), ['data']],
  ['counted in bytes', configMap({ a: 'ö'.repeat(524_289) }), ['data']],
  ['a key of a ConfigMap', configMap({ 'a/b': '' }), ['data (key)']],
  ['a Service of 64 characters', service({ ports: [{ port: 1 }] }, 'a'.repeat(64)), ['metadata.name']],
  ['a Service that begins with a digit', service({ ports: [{ port: 1 }] }, '1a'), ['metadata.name']],
  ['ports of a Service', service({ ports: [{ port: 0 }, { port: 1, targetPort: 65_536 }] }), [
    'spec.ports[0].port',
    'spec.ports[1].targetPort',
  ]],
  ['annotations of more than 256 KiB', pod({}, { annotations: { a: 'x'.repeat(262_144) } }), ['metadata.annotations']],
  ['the key of an annotation', pod({}, { annotations: { 'a b': '' } }), ['metadata.annotations (key)']],
  ['the prefix of a label', pod({}, { labels: { 'A/b/c': '', 'UP_/x': '' } }), ['metadata.labels (key)', 'metadata.labels (key)']],
  ['an object larger than etcd takes', deployment({ x: 'y'.repeat(1_572_864) }), ['']],
  ['K is no unit', resources({ 'ephemeral-storage': '1K' }, {}), ['spec.containers[0].resources.requests.ephemeral-storage']],
  ['below zero', resources({ cpu: '-1' }, {}), ['spec.containers[0].resources.requests.cpu']],
  ['above its limit', resources({ memory: '2Gi' }, { memory: '2G' }), ['spec.containers[0].resources.requests.memory']],
  ['a device without a limit, and one that differs', resources({ 'a.b/c': 1, 'a.b/d': 1 }, { 'a.b/d': 2 }), [
    'spec.containers[0].resources.limits.a.b/c',
    'spec.containers[0].resources.requests.a.b/d',
  ]],
  ['no resource', resources({ foo: 1 }, {}), ['spec.containers[0].resources.requests.foo']],
  ['no container port', container({ ports: [{ name: 'a' }] }), ['spec.containers[0].ports[0].containerPort']],
  [
    'names of ports',
    container({
      ports: [{ name: 'a'.repeat(16), containerPort: 1 }, { name: '80', containerPort: 2 }, { name: 'a--b', containerPort: 3 }],
    }),
    [0, 1, 2].map(at => `spec.containers[0].ports[${at}].name`),
  ],
  ['names of variables', container({ env: [{ value: 'x' }, { name: 'a=b' }] }), [
    'spec.containers[0].env[0].name',
    'spec.containers[0].env[1].name',
  ]],
  ['a variable with two values', container({ env: [{ name: 'A', value: 'x', valueFrom: { fieldRef: {} } }] }), [
    'spec.containers[0].env[0]',
  ]],
  [
    'a subPath that leads out',
    pod({
      volumes: [{ name: 'v' }],
      containers: [{ name: 'a', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/a', subPath: '../b' }] }],
    }),
    ['spec.containers[0].volumeMounts[0].subPath'],
  ],
  ['a mount without a path', pod({ volumes: [{ name: 'v' }], containers: [{ name: 'a', image: 'i', volumeMounts: [{ name: 'v' }] }] }), [
    'spec.containers[0].volumeMounts[0].mountPath',
  ]],
  ['an image pull policy', container({ imagePullPolicy: 'always' }), ['spec.containers[0].imagePullPolicy']],
  ['a volume of two sources', pod({ volumes: [{ name: 'v', emptyDir: {}, secret: { secretName: 's' } }] }), ['spec.volumes[0]']],
  ['volumes of nothing', pod({ volumes: [{ name: 'v', secret: {} }, { name: 'w', configMap: { items: [{ key: 'a', path: '/a' }] } }] }), [
    'spec.volumes[0].secret.secretName',
    'spec.volumes[1].configMap.name',
    'spec.volumes[1].configMap.items[0].path',
  ]],
  [
    'tolerations',
    pod({
      tolerations: [{}, { operator: 'Exists', value: 'a' }, { key: 'a', operator: 'In' }, {
        key: 'a',
        effect: 'NoSchedule',
        tolerationSeconds: 1,
      }],
    }),
    [
      'spec.tolerations[0].operator',
      'spec.tolerations[1].value',
      'spec.tolerations[2].operator',
      'spec.tolerations[3].tolerationSeconds',
    ],
  ],
  ['a dnsPolicy', pod({ dnsPolicy: 'x' }), ['spec.dnsPolicy']],
  ['a grace period', pod({ terminationGracePeriodSeconds: -1 }), ['spec.terminationGracePeriodSeconds']],
  ['what a Deployment has not', deployment({ restartPolicy: 'OnFailure', activeDeadlineSeconds: 1 }), [
    'spec.template.spec.restartPolicy',
    'spec.template.spec.activeDeadlineSeconds',
  ]],
  ['a host in capitals', ingress('A.example.org'), ['spec.rules[0].host']],
  ['a wildcard inside', ingress('a.*.example.org'), ['spec.rules[0].host']],
]

const taken: readonly (readonly [what: string, object: JsonObject])[] = [
  ['a full ConfigMap', configMap({ a: 'x'.repeat(1_048_575), 'log4j-console.properties': 'x' })],
  ['a Service', service({ clusterIP: 'None', ports: [{ port: 1 }, { port: 65_535, targetPort: 8081 }] }, `a${'b'.repeat(61)}c`)],
  ['labels', pod({}, { labels: { 'example.org/a_b': 'A.b_c-d', x: '' }, annotations: { 'Example.org/A': 'anything at all' } })],
  [
    'amounts',
    resources({ cpu: 0, memory: '1Gi', 'a.b/c': '1', 'hugepages-2Mi': '4Mi' }, {
      cpu: '1.5',
      memory: 2e9,
      'a.b/c': 1,
      'hugepages-2Mi': '4Mi',
      'ephemeral-storage': '1e9',
    }),
  ],
  ['a limit alone', resources({}, { cpu: 1, 'nvidia.com/gpu': 1 })],
  [
    'variables',
    container({ env: [{ name: 'A', value: '' }, { name: 'A', value: 'again' }, { name: 'B', value: '', valueFrom: { fieldRef: {} } }] }),
  ],
  [
    'tolerations',
    pod({
      tolerations: [{ operator: 'Exists' }, { key: 'a', value: 'b' }, {
        key: 'a',
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 0,
      }],
    }),
  ],
  ['hosts', ingress('*.example.org')],
  ['a host of one label', ingress('localhost')],
  ['a Deployment', deployment({ restartPolicy: 'Always' })],
]

describe('F12 what an API server would refuse', () => {
  test.each(refused)('%s', (_what, object, paths) => {
    const found = objectAccepted(object)
    expect(found.map(({ path }) => path)).toEqual(paths)
    for (const { allowed } of found) expect(allowed).not.toBe('')
  })

  test.each(taken)('not: %s', (_what, object) => {
    expect(objectAccepted(object)).toEqual([])
  })

  test('P23 the value of a variable is told by nothing', () => {
    expect(
      JSON.stringify(
        objectAccepted(container({ env: [{ name: '', value: 'planted' }, { name: 'a', value: 'planted', valueFrom: { fieldRef: {} } }] })),
      ),
    ).not.toContain('planted')
  })
})

import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../fixtures/cluster-facts.ts'
import { freshStatus, runningStatus } from '../../fixtures/deployment-status.ts'
import type { SpecChange } from '../../fixtures/flink-deployment-resource.ts'
import { effectsOf, errorMessageOf, type Given, lookedAndDecided, roundOf, situationOf, written } from '../../fixtures/round.ts'

const key = (name: string, value: string): SpecChange => ({ configuration: { [name]: value } })
const template = (spec: object): SpecChange => ({ rest: { podTemplate: { spec } as never } })
const main = (container: object): SpecChange => template({ containers: [{ name: 'flink-main-container', ...container }] })
const standalone = (change: SpecChange): SpecChange => ({ ...change, rest: { mode: 'standalone', ...change.rest } })
const edit = (spec: SpecChange): Given => ({
  spec,
  metadata: { generation: 2 },
  status: runningStatus({ recorded: { spec: spec.rest?.['mode'] === 'standalone' ? { rest: { mode: 'standalone' } } : {} } }),
})

/** What is wrong, what is edited, the field that is told, and words of the message: what was found, what is allowed. */
const refused: readonly (readonly [what: string, spec: SpecChange, field: string, words: readonly string[]])[] = [
  // can't be rendered
  [
    'keys that are the beginning of others',
    { rest: { flinkVersion: 'v2_0', image: 'flink:2.0' }, configuration: { 'my.app': 'x', 'my.app.name': 'y' } },
    'flinkConfiguration.my.app',
    ['my.app -> my.app.name'],
  ],
  ['a range of ports', key('blob.server.port', '50100-50200'), 'flinkConfiguration.blob.server.port', ['50100-50200', '1 to 65535']],
  ['a range of TaskManager ports', key('taskmanager.rpc.port', '6122-6130'), 'flinkConfiguration.taskmanager.rpc.port', ['6122-6130']],
  [
    'a limit below its request',
    key('kubernetes.jobmanager.cpu.limit-factor', '0.5'),
    'flinkConfiguration.kubernetes.jobmanager.cpu.limit-factor',
    ['0.5', 'greater or equal to 1'],
  ],
  [
    'the same of TaskManagers, whose pods Flink makes',
    key('kubernetes.taskmanager.cpu.limit-factor', '0.5'),
    'flinkConfiguration.kubernetes.taskmanager.cpu.limit-factor',
    ['0.5'],
  ],
  ['managed memory larger than all', key('taskmanager.memory.managed.size', '10g'), 'taskManager', [
    'task heap',
    'taskmanager.memory.*',
    'taskManager.resource.memory',
  ]],
  ['metaspace larger than all', key('jobmanager.memory.jvm-metaspace.size', '2g'), 'jobManager', [
    'total Flink memory',
    'jobManager.resource.memory',
  ]],
  ['too small a JobManager', { rest: { jobManager: { resource: { memory: '100m', cpu: 1 } } } }, 'jobManager', ['total Flink memory']],
  ['no truth', key('kubernetes.hostnetwork.enabled', 'maybe'), 'flinkConfiguration.kubernetes.hostnetwork.enabled', [
    'maybe',
    'true or false',
  ]],
  ['no tolerations', key('kubernetes.taskmanager.tolerations', 'foo'), 'flinkConfiguration.kubernetes.taskmanager.tolerations', [
    'foo',
    'maps separated by ;',
  ]],
  ['no labels', key('kubernetes.jobmanager.labels', 'foo'), 'flinkConfiguration.kubernetes.jobmanager.labels', ['foo', 'key:value pairs']],
  ['no way to expose REST', key('kubernetes.rest-service.exposed.type', 'Foo'), 'flinkConfiguration.kubernetes.rest-service.exposed.type', [
    'Foo',
    'ClusterIP, NodePort',
  ]],
  ['no pull policy', key('kubernetes.container.image.pull-policy', 'Foo'), 'flinkConfiguration.kubernetes.container.image.pull-policy', [
    'Foo',
    'IfNotPresent, Always, Never',
  ]],
  ['no slots', key('taskmanager.numberOfTaskSlots', '0'), 'flinkConfiguration.taskmanager.numberOfTaskSlots', ['Found: 0']],
  ['no image of that version', { rest: { flinkVersion: 'v1_19', image: null } }, 'image', ['Flink v1_19']],
  [
    'an amount of a device that is no number',
    { configuration: { 'external-resources': 'gpu', 'external-resource.gpu.amount': 'x' } },
    'flinkConfiguration.external-resource.gpu.amount',
    ['x', 'whole number'],
  ],
  // rendered, and refused by the API server
  ['port 0', key('jobmanager.rpc.port', '0'), 'spec', ['containerPort', '0', '1 to 65535']],
  ['a port that there is not', key('rest.port', '99999'), 'spec', ['99999', '1 to 65535']],
  ['the value of a label', key('kubernetes.jobmanager.labels', 'team:a b'), 'spec', [
    'metadata.labels.team',
    '"a b"',
    'at most 63 characters',
  ]],
  ['the value of a label of TaskManagers', key('kubernetes.taskmanager.labels', `team:${'a'.repeat(64)}`), 'spec', [
    'Pod app-taskmanager',
    'metadata.labels.team',
  ]],
  ['a node selector', key('kubernetes.taskmanager.node-selector', 'zone:/'), 'spec', ['nodeSelector.zone']],
  ['a toleration of an unknown effect', key('kubernetes.jobmanager.tolerations', 'key:a,operator:Equal,effect:Never'), 'spec', [
    'effect',
    '"Never"',
    'NoSchedule',
  ]],
  [
    'a toleration of no number',
    key('kubernetes.jobmanager.tolerations', 'key:a,operator:Equal,effect:NoExecute,tolerationSeconds:x'),
    'spec',
    ['tolerationSeconds'],
  ],
  ["a secret whose volume can't be named", key('kubernetes.secrets', 'a.b:/x'), 'spec', ['volumes', '"a.b-volume"', 'at most 63']],
  ['two secrets at one path', key('kubernetes.secrets', 'a:/x,b:/x'), 'spec', ['volumeMounts', '"/x"', 'once']],
  ['a variable without its secret', key('kubernetes.env.secretKeyRef', 'env:A,key:k'), 'spec', ['secretKeyRef.name']],
  ['no service account', { rest: { serviceAccount: 'My Account' } }, 'spec', ['serviceAccountName', '"My Account"']],
  [
    'no number of cores',
    { rest: { jobManager: { resource: { memory: '1g' } } }, configuration: { 'kubernetes.jobmanager.cpu.amount': 'NaN' } },
    'spec',
    ['resources.requests.cpu', 'a Kubernetes quantity'],
  ],
  [
    'more memory than its limit, of a standalone TaskManager',
    standalone(key('kubernetes.taskmanager.memory.limit-factor', '0.5')),
    'spec',
    ['Deployment app-taskmanager', 'at most limits.memory'],
  ],
  ['an image with a blank', { rest: { image: 'flink:1.20 ' } }, 'spec', ['image', 'without blanks']],
  ['a container without a name', template({ containers: [{ image: 'x' }] }), 'spec', ['containers[0].name', 'nothing']],
  ['two containers of a name', template({ containers: [{ name: 'a', image: 'x' }], initContainers: [{ name: 'a', image: 'x' }] }), 'spec', [
    '"a"',
    'each name once',
  ]],
  ['two volumes of a name', template({ volumes: [{ name: 'a', emptyDir: {} }, { name: 'a', emptyDir: {} }] }), 'spec', ['volumes', '"a"']],
  ['a volume of ours', template({ volumes: [{ name: 'flink-config-volume', emptyDir: {} }] }), 'spec', ['"flink-config-volume"']],
  ['a volume that there is not', main({ volumeMounts: [{ name: 'a', mountPath: '/a' }] }), 'spec', ['volumeMounts[0].name', '"a"']],
  ['a port of the name of ours', main({ ports: [{ name: 'rest', containerPort: 1 }] }), 'spec', ['"rest"', 'once']],
  ['an amount that does not parse', main({ resources: { requests: { 'ephemeral-storage': 'much' } } }), 'spec', [
    'ephemeral-storage',
    '"much"',
  ]],
  ['half a device', main({ resources: { limits: { 'nvidia.com/gpu': '0.5' } } }), 'spec', ['nvidia.com/gpu', 'a whole number']],
  ['a pod that is not restarted', template({ restartPolicy: 'Never' }), 'spec', ['restartPolicy', '"Never"', 'Always']],
  ['an ingress for an address', { rest: { ingress: { template: '10.0.0.1' } } }, 'ingress', ['host', '"10.0.0.1"']],
  ['an ingress class', { rest: { ingress: { template: '{{name}}.example.org', className: 'My_Class' } } }, 'ingress', [
    'ingressClassName',
    '"My_Class"',
  ]],
  ['a label of the ingress', { rest: { ingress: { template: '{{name}}.example.org', labels: { a: '-' } } } }, 'ingress', [
    'metadata.labels.a',
  ]],
  // left out in rendering, or no JSON of a pod
  ['containers that are no list', template({ containers: 'x' }), 'podTemplate', ['spec.containers', 'a text', 'a list']],
  [
    'labels that are no object',
    { rest: { taskManager: { resource: { memory: '1g', cpu: 1 }, podTemplate: { metadata: { labels: ['x'] } } } } },
    'taskManager.podTemplate',
    ['metadata.labels', 'a list', 'an object of texts'],
  ],
  ['a variable that is a list', main({ env: [{ name: 'A', value: [1] }] }), 'podTemplate', ['env[0].value', 'a list', 'a text']],
  [
    'a term of an affinity that is no list',
    template({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', values: 'x' }] }] },
        },
      },
    }),
    'podTemplate',
    ['matchExpressions[0].values', 'a text', 'a list'],
  ],
]

describe("F12 P10 an edit whose objects can't be made is refused before anything is stopped", () => {
  test.each(refused)('%s', (_what, spec, field, words) => {
    const { desired } = roundOf(edit(spec))
    expect(desired.invalid?.field).toBe(field)
    for (const word of words) expect(desired.invalid?.message).toContain(word)
    expect(desired.wanted?.spec.flinkConfiguration).toEqual(
      roundOf(edit(standalone({}).rest?.['mode'] === spec.rest?.['mode'] ? standalone({}) : {})).desired.wanted?.spec.flinkConfiguration,
    )
    const actions = lookedAndDecided(edit(spec), runningCluster())
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation ?? null).toBeNull()
    expect(errorMessageOf(written(actions)!)).toBe(desired.invalid?.message)
  })

  test.each(refused)('nothing is deployed of a new resource either, and it is told once: %s', (_what, spec) => {
    const given: Given = { spec, status: freshStatus }
    expect(situationOf(given)._tag).toBe('InvalidFromTheStart')
    const { findings } = roundOf(given).desired
    expect(new Set(findings.map(({ message }) => message)).size).toBe(findings.length)
  })

  test('what another rule refuses is not told a second time', () => {
    const { findings, invalid } =
      roundOf(edit({ configuration: { 'rest.port': '8081-8090' }, rest: { taskManager: { resource: { memory: '100m', cpu: 1 } } } }))
        .desired
    expect(findings.filter(({ severity }) => severity === 'Error')).toEqual([invalid])
  })

  test("a value of the operator's defaults is told as such", () => {
    const { desired } = roundOf({ status: runningStatus(), operator: { 'blob.server.port': '1-2' } })
    expect(desired.invalid?.message).toContain("the operator's defaults")
    expect(effectsOf(lookedAndDecided({ status: runningStatus(), operator: { 'blob.server.port': '1-2' } }, runningCluster()))).toEqual([])
  })

  const fine: readonly (readonly [string, SpecChange])[] = [
    ['everything that a template may hold', {
      rest: {
        podTemplate: {
          metadata: { labels: { 'example.org/team': 'a_b.C', empty: '' }, annotations: { 'example.org/x': 'a b ö' } },
          spec: {
            terminationGracePeriodSeconds: 0,
            nodeSelector: { 'kubernetes.io/arch': 'amd64' },
            tolerations: [{ operator: 'Exists' }, { key: 'a', effect: 'NoExecute', tolerationSeconds: 5 }],
            initContainers: [{ name: 'fetch', image: 'busybox', command: ['sh'], env: [{ name: 'A.b-c', value: '1' }] }],
            volumes: [{ name: 'v', emptyDir: {} }, { name: 'w', configMap: { name: 'c', items: [{ key: 'a.b', path: 'a/b' }] } }],
            containers: [
              {
                name: 'sidecar',
                image: 'registry:5000/x@sha256:0',
                ports: [{ containerPort: 9999, name: 'metrics' }],
                resources: { limits: { memory: '1e8', cpu: 0.1 }, requests: { memory: 100000000 } },
              },
              {
                name: 'flink-main-container',
                env: [{ name: 'A', value: 'x' }, { name: 'A', value: 'y' }, {
                  name: 'B',
                  valueFrom: { secretKeyRef: { name: 's', key: 'k' } },
                }],
                volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'a' }],
                resources: { limits: { 'nvidia.com/gpu': 1 } },
              },
            ],
          },
        },
      },
    }],
    ['fields that are null', {
      rest: {
        podTemplate: {
          metadata: { labels: { a: null } },
          spec: {
            restartPolicy: null,
            containers: [{ name: 'flink-main-container', env: null, resources: { requests: { memory: null } } }],
          },
        },
      },
    }],
    ['ingress with a path', {
      rest: {
        ingress: {
          template: '/{{namespace}}/{{name}}(/|$)(.*)',
          className: 'nginx',
          annotations: { 'nginx.ingress.kubernetes.io/rewrite-target': '/$2' },
          tls: [{ hosts: ['*.example.org'], secretName: 's' }],
        },
      },
    }],
    ['Flink 2', { rest: { flinkVersion: 'v2_0', image: 'flink:2.0' } }],
    ['standalone', standalone({})],
    ['secrets, tolerations, labels by option', {
      configuration: {
        'kubernetes.secrets': 'a:/a,b:/b',
        'kubernetes.jobmanager.tolerations': 'key:a,operator:Equal,value:b,effect:NoSchedule',
        'kubernetes.taskmanager.labels': 'a:b',
        'kubernetes.env.secretKeyRef': 'env:A,secret:s,key:k',
      },
    }],
  ]
  test.each(fine)('what can be made is taken: %s', (_what, spec) => {
    expect(roundOf(edit(spec)).desired.findings.filter(({ severity }) => severity === 'Error')).toEqual([])
  })
})

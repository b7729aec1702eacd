import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ClusterManifestInput, ClusterPart } from '../contract/action/manifest-request.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { clusterParts } from './cluster-parts.ts'
import { manifestRef } from './object-metadata.ts'
import { ownerReferencePatch } from './owner-reference.ts'
import { renderCluster, renderManifest } from './render-manifest.ts'

const owner = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name: 'app', uid: 'U' }

const base = {
  '$internal.application.program-args': '--a;1',
  '$internal.flink.version': 'v1_20',
  'jobmanager.memory.process.size': '1 gb',
  'taskmanager.memory.process.size': '2 gb',
  'taskmanager.numberOfTaskSlots': '2',
  'kubernetes.container.image.ref': 'flink:1.20',
  'kubernetes.service-account': 'flink',
  'kubernetes.jobmanager.annotations': 'flinkdeployment.flink.apache.org/generation:1',
}
const native = { ...base, 'execution.target': 'kubernetes-application', 'pipeline.jars': 'local:///opt/flink/job.jar' }
const standalone = {
  ...base,
  'execution.target': 'remote',
  'kubernetes.internal.cluster-mode': 'APPLICATION',
  'pipeline.classpaths': 'file:///opt/flink/job.jar',
  'kubernetes.internal.taskmanager.replicas': '2',
}
const ha = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }

const input = (overrides: Partial<ClusterManifestInput> = {}): ClusterManifestInput => ({
  namespace: 'ns',
  clusterId: 'app',
  flinkVersion: 'v1_20',
  mode: 'native',
  owner,
  jobManagerPodTemplate: null,
  taskManagerPodTemplate: null,
  logConfiguration: {},
  attempt: null,
  configuration: overrides.mode === 'standalone' ? standalone : native,
  ...overrides,
})

const rendered = (of: ClusterManifestInput): Readonly<Record<string, JsonObject>> => {
  const answer = renderCluster(of)
  if (answer._tag === 'Left') throw new Error(answer.left.message)
  return Object.fromEntries(answer.right.map(({ part, manifest }) => [part, manifest]))
}

const error = (of: ClusterManifestInput) => {
  const answer = renderCluster(of)
  return answer._tag === 'Left' ? answer.left : null
}

const file = (of: ClusterManifestInput, name: string): string =>
  (rendered(of)['FlinkConfig'] as { data: Record<string, string> }).data[name] ?? ''

test('M-D13 the generation stands on the Deployment and on its pods, where others read it', () => {
  const { metadata, spec } = rendered(input())['JobManagerDeployment'] as {
    metadata: { annotations: unknown }
    spec: { template: { metadata: { annotations: unknown } } }
  }
  for (const { annotations } of [metadata, spec.template.metadata])
    expect(annotations).toMatchObject({ 'flinkdeployment.flink.apache.org/generation': '1' })
})

describe('a namespace that the pod template names (cluster-manifests.md, sections 6.1 and 7.2)', () => {
  const elsewhere = { metadata: { namespace: 'elsewhere', labels: { a: 'b' } } }
  const templates = { jobManagerPodTemplate: elsewhere, taskManagerPodTemplate: elsewhere }
  const namespaceOf = (object: JsonObject | undefined): unknown =>
    (object as { spec: { template: { metadata: JsonObject } } } | undefined)?.spec.template.metadata['namespace']

  test('standalone: both roles are where their Deployments are', () => {
    const objects = rendered(input({ mode: 'standalone', ...templates }))
    expect([namespaceOf(objects['JobManagerDeployment']), namespaceOf(objects['TaskManagerDeployment'])]).toEqual(['ns', 'ns'])
  })

  test('native: Flink keeps what the template says', () => {
    expect(namespaceOf(rendered(input(templates))['JobManagerDeployment'])).toBe('elsewhere')
  })

  test('none is named: none is written', () => {
    expect(namespaceOf(rendered(input({ mode: 'standalone', jobManagerPodTemplate: { metadata: {} } }))['JobManagerDeployment']))
      .toBeUndefined()
  })
})

describe('clusterParts', () => {
  test.each(
    [
      ['native', input(), ['FlinkConfig', 'InternalService', 'RestService', 'JobManagerDeployment']],
      ['native, HA', input({ configuration: { ...native, ...ha } }), ['FlinkConfig', 'RestService', 'JobManagerDeployment']],
      ['native, TM template', input({ taskManagerPodTemplate: {} }), [
        'FlinkConfig',
        'PodTemplate',
        'InternalService',
        'RestService',
        'JobManagerDeployment',
      ]],
      ['standalone', input({ mode: 'standalone' }), [
        'FlinkConfig',
        'InternalService',
        'RestService',
        'TaskManagerDeployment',
        'JobManagerDeployment',
      ]],
      ['standalone, HA, template', input({ mode: 'standalone', taskManagerPodTemplate: {}, configuration: { ...standalone, ...ha } }), [
        'FlinkConfig',
        'InternalService',
        'RestService',
        'TaskManagerDeployment',
        'JobManagerDeployment',
      ]],
    ] as const,
  )('1.1, 1.2, L4 what a JobManager pod needs is made before it: %s', (_what, of, parts) => {
    expect(clusterParts(of)).toEqual(parts)
    expect(Object.keys(rendered(of))).toEqual(parts)
  })

  test.each([['NONE'], ['none'], ['standalone'], ['Standalone']])('B19 HA type %s is no HA', type => {
    expect(clusterParts(input({ configuration: { ...native, 'high-availability.type': type } }))).toContain('InternalService')
  })

  test.each(clusterParts(input({ mode: 'standalone' })))('the reference of %s is that of the rendered object', part => {
    const request = { _tag: 'ClusterManifest', part, input: input({ mode: 'standalone' }) } as const
    const { apiVersion, kind, namespace, name } = manifestRef(request)
    expect(renderManifest(request)).toMatchObject({ right: { apiVersion, kind, metadata: { namespace, name } } })
  })

  test('a part that the cluster does not have is an error', () => {
    expect(renderManifest({ _tag: 'ClusterManifest', part: 'TaskManagerDeployment', input: input() })).toMatchObject({
      left: { message: 'this cluster has no TaskManagerDeployment' },
    })
  })
})

describe('the worked example of section 15: standalone application with HA', () => {
  const objects = rendered(input({ mode: 'standalone', configuration: { ...standalone, ...ha } }))
  const labels = { app: 'app', type: 'flink-standalone-kubernetes' }
  const jobManager = { ...labels, component: 'jobmanager' }
  const taskManager = { ...labels, component: 'taskmanager' }
  const annotations = { 'flinkdeployment.flink.apache.org/generation': '1' }
  const config = {
    name: 'flink-config-volume',
    configMap: { name: 'flink-config-app', items: [{ key: 'flink-conf.yaml', path: 'flink-conf.yaml' }] },
  }
  const ownerReferences = [{ ...owner, controller: false, blockOwnerDeletion: true }]

  test('Deployment app', () => {
    expect(objects['JobManagerDeployment']).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'app', namespace: 'ns', labels: jobManager, annotations, ownerReferences },
      spec: {
        replicas: 1,
        selector: { matchLabels: jobManager },
        strategy: { type: 'Recreate' },
        template: {
          metadata: { labels: jobManager, annotations },
          spec: {
            serviceAccount: 'flink',
            serviceAccountName: 'flink',
            hostNetwork: false,
            dnsPolicy: 'ClusterFirst',
            containers: [
              {
                name: 'flink-main-container',
                image: 'flink:1.20',
                imagePullPolicy: 'IfNotPresent',
                command: ['/docker-entrypoint.sh'],
                args: ['standalone-job', '-D', 'jobmanager.rpc.address=$(_POD_IP_ADDRESS)', '--', '--a', '1'],
                ports: [{ name: 'rest', containerPort: 8081 }, { name: 'jobmanager-rpc', containerPort: 6123 }, {
                  name: 'blobserver',
                  containerPort: 6124,
                }],
                env: [{ name: '_POD_IP_ADDRESS', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } }],
                resources: { requests: { cpu: '1.0', memory: '1024Mi' }, limits: { cpu: '1.0', memory: '1024Mi' } },
                volumeMounts: [
                  { name: 'user-artifacts-volume', mountPath: '/opt/flink/artifacts' },
                  { name: 'flink-config-volume', mountPath: '/opt/flink/conf' },
                  { name: 'user-lib-dir', mountPath: '/opt/flink/usrlib' },
                ],
              },
            ],
            volumes: [{ name: 'user-artifacts-volume', emptyDir: {} }, config, { name: 'user-lib-dir', emptyDir: {} }],
          },
        },
      },
    })
  })

  test('Deployment app-taskmanager', () => {
    expect(objects['TaskManagerDeployment']).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'app-taskmanager', namespace: 'ns', labels: taskManager, ownerReferences },
      spec: {
        replicas: 2,
        selector: { matchLabels: taskManager },
        template: {
          metadata: { labels: taskManager },
          spec: {
            serviceAccount: 'flink',
            serviceAccountName: 'flink',
            containers: [
              {
                name: 'flink-main-container',
                image: 'flink:1.20',
                imagePullPolicy: 'IfNotPresent',
                command: ['/docker-entrypoint.sh'],
                args: ['taskmanager'],
                ports: [{ name: 'taskmanager-rpc', containerPort: 6122 }],
                resources: { requests: { cpu: '2.0', memory: '2048Mi' }, limits: { cpu: '2.0', memory: '2048Mi' } },
                volumeMounts: [{ name: 'flink-config-volume', mountPath: '/opt/flink/conf' }],
              },
            ],
            volumes: [config],
          },
        },
      },
    })
  })

  test('Services', () => {
    expect(objects['InternalService']).toMatchObject({
      metadata: { name: 'app', labels },
      spec: {
        clusterIP: 'None',
        selector: jobManager,
        ports: [{ name: 'jobmanager-rpc', port: 6123 }, { name: 'blobserver', port: 6124 }],
      },
    })
    expect(objects['RestService']).toMatchObject({
      metadata: { name: 'app-rest', labels },
      spec: { type: 'ClusterIP', selector: jobManager, ports: [{ name: 'rest', port: 8081, targetPort: 8081 }] },
    })
  })

  test('what rendering adds to the configuration (4.1, 4.2)', () => {
    const lines = file(input({ mode: 'standalone', configuration: { ...standalone, ...ha } }), 'flink-conf.yaml').split('\n')
    expect(lines).toEqual([...lines.slice(0, -1).toSorted(), ''])
    expect(lines).toEqual(expect.arrayContaining([
      'blob.server.port: 6124',
      'taskmanager.rpc.port: 6122',
      'high-availability.cluster-id: app',
      'high-availability.jobmanager.port: 6123',
      'jobmanager.rpc.address: app.ns',
    ]))
    expect(lines.filter(line => /^internal|entrypoint|rest/.test(line))).toEqual([])
  })
})

describe('samples of real native clusters (1.20.5 and 2.3.0, with HA)', () => {
  const options = {
    ...native,
    ...ha,
    'kubernetes.jobmanager.cpu.amount': '0.1',
    'kubernetes.jobmanager.cpu.limit-factor': '20',
    'jobmanager.memory.process.size': '800 mb',
  }
  const template = {
    spec: {
      containers: [{ name: 'flink-main-container', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
      volumes: [{ name: 'data', hostPath: { path: '/srv', type: 'Directory' } }],
    },
  }

  test.each([['v1_20', 'flink-conf.yaml'], ['v2_3', 'config.yaml']] as const)('JobManager pod of %s', (flinkVersion, configurationFile) => {
    const logConfiguration = { 'logback-console.xml': 'x', 'log4j-console.properties': 'y' }
    const of = input({
      flinkVersion,
      configuration: options,
      jobManagerPodTemplate: template,
      taskManagerPodTemplate: template,
      logConfiguration,
    })
    const { spec } = rendered(of)['JobManagerDeployment'] as { spec: { template: { spec: JsonObject } } }
    expect(spec.template.spec).toMatchObject({
      containers: [
        {
          args: ['bash', '-c', 'kubernetes-jobmanager.sh kubernetes-application '],
          command: ['/docker-entrypoint.sh'],
          resources: { limits: { cpu: '2.0', memory: '800Mi' }, requests: { cpu: '0.1', memory: '800Mi' } },
          volumeMounts: [
            { mountPath: '/data', name: 'data' },
            { mountPath: '/opt/flink/artifacts', name: 'user-artifacts-volume' },
            { mountPath: '/opt/flink/conf', name: 'flink-config-volume' },
            { mountPath: '/opt/flink/pod-template', name: 'pod-template-volume' },
          ],
        },
      ],
      dnsPolicy: 'ClusterFirst',
      volumes: [
        { name: 'data', hostPath: { path: '/srv', type: 'Directory' } },
        { name: 'user-artifacts-volume', emptyDir: {} },
        {
          name: 'flink-config-volume',
          configMap: {
            name: 'flink-config-app',
            items: ['logback-console.xml', 'log4j-console.properties', configurationFile].map(key => ({ key, path: key })),
          },
        },
        {
          name: 'pod-template-volume',
          configMap: { name: 'pod-template-app', items: [{ key: 'taskmanager-pod-template.yaml', path: 'taskmanager-pod-template.yaml' }] },
        },
      ],
    })
  })

  test('pod-template-app', () => {
    const { data } = rendered(input({ taskManagerPodTemplate: template }))['PodTemplate'] as { data: Record<string, string> }
    const yaml = data['taskmanager-pod-template.yaml'] ?? ''
    expect(yaml.startsWith('apiVersion: v1\nkind: Pod\n')).toBe(true)
    expect(parse(yaml)).toEqual({ apiVersion: 'v1', kind: 'Pod', ...template })
  })

  test('ports, HA and entry point in config.yaml of 2.3', () => {
    expect(parse(file(input({ flinkVersion: 'v2_3', configuration: options }), 'config.yaml'))).toMatchObject({
      blob: { server: { port: '6124' } },
      'high-availability': { type: 'kubernetes', 'cluster-id': 'app', storageDir: 's3://b/ha', jobmanager: { port: '6123' } },
      internal: { cluster: { 'execution-mode': 'NORMAL' } },
      kubernetes: {
        internal: {
          jobmanager: { entrypoint: { class: 'org.apache.flink.kubernetes.entrypoint.KubernetesApplicationClusterEntrypoint' } },
        },
      },
      $internal: { application: { 'program-args': ['--a', '1'] } },
      taskmanager: { rpc: { port: '6122' }, numberOfTaskSlots: '2' },
    })
  })
})

describe('mistakes', () => {
  test.each(
    [
      // what                               mode          configuration                                          reason             message
      [
        '4.1 a range of ports',
        'native',
        { 'rest.bind-port': '8081-8090' },
        'PortNotFixed',
        'rest.bind-port should be specified to a fixed port. Do not support a range of ports.',
      ],
      [
        '4.1 a range of blob ports',
        'native',
        { 'blob.server.port': '1-2' },
        'PortNotFixed',
        'blob.server.port should be specified to a fixed port. Do not support a range of ports.',
      ],
      [
        '6.12 no JobManager',
        'native',
        { 'kubernetes.jobmanager.replicas': '0' },
        'Replicas',
        "'kubernetes.jobmanager.replicas' should not be configured less than one.",
      ],
      [
        '6.12 standby without HA',
        'standalone',
        { 'kubernetes.jobmanager.replicas': '2' },
        'Replicas',
        'High availability should be enabled when starting standby JobManagers.',
      ],
      [
        '7.2 no TaskManager',
        'standalone',
        { 'kubernetes.internal.taskmanager.replicas': '0' },
        'Replicas',
        "'kubernetes.internal.taskmanager.replicas' should not be configured less than one.",
      ],
      [
        '3.3 no number',
        'native',
        { 'kubernetes.jobmanager.replicas': 'many' },
        'Value',
        "Could not parse value 'many' for key 'kubernetes.jobmanager.replicas'.",
      ],
      ['8.1 JobManager memory', 'native', { 'jobmanager.memory.process.size': '300m' }, 'Memory', expect.any(String)],
      ['8.2 TaskManager memory', 'native', { 'taskmanager.memory.process.size': '1000000k' }, 'Memory', expect.any(String)],
      [
        '6.6 no such type of Service',
        'native',
        { 'kubernetes.rest-service.exposed.type': 'x' },
        'Value',
        "Could not parse value 'x' for key 'kubernetes.rest-service.exposed.type'.",
      ],
    ] as const,
  )('%s: the answer for every part', (_what, mode, options, reason, message) => {
    const of = input({ mode, configuration: { ...(mode === 'native' ? native : standalone), ...options } })
    const want = { _tag: 'Left', left: { reason, message } }
    for (const part of ['FlinkConfig', 'RestService', 'JobManagerDeployment'] satisfies ClusterPart[])
      expect(renderManifest({ _tag: 'ClusterManifest', part, input: of })).toMatchObject(want)
  })

  test.each(
    [
      ['v1_20', {}, 'JarMissing'],
      ['v1_20', { '$internal.application.main': 'org.apache.flink.client.python.PythonDriver' }, null],
      ['v1_20', { '$internal.application.program-args': '-py;/a.py' }, null],
      ['v2_0', {}, null],
    ] as const,
  )('C-D05 native application without jar, %s %j: %s', (flinkVersion, options, reason) => {
    const { 'pipeline.jars': _, ...rest } = native
    expect(error(input({ flinkVersion, configuration: { ...rest, ...options } }))?.reason ?? null).toBe(reason)
  })
})

describe('ports (4.1) and REST Service (6.6)', () => {
  test.each(
    [
      // configuration                                    Service  target
      [{}, 8081, 8081],
      [{ 'rest.port': '9091' }, 9091, 9091],
      [{ 'rest.bind-port': '8085' }, 8081, 8085],
      [{ 'rest.port': '9091', 'rest.bind-port': '0' }, 9091, 8081],
    ] as const,
  )('%j', (options, port, targetPort) => {
    expect(rendered(input({ configuration: { ...native, ...options } }))['RestService']).toMatchObject({
      spec: { ports: [{ port, targetPort }] },
    })
  })

  test.each(
    [
      [{ 'rest.port': '9091' }, 9091],
      [{ 'rest.bind-port': '8085' }, 8085],
      [{ 'rest.port': '9091', 'rest.bind-port': '0' }, 8081],
    ] as const,
  )('U20 the container declares the port that it listens on: %j', (options, containerPort) => {
    expect(rendered(input({ configuration: { ...native, ...options } }))['JobManagerDeployment']).toMatchObject({
      spec: { template: { spec: { containers: [{ ports: [{ name: 'rest', containerPort }, {}, {}] }] } } },
    })
  })

  test.each([
    ['NodePort', { type: 'NodePort' }],
    ['LoadBalancer', { type: 'LoadBalancer' }],
    ['Headless_ClusterIP', { type: 'ClusterIP', clusterIP: 'None' }],
    ['headless_clusterip', { type: 'ClusterIP', clusterIP: 'None' }],
  ])('exposed as %s', (type, spec) => {
    const options = { 'kubernetes.rest-service.exposed.type': type, 'kubernetes.rest-service.annotations': 'a:1' }
    expect(rendered(input({ configuration: { ...native, ...options } }))['RestService']).toMatchObject({
      metadata: { annotations: { a: '1' } },
      spec,
    })
  })
})

describe('one attempt', () => {
  test('every object carries it in its metadata, pods only as the key that they mount', () => {
    const objects = rendered(
      input({ mode: 'standalone', attempt: 'a-1', configuration: { ...standalone, 'kubernetes.taskmanager.annotations': 'k:v' } }),
    )
    for (const object of Object.values(objects)) {
      expect(object).toMatchObject({ metadata: { annotations: { 'flinkdeployment.flink.apache.org/attempt': 'a-1' } } })
      expect(JSON.stringify(object['spec'] ?? {}).replace('"key":"attempt-a-1"', '')).not.toContain('a-1')
    }
  })

  test('A19 its pods mount its key, which the ConfigMap is rendered without: no container starts before it is given the key', () => {
    const objects = rendered(input({ mode: 'standalone', attempt: 'a-1', configuration: standalone }))
    const mounted = (part: string): unknown => {
      const { spec } = objects[part] as { spec: { template: { spec: { volumes: readonly JsonObject[] } } } }
      return spec.template.spec.volumes.find(volume => volume['name'] === 'flink-config-volume')
    }
    const volume = {
      name: 'flink-config-volume',
      configMap: {
        name: 'flink-config-app',
        items: [{ key: 'flink-conf.yaml', path: 'flink-conf.yaml' }, { key: 'attempt-a-1', path: 'attempt' }],
      },
    }
    expect([mounted('JobManagerDeployment'), mounted('TaskManagerDeployment')]).toEqual([volume, volume])
    expect(objects['FlinkConfig']).toMatchObject({ data: expect.not.objectContaining({ 'attempt-a-1': '' }) as unknown })
    expect(JSON.stringify(rendered(input({ attempt: null })))).not.toContain('"attempt"')
  })

  test('M-D11 a rolling update never runs two JobManagers', () => {
    expect(rendered(input())['JobManagerDeployment']).toMatchObject({ spec: { strategy: { type: 'Recreate' } } })
  })

  test('the accompanying objects get the Deployment as owner when its uid is known', () => {
    expect(ownerReferencePatch({ name: 'app', uid: 'D' })).toEqual({
      metadata: {
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'app', uid: 'D', controller: true, blockOwnerDeletion: true }],
      },
    })
  })
})

describe('rendering is a function', () => {
  const permuted = <A>(record: Readonly<Record<string, A>>) =>
    fc.shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length }).map(entries => Object.fromEntries(entries))

  const options = {
    ...native,
    ...ha,
    'kubernetes.secrets.b': '/b',
    'kubernetes.secrets.a': '/a',
    'containerized.master.env.Y': '1',
    'containerized.master.env.X': '2',
    'a.b': '1',
    'a.c.d': '2',
  }
  const template = {
    spec: {
      nodeSelector: { a: '1', b: '2' },
      terminationGracePeriodSeconds: 7,
      dnsPolicy: 'None',
      hostAliases: [{ ip: '1', hostnames: ['a'] }],
    },
  }

  test.each(['v1_20', 'v2_0'] as const)('C-D19 permuted maps give the same bytes: %s', flinkVersion => {
    const bytes = (configuration: Readonly<Record<string, string>>, spec: JsonObject) =>
      JSON.stringify(
        rendered(
          input({ flinkVersion, configuration, jobManagerPodTemplate: { spec }, taskManagerPodTemplate: { spec }, logConfiguration: {} }),
        ),
      )
    const want = bytes(options, template.spec)
    fc.assert(
      fc.property(permuted(options), permuted(template.spec), (configuration, spec) => {
        expect(bytes(configuration as Record<string, string>, spec as JsonObject)).toBe(want)
      }),
      { seed: 1, numRuns: 50 },
    )
  })

  test('total: whatever the configuration says, an answer and no exception', () => {
    const key = fc.constantFrom(
      ...Object.keys(options),
      'rest.port',
      'kubernetes.jobmanager.cpu.amount',
      'kubernetes.hostnetwork.enabled',
      '__proto__',
      'constructor',
      'a..b',
      '',
    )
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.oneof(fc.string(), fc.constantFrom('', '0', "'", '-1', 'a:b', ';')), { noNullPrototype: true }),
        fc.constantFrom('v1_20', 'v2_0'),
        (configuration, flinkVersion) => {
          expect(renderCluster(input({ flinkVersion: flinkVersion as 'v1_20', configuration: { ...options, ...configuration } })))
            .toHaveProperty('_tag')
        },
      ),
      { seed: 1, numRuns: 300 },
    )
  })
})

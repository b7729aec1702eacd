import { describe, expect, test } from 'vitest'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { type Cluster, clusterOf } from './cluster.ts'
import { type Decorator, podFromTemplate, podTemplateSpec } from './pod.ts'
import { envSecrets, mountSecrets } from './mount-secrets.ts'
import { flinkConfigMount } from './flink-config-mount.ts'
import { hadoopConfMount, kerberosKeys, kerberosMount } from './hadoop.ts'
import { initJobManager } from './init-job-manager.ts'
import { initStandaloneTaskManager } from './init-task-manager.ts'
import { jobManagerCommand } from './job-manager-command.ts'
import { podTemplateMount } from './pod-template-mount.ts'
import { userLibMount } from './job-manager-deployment.ts'

const configuration = {
  'execution.target': 'kubernetes-application',
  'kubernetes.internal.cluster-mode': 'APPLICATION',
  'pipeline.jars': 'local:///opt/flink/job.jar',
  'jobmanager.memory.process.size': '1 gb',
  'taskmanager.memory.process.size': '2 gb',
  'kubernetes.container.image.ref': 'flink:1.20',
}

const session = { 'execution.target': 'kubernetes-session', 'kubernetes.internal.cluster-mode': 'SESSION' }
const ha = { 'high-availability.type': 'kubernetes' }

const input = (overrides: Partial<ClusterManifestInput> = {}): ClusterManifestInput => ({
  namespace: 'ns',
  clusterId: 'app',
  flinkVersion: 'v1_20',
  mode: 'native',
  owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name: 'app', uid: 'U' },
  jobManagerPodTemplate: null,
  taskManagerPodTemplate: null,
  logConfiguration: {},
  attempt: null,
  ...overrides,
  configuration: { ...configuration, ...overrides.configuration },
})

const cluster = (overrides: Partial<ClusterManifestInput> = {}): Cluster => {
  const made = clusterOf(input(overrides))
  if (made._tag === 'Left') throw new Error(made.left.message)
  return made.right
}

/** The pod that the decorator makes of the template, or the error. */
const pod = (decorator: Decorator, overrides: Partial<ClusterManifestInput> = {}, template: JsonObject | null = null): unknown => {
  const made = decorator(cluster(overrides))(podFromTemplate(template))
  return made._tag === 'Left' ? made.left : podTemplateSpec(made.right)
}

const main = (fields: JsonObject) => ({ spec: { containers: [{ name: 'flink-main-container', ...fields }] } })

/** What a decorator adds to a pod that has nothing. */
const added = (fields: { readonly volumes?: readonly object[]; readonly mainContainer?: object }) => ({
  metadata: {},
  spec: { ...(fields.volumes === undefined ? {} : { volumes: fields.volumes }), containers: [fields.mainContainer ?? {}] },
})

describe('6.1 InitJobManager', () => {
  const got = pod(initJobManager) as { metadata: JsonObject; spec: { containers: readonly JsonObject[] } }

  test('over an empty template', () => {
    expect(got).toEqual({
      metadata: { labels: { app: 'app', type: 'flink-native-kubernetes', component: 'jobmanager' } },
      spec: {
        serviceAccount: 'default',
        serviceAccountName: 'default',
        hostNetwork: false,
        dnsPolicy: 'ClusterFirst',
        volumes: [{ name: 'user-artifacts-volume', emptyDir: {} }],
        containers: [
          {
            name: 'flink-main-container',
            image: 'flink:1.20',
            imagePullPolicy: 'IfNotPresent',
            resources: { requests: { cpu: '1.0', memory: '1024Mi' }, limits: { cpu: '1.0', memory: '1024Mi' } },
            ports: [{ name: 'rest', containerPort: 8081 }, { name: 'jobmanager-rpc', containerPort: 6123 }, {
              name: 'blobserver',
              containerPort: 6124,
            }],
            env: [{ name: '_POD_IP_ADDRESS', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } }],
            volumeMounts: [{ name: 'user-artifacts-volume', mountPath: '/opt/flink/artifacts' }],
          },
        ],
      },
    })
  })

  test.each([
    // what                                   configuration                                              template
    // account
    ['nothing', {}, {}, 'default'],
    ['template', {}, { serviceAccount: 't', serviceAccountName: 'n' }, 't'],
    ['the other name in the template', {}, { serviceAccountName: 'n' }, 'n'],
    ['common option before template', { 'kubernetes.service-account': 'c' }, { serviceAccount: 't' }, 'c'],
    ['own option before common one', { 'kubernetes.service-account': 'c', 'kubernetes.jobmanager.service-account': 'o' }, {}, 'o'],
  ])('service account: %s', (_what, added, spec, account) => {
    expect(pod(initJobManager, { configuration: added }, { spec })).toMatchObject({
      spec: { serviceAccount: account, serviceAccountName: account },
    })
  })

  test.each([
    [
      'host network wins over the template',
      { 'kubernetes.hostnetwork.enabled': 'true' },
      { dnsPolicy: 'None' },
      true,
      'ClusterFirstWithHostNet',
    ],
    ['template wins over the default', {}, { dnsPolicy: 'None', hostNetwork: true }, false, 'None'],
  ])('dns: %s', (_what, added, spec, hostNetwork, dnsPolicy) => {
    expect(pod(initJobManager, { configuration: added }, { spec })).toMatchObject({ spec: { hostNetwork, dnsPolicy } })
  })

  test('on the host network no port is declared', () => {
    expect(pod(initJobManager, { configuration: { 'kubernetes.hostnetwork.enabled': 'true' } })).not.toHaveProperty(
      'spec.containers.0.ports',
    )
  })

  test('scheduling, secrets, labels and annotations are added to those of the template', () => {
    const template = {
      metadata: { labels: { team: 't', app: 'mine' }, annotations: { a: '1' } },
      spec: { imagePullSecrets: [{ name: 'p0' }], nodeSelector: { n: '0' }, tolerations: [{ key: 'k0' }] },
    }
    const options = {
      'kubernetes.container.image.pull-secrets': 'p1; p2',
      'kubernetes.jobmanager.node-selector': 'm:1',
      'kubernetes.jobmanager.tolerations': 'KEY:k1,Operator:Exists,TOLERATIONSECONDS:60,other:x',
      'kubernetes.jobmanager.labels': 'l:1',
      'kubernetes.jobmanager.annotations': 'a:2,b:3',
    }
    expect(pod(initJobManager, { configuration: options }, template)).toMatchObject({
      metadata: {
        labels: { team: 't', l: '1', app: 'app', type: 'flink-native-kubernetes', component: 'jobmanager' },
        annotations: { a: '2', b: '3' },
      },
      spec: {
        imagePullSecrets: [{ name: 'p0' }, { name: 'p1' }, { name: 'p2' }],
        nodeSelector: { n: '0', m: '1' },
        tolerations: [{ key: 'k0' }, { key: 'k1', operator: 'Exists', tolerationSeconds: 60 }],
      },
    })
  })

  test('environment: template, custom by name, pod address, log directory', () => {
    const options = { 'containerized.master.env.B': '2', 'containerized.master.env.A': '1', 'kubernetes.flink.log.dir': '/l' }
    const env = (pod(initJobManager, { configuration: options }, main({ env: [{ name: 'T', value: '0' }] })) as typeof got).spec
      .containers[0]?.['env']
    expect((env as readonly JsonObject[]).map(({ name }) => name)).toEqual(['T', 'A', 'B', '_POD_IP_ADDRESS', 'FLINK_LOG_DIR'])
  })

  test.each([
    // what                  option            template  image            policy
    ['option', 'mine:1', 'Always', { image: 't', imagePullPolicy: 'Never' }, 'mine:1', 'Always'],
    ['policy in any case', 'mine:1', 'always', {}, 'mine:1', 'Always'],
  ])('image: %s', (_what, image, policy, template, wantImage, wantPolicy) => {
    const options = { 'kubernetes.container.image.ref': image, 'kubernetes.container.image.pull-policy': policy }
    expect(pod(initJobManager, { configuration: options }, main(template))).toMatchObject({
      spec: { containers: [{ image: wantImage, imagePullPolicy: wantPolicy }] },
    })
  })

  test.each(
    [
      ['v1_20', {}, { spec: { containers: [{ image: 'apache/flink:1.20.1-scala_2.12' }] } }],
      ['v1_19', {}, { reason: 'ImageMissing', message: 'spec.image is missing, and there is no default for Flink v1_19.' }],
      ['v1_19', { image: 't' }, { spec: { containers: [{ image: 't' }] } }],
    ] as const,
  )('no image configured, %s, template %j: never an image of another version', (flinkVersion, template, want) => {
    const { 'kubernetes.container.image.ref': _, ...rest } = configuration
    const made = clusterOf({ ...input({ flinkVersion }), configuration: rest })
    if (made._tag === 'Left') throw new Error(made.left.message)
    const answer = initJobManager(made.right)(podFromTemplate(main(template)))
    expect(answer._tag === 'Left' ? answer.left : podTemplateSpec(answer.right)).toMatchObject(want)
  })

  test("M-D01 selector labels win over the user's, in both modes", () => {
    const options = { 'kubernetes.jobmanager.labels': 'app:evil,type:x,component:y,mine:1' }
    const labels = (mode: 'native' | 'standalone') =>
      (pod(initJobManager, { mode, configuration: options }) as typeof got).metadata['labels']
    expect(labels('standalone')).toEqual({ app: 'app', type: 'flink-standalone-kubernetes', component: 'jobmanager', mine: '1' })
    expect(labels('native')).toEqual({ app: 'app', type: 'flink-native-kubernetes', component: 'jobmanager', mine: '1' })
  })
})

describe('6.2 and 6.3 secrets', () => {
  test('6.2 environment variables, in the order of the option', () => {
    expect(pod(envSecrets, { configuration: { 'kubernetes.env.secretKeyRef': 'env:B,secret:s,key:k;env:A,secret:t,key:l' } })).toEqual(
      added({
        mainContainer: {
          env: [
            { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
            { name: 'A', valueFrom: { secretKeyRef: { name: 't', key: 'l' } } },
          ],
        },
      }),
    )
  })

  test.each([[{ 'kubernetes.secrets': 's2:/b,s1:/a' }], [{ 'kubernetes.secrets.s2': '/b', 'kubernetes.secrets.s1': '/a' }]])(
    '6.3 mounts, by name: %j',
    options => {
      expect(pod(mountSecrets, { configuration: options })).toEqual(added({
        volumes: [{ name: 's1-volume', secret: { secretName: 's1' } }, { name: 's2-volume', secret: { secretName: 's2' } }],
        mainContainer: { volumeMounts: [{ name: 's1-volume', mountPath: '/a' }, { name: 's2-volume', mountPath: '/b' }] },
      }))
    },
  )

  test('a value that does not parse is an error that names the key', () => {
    expect(pod(mountSecrets, { configuration: { 'kubernetes.secrets': 'no-path' } })).toMatchObject({
      reason: 'Value',
      key: 'kubernetes.secrets',
    })
    expect(pod(envSecrets, { configuration: { 'kubernetes.env.secretKeyRef': 'x' } })).toMatchObject({
      reason: 'Value',
      key: 'kubernetes.env.secretKeyRef',
    })
  })
})

describe('6.4 command', () => {
  const args = (overrides: Partial<ClusterManifestInput>, template: readonly string[] = ['template']) =>
    (pod(jobManagerCommand, overrides, main({ args: template })) as { spec: { containers: readonly { args: readonly string[] }[] } }).spec
      .containers[0]?.args
  const standalone = { mode: 'standalone' } as const

  test.each([
    ['native application', {}, ['bash', '-c', 'kubernetes-jobmanager.sh kubernetes-application ']],
    ['native session', { configuration: session }, ['bash', '-c', 'kubernetes-jobmanager.sh kubernetes-session ']],
    ['native with arguments', { configuration: { 'kubernetes.jobmanager.entrypoint.args': '-x y' } }, [
      'bash',
      '-c',
      'kubernetes-jobmanager.sh kubernetes-application -x y',
    ]],
    ['M-D03 standalone session: appends, as the reference does', { ...standalone, configuration: session }, ['template', 'jobmanager']],
    ['B49 standalone session, HA', { ...standalone, configuration: { ...session, ...ha } }, [
      'template',
      'jobmanager',
      '-D',
      'jobmanager.rpc.address=$(_POD_IP_ADDRESS)',
    ]],
    ['M-D03 standalone application: replaces', standalone, ['standalone-job']],
    ['B49 standalone application, HA', { ...standalone, configuration: ha }, [
      'standalone-job',
      '-D',
      'jobmanager.rpc.address=$(_POD_IP_ADDRESS)',
    ]],
  ])('%s', (_what, overrides, want) => {
    expect(args(overrides)).toEqual(want)
  })

  test.each([['execution.savepoint'], ['execution.state-recovery']])('6.4.1 everything, in order; restore keys %s.*', prefix => {
    const options = {
      ...ha,
      '$internal.application.main': 'org.example.Main',
      '$internal.application.program-args': "--a;1;'x;y'",
      [`${prefix}.ignore-unclaimed-state`]: 'true',
      [`${prefix}.path`]: 's3://b/sp-1',
    }
    expect(args({ ...standalone, configuration: options })).toEqual([
      'standalone-job',
      '--job-classname',
      'org.example.Main',
      '--allowNonRestoredState',
      '--fromSavepoint',
      's3://b/sp-1',
      '-D',
      'jobmanager.rpc.address=$(_POD_IP_ADDRESS)',
      '--',
      '--a',
      '1',
      'x;y',
    ])
  })

  test('U10 arguments of the user stand behind --, whatever Flink would take them for', () => {
    const options = { '$internal.application.program-args': "-s;x;--;-D;a=b;'';' c ';a$$b" }
    expect(args({ ...standalone, configuration: options })).toEqual([
      'standalone-job',
      ...['--', '-s', 'x', '--', '-D', 'a=b', '', ' c ', 'a$$$b'],
    ])
    expect(args({ ...standalone, configuration: {} })).toEqual(['standalone-job'])
  })

  test('U10 what the operator says itself reaches Flink as it is', () => {
    const options = { '$internal.application.main': 'a.B$$C', 'execution.savepoint.path': 's3://b/$(_POD_IP_ADDRESS)' }
    expect(args({ ...standalone, configuration: options })).toEqual([
      'standalone-job',
      '--job-classname',
      'a.B$$$C',
      '--fromSavepoint',
      's3://b/$$(_POD_IP_ADDRESS)',
    ])
  })

  test('the entry path is the command', () => {
    expect(pod(jobManagerCommand, { configuration: { 'kubernetes.entry.path': '/e.sh' } })).toMatchObject({
      spec: { containers: [{ command: ['/e.sh'] }] },
    })
  })
})

describe('6.7 Hadoop and 6.8 Kerberos', () => {
  const hadoop = { 'kubernetes.hadoop.conf.config-map.name': 'hc' }

  test('6.7 an existing ConfigMap', () => {
    expect(pod(hadoopConfMount, { configuration: hadoop })).toEqual(added({
      volumes: [{ name: 'hadoop-config-volume', configMap: { name: 'hc' } }],
      mainContainer: {
        volumeMounts: [{ name: 'hadoop-config-volume', mountPath: '/opt/hadoop/conf' }],
        env: [{ name: 'HADOOP_CONF_DIR', value: '/opt/hadoop/conf' }],
      },
    }))
  })

  test.each(
    [
      ['blank name', 'native', { 'kubernetes.hadoop.conf.config-map.name': ' ' }, false],
      ['switched off', 'native', { ...hadoop, 'kubernetes.decorator.hadoop-conf-mount.enabled': 'false' }, false],
      ['standalone knows no switch', 'standalone', { ...hadoop, 'kubernetes.decorator.hadoop-conf-mount.enabled': 'false' }, true],
    ] as const,
  )('6.7 %s', (_what, mode, options, mounts) => {
    expect(Object.hasOwn((pod(hadoopConfMount, { mode, configuration: options }) as { spec: object }).spec, 'volumes')).toBe(mounts)
  })

  const kerberos = {
    'security.kerberos.login.keytab': '/secrets/my.keytab',
    'security.kerberos.login.principal': 'me',
    'security.kerberos.krb5-conf.path': '/x/my-krb5.conf',
  }

  test("M-D04 Kerberos by objects that exist already, under the reference's names", () => {
    expect(pod(kerberosMount, { configuration: kerberos })).toEqual(added({
      volumes: [
        { name: 'kerberos-keytab-volume', secret: { secretName: 'kerberos-keytab-app' } },
        {
          name: 'kerberos-krb5conf-volume',
          configMap: { name: 'kerberos-krb5conf-app', items: [{ key: 'my-krb5.conf', path: 'krb5.conf' }] },
        },
      ],
      mainContainer: {
        volumeMounts: [
          { name: 'kerberos-keytab-volume', mountPath: '/opt/kerberos/kerberos-keytab' },
          { name: 'kerberos-krb5conf-volume', mountPath: '/etc/krb5.conf', subPath: 'krb5.conf' },
        ],
      },
    }))
    expect(kerberosKeys(cluster({ configuration: kerberos }))).toMatchObject({
      right: { 'security.kerberos.login.keytab': '/opt/kerberos/kerberos-keytab/my.keytab' },
    })
  })

  test.each([
    ['no principal', { 'security.kerberos.login.keytab': '/k' }],
    ['switched off', { ...kerberos, 'kubernetes.decorator.kerberos-mount.enabled': 'false' }],
  ])('6.8 nothing: %s', (_what, options) => {
    expect(pod(kerberosMount, { configuration: options })).toEqual(added({}))
    expect(kerberosKeys(cluster({ configuration: options }))).toMatchObject({ right: {} })
  })
})

describe('5, 6.9, 6.10 mounts', () => {
  test.each(
    [
      ['v1_20', {}, ['flink-conf.yaml']],
      ['v2_0', {}, ['config.yaml']],
      ['v2_3', { 'log4j-console.properties': 'x', 'logback-console.xml': 'y', 'log4j.properties': 'z' }, [
        'logback-console.xml',
        'log4j-console.properties',
        'config.yaml',
      ]],
    ] as const,
  )('5 FlinkConfMount %s %j', (flinkVersion, logConfiguration, files) => {
    expect(pod(flinkConfigMount, { flinkVersion, logConfiguration })).toEqual(added({
      volumes: [{
        name: 'flink-config-volume',
        configMap: { name: 'flink-config-app', items: files.map(file => ({ key: file, path: file })) },
      }],
      mainContainer: { volumeMounts: [{ name: 'flink-config-volume', mountPath: '/opt/flink/conf' }] },
    }))
  })

  test('6.9 PodTemplateMount', () => {
    const items = [{ key: 'taskmanager-pod-template.yaml', path: 'taskmanager-pod-template.yaml' }]
    expect(pod(podTemplateMount)).toEqual(added({}))
    expect(pod(podTemplateMount, { taskManagerPodTemplate: {} })).toEqual(added({
      volumes: [{ name: 'pod-template-volume', configMap: { name: 'pod-template-app', items } }],
      mainContainer: { volumeMounts: [{ name: 'pod-template-volume', mountPath: '/opt/flink/pod-template' }] },
    }))
  })

  test.each(
    [
      // what                                          mode          configuration
      // template mount           mounted
      ['a jar elsewhere', 'standalone', { 'pipeline.classpaths': 'file:///opt/flink/job.jar' }, null, true],
      ['no jar', 'standalone', {}, null, false],
      ['session', 'standalone', { ...session, 'pipeline.classpaths': 'file:///j.jar' }, null, false],
      ['native', 'native', { 'pipeline.classpaths': 'file:///j.jar' }, null, false],
      ['the template mounts there', 'standalone', { 'pipeline.classpaths': 'file:///j.jar' }, '/opt/flink/usrlib/x', false],
      [
        'M-D05 the jar is in the image under that path',
        'standalone',
        { 'pipeline.classpaths': 'file:///opt/flink/usrlib/job.jar' },
        null,
        false,
      ],
      ['M-D05 another path that begins alike', 'standalone', { 'pipeline.classpaths': 'file:///opt/flink/usrlib2/job.jar' }, null, true],
    ] as const,
  )('6.10 UserLibMount: %s', (_what, mode, options, mountPath, mounts) => {
    const template = mountPath === null ? null : main({ volumeMounts: [{ name: 'x', mountPath }] })
    const { spec } = pod(userLibMount, { mode, configuration: options }, template) as { spec: { volumes?: unknown } }
    expect(spec.volumes).toEqual(mounts ? [{ name: 'user-lib-dir', emptyDir: {} }] : undefined)
  })
})

describe('7.2 InitStandaloneTaskManager', () => {
  const standalone = { mode: 'standalone' } as const

  test("account, image and pull policy come from options alone; network stays the template's", () => {
    const template = {
      spec: {
        serviceAccount: 't',
        hostNetwork: true,
        containers: [{ name: 'flink-main-container', image: 't', imagePullPolicy: 'Never' }],
      },
    }
    const got = pod(initStandaloneTaskManager, { ...standalone, configuration: { 'kubernetes.hostnetwork.enabled': 'false' } }, template)
    expect(got).toEqual({
      metadata: { labels: { app: 'app', type: 'flink-standalone-kubernetes', component: 'taskmanager' } },
      spec: {
        serviceAccount: 'default',
        serviceAccountName: 'default',
        hostNetwork: true,
        containers: [
          {
            name: 'flink-main-container',
            image: 'flink:1.20',
            imagePullPolicy: 'IfNotPresent',
            resources: { requests: { cpu: '1.0', memory: '2048Mi' }, limits: { cpu: '1.0', memory: '2048Mi' } },
            ports: [{ name: 'taskmanager-rpc', containerPort: 6122 }],
          },
        ],
      },
    })
  })

  test('M-D06 without cpu: number of slots, not -1.0', () => {
    const cpu = { requests: { cpu: '3.0' }, limits: { cpu: '3.0' } }
    expect(pod(initStandaloneTaskManager, { ...standalone, configuration: { 'taskmanager.numberOfTaskSlots': '3' } })).toMatchObject({
      spec: { containers: [{ resources: cpu }] },
    })
  })

  test('factors below 1 are not checked here', () => {
    const options = { 'kubernetes.taskmanager.cpu.limit-factor': '0.5', 'kubernetes.taskmanager.cpu.amount': '2' }
    expect(pod(initStandaloneTaskManager, { ...standalone, configuration: options })).toMatchObject({
      spec: { containers: [{ resources: { limits: { cpu: '1.0' } } }] },
    })
  })
})

describe('6.11 resources', () => {
  const resources = (options: Readonly<Record<string, string>>, template: JsonObject = {}) =>
    (pod(initJobManager, { configuration: options }, main(template)) as { spec: { containers: readonly JsonObject[] } }).spec.containers[0]
      ?.['resources']

  test('over those of the template, whose others stay', () => {
    const template = { resources: { limits: { cpu: '9', memory: '9Gi', 'ephemeral-storage': '9Gi' }, requests: { cpu: 1 } } }
    expect(resources({ 'kubernetes.jobmanager.cpu.amount': '0.5' }, template)).toEqual({
      requests: { cpu: '0.5', memory: '1024Mi' },
      limits: { cpu: '0.5', memory: '1024Mi', 'ephemeral-storage': '9Gi' },
    })
  })

  test.each([
    ['kubernetes.jobmanager.cpu.limit-factor'],
    ['kubernetes.jobmanager.memory.limit-factor'],
  ])('%s < 1 is an error', key => {
    expect(pod(initJobManager, { configuration: { [key]: '0.9' } })).toMatchObject({
      reason: 'LimitFactor',
      message: `${key} should be greater or equal to 1.`,
    })
  })

  test('M-D09 memory in whole MiB, rounded down, limit truncated: what is rendered for existing resources stays, validation tells it', () => {
    expect(resources({ 'jobmanager.memory.process.size': '1500000000', 'kubernetes.jobmanager.memory.limit-factor': '1.5' })).toMatchObject(
      {
        requests: { memory: '1430Mi' },
        limits: { memory: '2145Mi' },
      },
    )
  })

  test('M-D10 cpu times factor without the noise of binary fractions', () => {
    expect(resources({ 'kubernetes.jobmanager.cpu.amount': '0.1', 'kubernetes.jobmanager.cpu.limit-factor': '3' })).toMatchObject({
      requests: { cpu: '0.1' },
      limits: { cpu: '0.3' },
    })
  })
})

import { describe, expect, test } from 'vitest'
import { conf, foundBy, goodSpec } from '../../../fixtures/validated-spec.ts'
import { operatorOptions } from '../../options/operator-options.ts'
import { podRights } from '../../options/security-options.ts'
import type { JsonObject } from '../../contract/resource/json.ts'

const accounts = { 'kubernetes.operator.security.allowed-service-accounts': 'flink; jobs' }
const annotations = { 'kubernetes.operator.security.allowed-ingress-annotations': 'a.io/x; cert-manager.io/*' }
const forbidding = (...names: readonly string[]) => ({ 'kubernetes.operator.security.forbidden-pod-fields': names.join(';') })
const everything = { ...accounts, ...annotations, ...forbidding(...podRights) }

const fieldsOf = (over: JsonObject, operator: Readonly<Record<string, string>>): readonly string[] =>
  foundBy('S13', over, { operator }).map(it => it.slice(0, it.indexOf(': ')))

const pod = (spec: JsonObject): JsonObject => ({ podTemplate: { spec } })
const flinkContainer = (context: JsonObject): JsonObject =>
  pod({ containers: [{ name: 'flink-main-container', securityContext: context }] })
const manager = (process: 'jobManager' | 'taskManager', spec: JsonObject): JsonObject => ({
  [process]: { ...(goodSpec[process] as JsonObject), podTemplate: { spec } },
})

describe('S13 allowed ServiceAccounts of a FlinkDeployment', () => {
  test('nothing is restricted by default', () => {
    const wild = {
      ...pod({ serviceAccountName: 'evil', hostPID: true }),
      ingress: { template: 'a.io', annotations: { b: 'c' } },
      serviceAccount: 'evil',
    }
    expect(fieldsOf(wild, {})).toEqual([])
  })

  test('the message has what was found and what is allowed', () => {
    expect(foundBy('S13', { serviceAccount: 'evil' }, { operator: accounts })).toEqual([
      'serviceAccount: The ServiceAccount evil is not allowed by kubernetes.operator.security.allowed-service-accounts. Allowed: flink, jobs',
    ])
  })

  test.each<readonly [what: string, over: JsonObject, fields: readonly string[]]>([
    ['one that is allowed', {}, []],
    ['the other, everywhere', {
      ...pod({ serviceAccountName: 'jobs', serviceAccount: 'jobs' }),
      ...conf({ 'kubernetes.taskmanager.service-account': 'jobs' }),
      serviceAccount: 'jobs',
    }, []],
    ['an empty name is that of the default one', { serviceAccount: '' }, ['serviceAccount']],
    ['none is the default one', { serviceAccount: null }, ['serviceAccount']],
    ['a name that only begins so', { serviceAccount: 'flink2' }, ['serviceAccount']],
    ['of the JobManager', conf({ 'kubernetes.jobmanager.service-account': 'evil' }), [
      'flinkConfiguration.kubernetes.jobmanager.service-account',
    ]],
    ['of the TaskManagers', conf({ 'kubernetes.taskmanager.service-account': 'evil' }), [
      'flinkConfiguration.kubernetes.taskmanager.service-account',
    ]],
    ['of both, which spec.serviceAccount comes before', conf({ 'kubernetes.service-account': 'evil' }), [
      'flinkConfiguration.kubernetes.service-account',
    ]],
    ['nested', conf({ kubernetes: { 'jobmanager.service-account': 'evil', taskmanager: { 'service-account': 'worse' } } }), [
      'flinkConfiguration.kubernetes.jobmanager.service-account',
      'flinkConfiguration.kubernetes.taskmanager.service-account',
    ]],
    ['as a list', conf({ 'kubernetes.taskmanager.service-account': ['evil'] }), [
      'flinkConfiguration.kubernetes.taskmanager.service-account',
    ]],
    ['an empty one', conf({ 'kubernetes.taskmanager.service-account': '' }), ['flinkConfiguration.kubernetes.taskmanager.service-account']],
    ['a blank around the key', conf({ ' kubernetes.taskmanager.service-account ': 'evil' }), [
      'flinkConfiguration. kubernetes.taskmanager.service-account ',
    ]],
    ['inside of a key that Flink 1 cuts', conf({ 'kubernetes.taskmanager.service-account: evil #': 'x' }), [
      'flinkConfiguration.kubernetes.taskmanager.service-account',
    ]],
    ['a line break in a key', conf({ 'a: b\nkubernetes.taskmanager.service-account': 'evil' }), ['flinkConfiguration.a']],
    ['in the pod template', pod({ serviceAccountName: 'evil' }), ['podTemplate.spec.serviceAccountName']],
    ['by the older field', pod({ serviceAccount: 'evil' }), ['podTemplate.spec.serviceAccount']],
    ['no text', pod({ serviceAccount: { name: 'flink' } }), ['podTemplate.spec.serviceAccount']],
    ['in that of the JobManager', manager('jobManager', { serviceAccountName: 'evil' }), [
      'jobManager.podTemplate.spec.serviceAccountName',
    ]],
    ['in that of the TaskManagers', manager('taskManager', { serviceAccountName: 'evil' }), [
      'taskManager.podTemplate.spec.serviceAccountName',
    ]],
    ['in a file', conf({ 'kubernetes.pod-template-file.taskmanager': '/x.yaml' }), [
      'flinkConfiguration.kubernetes.pod-template-file.taskmanager',
    ]],
    ['on the command line', conf({ 'kubernetes.jobmanager.entrypoint.args': '-Dkubernetes.taskmanager.service-account=evil' }), [
      'flinkConfiguration.kubernetes.jobmanager.entrypoint.args',
    ]],
    ['an option of the same name in the resource', {
      ...conf(Object.fromEntries(Object.keys(accounts).map(key => [key, 'evil']))),
      serviceAccount: 'evil',
    }, ['serviceAccount']],
  ])('%s', (_what, over, fields) => expect(fieldsOf(over, accounts)).toEqual(fields))

  test("the operator's own default of a role is judged too", () => {
    expect(fieldsOf({}, { ...accounts, 'kubernetes.taskmanager.service-account': 'other', 'kubernetes.service-account': 'unused' }))
      .toEqual([
        'flinkConfiguration.kubernetes.taskmanager.service-account',
      ])
  })
})

describe('S13 allowed annotations of an ingress', () => {
  const ingress = (...keys: readonly string[]): JsonObject => ({
    ingress: { template: 'a.io', annotations: Object.fromEntries(keys.map(key => [key, 'v'])) },
  })
  test('the message has what was found and what is allowed', () => {
    expect(foundBy('S13', ingress('n.io/snippet'), { operator: annotations })).toEqual([
      'ingress.annotations.n.io/snippet: The annotation n.io/snippet is not allowed by kubernetes.operator.security.allowed-ingress-annotations. '
      + 'Allowed: a.io/x, cert-manager.io/*',
    ])
  })
  test.each<readonly [what: string, over: JsonObject, fields: readonly string[]]>([
    ['no ingress', {}, []],
    ['no annotations', { ingress: { template: 'a.io' } }, []],
    ['a key, and one with the beginning', ingress('a.io/x', 'cert-manager.io/issuer'), []],
    ['a key that goes on', ingress('a.io/xy'), ['ingress.annotations.a.io/xy']],
    ['another case', ingress('A.io/x'), ['ingress.annotations.A.io/x']],
    ['the beginning without its end', ingress('cert-manager.io'), ['ingress.annotations.cert-manager.io']],
  ])('%s', (_what, over, fields) => expect(fieldsOf(over, annotations)).toEqual(fields))

  test('a star alone allows all, and a name that nobody uses none', () => {
    const key = 'kubernetes.operator.security.allowed-ingress-annotations'
    expect(fieldsOf(ingress('x', 'y'), { [key]: '*' })).toEqual([])
    expect(fieldsOf(ingress('x'), { [key]: 'none' })).toEqual(['ingress.annotations.x'])
  })
})

describe('S13 what pods may not ask for', () => {
  test('the message has what was found and what is allowed, and is cut', () => {
    const path = `/${'x'.repeat(100)}`
    expect(foundBy('S13', pod({ volumes: [{ name: 'v', hostPath: { path } }] }), { operator: forbidding('hostPath') })).toEqual([
      `podTemplate.spec.volumes[0].hostPath: {"path":"/${
        'x'.repeat(70)
      }… is not allowed: kubernetes.operator.security.forbidden-pod-fields forbids hostPath. Allowed: no hostPath`,
    ])
  })

  const inContainer = 'podTemplate.spec.containers[0].securityContext'
  test.each<readonly [right: typeof podRights[number], over: JsonObject, field: string]>([
    ['hostPath', pod({ volumes: [{ name: 'a', emptyDir: {} }, { name: 'b', hostPath: {} }] }), 'podTemplate.spec.volumes[1].hostPath'],
    ['hostPath', manager('jobManager', { volumes: [{ hostPath: { path: '/' } }] }), 'jobManager.podTemplate.spec.volumes[0].hostPath'],
    ['hostPath', manager('taskManager', { volumes: [{ hostPath: { path: '/' } }] }), 'taskManager.podTemplate.spec.volumes[0].hostPath'],
    ['hostNetwork', pod({ hostNetwork: true }), 'podTemplate.spec.hostNetwork'],
    ['hostNetwork', pod({ hostNetwork: 'true' }), 'podTemplate.spec.hostNetwork'],
    ['hostNetwork', conf({ 'kubernetes.hostnetwork.enabled': true }), 'flinkConfiguration.kubernetes.hostnetwork.enabled'],
    ['hostNetwork', conf({ kubernetes: { hostnetwork: { enabled: 'TRUE' } } }), 'flinkConfiguration.kubernetes.hostnetwork.enabled'],
    ['hostNetwork', conf({ 'kubernetes.hostnetwork.enabled ': 'true' }), 'flinkConfiguration.kubernetes.hostnetwork.enabled '],
    ['hostPID', pod({ hostPID: true }), 'podTemplate.spec.hostPID'],
    ['hostIPC', pod({ hostIPC: true }), 'podTemplate.spec.hostIPC'],
    [
      'hostPorts',
      pod({ containers: [{ ports: [{ containerPort: 1 }, { hostPort: 80 }] }] }),
      'podTemplate.spec.containers[0].ports[1].hostPort',
    ],
    ['hostPorts', pod({ initContainers: [{ ports: [{ hostPort: 80 }] }] }), 'podTemplate.spec.initContainers[0].ports[0].hostPort'],
    [
      'hostProcess',
      pod({ securityContext: { windowsOptions: { hostProcess: true } } }),
      'podTemplate.spec.securityContext.windowsOptions.hostProcess',
    ],
    ['hostProcess', flinkContainer({ windowsOptions: { hostProcess: true } }), `${inContainer}.windowsOptions.hostProcess`],
    ['privileged', flinkContainer({ privileged: true }), `${inContainer}.privileged`],
    [
      'privileged',
      pod({ ephemeralContainers: [{ securityContext: { privileged: true } }] }),
      'podTemplate.spec.ephemeralContainers[0].securityContext.privileged',
    ],
    ['allowPrivilegeEscalation', flinkContainer({ allowPrivilegeEscalation: true }), `${inContainer}.allowPrivilegeEscalation`],
    ['addedCapabilities', flinkContainer({ capabilities: { add: ['SYS_ADMIN'] } }), `${inContainer}.capabilities.add`],
    ['runAsRoot', flinkContainer({ runAsUser: 0 }), `${inContainer}.runAsUser`],
    ['runAsRoot', flinkContainer({ runAsUser: '0' }), `${inContainer}.runAsUser`],
    ['runAsRoot', flinkContainer({ runAsNonRoot: false }), `${inContainer}.runAsNonRoot`],
    ['runAsRoot', pod({ securityContext: { runAsUser: 0 } }), 'podTemplate.spec.securityContext.runAsUser'],
    ['procMount', flinkContainer({ procMount: 'Unmasked' }), `${inContainer}.procMount`],
    ['sysctls', pod({ securityContext: { sysctls: [{ name: 'a', value: 'b' }] } }), 'podTemplate.spec.securityContext.sysctls'],
  ])('%s: %j', (right, over, field) => {
    expect(fieldsOf(over, forbidding(right))).toEqual([field])
    expect(fieldsOf(over, forbidding(...podRights.filter(it => it !== right)))).toEqual([])
  })

  test('every name has a row, and none is found in a pod that asks for nothing', () => {
    const harmless = {
      ...pod({
        hostNetwork: false,
        hostPID: null,
        volumes: [{ name: 'a', emptyDir: {} }, null, 'x'],
        securityContext: { runAsUser: 9999, runAsNonRoot: true, sysctls: [] },
        containers: [{
          ports: [{ containerPort: 80, hostPort: 0 }],
          securityContext: {
            privileged: false,
            allowPrivilegeEscalation: false,
            procMount: 'Default',
            runAsUser: null,
            capabilities: { drop: ['ALL'], add: [] },
          },
        }],
      }),
      ...conf({ 'kubernetes.hostnetwork.enabled': 'False' }),
    }
    expect(fieldsOf(harmless, everything)).toEqual([])
  })

  test('a template in a file, and options on a command line, are not judged, and so are refused', () => {
    const hidden = conf({ 'kubernetes.pod-template-file': '/x', 'kubernetes.jobmanager.entrypoint.args': '-D a=b' })
    expect(fieldsOf(hidden, forbidding('hostPath'))).toEqual([
      'flinkConfiguration.kubernetes.pod-template-file',
      'flinkConfiguration.kubernetes.jobmanager.entrypoint.args',
    ])
    expect(fieldsOf(hidden, annotations)).toEqual([])
  })

  test('options of a resource change nothing', () => {
    const own = conf({ 'kubernetes.operator.security.forbidden-pod-fields': '' })
    expect(fieldsOf({ ...pod({ hostPID: true }), ...own }, forbidding('hostPID'))).toEqual(['podTemplate.spec.hostPID'])
  })
})

describe('S13 a restriction that can not be read', () => {
  const key = 'kubernetes.operator.security.forbidden-pod-fields'
  test('a name that is none forbids everything, and is told', () => {
    const { options, findings } = operatorOptions({ [key]: 'hostpid; hostPth' })
    expect(options.securityForbiddenPodFields).toEqual(podRights)
    expect(findings).toMatchObject([{ severity: 'Error', message: `Could not parse value 'hostpid; hostPth' for key '${key}'.` }])
  })
  test('names in any case, blanks between them', () => {
    expect(operatorOptions({ [key]: ' hostpid ;; HOSTPATH' }).options.securityForbiddenPodFields).toEqual(['hostPID', 'hostPath'])
  })
  test('lists that are quoted badly allow nothing', () => {
    const { options } = operatorOptions({
      'kubernetes.operator.security.allowed-service-accounts': "'flink",
      'kubernetes.operator.security.allowed-ingress-annotations': '"a',
    })
    expect([options.securityAllowedServiceAccounts, options.securityAllowedIngressAnnotations]).toEqual([[], []])
    expect(foundBy('S13', {}, { operator: { 'kubernetes.operator.security.allowed-service-accounts': "'flink" } })).toEqual([
      expect.stringMatching(/Allowed: none$/u) as string,
    ])
  })
})

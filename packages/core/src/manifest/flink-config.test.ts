import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { configYaml } from './config-yaml.ts'
import { renderManifest } from './render-manifest.ts'

const required = {
  'execution.target': 'kubernetes-session',
  'jobmanager.memory.process.size': '1 gb',
  'taskmanager.memory.process.size': '1 gb',
  'kubernetes.container.image.ref': 'flink',
}

const data = (overrides: Partial<ClusterManifestInput>): unknown => {
  const answer = renderManifest({
    _tag: 'ClusterManifest',
    part: 'FlinkConfig',
    input: {
      namespace: 'ns',
      clusterId: 'app',
      flinkVersion: 'v1_20',
      mode: 'native',
      owner: { apiVersion: 'v', kind: 'k', name: 'app', uid: 'U' },
      jobManagerPodTemplate: null,
      taskManagerPodTemplate: null,
      logConfiguration: {},
      attempt: null,
      ...overrides,
      configuration: { ...required, ...overrides.configuration },
    },
  })
  return answer._tag === 'Left' ? answer.left : answer.right['data']
}

const line = (configuration: Readonly<Record<string, string>>, key: string): string | undefined =>
  (data({ configuration }) as Record<string, string>)['flink-conf.yaml']?.split('\n').find(it => it.startsWith(`${key}: `))

const yaml = (configuration: Readonly<Record<string, string>>): string => {
  const answer = configYaml(configuration)
  return answer._tag === 'Left' ? answer.left.message : answer.right
}

describe('flink-config-<id> (cluster-manifests.md, section 5)', () => {
  test.each([
    'kubernetes.config.file',
    '$internal.deployment.config-dir',
    'rest.bind-address',
    'jobmanager.bind-host',
    'taskmanager.bind-host',
    'taskmanager.host',
    'kubernetes.pod-template-file.jobmanager',
    'kubernetes.pod-template-file.taskmanager',
    'kubernetes.operator.x',
    'job.autoscaler.enabled',
  ])('5.1 %s stays outside', key => {
    expect(line({ [key]: 'x' }, key)).toBeUndefined()
  })

  test('the log files that exist and are mounted', () => {
    expect(data({ logConfiguration: { 'log4j-console.properties': 'x', 'other.xml': 'y' } })).toMatchObject({
      'log4j-console.properties': 'x',
    })
    expect(data({ logConfiguration: { 'other.xml': 'y' } })).not.toHaveProperty(['other.xml'])
  })

  test("4.2 the address of the internal Service, whatever the user wrote; with HA the user's", () => {
    expect(line({ 'jobmanager.rpc.address': 'x' }, 'jobmanager.rpc.address')).toBe('jobmanager.rpc.address: app.ns')
    expect(line({ 'jobmanager.rpc.address': 'x', 'high-availability': 'kubernetes' }, 'jobmanager.rpc.address')).toBe(
      'jobmanager.rpc.address: x',
    )
  })

  test("6.8 the keytab's path is that of the pod", () => {
    const kerberos = { 'security.kerberos.login.keytab': '/x/my.keytab', 'security.kerberos.login.principal': 'me' }
    expect(line(kerberos, 'security.kerberos.login.keytab')).toBe('security.kerberos.login.keytab: /opt/kerberos/kerberos-keytab/my.keytab')
  })

  test('U10 a copy of the command line that the file of lines can not hold is left out of it', () => {
    const copies = {
      '$internal.application.program-args': "'a\nexecution.savepoint.path: s3://other'",
      'execution.savepoint.path': 's3://b/sp#1',
    }
    const standalone = { 'kubernetes.internal.cluster-mode': 'APPLICATION', 'execution.target': 'remote' }
    const file = (mode: 'native' | 'standalone', configuration: Readonly<Record<string, string>>) =>
      (data({ mode, configuration: { ...standalone, ...configuration } }) as Record<string, string>)['flink-conf.yaml']
    expect(file('standalone', copies)).not.toContain('other')
    expect(file('standalone', copies)).not.toContain('execution.savepoint.path')
    expect(file('standalone', { ...copies, '$internal.application.program-args': 'a' })).toContain(
      '$internal.application.program-args: a\n',
    )
  })

  test('M-D16 lists and maps stay in the form that every version reads', () => {
    expect(line({ 'pipeline.jars': 'local:///a.jar;local:///b.jar' }, 'pipeline.jars')).toBe('pipeline.jars: local:///a.jar;local:///b.jar')
  })
})

describe('5.3 config.yaml', () => {
  test('nested, sorted, block style, all values strings, program arguments a list', () => {
    expect(
      yaml({ 'b.port': '6124', 'a.z': 'false', 'a.b.c': '2 gb', '$internal.application.program-args': "--a;'x;y';1", n: 'null', e: '' }),
    ).toBe([
      '$internal:',
      '  application:',
      '    program-args:',
      '      - --a',
      '      - x;y',
      "      - '1'",
      'a:',
      '  b:',
      '    c: 2 gb',
      "  z: 'false'",
      'b:',
      "  port: '6124'",
      'e: ""',
      "n: 'null'",
      '',
    ].join('\n'))
  })

  test.each([
    'true',
    '1.0',
    '0x1F',
    '0o17',
    '~',
    'null',
    '.inf',
    '1e3',
    '-4',
    'a: b',
    '# x',
    '- x',
    "it's",
    '"q"',
    ' blank ',
    'line\nbreak',
    '\n',
    '\n\n x\n',
    '{a: b}',
    '[a]',
    '&a',
    '*a',
    '!t',
    '@x',
    '%y',
    '2026-01-01',
    'x'.repeat(300),
  ])('%j is read back as this text', value => {
    expect(parse(yaml({ 'a.b': value }))).toEqual({ a: { b: value } })
  })

  test.each([
    [{ a: 'x', 'a.b': 'y' }, 'a', 'a.b'],
    [{ 'a.b': 'x', 'a-x': '1', 'a.b.c.d': 'y' }, 'a.b', 'a.b.c.d'],
  ])('overlapping keys %j', (configuration, prefix, key) => {
    expect(yaml(configuration)).toBe(
      `Overlapping key prefixes detected (${prefix} -> ${key}), please replace with Flink v2 compatible, non-deprecated keys.`,
    )
  })

  test('keys that begin alike are not overlapping', () => {
    expect(parse(yaml({ 'a.b': '1', 'a.bc': '2', 'a-b': '3' }))).toEqual({ a: { b: '1', bc: '2' }, 'a-b': '3' })
  })

  test('5.4 deprecated keys are written under their canonical names: `high-availability` beside `high-availability.storageDir` is no overlap', () => {
    expect(parse(yaml({ 'high-availability': 'kubernetes', 'high-availability.storageDir': 's3://b' }))).toEqual({
      'high-availability': { type: 'kubernetes', storageDir: 's3://b' },
    })
    expect(parse(yaml({ 'state.savepoints.dir': 'old', 'execution.checkpointing.savepoint-dir': 'new' }))).toEqual({
      execution: { checkpointing: { 'savepoint-dir': 'new' } },
    })
    expect(parse(yaml({ 'rest.port': '1' }))).toEqual({ rest: { port: '1' } })
  })
})

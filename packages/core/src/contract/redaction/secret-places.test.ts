import { expect, test, describe } from 'vitest'
import type { Json } from '../resource/json.ts'
import { hideAt, hideInPlaces } from './secret-places.ts'
import { secretsIn } from './known-secrets.ts'
import { redactJson, hideKnown } from './redact.ts'

const m = 'Hx7marker'

test.each(
  [
    ['a key of a configuration', { flinkConfiguration: { 's3.secret-key': m } }],
    ['a nested one', { flinkConfiguration: { s3: { 'secret-key': m } } }],
    ['nested by parts', { flinkConfiguration: { fs: { s3a: { secret: { key: m } } } } }],
    ['what stands below a secret name', { flinkConfiguration: { password: { value: m, list: [m] } } }],
    ['a list under one', { flinkConfiguration: { tokens: [m] } }],
    ['a number', { flinkConfiguration: { password: 48151623 } }],
    ['a variable of a process', { flinkConfiguration: { 'containerized.master.env.FOO': m } }],
    ['nested variables', { flinkConfiguration: { containerized: { taskmanager: { env: { FOO: m } } } } }],
    ["a key of Lyft's configuration", { flinkConfig: { 's3.secret-key': m } }],
    ['a variable of a process in it', { flinkConfig: { 'containerized.master.env.FOO': m } }],
    ["the configuration of Lyft's clusters", {
      containers: [{ env: [{ name: 'FLINK_PROPERTIES', value: `a: b\ns3.secret-key: ${m}\n` }] }],
    }],
    ["arguments of Lyft's jobs", { programArgs: `--a b --password ${m} --token=${m}` }],
    ['the same in an annotation', { metadata: { annotations: { 'flink-job-properties': `jarName: a\nprogramArgs:"--password ${m}"` } } }],
    ['options of the VM', { flinkConfiguration: { 'env.java.opts.all': `-Dp.Password=${m}` } }],
    ['an argument after its flag', { job: { args: ['--db.password', m] } }],
    ['behind an equals sign, with blanks', { job: { args: [`--password=a b ${m}`] } }],
    ['without dashes', { job: { args: ['password', m, `token=${m}`] } }],
    ['a number after its flag', { job: { args: ['--pin.password', 48151623] } }],
    ['JSON as an argument', { job: { args: [`{"db":{"password":"${m}"}}`] } }],
    ['a variable of a container', { podTemplate: { spec: { containers: [{ env: [{ name: 'DSN', value: m }] }] } } }],
    ['of an init container', { podTemplate: { spec: { initContainers: [{ env: [{ name: 'X', value: m }] }] } } }],
    ['a command', { podTemplate: { spec: { containers: [{ command: ['sh', '-c', `curl -H "Authorization: Bearer ${m}" x`] }] } } }],
    ['headers for a jar', { flinkConfiguration: { 'kubernetes.operator.user.artifacts.http.header': `X-Mine:${m}` } }],
    ['one of them', { flinkConfiguration: { 'kubernetes.operator.user.artifacts.http.header.X-Mine': m } }],
    ['a signed URL', { job: { jarURI: `https://repo/a.jar?X-Amz-Signature=${m}` } }],
    ['an annotation', { metadata: { annotations: { 'my-secret': m } } }],
    ['a URL', { job: { jarURI: `https://u:${m}@repo/a.jar` } }],
    ['a Secret', { kind: 'Secret', data: { a: m }, stringData: { b: m } }],
    ['a file of a configuration', { kind: 'ConfigMap', data: { 'config.yaml': `a: b\ns3.secret-key: x y ${m}\n` } }],
    ['a log configuration', { logConfiguration: { 'log4j-console.properties': `appender.http.url=https://u:${m}@x` } }],
    ['a recorded spec', {
      status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: { job: { args: ['--password', m] } } }) } },
    }],
  ] as const,
)('F18 P23 hidden: %s', (_title, value) => {
  const shown = JSON.stringify(redactJson(value))
  expect(shown).not.toContain(m)
  expect(shown).not.toContain('48151623')
  expect(shown).toContain('(hidden)')
  expect(secretsIn(value).join()).toMatch(/marker|48151623/)
})

test.each(
  [
    ['a reference to a Secret', { env: [{ name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }],
    ['a volume', { volumes: [{ name: 'v', secret: { secretName: 's', items: [{ key: 'a', path: 'b' }] } }] }],
    ['image pull secrets', { imagePullSecrets: [{ name: 's' }] }],
    ['a toleration', { tolerations: [{ key: 'k', operator: 'Exists' }] }],
    ['keys of a ConfigMap', { dataKeys: ['a'] }],
    ['a switch', { automountServiceAccountToken: false }],
    ['arguments', { args: ['--input', 's3://b/x', '--parallelism', '4'] }],
    ['an ordinary key', { flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '2' } }],
  ] as const,
)('F18 left as it is: %s', (_title, value) => {
  const found: string[] = []
  hideInPlaces(value, secret => {
    found.push(secret)
    return secret
  })
  expect(found).toEqual([])
})

test('F18 what takes too much with it is hidden only where it stands', () =>
  expect(
    secretsIn({
      flinkConfiguration: {
        password: 'true',
        'a.token': '10 s',
        'b.secret': 'ab',
        'containerized.master.env.MODE': 'savepoint',
        'containerized.master.env.DIR': '/opt/flink',
      },
    }),
  ).toEqual([]))

test('F18 what is nested too deep to be walked through is hidden as a whole', () => {
  const deep = Array.from({ length: 20_000 }).reduce<Json>(inner => [inner], 'password=x')
  expect(hideInPlaces(deep, () => '(hidden)')).toBe('(hidden: nested too deep)')
  expect(hideAt('flinkConfiguration.a', deep, () => '(hidden)')).toBe('(hidden: nested too deep)')
})

describe('secret parts', () => {
  const m = 'Hx7marker'

  test.each([
    ['a user and a password', { flinkConfiguration: { 'x.basic-auth': `user:${m}` } }],
    ['options of the VM under a name of a secret', { flinkConfiguration: { 'env.java.opts.password': `-Dx=1 -Dpassword=${m} -Dy=2` } }],
    ['a connection string', { flinkConfiguration: { 'db.connection-string': `Account=a;Key=${m};x=y` } }],
    ['what stands before a separator', { job: { args: [`jdbc:sqlserver://h;user=u;password=${m};encrypt=true`] } }],
    ['a line of flags', { job: { args: [`a: b\n--password ${m} --other x`] } }],
    ['a private key', { flinkConfiguration: { x: `-----BEGIN PRIVATE KEY-----\n${m}\n-----END PRIVATE KEY-----` } }],
    ['a JSON web token', { flinkConfiguration: { x: `eyJhbGciOiJIUzI1NiJ9.${m}.x` } }],
  ])('F18 P23 what is repeated of a hidden text is hidden alone, too: %s', (_title, value) => {
    expect(hideKnown(`it said ${m}`, secretsIn(value))).toBe('it said (hidden)')
  })

  test('F18 P23 ordinary parts of a hidden text are left where they stand alone', () => {
    const secrets = secretsIn({ flinkConfiguration: { 'x.password': 'the savepoint; of a job', 'y.secret': 'a, b' } })
    expect(hideKnown('the savepoint of a job: a, b', secrets)).toBe('the savepoint of a job: a, b')
  })

  test('P23 a secret that is a part of another one has parts of its own', () => {
    const user = `https://user:${m}@h`
    expect(secretsIn({ flinkConfiguration: { 'a.password': `x ${user} y`, b: user } })).toContain(m)
  })
})

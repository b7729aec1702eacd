import { describe, expect, test } from 'vitest'
import { redactText } from './redact.ts'

const m = 'Hx7marker'

test.each([
  `--db.password ${m}`,
  `--password=${m}`,
  `-password ${m}`,
  `run --DB_PASSWORD '${m}' --parallelism 2`,
  `-Dfoo.Password=${m} -Dx=1`,
  `-Djavax.net.ssl.keyStorePassword=${m}`,
  `https://user:${m}@repo/a.jar`,
  `https://${m}@repo/a.jar`,
  `https://u:a/${m}@repo/a.jar`,
  `postgres://u:p@${m}@h/db`,
  `mongodb+srv://u:${m}@h`,
  `redis://:${m}@h:6379/0`,
  `could not read https://u:${m}@h/x: 404`,
  `root:${m}@tcp(127.0.0.1:3306)/db`,
  `jdbc:oracle:thin:scott/${m}@//h:1521/x`,
  `s3://b/x@y and ftp://u:${m}@h/a@b`,
  `jdbc:postgresql://h/db?user=u&password=${m}`,
  `jdbc:x?user=u&pw=${m}`,
  `jdbc:sqlserver://h;user=u;password=${m};encrypt=true`,
  `wasbs://c@a/x?sig=${m}`,
  `s3://b/x?X-Amz-Signature=${m}&x=1`,
  `org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="${m}";`,
  `PlainLoginModule required password='${m} with blanks';`,
  `fs.s3a.secret.key: ${m}`,
  `s3.access-key=${m}`,
  `fs.azure.account.key.x.blob.core.windows.net: ${m}`,
  `metrics.reporter.dd.apikey: ${m}`,
  `a.api-key = ${m}`,
  `x.auth-params: ${m}`,
  `x.service-key: ${m}`,
  `rest.basic-auth: ${m}`,
  `sasl.jaas.config=${m}`,
  `x.http-headers: ${m}`,
  `AccessToken: ${m}`,
  `{"token":"${m}"}`,
  `{\\"clientSecret\\":\\"${m}\\"}`,
  `{"a":{"password":"a\\"${m}"}}`,
  `Authorization: Bearer ${m}`,
  `Authorization: Basic ${m}`,
  `sent Bearer ${m} to it`,
  `PASSWD=${m}`,
  `db-passphrase=${m}`,
  `user: u\npassword: a b ${m}\nx: y`,
  `SECRET_KEY_BASE=${m}`,
  `?access_token=${m}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${m}\n-----END RSA PRIVATE KEY-----`,
  `AccountKey=${m}==;EndpointSuffix=x`,
  `DSN=${m}`,
  `cookie: ${m}`,
  `password => "${m}"`.replace('=>', '='),
])('F18 P23 no secret is left in %j, and a second time changes nothing more', text => {
  const shown = redactText(text)
  expect(shown).not.toContain(m)
  expect(shown).toContain('(hidden)')
  expect(redactText(shown)).toBe(shown)
})

test.each([
  "Could not parse value 'x' for key 'taskmanager.memory.process.size'.",
  'unknown key: foo',
  's3://bucket/savepoints/savepoint-aa-1',
  'abfss://container@account.dfs.core.windows.net/x',
  'hdfs://nn:8020/user@x/chk-7',
  'repo:5000/flink:1.20@sha256:0123abcd',
  'secrets "a" is forbidden: User "u" cannot get resource',
  'Job status changed from RUNNING to FAILED',
  'the job is being stopped (savepoint)',
  'http://app-rest.ns:8081/jobs',
  'podTemplate.spec.tolerations.0.key : k1 -> k2',
  'topologyKey : zone -> host',
  '{"name":"a","image":"b"}',
  'security.ssl.internal.keystore-enabled: true',
  's3.secret-key : null -> {..}',
  'wait 500 ms for the JobManager',
])('F18 left as it is: %s', text => expect(redactText(text)).toBe(text))

describe('F18 what is known for a secret is hidden wherever it is repeated', () => {
  test.each([['as it stands', `Invalid value: "${m}\\x": no`, `${m}\\x`], [
    'as JSON writes it',
    `{"a":"${JSON.stringify(`${m}"\n`).slice(1, -1)}"}`,
    `${m}"\n`,
  ]])('%s', (_title, text, secret) => {
    expect(redactText(text, [secret])).not.toContain(m)
  })
})

test('a long word takes no longer than its length: no text holds up the rounds', () => {
  const word = `password a${'.a'.repeat(100_000)}`
  const before = process.threadCpuUsage()
  expect(redactText(word, [])).toBe(word)
  // of this thread alone, whatever else the machine does
  const { user, system } = process.threadCpuUsage(before)
  expect(user + system).toBeLessThan(2_000_000)
})

test.each([
  ['-Dpassword=x1y2', '-Dpassword=(hidden)'],
  ['..password=x1y2', '..password=(hidden)'],
  ['7-password: x1y2', '7-password: (hidden)'],
  ['a=b.password=x1y2', 'a=b.password=(hidden)'],
  ['a: password=x1y2', 'a: password=(hidden)'],
])('a name may stand behind digits, dots and dashes: %s', (text, shown) => expect(redactText(text, [])).toBe(shown))

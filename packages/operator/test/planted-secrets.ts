import type { Json, JsonObject } from '@flink-operator/core'

/** One secret, and the place of a FlinkDeployment's spec in which a person put it. */
export interface Planted {
  readonly title: string
  readonly secret: string
  readonly spec: JsonObject
}

/** Names of configuration keys whose values are secrets: Flink's own, file systems, clients, and what people call theirs. */
const keys: readonly string[] = [
  's3.secret-key',
  's3.access-key',
  's3a.secret.key',
  'fs.s3a.secret.key',
  'fs.s3a.access.key',
  'fs.s3a.session.token',
  'presto.s3.secret-key',
  'fs.oss.accessKeySecret',
  'fs.azure.account.key.acc.blob.core.windows.net',
  'fs.azure.account.oauth2.client.secret',
  'fs.azure.sas.container.acc.blob.core.windows.net',
  'fs.gs.auth.service.account.private.key',
  'gs.auth.token',
  'security.ssl.internal.key-password',
  'security.ssl.internal.keystore-password',
  'security.ssl.internal.truststore-password',
  'security.ssl.rest.key-password',
  'security.ssl.rest.keystore-password',
  'security.ssl.rest.truststore-password',
  'metrics.reporter.dghttp.apikey',
  'metrics.reporter.influx.password',
  'metrics.reporter.grafana.api-key',
  'metrics.reporter.x.auth-params',
  'metrics.reporter.x.service-key',
  'metrics.reporter.x.basic-auth',
  'metrics.reporter.x.http-headers',
  'kafka.sasl.jaas.config',
  'table.x.properties.sasl.jaas.config',
  'my.clientSecret',
  'my.client_secret',
  'MY_CLIENT_SECRET',
  'my.ApiKey',
  'my.api_key',
  'my.Passwd',
  'my.pwd',
  'db.PASSWORD',
  'db.passphrase',
  'db.credentials',
  'db.cred',
  'db.dsn',
  'db.connection-string',
  'db.connectionString',
  'oauth.bearer',
  'oauth.refresh-token',
  'oauth.access_token',
  'oauth.authorization',
  'github.token',
  'slack.webhook',
  'http.cookie',
  'request.signature',
  'x.sig',
  'x.sas',
  'x.auth',
  'x.pw',
  'encryption.key',
  'signing-key',
  'private.key',
  'kubernetes.operator.user.artifacts.http.header',
]

/** Names of an argument, of a flag, of a property of the VM. */
const flags: readonly string[] = [
  'password',
  'db.password',
  'db-password',
  'DB_PASSWORD',
  'passwd',
  'pwd',
  'secret',
  'client-secret',
  'token',
  'access-token',
  'api-key',
  'apiKey',
  'credentials',
  'sasl.jaas.config',
]

const schemes: readonly string[] = [
  'https',
  'http',
  'ftp',
  'postgres',
  'mysql',
  'mongodb+srv',
  'redis',
  'amqp',
  'kafka',
  's3',
  'jdbc:postgresql',
  'nats',
]

const variables: readonly string[] = [
  'DB_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'SECRET_KEY_BASE',
  'DSN',
  'DATABASE_URL',
  'FOO',
  'API_KEY',
]

/** Texts in which a secret stands as programs write them. */
const texts: readonly ((secret: string) => string)[] = [
  secret => `org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="${secret}";`,
  secret => `org.apache.kafka.common.security.scram.ScramLoginModule required username='u' password='${secret}';`,
  secret => `jdbc:postgresql://h/db?user=u&password=${secret}`,
  secret => `jdbc:sqlserver://h;user=u;password=${secret};encrypt=true`,
  secret => `jdbc:oracle:thin:scott/${secret}@//h:1521/x`,
  secret => `root:${secret}@tcp(127.0.0.1:3306)/db`,
  secret => `https://bucket.example/a.jar?X-Amz-Signature=${secret}`,
  secret => `https://acc.blob.core.windows.net/c/a.jar?sv=1&sig=${secret}`,
  secret => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${secret};EndpointSuffix=x`,
  secret => `Authorization: Bearer ${secret}`,
  secret => `Authorization: Basic ${secret}`,
  secret => `{"user":"u","password":"${secret}"}`,
  secret => `{"auth":{"token":"${secret}"}}`,
  secret => `a: b\npassword: ${secret}\nc: d`,
]

const container = (name: string, fields: JsonObject): JsonObject => ({ podTemplate: { spec: { containers: [{ name, ...fields }] } } })

type Place = readonly [title: string, at: (secret: string) => JsonObject]

const places: readonly Place[] = [
  ...keys.map((key): Place => [`key ${key}`, secret => ({ flinkConfiguration: { [key]: secret } })]),
  ...keys.filter(key => /^[\w-]+\.[\w-]+\.[\w.-]+$/u.test(key)).slice(0, 16).map((key): Place => [
    `nested key ${key}`,
    secret => ({
      flinkConfiguration: `nested.${key}`.split('.').reduceRight<JsonObject | string>(
        (inner, part) => ({ [part]: inner }),
        secret,
      ),
    }),
  ]),
  ...flags.map((flag): Place => [`argument after --${flag}`, secret => ({ job: { args: [`--${flag}`, secret] } })]),
  ...flags.map((flag): Place => [`argument --${flag}=`, secret => ({ job: { args: [`--${flag}=${secret}`] } })]),
  ...flags.map((
    flag,
  ): Place => [
    `option of the VM -D${flag}=`,
    secret => ({ flinkConfiguration: { [`env.java.opts.${flag}`]: `-Dx=1 -D${flag}=${secret} -Dy=2` } }),
  ]),
  ...schemes.map((
    scheme,
  ): Place => [
    `user information of ${scheme}`,
    secret => ({ flinkConfiguration: { [`x.${scheme}.url`]: `${scheme}://u:${secret}@h/a` } }),
  ]),
  ...schemes.map((
    scheme,
  ): Place => [`user information of ${scheme} in an argument`, secret => ({ job: { args: ['--url', `${scheme}://u:${secret}@h:1/a`] } })]),
  ...variables.map((
    name,
  ): Place => [`variable ${name} of a container`, secret => container('flink-main-container', { env: [{ name, value: secret }] })]),
  ...variables.map((
    name,
  ): Place => [`variable ${name} of the JobManager`, secret => ({ flinkConfiguration: { [`containerized.master.env.${name}`]: secret } })]),
  ...texts.map((
    text,
    n,
  ): Place => [`text ${String(n)} as a value`, secret => ({ flinkConfiguration: { [`x.login.${String(n)}`]: text(secret) } })]),
  ...texts.map((text, n): Place => [`text ${String(n)} as an argument`, secret => ({ job: { args: [text(secret)] } })]),
  ...texts.slice(0, 8).map((
    text,
    n,
  ): Place => [
    `text ${String(n)} in a command`,
    secret => container(`text-${String(n)}`, { command: ['sh', '-c', `run "${text(secret)}"`] }),
  ]),
  ['user information of the jar', secret => ({ job: { jarURI: `https://u:${secret}@repo/a.jar` } })],
  ['token as user information', secret => ({ job: { jarURI: `https://${secret}@repo/a.jar` } })],
  ['signature of the jar', secret => ({ job: { jarURI: `https://repo/a.jar?X-Amz-Signature=${secret}` } })],
  ["a savepoint's path", secret => ({ job: { initialSavepointPath: `s3://u:${secret}@b/x` } })],
  [
    'log configuration',
    secret => ({
      logConfiguration: { 'log4j-console.properties': `appender.http.url=https://u:${secret}@x\nappender.http.password=${secret}` },
    }),
  ],
  ['annotation of the ingress', secret => ({ ingress: { template: 'x.{{name}}', annotations: { 'auth-token': secret } } })],
  [
    'a private key',
    secret => ({ flinkConfiguration: { 'x.pem': `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----` } }),
  ],
  ['a JSON web token', secret => ({ job: { args: [`eyJhbGciOiJIUzI1.${secret}.x`] } })],
]

/** Each secret is another one, and begins as no ordinary word does. */
export const plantedSecrets: readonly Planted[] = places.map(([title, at], n) => {
  const secret = `Zq7x${String(n).padStart(3, '0')}kVw`
  return { title, secret, spec: at(secret) }
})

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Both in one spec, lists one after the other. Null: they want the same field. */
const united = (a: Json, b: Json): Json | null => {
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as readonly Json[]), ...(b as readonly Json[])]
  if (!isObject(a) || !isObject(b)) return null
  const fields = Object.entries(b).map(([name, value]) => [name, a[name] === undefined ? value : united(a[name], value)] as const)
  return fields.some(([, value]) => value === null) ? null : { ...a, ...Object.fromEntries(fields) }
}

/** As many secrets as there is room for in each of a few specs. */
export const plantedSpecs = (all: readonly Planted[] = plantedSecrets): readonly JsonObject[] => {
  const [first, ...rest] = all
  if (first === undefined) return []
  const [spec, left] = rest.reduce<readonly [JsonObject, readonly Planted[]]>(([into, others], planted) => {
    const both = united(into, planted.spec)
    return isObject(both ?? undefined) ? [both as JsonObject, others] : [into, [...others, planted]]
  }, [first.spec, []])
  return [spec, ...plantedSpecs(left)]
}

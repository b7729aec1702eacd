import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  aFlinkDeployment,
  anOperator,
  aSandbox,
  deploymentsPath,
  type Parsed,
  type TestSandbox,
  untilStable,
  untilStatus,
} from './a-sandbox.ts'
import { type Certificates, certificates, hasOpenssl } from './certificates.ts'

const encrypted = {
  'security.ssl.rest.enabled': 'true',
  'security.ssl.rest.keystore': '/certs/keystore.p12',
  'security.ssl.rest.truststore': '/certs/truststore.p12',
  'kubernetes.secrets': 'app-tls:/certs',
}
const conditionsOf = (resource: Parsed): string => JSON.stringify(resource.status?.conditions ?? [])

describe.skipIf(!hasOpenssl)(
  hasOpenssl ? "U11 Flink's REST API over TLS" : 'U11 TLS: left out, openssl is not there to make certificates',
  () => {
    const made: Certificates[] = []
    const someCertificates = (): Certificates => {
      const of = certificates()
      made.push(of)
      of.issue('flink', 'DNS:localhost')
      of.issue('operator', 'DNS:operator')
      return of
    }
    afterAll(() => made.forEach(({ remove }) => remove()))

    const started = async (of: Certificates, options: Readonly<Record<string, string>>, clientCa?: string): Promise<TestSandbox> => {
      const flinkTls = { key: of.text('flink.key'), cert: of.text('flink.crt'), ...(clientCa === undefined ? {} : { clientCa }) }
      const sandbox = await aSandbox({ flinkTls })
      const folder = of.path(`conf-${made.length}-${Object.keys(options).length}`)
      mkdirSync(folder)
      const lines = Object.entries({
        'kubernetes.operator.leader-election.enabled': 'false',
        'kubernetes.operator.observer.rest-unreachable.timeout': '1 s',
        ...options,
      })
      writeFileSync(join(folder, 'config.yaml'), lines.map(([key, value]) => `${key}: "${value}"\n`).join(''))
      await anOperator(sandbox, {
        folders: { folder, overrides: null },
        reach: { resolution: sandbox.flinkTlsUrl as `http${string}`, zooKeeperDigest: null },
      })
      await sandbox.call('POST', deploymentsPath, aFlinkDeployment('app', {}, encrypted))
      return sandbox
    }
    const option = (name: string): string => `kubernetes.operator.flink.client.tls.${name}`

    test('a CA of a company: the job gets to STABLE', async () => {
      const of = someCertificates()
      await untilStable(await started(of, { [option('ca')]: of.path('ca.crt') }), 'app')
    })

    test('a client certificate, for one namespace alone', async () => {
      const of = someCertificates()
      const inNamespace = (name: string): string => `kubernetes.operator.default-configuration.namespace.default.${option(name)}`
      const options = { ca: 'ca.crt', certificate: 'operator.crt', key: 'operator.key' }
      const named = Object.entries(options).map(([name, file]) => [inNamespace(name), of.path(file)])
      await untilStable(await started(of, Object.fromEntries(named), of.text('ca.crt')), 'app')
    })

    test.each<readonly [what: string, options: (of: Certificates) => Readonly<Record<string, string>>, clientCa: boolean, words: RegExp]>([
      ['a CA that the operator does not know', () => ({}), false, /signed by no CA that the operator knows .*flink\.client\.tls\.ca/u],
      [
        'no client certificate where Flink asks for one',
        of => ({ [option('ca')]: of.path('ca.crt') }),
        true,
        /accepts no client without a certificate .*flink\.client\.tls\.certificate/u,
      ],
      [
        'a file that is not there',
        () => ({ [option('ca')]: '/nowhere/ca.crt' }),
        false,
        /file \/nowhere\/ca\.crt .*can't be read: ENOENT/u,
      ],
    ])('%s: the condition names it', async (_, options, clientCa, words) => {
      const of = someCertificates()
      const sandbox = await started(of, options(of), clientCa ? of.text('ca.crt') : undefined)
      const seen = await untilStatus(sandbox, 'app', `is told ${words.source}`, (__, resource) => words.test(conditionsOf(resource)))
      expect(seen.status.lifecycleState).not.toBe('STABLE')
    })
  },
)

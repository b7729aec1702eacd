import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json, JsonObject } from '@flink-operator/core'
import { kinds } from '@flink-operator/kinds'
import { loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { webhooks } from '../deploy/webhook-configurations.ts'
import { type Api, connect } from '../e2e/harness/api.ts'
import { eventually } from '../e2e/harness/eventually.ts'
import { installCrds } from '../e2e/harness/namespace.ts'
import { mountedSecret, type SelfSigned } from '../packages/operator/test/certificate.ts'
import { settingsOf } from '../packages/operator/src/configuration/live-settings.ts'
import { evenClock, type Clock } from '../packages/operator/src/clock.ts'
import { startWebhook, type Webhook } from '../packages/operator/src/webhook/start-webhook.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A real API server that asks a webhook in this process about the resources of one namespace. */
export interface RealWebhook {
  readonly namespace: string
  readonly api: Api
  readonly webhook: Webhook
  readonly kubectl: (args: readonly string[], stdin?: unknown) => Promise<Ran>
  /** What is served from the next look at the files on. */
  readonly put: (pair: SelfSigned) => void
  /** Which certificates the API server believes. */
  readonly believe: (...pairs: readonly SelfSigned[]) => Promise<void>
  readonly stop: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Where the API server reaches this process: `WEBHOOK_HOST`. */
const host = process.env['WEBHOOK_HOST'] ?? '127.0.0.1'
const configurations = '/apis/admissionregistration.k8s.io/v1'

/** Files are looked at ten times as often as in production. */
const quick: Clock = { ...evenClock, after: (delay, then) => evenClock.after(delay / 10, then) }

export const webhookHosts: readonly string[] = host === '127.0.0.1' ? [] : [host]

export const realWebhook = async (kubeconfig: string, pair: SelfSigned): Promise<RealWebhook> => {
  const api = connect(kubeconfig)
  const namespace = `conformance-webhook-${Date.now().toString(36)}`
  const secret = mountedSecret()
  secret.put({ 'tls.crt': pair.cert, 'tls.key': pair.key })
  await installCrds(api)
  await api.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const credentials = loadCredentials({ kubeconfig, environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const webhook = startWebhook({
    credentials: credentials.right,
    port: 0,
    certificates: secret.folder,
    settings: () => settingsOf({ configuration: {}, logConfiguration: {} }).settings,
    scope: () => ({ namespaces: null }),
    clock: quick,
    logger: pino({ level: 'silent' }),
  })
  const first = await webhook.first
  if (E.isLeft(first)) throw new Error(first.left)

  const registered = (pairs: readonly SelfSigned[]): readonly (JsonObject & { readonly kind: string; readonly webhooks: Json })[] => {
    const { validating, mutating } = webhooks(Object.values(kinds))
    const caBundle = Buffer.from(pairs.map(({ cert }) => cert).join('\n')).toString('base64')
    return ([['ValidatingWebhookConfiguration', '/validate', validating], ['MutatingWebhookConfiguration', '/mutate', mutating]] as const)
      .map((
        [kind, path, shipped],
      ) => ({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind,
        metadata: { name: namespace },
        webhooks: [{
          ...shipped,
          clientConfig: { url: `https://${host}:${String(first.right.port)}${path}`, caBundle },
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        }],
      }))
  }
  const collection = (kind: string): string => `${configurations}/${kind.toLowerCase()}s`
  const file = join(mkdtempSync(join(tmpdir(), 'flink-operator-conformance-')), 'stdin.json')

  const kubectl: RealWebhook['kubectl'] = (args, stdin) =>
    new Promise(resolve => {
      if (stdin !== undefined) writeFileSync(file, JSON.stringify(stdin))
      const all = ['--kubeconfig', kubeconfig, '-n', namespace, ...args, ...(stdin === undefined ? [] : ['-f', file])]
      execFile('kubectl', all, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr: stderr.replaceAll(file, 'FILE') })
      })
    })
  return {
    namespace,
    api,
    webhook,
    kubectl,
    put: ({ cert, key }) => secret.put({ 'tls.crt': cert, 'tls.key': key }),
    believe: async (...pairs) => {
      for (const configuration of registered(pairs)) {
        const path = `${collection(configuration.kind)}/${namespace}`
        if ((await api.get(path)) === null) await api.create(collection(configuration.kind), configuration)
        else await api.mergePatch(path, { webhooks: configuration.webhooks })
      }
      // it takes the API server a moment to follow its own configuration
      await eventually('the API server asks the webhook', { within: 60_000 }, async () => {
        const { stderr } = await kubectl(['create', '--dry-run=server'], {
          apiVersion: 'flink.apache.org/v1beta1',
          kind: 'FlinkStateSnapshot',
          metadata: { name: 'probe' },
          spec: { savepoint: {}, jobReference: { name: 'app' } },
        })
        return /jobReference\.kind must be/u.test(stderr) ? true : null
      })
    },
    stop: () => webhook.stop(),
    remove: async () => {
      for (const { kind } of registered([pair])) await api.remove(`${collection(kind)}/${namespace}`)
      await api.remove(`/api/v1/namespaces/${namespace}`)
      await webhook.stop()
      await api.http.close()
    },
  }
}

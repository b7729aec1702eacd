import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mountedSecret, type SelfSigned, selfSigned } from '../../test/certificate.ts'
import { type FakeApi, startFakeApi } from '../../test/fake-api.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { manualClock, type ManualClock } from '../manual-clock.ts'
import { redactedLines } from '../log/logger.ts'
import { startWebhook, type Webhook } from './start-webhook.ts'

const pairs: SelfSigned[] = []
beforeAll(async () => {
  pairs.push(await selfSigned('first'), await selfSigned('second'), await selfSigned('brief', { days: 2 }))
})
const pairFiles = (n: number, key = n) => ({ 'tls.crt': pairs[n]?.cert ?? '', 'tls.key': pairs[key]?.key ?? '' })

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Served {
  readonly webhook: Webhook
  readonly port: number
  readonly api: FakeApi
  readonly clock: ManualClock
  readonly put: (files: Readonly<Record<string, string>>) => void
  readonly lines: readonly { readonly level: number; readonly msg: string }[]
}

const start = async (n = 0): Promise<Served> => {
  const api = await startFakeApi()
  const secret = mountedSecret()
  secret.put(pairFiles(n))
  const kubeconfig = join(mkdtempSync(join(tmpdir(), 'flink-operator-webhook-')), 'config')
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: api.url } }],
      users: [{ name: 'u', user: {} }],
    }),
  )
  const credentials = loadCredentials({ kubeconfig, environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const lines: { level: number; msg: string }[] = []
  const clock = manualClock(Date.now())
  const webhook = startWebhook({
    credentials: credentials.right,
    port: 0,
    certificates: secret.folder,
    settings: () => settingsOf({ configuration: {}, logConfiguration: {} }).settings,
    scope: () => ({ namespaces: null }),
    clock,
    logger: pino({ ...redactedLines, level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) }),
  })
  const first = await webhook.first
  if (E.isLeft(first)) throw new Error(first.left)
  closing.push(api.close, async () => {
    const stopped = webhook.stop()
    await clock.advance(5_000)
    await stopped
  })
  return { webhook, port: first.right.port, api, clock, put: secret.put, lines }
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly json: { readonly response?: Readonly<Record<string, unknown>> } | null
}

const call = (port: number, path: string, body?: unknown, ca = pairs[0]?.cert ?? ''): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, host: 'localhost', path, ca, method: body === undefined ? 'GET' : 'POST', agent: false }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: answer.statusCode ?? 0, text, json: text.startsWith('{') ? JSON.parse(text) as Answered['json'] : null })
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })

const resource = (kind: string, spec: unknown) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind,
  metadata: { name: 'a', namespace: 'jobs' },
  spec,
})
const review = (object: { readonly kind: string }) => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'u1',
    kind: { group: 'flink.apache.org', version: 'v1beta1', kind: object.kind },
    operation: 'CREATE',
    namespace: 'jobs',
    name: 'a',
    object,
  },
})
const job = resource('FlinkSessionJob', {
  deploymentName: 'session',
  job: { jarURI: 'https://r.example/a.jar', parallelism: 1, upgradeMode: 'stateless' },
})
const bad = resource('FlinkStateSnapshot', { backoffLimit: -1 })

describe('the webhook answers over HTTPS', () => {
  test('a bad resource is refused with the field, and that is one line of the log', async () => {
    const { port, lines, webhook } = await start()
    const { status, json } = await call(port, '/validate?timeout=10s', review(bad))
    expect(status).toBe(200)
    expect(json).toMatchObject({
      apiVersion: 'admission.k8s.io/v1',
      response: { uid: 'u1', allowed: false, status: { code: 422, message: expect.stringMatching(/^spec: Exactly one of/) as string } },
    })
    expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^refused at admission: spec: Exactly one of/)])
    expect(await webhook.metrics()).toContain(
      'flink_operator_webhook_reviews_total{path="/validate",kind="FlinkStateSnapshot",result="refused"} 1',
    )
  })

  test('a session job is judged together with its cluster, which is looked at in the API server', async () => {
    const { port, api } = await start()
    const without = await call(port, '/validate', review(job))
    expect(without.json?.response).toMatchObject({
      allowed: true,
      warnings: [expect.stringContaining('FlinkDeployment session does not exist in namespace')],
    })
    api.put('/apis/flink.apache.org/v1beta1/namespaces/jobs/flinkdeployments', {
      ...resource('FlinkDeployment', { job: { jarURI: 'local:///a.jar' }, flinkVersion: 'v1_20' }),
      metadata: { name: 'session', namespace: 'jobs', uid: 'x' },
    })
    const within = await call(port, '/validate', review(job))
    expect(within.json?.response).toMatchObject({ allowed: false })
    expect(within.text).toContain('Can not submit session job to application cluster')
    expect(api.writes()).toEqual([])
  })

  test('P14 an API server that answers no look refuses nothing', async () => {
    const { port, api } = await start()
    api.forbid('/apis/flink.apache.org')
    const { json } = await call(port, '/validate', review(job))
    expect(json?.response).toMatchObject({
      allowed: true,
      warnings: [expect.stringMatching(/FlinkDeployment session could not be read \(Forbidden/)],
    })
  })

  test('/mutate fills in the label of a session job', async () => {
    const { port } = await start()
    const { json } = await call(port, '/mutate', review(job))
    expect(JSON.parse(Buffer.from(String(json?.response?.['patch']), 'base64').toString())).toEqual([
      { op: 'add', path: '/metadata/labels', value: { 'target.session': 'session' } },
    ])
  })

  test.each([
    ['/other', review(job), 404, 'there are /validate and /mutate\n'],
    ['/validate', '{', 400, 'no AdmissionReview that can be read: the body is no JSON\n'],
    ['/validate', {}, 400, 'no AdmissionReview that can be read: kind: expected AdmissionReview, found undefined\n'],
    ['/validate', undefined, 405, 'only POST\n'],
    ['/validate', ' '.repeat(9 * 1024 * 1024), 413, 'a review has at most 3145728 bytes\n'],
    ['/healthz', undefined, 200, 'ok\n'],
    ['/readyz', undefined, 200, 'ok\n'],
  ])('%s: %#', async (path, body, status, text) => {
    const { port } = await start()
    expect(await call(port, path, body)).toMatchObject({ status, text })
  })

  test('S04 what is refused before it is judged is counted', async () => {
    const { port, webhook } = await start()
    await call(port, '/validate', ' '.repeat(4 * 1024 * 1024))
    expect(await webhook.metrics()).toContain('flink_operator_webhook_failures_total{path="/validate"} 1')
  })

  test('S04 a pod that sends bad reviews does not fill the log: 60 lines a minute, then how many were left out; all are counted', async () => {
    const { port, webhook, lines, clock } = await start()
    for (let sent = 0; sent < 65; sent++) await call(port, '/validate', review(bad))
    expect(lines).toHaveLength(60)
    await clock.advance(60_000)
    await call(port, '/validate', review(bad))
    expect(lines.slice(60)).toEqual([expect.objectContaining({ linesLeftOut: 5 })])
    expect(await webhook.metrics()).toContain(
      'flink_operator_webhook_reviews_total{path="/validate",kind="FlinkStateSnapshot",result="refused"} 66',
    )
  })

  test('F18 P23 the log of a refusal holds no secret', async () => {
    const { port, lines } = await start()
    const secret = 'Hx7marker'
    const { text } = await call(
      port,
      '/validate',
      review(resource('FlinkSessionJob', { deploymentName: 'a', job: { jarURI: `ftp://u:${secret}@h/a` } })),
    )
    expect(text).toContain('"allowed":false')
    expect(text + JSON.stringify(lines)).not.toContain(secret)
  })

  test('told to stop it says that it is not ready, and answers on until nobody should call it', async () => {
    const { port, webhook, clock } = await start()
    const stopped = webhook.stop()
    expect(await call(port, '/readyz')).toMatchObject({ status: 503, text: 'not ready: shutting down\n' })
    expect(await call(port, '/validate', review(bad))).toMatchObject({ status: 200 })
    await clock.advance(3_000)
    await stopped
    await expect(call(port, '/readyz')).rejects.toThrow(/ECONNREFUSED/)
  })
})

const served = (port: number): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('B92 a certificate is followed', () => {
  test('a new pair is served to new connections without a restart', async () => {
    const { port, put, clock, lines } = await start()
    expect((await served(port)).subject.CN).toBe('first')
    put(pairFiles(1))
    await clock.advance(10_000)
    expect((await served(port)).subject.CN).toBe('second')
    expect(await call(port, '/healthz', undefined, pairs[1]?.cert)).toMatchObject({ status: 200 })
    expect(lines.map(({ msg }) => msg)).toEqual(['the admission server has a new certificate'])
  })

  test.each([
    ['a key of another certificate', () => pairFiles(1, 0), /tls\.key is not the key of tls\.crt/],
    ['no certificate', () => ({ 'tls.crt': 'x', 'tls.key': pairs[1]?.key ?? '' }), /tls\.crt holds no certificate in PEM form/],
  ])('%s: the old one is served on, told once, and mended by the next pair', async (_title, files, why) => {
    const { port, put, clock, lines, webhook } = await start()
    put(files())
    await clock.advance(10_000)
    await clock.advance(10_000)
    expect((await served(port)).subject.CN).toBe('first')
    expect(lines.filter(({ msg }) => why.test(msg))).toHaveLength(1)
    expect(webhook.remarks()).toEqual([expect.stringMatching(why)])
    expect(JSON.stringify(lines)).not.toContain('PRIVATE KEY')
    put(pairFiles(1))
    await clock.advance(10_000)
    expect([(await served(port)).subject.CN, webhook.remarks()]).toEqual(['second', []])
  })

  test('one that runs out within a week is told', async () => {
    const { webhook, lines } = await start(2)
    expect(webhook.remarks()).toEqual([expect.stringMatching(/^admission server: its certificate runs out at 20/)])
    expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/runs out/)])
    expect(await webhook.metrics()).toMatch(/flink_operator_webhook_certificate_expiry_seconds 1\d{9}/)
  })
})

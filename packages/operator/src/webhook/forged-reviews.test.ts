import type { Fact, JsonObject } from '@flink-operator/core'
import type { KubernetesQuery } from '@flink-operator/core/query'
import { kinds } from '@flink-operator/kinds'
import { describe, expect, test } from 'vitest'
import { settingsOf } from '../configuration/live-settings.ts'
import { answerReview, type Reviewer } from './answer-review.ts'
import { looksAtOthers } from './webhook-files.ts'

const objectOf = (kind: keyof typeof kinds, spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: `${kinds[kind].type.group}/${kinds[kind].type.version}`,
  kind,
  metadata: { namespace: 'mine', name: 'x', ...metadata },
  spec,
})
const sessionJob = objectOf('FlinkSessionJob', {
  deploymentName: 'session',
  job: { jarURI: 'https://r.example/a.jar', parallelism: 1, upgradeMode: 'stateless' },
})
const snapshot = objectOf('FlinkStateSnapshot', { jobReference: { kind: 'FlinkDeployment', name: 'session' }, savepoint: {} })

interface Response {
  readonly allowed: boolean
  readonly warnings?: readonly string[]
  readonly patch?: string
  readonly status?: { readonly message: string }
}

const answered = async (
  object: JsonObject,
  look: Reviewer['look'],
  { path = '/validate', namespace = 'mine', change = (text: string): string => text } = {},
) => {
  const { settings } = settingsOf({ configuration: {}, logConfiguration: {} })
  const { status, body } = await answerReview({
    scope: () => ({ namespaces: null }),
    env: () => ({ now: 0, ...settings, consecutiveFailures: 0 }),
    look,
    onReviewed: () => undefined,
  })(
    path,
    change(JSON.stringify({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: 'u',
        kind: { group: 'flink.apache.org', version: 'v1beta1', kind: object['kind'] },
        namespace,
        name: 'x',
        operation: 'CREATE',
        object,
      },
    })),
  )
  return { status, body, response: status === 200 ? (JSON.parse(body) as { readonly response: Response }).response : null }
}

const absent: Fact<unknown> = { _tag: 'Absent', source: 'live', asOf: 0 }

describe('S04 a review tells nothing about other resources to whoever can not be known', () => {
  test.each([['a session job', sessionJob], ['a snapshot', snapshot]])('%s is judged alone, which is told', async (_title, object) => {
    const { response } = await answered(object, null)
    expect(response).toMatchObject({
      allowed: true,
      warnings: [
        expect.stringMatching(
          /^validation is incomplete: FlinkDeployment session could not be read \(Forbidden: the webhook does not know its client/,
        ),
      ],
    })
  })

  test('what is wrong with it alone is refused all the same', async () => {
    const bad = objectOf('FlinkSessionJob', {
      deploymentName: 'session',
      job: { jarURI: 'ftp://r.example/a.jar', upgradeMode: 'stateless' },
    })
    expect((await answered(bad, null)).response).toMatchObject({ allowed: false })
  })

  test('other resources are looked at with a client CA, or where it is asked for', () => {
    const options = { webhookCertificates: '/certs', webhookClientCa: '', webhookLookUpsWithoutClientCa: false }
    expect(looksAtOthers(options, { folder: '/certs', clientCa: null })).toBe(false)
    expect(looksAtOthers(options, { folder: '/certs', clientCa: '/ca/ca.crt' })).toBe(true)
    expect(looksAtOthers({ ...options, webhookLookUpsWithoutClientCa: true }, { folder: '/certs', clientCa: null })).toBe(true)
  })

  test('where it looks, it looks in the namespace of the request alone', async () => {
    const asked: KubernetesQuery[] = []
    const look = (query: KubernetesQuery): Promise<Fact<unknown>> => {
      asked.push(query)
      return Promise.resolve(absent)
    }
    const forged = { ...sessionJob, metadata: { namespace: 'victim', name: 'x' } }
    expect(await answered(forged, look)).toMatchObject({
      status: 400,
      body: expect.stringMatching(
        /request\.object\.metadata\.namespace: expected the namespace of the request, "mine", found "victim"/,
      ) as string,
    })
    expect(asked).toEqual([])
    await answered(sessionJob, look)
    expect(asked).toEqual([{ _tag: 'ReadFlinkDeployment', namespace: 'mine', name: 'session' }])
  })
})

describe('S04 a review is measured before it is parsed', () => {
  const nested = (levels: number): string => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`

  test.each([
    ['4 MB of opened lists', '['.repeat(3 * 1024 * 1024)],
    ['a million of values', `{"kind":[${'1,'.repeat(1_000_000)}1]}`],
    ['a million of objects', `[${'{},'.repeat(1_000_000)}{}]`],
  ])('%s: refused', async (_title, body) => {
    const { status } = await answered(sessionJob, null, { change: () => body })
    expect([400, 413]).toContain(status)
  })

  test('an object that is too deep is refused with its field, and never patched', async () => {
    const change = (text: string): string => text.replace('"upgradeMode":', `"deep":${nested(200)},"upgradeMode":`)
    const { response } = await answered(sessionJob, null, { change })
    expect(response).toMatchObject({
      allowed: false,
      status: { message: expect.stringMatching(/^spec\.job\.deep.*at most 100 levels/) as string },
    })
    expect((await answered(sessionJob, null, { path: '/mutate', change })).response).toEqual({ uid: 'u', allowed: true })
    expect((await answered(sessionJob, null, { path: '/mutate' })).response?.patch).toBeDefined()
  })

  test('S01 a text of 150 kB is answered', async () => {
    const text = `Failed: ${'a='.repeat(75_000)}`
    const { response } = await answered(
      objectOf('FlinkSessionJob', { deploymentName: text, job: { jarURI: text, parallelism: 1, upgradeMode: 'stateless' } }),
      null,
    )
    expect(response).toMatchObject({ allowed: false })
  })
})

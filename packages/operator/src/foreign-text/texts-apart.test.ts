import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RestEndpoint } from '@flink-operator/core'
import { answerQuery, flinkHttp, type ReadApart } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settingsOf } from '../configuration/live-settings.ts'
import { refusalOfProxy } from '../effect/refusal-of-proxy.ts'
import { answerReview, type Reviewed, type Reviewer } from '../webhook/answer-review.ts'
import { answersApart } from './answers-apart.ts'
import type { NotRead } from './foreign-text.ts'
import { poolLimits, type ReadingPool, readingPool } from './reading-pool.ts'
import { answerReviewApart } from './reviews-apart.ts'

/** The workers of the operator itself. */
let pool: ReadingPool
beforeAll(() => {
  pool = readingPool({ ...poolLimits, time: 300_000, start: 300_000 })
})
afterAll(() => pool.stop())

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const id = (n: number): string => String(n).padStart(32, '0')

const answers: Readonly<Record<string, readonly [status: number, body: string]>> = {
  'a list of jobs': [
    200,
    JSON.stringify({
      jobs: Array.from({ length: 500 }, (_, n) => ({
        jid: id(n),
        name: `${n}`.repeat(50),
        state: 'RUNNING',
        'start-time': 1,
        'end-time': -1,
        duration: 1,
        'last-modification': 1,
        tasks: {},
      })),
    }),
  ],
  'a list that is none': [200, JSON.stringify({ jobs: [{ jid: 'x'.repeat(100_000) }] })],
  'no JSON': [200, `${'['.repeat(20)}${' '.repeat(100_000)}`],
  'too deep': [200, '['.repeat(100_000)],
  'an exception': [500, JSON.stringify({ errors: [`FlinkJobNotFoundException: TOPSECRET\n${'\tat a.b.C(D.java:1)\n'.repeat(5_000)}`] })],
  'a refusal of the proxy': [
    503,
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', reason: 'ServiceUnavailable', message: 'x'.repeat(100_000) }),
  ],
}

const endpoint: RestEndpoint = { namespace: 'jobs', service: 'a-rest', port: 8081, tls: false }

const askedOf = async ([status, body]: readonly [number, string], readApart?: ReadApart): Promise<unknown> => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  const http = flinkHttp({
    resolveEndpoint: () =>
      Promise.resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refusalInBetween: refusalOfProxy }),
    requestTimeout: 300_000,
    ...(readApart === undefined ? {} : { readApart }),
  })
  closing.push(() => {
    http.close()
    server.closeAllConnections()
    server.close()
  })
  return answerQuery(http, () => 1)({ _tag: 'GetJobsOverview', endpoint })()
}

describe('answers of Flink in worker threads', () => {
  test.each(Object.entries(answers))('%s is the same fact as without them', async (_, answer) => {
    expect(await askedOf(answer, answersApart(pool))).toEqual(await askedOf(answer))
  })

  test('a worker reads what is large, and nothing else', async () => {
    const read: string[] = []
    const counting: ReadApart = (task, asker) => {
      read.push(task.request.reads ?? '')
      return answersApart(pool)(task, asker)
    }
    await askedOf(answers['a list of jobs'] ?? [200, ''], counting)
    await askedOf([200, JSON.stringify({ jobs: [] })], counting)
    expect(read).toEqual(['JobsOverview'])
  })

  const refusing = (notRead: NotRead): ReadApart => answersApart({ read: () => Promise.resolve(E.left(notRead)) })

  test.each(
    [
      ['Exceeded', 'takes more than 4000 ms to be read', 'the answer to GET /v1/jobs/overview takes more than 4000 ms to be read'],
      ['Busy', '64 other large texts wait to be read', '64 other large texts wait to be read'],
      ['Failed', 'could not be read: a bug', 'could not be read: a bug'],
    ] as const,
  )('one that was not read is Unknown, and says why: %s', async (_tag, message, reported) => {
    const fact = await askedOf(answers['a list of jobs'] ?? [200, ''], refusing({ _tag, message }))
    expect(fact).toMatchObject({ _tag: 'Unknown', message: expect.stringContaining(reported) })
  })
})

const reviewOf = (spec: unknown) =>
  JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: 'u1',
      kind: { group: 'flink.apache.org', version: 'v1beta1', kind: 'FlinkSessionJob' },
      operation: 'CREATE',
      namespace: 'jobs',
      name: 'a',
      object: {
        apiVersion: 'flink.apache.org/v1beta1',
        kind: 'FlinkSessionJob',
        metadata: { name: 'a', namespace: 'jobs', labels: {} },
        spec,
      },
    },
  })

const reviews: Readonly<Record<string, string>> = {
  'a large spec': reviewOf({
    deploymentName: 'b',
    job: { jarURI: 'local:///x.jar', args: Array.from({ length: 3_000 }, (_, n) => `--a${n}=${'x'.repeat(40)}`) },
  }),
  'a large spec that is refused': reviewOf({ deploymentName: 'b', job: { jarURI: 'ftp://a/b', args: ['x'.repeat(200_000)] } }),
  'no review': JSON.stringify({ a: 'x'.repeat(100_000) }),
  'no JSON': `{${' '.repeat(100_000)}`,
}

describe('reviews in worker threads', () => {
  const reviewer = (): { readonly reviewer: Reviewer; readonly reviewed: Reviewed[]; readonly looked: string[] } => {
    const reviewed: Reviewed[] = []
    const looked: string[] = []
    return {
      reviewed,
      looked,
      reviewer: {
        scope: () => ({ namespaces: null }),
        env: () => ({
          now: 1,
          ...settingsOf({ configuration: {}, logConfiguration: {} }).settings,
          consecutiveFailures: 0,
        }),
        look: query => {
          looked.push(query._tag)
          return Promise.resolve({ _tag: 'Absent', asOf: 1, source: 'live' })
        },
        admit: ({ resource }) => Promise.resolve({ resource, findings: [] }),
        onReviewed: one => reviewed.push(one),
      },
    }
  }

  test.each(Object.entries(reviews).flatMap(([name, body]) => ['/validate', '/mutate'].map(path => [name, path, body] as const)))(
    '%s, %s: the same answer as without them, and looks and plugins are asked all the same',
    async (_, path, body) => {
      const [here, apart] = [reviewer(), reviewer()]
      expect(await answerReviewApart(apart.reviewer, pool)(path, body)).toEqual(await answerReview(here.reviewer)(path, body))
      expect([apart.reviewed, apart.looked]).toEqual([here.reviewed, here.looked])
    },
  )

  test.each([['Exceeded', 413, 'the review takes long'], ['Busy', 503, 'takes long']] as const)(
    'one that was not read is refused: %s',
    async (_tag, status, body) => {
      const read: ReadingPool['read'] = () => Promise.resolve(E.left({ _tag, message: 'takes long' }))
      expect(await answerReviewApart(reviewer().reviewer, { read })('/validate', reviews['a large spec'] ?? '')).toMatchObject({
        status,
        body: `${body}\n`,
      })
    },
  )
})

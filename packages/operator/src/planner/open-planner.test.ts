import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type JsonObject, makeEnv, operatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type MountedSecret, mountedSecret, type SelfSigned, selfSigned } from '../../test/certificate.ts'
import { type FakeReviews, fakeReviews, type Rights } from '../../test/fake-reviews.ts'
import { manualClock, type ManualClock } from '../manual-clock.ts'
import type { LiveSources } from './live-resources.ts'
import { openPlanner } from './open-planner.ts'
import type { PlannerBeside } from './served-planner.ts'
import { plannerOf } from './planner-routes.ts'

const made: Record<'first' | 'second', SelfSigned> = {} as never
beforeAll(async () => {
  made.first = await selfSigned('planner')
  made.second = await selfSigned('planner')
})

const keys: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  FlinkDeployment: [['team-a', 'app'], ['team-a', 'session'], ['team-b', 'theirs']],
  FlinkSessionJob: [['team-a', 'job']],
}
const resourceOf = (kind: string, namespace: string | null, name: string): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind,
  metadata: { name, namespace },
  spec: kind === 'FlinkSessionJob' ? { deploymentName: 'session' } : {},
})
const sources: LiveSources = {
  keys: kind => (keys[kind] ?? []).map(([namespace, name]) => ({ namespace, name })),
  read: async ({ kind, namespace, name }) => E.right(resourceOf(kind, namespace, name)),
  settings: () =>
    makeEnv({
      now: 0,
      configuration: {
        'parallelism.default': '3',
        'kubernetes.operator.watched.namespaces': 'team-a,team-b',
        'kubernetes.operator.default-configuration.namespace.team-b.parallelism.default': '4',
      },
    }),
  observed: () => null,
  now: () => 0,
  fleet: null,
}

const pageFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'planner-'))
  mkdirSync(join(folder, 'planner'))
  for (const name of ['live.html', 'planner.js', 'planner.css', 'fleet.html', 'fleet.js', 'autoscaler.html', 'autoscaler.js'])
    writeFileSync(join(folder, 'planner', name), `the ${name}`)
  return folder
}

interface Opened {
  readonly planner: PlannerBeside
  readonly reviews: FakeReviews
  readonly clock: ManualClock
  readonly secret: MountedSecret
  readonly reported: string[]
}

const everything = ['get', 'list'].flatMap(verb =>
  ['flinkdeployments', 'flinksessionjobs', 'flinkbluegreendeployments', 'flinkapplications', 'flinkstatesnapshots'].map(it =>
    `${verb} ${it}`
  )
)
const rights: Rights = {
  admin: everything.map(it => `${it} *`),
  a: everything.map(it => `${it} team-a`),
  lister: ['list flinkdeployments team-a'],
  jobs: ['get flinksessionjobs team-a', 'list flinksessionjobs team-a'],
  nobody: [],
}

const opened = async (pair: SelfSigned | null = made.first, given: Rights = rights): Promise<Opened> => {
  const reviews = await fakeReviews(given)
  onTestFinished(reviews.close)
  const secret = mountedSecret()
  if (pair !== null) secret.put({ 'tls.crt': pair.cert, 'tls.key': pair.key })
  const planner = plannerOf(pageFolder())
  if (E.isLeft(planner)) throw new Error(planner.left)
  const clock = manualClock(1_000)
  const reported: string[] = []
  const note = (...said: readonly unknown[]): void => void reported.push(JSON.stringify(said))
  const beside = await openPlanner({
    options: operatorOptions({
      'kubernetes.operator.planner.port': '0',
      'kubernetes.operator.planner.address': '0.0.0.0',
      'kubernetes.operator.planner.certificates': secret.folder,
    }).options,
    planner: planner.right,
    sources,
    credentials: reviews.credentials,
    clock,
    logger: { warn: note, info: note } as never,
  })
  onTestFinished(beside.stop)
  return { planner: beside, reviews, clock, secret, reported }
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly fingerprint: string
}

const ask = (
  { planner }: Pick<Opened, 'planner'>,
  path: string,
  authorization?: string,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly localAddress?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: planner.port(),
      path,
      agent: false,
      rejectUnauthorized: false,
      headers: { host: 'localhost', ...(authorization === undefined ? {} : { authorization }), ...more.headers },
      ...(more.localAddress === undefined ? {} : { localAddress: more.localAddress }),
    })
    sent.once('error', reject).once('response', answer => {
      const { fingerprint256 } = (answer.socket as unknown as { getPeerCertificate: () => { fingerprint256: string } }).getPeerCertificate()
      void buffer(answer).then(
        body => resolve({ status: answer.statusCode, headers: answer.headers, text: body.toString(), fingerprint: fingerprint256 }),
        reject,
      )
    })
    sent.end()
  })

const live = (what: string, query: Readonly<Record<string, string>> = {}): string =>
  `/planner/live/${what}?${new URLSearchParams(query).toString()}`
const of = (kind: string, namespace: string, name: string) => ({ kind, namespace, name })
const app = of('FlinkDeployment', 'team-a', 'app')
const paths = [
  live('resources'),
  live('resources', { namespace: 'team-a' }),
  live('resource', app),
  live('observed', app),
  live('configuration', app),
]
const names = ({ text }: Answer): readonly string[] => (JSON.parse(text) as readonly { readonly name: string }[]).map(({ name }) => name)

describe('S12 the page that is opened to a cluster: who asks', () => {
  test.each(paths)('nothing of %s without a token', async path => {
    const here = await opened()
    const answers = [
      await ask(here, path),
      await ask(here, path, ''),
      await ask(here, path, 'Basic dG9rZW4tYTp4'),
      await ask(here, path, 'Bearer'),
      await ask(here, path, 'Bearer a b'),
      await ask(here, path, `Bearer ${'a'.repeat(9_000)}`),
      await ask(here, `${path}&token=token-admin&access_token=token-admin`),
      await ask(here, path, undefined, { headers: { cookie: 'token=token-admin' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    expect(answers[0]?.headers['www-authenticate']).toMatch(/^Bearer /)
    expect(here.reviews.asked).toEqual([])
  })

  test('nor with one that the API server does not know', async () => {
    const here = await opened()
    const { status, headers, text } = await ask(here, paths[0] ?? '', 'Bearer token-stranger')
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('invalid_token')])
    expect(text).not.toContain('token-stranger')
  })

  test('the page itself is for everybody: it holds nothing of the cluster', async () => {
    const here = await opened()
    expect([(await ask(here, '/planner/')).status, (await ask(here, '/planner/planner.js')).status]).toEqual([200, 200])
    expect(here.reviews.asked).toEqual([])
  })

  test('a request by another name, or by a page of another site, is not even asked who it is', async () => {
    const here = await opened()
    const as = (headers: Readonly<Record<string, string>>) => ask(here, paths[2] ?? '', 'Bearer token-admin', { headers })
    expect([(await as({ host: 'evil.example' })).status, (await as({ origin: 'https://evil.example' })).status]).toEqual([421, 403])
    expect(here.reviews.asked).toEqual([])
  })
})

describe('S12 who may see what', () => {
  const statuses = async (here: Opened, user: string, asked: readonly string[]) =>
    Promise.all(asked.map(async path => (await ask(here, path, `Bearer token-${user}`)).status))

  test('an administrator: everything', async () => {
    const here = await opened()
    expect(names(await ask(here, live('resources'), 'bearer token-admin'))).toEqual(['app', 'session', 'theirs', 'job'])
    expect(await statuses(here, 'admin', paths)).toEqual([200, 200, 200, 200, 200])
  })

  test('a team: its namespace, without and with naming it', async () => {
    const here = await opened()
    expect(names(await ask(here, live('resources'), 'Bearer token-a'))).toEqual(['app', 'session', 'job'])
    expect(names(await ask(here, live('resources', { namespace: 'team-a' }), 'Bearer token-a'))).toEqual(['app', 'session', 'job'])
    expect(await statuses(here, 'a', paths)).toEqual([200, 200, 200, 200, 200])
    const theirs = of('FlinkDeployment', 'team-b', 'theirs')
    expect(
      await statuses(here, 'a', [
        live('resources', { namespace: 'team-b' }),
        live('resource', theirs),
        live('observed', theirs),
        live('configuration', theirs),
      ]),
    ).toEqual([403, 403, 403, 403])
  })

  test('a refusal names verb and namespace, and is the same whether or not there is such a resource', async () => {
    const here = await opened()
    const refused = async (name: string) =>
      (await ask(here, live('resource', of('FlinkDeployment', 'team-b', name)), 'Bearer token-a')).text
    expect(await refused('theirs')).toBe('you may not get flinkdeployments.flink.apache.org theirs in namespace team-b\n')
    expect((await refused('nothing')).replace('nothing', 'theirs')).toBe(await refused('theirs'))
    expect((await ask(here, live('resources', { namespace: 'team-b' }), 'Bearer token-a')).text)
      .toBe('you may not list flinkdeployments.flink.apache.org in namespace team-b\n')
    expect((await ask(here, live('resource', of('FlinkDeployment', 'team-a', 'nothing')), 'Bearer token-a')).status).toBe(404)
  })

  test('who may do nothing gets nothing', async () => {
    const here = await opened()
    expect(await statuses(here, 'nobody', paths)).toEqual([403, 403, 403, 403, 403])
  })

  test('to list is not to get, and what a look saw needs the right to list what it saw', async () => {
    const here = await opened()
    expect(await statuses(here, 'lister', paths)).toEqual([200, 200, 403, 403, 403])
    const job = of('FlinkSessionJob', 'team-a', 'job')
    expect(await statuses(here, 'jobs', [live('resource', job), live('observed', job)])).toEqual([200, 403])
  })

  test("a session job comes without the session cluster, where that can't be read", async () => {
    const here = await opened()
    const path = live('resource', of('FlinkSessionJob', 'team-a', 'job'))
    const kinds = async (user: string) =>
      (JSON.parse((await ask(here, path, `Bearer token-${user}`)).text) as readonly JsonObject[]).map(({ kind }) => kind)
    expect([await kinds('a'), await kinds('jobs')]).toEqual([['FlinkSessionJob', 'FlinkDeployment'], ['FlinkSessionJob']])
  })

  test('the configuration is that of the namespace', async () => {
    const here = await opened()
    const { text } = await ask(here, live('configuration', app), 'Bearer token-a')
    expect(JSON.parse(text)).toMatchObject({ 'parallelism.default': '3' })
    expect(text).not.toContain('team-b')
  })

  test.each([
    ['Secret', 'team-a', 'app'],
    ['FlinkDeployment', '', 'app'],
    ['FlinkDeployment', 'team-a', ''],
    ['FlinkDeployment', '*', '*'],
    ['FlinkDeployment', 'team-a/../team-b', 'app'],
    ['FlinkDeployment', 'team-a', 'a'.repeat(300)],
    ['constructor', 'team-a', 'app'],
  ])('what can be no resource asks for no right: %s %s/%s', async (kind, namespace, name) => {
    const here = await opened()
    expect((await ask(here, live('resource', { kind, namespace, name }), 'Bearer token-admin')).status).toBe(404)
    expect(here.reviews.asked.filter(({ path }) => path.includes('subject'))).toEqual([])
  })

  test('the user is asked about with all that the API server said of them', async () => {
    const here = await opened()
    await ask(here, live('resource', app), 'Bearer token-a')
    expect(here.reviews.asked.map(({ spec }) => spec)).toEqual([{ token: 'token-a' }, {
      user: 'a',
      uid: 'uid-a',
      groups: ['people'],
      extra: { a: ['b'] },
      resourceAttributes: { verb: 'get', group: 'flink.apache.org', resource: 'flinkdeployments', namespace: 'team-a', name: 'app' },
    }])
  })
})

describe('S12 what the API server does not say is not permitted', () => {
  const status = (reason: string, code: number) => [code, { kind: 'Status', apiVersion: 'v1', reason, message: 'quoted: {spec}' }] as const
  test.each([
    ['it is forbidden to ask', status('Forbidden', 403)],
    ['it is not there', status('NotFound', 404)],
    ['it is busy', status('TooManyRequests', 429)],
    ['it fails', status('InternalError', 500)],
    ['no review', [201, {}] as const],
    ['no status', [201, { status: 'yes {spec}' }] as const],
    ['a user without a name', [201, { status: { authenticated: true, user: {} } }] as const],
  ])('%s: 503 with words; the token is told to nobody', async (_why, broken) => {
    const here = await opened()
    here.reviews.broken = broken
    const answers = [await ask(here, paths[2] ?? '', 'Bearer token-admin'), await ask(here, paths[2] ?? '', 'Bearer token-admin')]
    for (const { status: code, text, headers } of answers) {
      expect([code, headers['retry-after']]).toEqual([503, '2'])
      expect(text).toMatch(/may see what/)
      expect(text).not.toContain('token-admin')
    }
    expect(here.reported.filter(it => it.includes('tokenreviews'))).toHaveLength(1)
    expect(here.reported.join()).not.toMatch(/token-admin|quoted/)
    here.reviews.broken = null
    expect((await ask(here, paths[2] ?? '', 'Bearer token-admin')).status).toBe(200)
  })

  test.each([
    [{ authenticated: 'true', user: { username: 'admin' } }, 401],
    [{ authenticated: false, user: { username: 'admin' } }, 401],
    [{ user: { username: 'admin' } }, 401],
  ])('%o', async (verdict, code) => {
    const here = await opened()
    here.reviews.broken = [201, { status: verdict }]
    expect((await ask(here, paths[0] ?? '', 'Bearer token-admin')).status).toBe(code)
  })

  test.each([
    [{ allowed: 'true' }, 403],
    [{}, 403],
    [{ allowed: true, denied: true }, 403],
    [{ allowed: false, evaluationError: 'a webhook is down' }, 403],
    ['allowed', 503],
  ])('of a right: %o', async (verdict, code) => {
    const here = await opened()
    await ask(here, live('configuration', of('FlinkDeployment', 'team-a', 'other')), 'Bearer token-admin')
    here.reviews.broken = [201, { status: verdict }]
    expect((await ask(here, paths[2] ?? '', 'Bearer token-admin')).status).toBe(code)
  })

  test('nobody is there', async () => {
    const here = await opened()
    await here.reviews.close()
    const { status: code, text } = await ask(here, paths[0] ?? '', 'Bearer token-admin')
    expect([code, text]).toEqual([503, 'the API server does not answer tokenreviews, so that it is not known who may see what\n'])
  })
})

describe('S12 how long answers count, and how often one may ask', () => {
  test('the same is asked once in 30 s; a right that was taken away is missed then, a token that ran out, too', async () => {
    const changing: Record<string, readonly string[]> = { ...rights }
    const here = await opened(made.first, changing)
    const code = async () => (await ask(here, paths[2] ?? '', 'Bearer token-a')).status
    expect([await code(), await code(), here.reviews.asked.length]).toEqual([200, 200, 2])
    changing['a'] = []
    await here.clock.advance(30_000)
    expect(await code()).toBe(403)
    delete changing['a']
    await here.clock.advance(30_000)
    expect(await code()).toBe(401)
  })

  test('what one may not do is asked again soon', async () => {
    const changing: Record<string, readonly string[]> = { ...rights }
    const here = await opened(made.first, changing)
    const code = async () => (await ask(here, paths[2] ?? '', 'Bearer token-nobody')).status
    expect(await code()).toBe(403)
    changing['nobody'] = everything.map(it => `${it} *`)
    await here.clock.advance(5_000)
    expect(await code()).toBe(200)
  })

  test('one address that asks too often gets no more answers for a while, another one does', async () => {
    const here = await opened()
    const codes: (number | undefined)[] = []
    for (let count = 0; count < 125; count++) codes.push((await ask(here, paths[0] ?? '')).status)
    expect([codes.slice(0, 120).every(it => it === 401), codes.slice(120).every(it => it === 429)]).toEqual([true, true])
    expect((await ask(here, paths[0] ?? '', undefined, { localAddress: '127.0.0.2' })).status).toBe(401)
    await here.clock.advance(10_000)
    expect((await ask(here, paths[0] ?? '')).status).toBe(401)
  })

  test('a request that brings a body is not read', async () => {
    const here = await opened()
    const { status, headers } = await ask(here, paths[0] ?? '', 'Bearer token-admin', { headers: { 'content-length': '1000000000' } })
    expect([status, headers.connection]).toEqual([413, 'close'])
  })
})

describe('S12 its certificate', () => {
  test('a new one is served without a restart; the port is open only with one', async () => {
    const here = await opened(null)
    expect([here.planner.port(), here.planner.remarks()]).toEqual([null, [expect.stringContaining('tls.crt')]])
    here.secret.put({ 'tls.crt': made.first.cert, 'tls.key': made.first.key })
    await here.clock.advance(10_000)
    await expect.poll(() => here.planner.port()).not.toBeNull()
    expect(here.planner.remarks()).toEqual([])
    const before = await ask(here, '/planner/')
    here.secret.put({ 'tls.crt': made.second.cert, 'tls.key': made.second.key })
    await here.clock.advance(10_000)
    await expect.poll(async () => (await ask(here, '/planner/')).fingerprint).not.toBe(before.fingerprint)
  })
})

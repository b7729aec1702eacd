import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { makeEnv } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FleetKey, FleetPage } from '../fleet/fleet-page.ts'
import { fleetSource } from '../fleet/fleet-source.ts'
import { manualClock } from '../manual-clock.ts'
import type { ReadRight } from './access/page-access.ts'
import { notSure } from './access/refused.ts'
import type { LiveSources } from './live-resources.ts'
import { type LiveAnswers, shownTo, shownToAll } from './live-rights.ts'
import { plannerOf } from './planner-routes.ts'
import { startPlannerServer } from './planner-server.ts'

const secret = 'hunter2-of-the-bucket'
const stalled = {
  jobStatus: { savepointInfo: { lastSavepoint: { timeStamp: 1, location: `s3://bucket/${secret}` } } },
  conditions: [{ type: 'Stalled', status: 'True', message: `refused: ${secret}` }],
}
const texts: Readonly<Record<string, object>> = {
  'FlinkDeployment team-a/app': { spec: { flinkConfiguration: { 's3.secret-key': secret } }, status: stalled },
  'FlinkSessionJob team-a/job': { status: {} },
  'FlinkDeployment team-b/theirs': { status: {} },
  'FlinkStateSnapshot team-a/snapshot': { status: { state: 'COMPLETED' } },
}

const aSource = async (more: Readonly<Record<string, object>> = {}): Promise<LiveSources> => {
  const clock = manualClock()
  const all = { ...texts, ...more }
  const fleet = fleetSource({
    clock,
    text: ({ kind, namespace, name }) => JSON.stringify(all[`${kind} ${namespace}/${name}`]),
    observed: () => null,
    env: () => makeEnv({ now: 0 }),
  })
  for (const place of Object.keys(all)) {
    const [kind = '', key = ''] = place.split(' ')
    const [namespace = '', name = ''] = key.split('/')
    fleet.changed({ kind, namespace, name } as FleetKey)
  }
  await clock.advance(1_000)
  onTestFinished(fleet.stop)
  return {
    keys: () => [],
    read: () => Promise.reject(new Error('the API server is asked')),
    settings: () => makeEnv({ now: 0 }),
    observed: () => null,
    now: () => 0,
    fleet,
  }
}

/** A user with these rights: `list KIND`, `list KIND NAMESPACE`, `get KIND NAMESPACE`. */
const having = (...rights: readonly string[]) => ({
  may: async ({ verb, kind, namespace }: ReadRight) =>
    E.right(rights.includes(`${verb} ${kind}`) || rights.includes(`${verb} ${kind} ${namespace ?? '*'}`)),
})

const namesOf = (page: E.Either<unknown, FleetPage>) =>
  E.isLeft(page) ? page.left : page.right.rows.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`).sort()

describe('S12 the rows that a user sees are those of the kinds and namespaces that the user may list', () => {
  test.each<readonly [string, readonly string[], string | null, unknown]>([
    ['one kind everywhere', ['list FlinkDeployment'], null, ['FlinkDeployment team-a/app', 'FlinkDeployment team-b/theirs']],
    ['one kind in one namespace', ['list FlinkDeployment team-a'], null, ['FlinkDeployment team-a/app']],
    ['snapshots alone', ['list FlinkStateSnapshot team-a'], 'team-a', ['FlinkStateSnapshot team-a/snapshot']],
    ['the named namespace alone', ['list FlinkDeployment'], 'team-b', ['FlinkDeployment team-b/theirs']],
    ['nothing', [], null, expect.objectContaining({ status: 403 })],
    ['nothing of the named namespace', ['list FlinkDeployment team-a'], 'team-b', expect.objectContaining({ status: 403 })],
    ['a namespace that can not be', ['list FlinkDeployment'], '../x', expect.objectContaining({ status: 404 })],
  ])('%s', async (_title, rights, namespace, want) => {
    expect(namesOf(await shownTo(await aSource(), having(...rights)).fleet(namespace, null))).toEqual(want)
  })

  test('rights that can not be checked show nothing', async () => {
    const unsure = { may: async () => E.left(notSure('no answer')) }
    expect(await shownTo(await aSource(), unsure).fleet(null, null)).toMatchObject({ left: { status: 503 } })
  })

  test('a revoked right: the next answer begins anew, without what may not be seen any more', async () => {
    const sources = await aSource()
    const first = await shownTo(sources, having('list FlinkDeployment')).fleet(null, null)
    if (E.isLeft(first)) expect.fail('refused')
    const next = await shownTo(sources, having('list FlinkDeployment team-a')).fleet(null, first.right.cursor)
    expect(next).toMatchObject({ right: { isFromStart: true, rows: [{ name: 'app' }] } })
  })

  test('details need get on the resource; what other resources tell needs list on them', async () => {
    const wanted = { kind: 'FlinkDeployment', namespace: 'team-a', name: 'app' }
    const of = async (...rights: readonly string[]) => shownTo(await aSource(), having(...rights)).details(wanted)
    expect(await of('list FlinkDeployment')).toMatchObject({ left: { status: 403 } })
    expect(await of('get FlinkDeployment')).toMatchObject({ right: { isWhole: false, explanation: null, snapshots: [] } })
    expect(await of('get FlinkDeployment', 'list FlinkDeployment', 'list FlinkSessionJob', 'list FlinkStateSnapshot'))
      .toMatchObject({ right: { isWhole: true } })
    const absent = await shownTo(await aSource(), having('get FlinkDeployment')).details({ ...wanted, name: 'absent' })
    expect(absent).toMatchObject({ left: { status: 404 } })
  })
})

const serving = async (answers: LiveAnswers, hasFleet: boolean): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
  mkdirSync(join(folder, 'planner'))
  for (const name of ['live.html', 'planner.js', 'planner.css', 'fleet.html', 'fleet.js', 'autoscaler.html', 'autoscaler.js'])
    writeFileSync(join(folder, 'planner', name), `the ${name} ${' '.repeat(5_000)}`)
  const planner = plannerOf(folder, hasFleet)
  if (E.isLeft(planner)) throw new Error(planner.left)
  const shown = async () => E.right(answers)
  const started = await startPlannerServer({ port: 0, address: '127.0.0.1', hosts: [], planner: planner.right, shownTo: shown })
  if (E.isLeft(started)) throw new Error(started.left)
  onTestFinished(started.right.close)
  return `http://127.0.0.1:${started.right.port}`
}

/** The answer as it is sent. */
const raw = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ readonly status: number | undefined; readonly encoding: string | undefined; readonly body: Buffer }>((resolve, reject) => {
    request(url, { headers }, response => {
      buffer(response).then(
        body => resolve({ status: response.statusCode, encoding: response.headers['content-encoding'], body }),
        reject,
      )
    }).on('error', reject).end()
  })

describe('the fleet page over HTTP', () => {
  test('off: neither page nor rows', async () => {
    const base = await serving(shownToAll({ ...await aSource(), fleet: null }), false)
    for (const path of ['/fleet', '/fleet/', '/planner/live/fleet', '/planner/live/details?kind=FlinkDeployment&namespace=team-a&name=app'])
      expect((await fetch(`${base}${path}`, { redirect: 'manual' })).status).toBe(404)
  })

  test.each([
    ['/fleet/', { host: 'evil.example' }, 421],
    ['/planner/live/fleet', { host: 'evil.example' }, 421],
    ['/planner/live/fleet', { host: 'localhost', origin: 'https://evil.example' }, 403],
    ['/planner/live/fleet', { host: 'localhost', 'sec-fetch-site': 'cross-site' }, 403],
    ['/fleet/', { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
    ['/fleet/', { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
  ])('S12 who asks: %s %o: %i', async (path, headers, status) => {
    const answer = await raw(`${await serving(shownToAll(await aSource()), true)}${path}`, headers)
    expect(answer.status).toBe(status)
    if (status !== 200) expect(answer.body.toString()).not.toContain('team-a')
  })

  test('P23 rows and details without secrets', async () => {
    const base = await serving(shownToAll(await aSource()), true)
    const rows = await (await fetch(`${base}/planner/live/fleet`)).text()
    expect(rows).toContain('refused: (hidden)')
    const details = await (await fetch(`${base}/planner/live/details?kind=FlinkDeployment&namespace=team-a&name=app`)).text()
    expect(details).toContain('s3://bucket/(hidden)')
    expect(`${rows}${details}`).not.toContain('hunter')
  })

  test('files and rows are compressed for those who take it, other answers are not', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`FlinkDeployment team-a/job-${index}`, { status: {} }]))
    const base = await serving(shownToAll(await aSource(many)), true)
    for (
      const [path, text] of [['/fleet/', 'the fleet.html'], ['/planner/planner.js', 'the planner.js'], [
        '/planner/live/fleet',
        'job-99',
      ]] as const
    ) {
      const packed = await raw(`${base}${path}`, { 'accept-encoding': 'br, gzip' })
      expect([packed.encoding, gunzipSync(packed.body).toString().includes(text)]).toEqual(['gzip', true])
      for (const encoding of ['identity', 'br', 'gzip;q=0'])
        expect((await raw(`${base}${path}`, { 'accept-encoding': encoding })).encoding).toBeUndefined()
    }
    expect((await raw(`${base}/planner/live/configuration`, { 'accept-encoding': 'gzip' })).encoding).toBeUndefined()
  })
})

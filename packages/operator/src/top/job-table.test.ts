import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { isToAsk, type JobPlace } from './job-place.ts'
import { jobRow } from './job-row.ts'
import { ageText, jobTable, sizeText } from './job-table.ts'

const place: JobPlace = {
  kind: 'FlinkDeployment',
  namespace: 'shop',
  name: 'orders',
  version: null,
  lifecycleState: 'STABLE',
  isPaused: false,
  jobState: 'RUNNING',
  jobId: 'a'.repeat(32),
  isOver: false,
  recorded: { flinkVersion: '1.20', parallelism: 3, savepointAt: null, checkpointAt: null },
  endpoint: { namespace: 'shop', service: 'orders-rest', port: 8081, tls: false },
  requested: { cpu: 3, memory: 3 * 2 ** 30 },
  wanted: null,
}
const load = {
  state: 'RUNNING',
  startTime: 0,
  parallelism: 4,
  vertices: ['a', 'b', 'c', 'd', 'e'].map(id => ({ id, parallelism: id === 'a' ? 2 : 4 })),
  restarts: 2,
  checkpoint: { triggeredAt: 100_000, duration: 1_234, size: 5 * 2 ** 20 },
  failedCheckpoints: 1,
  busy: 0.876,
  backPressured: 0.05,
  unseen: [],
}

test('a paused resource is marked, whatever its state', () => {
  const table = jobTable([jobRow({ ...place, isPaused: true }, E.right(load), 145_000), jobRow(place, null, 0)], false)
  expect(table).toMatch(/^flinkdep\/orders +STABLE, paused +RUNNING .*\nflinkdep\/orders +STABLE +RUNNING /mu)
})

test('one job: all that Flink and the resource tell', () => {
  expect(jobTable([jobRow(place, E.right(load), 145_000)], true).split('\n').map(line => line.split(/ {3,}/u))).toEqual([
    [
      'NAMESPACE',
      'NAME',
      'LIFECYCLE',
      'JOB',
      'PARALLELISM',
      'RESTARTS',
      'CHECKPOINT',
      'TOOK',
      'SIZE',
      'FAILED',
      'BUSY',
      'BACKPRESSURE',
      'CPU',
      'MEMORY',
    ],
    ['shop', 'flinkdep/orders', 'STABLE', 'RUNNING', '4', '2', '45s', '1.2s', '5Mi', '1', '88%', '5%', '3', '3Gi'],
  ])
})

test('a job that does not answer has its line, and says why below; the others are whole', () => {
  const rows = [
    jobRow({ ...place, name: 'silent' }, E.left('no answer within 10000 ms'), 0),
    jobRow(place, E.right({ ...load, restarts: null, unseen: ['no metrics today'] }), 145_000),
  ]
  const text = jobTable(rows, false)
  expect(text).not.toContain('NAMESPACE')
  expect(text.split('\n').slice(-2)).toEqual(['shop/silent: no answer within 10000 ms', 'shop/orders: no metrics today'])
  expect(text).toMatch(/^flinkdep\/silent +STABLE +RUNNING +3 +- +- /mu)
  expect(text).toMatch(/^flinkdep\/orders +STABLE +RUNNING +4 +- +45s /mu)
})

test('of a FlinkApplication each cluster has a line and its version; other tables have no such column', () => {
  const rows = ['aaaa green', 'bbbb blue'].map(version =>
    jobRow({ ...place, kind: 'FlinkApplication', version }, version === 'aaaa green' ? E.right(load) : E.left('no answer'), 145_000)
  )
  const text = jobTable(rows, false)
  expect(text).toMatch(/^NAME +VERSION +LIFECYCLE /u)
  expect(text).toMatch(/^flinkapp\/orders   aaaa green   STABLE +RUNNING +4 /mu)
  expect(text.split('\n').at(-1)).toBe('shop/orders (bbbb blue): no answer')
  expect(jobTable([jobRow(place, E.right(load), 0)], false)).not.toContain('VERSION')
})

test('what the autoscaler wants: vertices that are to change; other tables have no such column', () => {
  const wanted = (of: Readonly<Record<string, number>> | null, answer = E.right(load)) =>
    jobTable([jobRow({ ...place, wanted: of }, answer, 0)], false)
  expect(wanted({ a: 6, b: 4 })).toMatch(/^NAME +LIFECYCLE +JOB +PARALLELISM +WANTED +RESTARTS /u)
  expect(wanted({ a: 6, b: 4 })).toMatch(/ RUNNING +4 +2→6 +2 /u)
  expect(wanted({ a: 6, b: 1, c: 3, d: 5, e: 8 })).toMatch(/ RUNNING +4 +2→6,4→1,4→3,\+2 +2 /u)
  expect(wanted({ a: 2, b: 4 })).toMatch(/ RUNNING +4 +4 +2 /u)
  expect(wanted(null)).not.toContain('WANTED')
})

describe('who is asked', () => {
  test.each([
    ['one that runs', {}, true],
    ['one that restarts', { jobState: 'RESTARTING' }, true],
    ['one that has ended', { isOver: true }, false],
    ['one that was submitted, and not seen yet', { jobState: null }, true],
    ['one that was never started', { jobState: null, jobId: null }, false],
    ['a session cluster', { jobId: null }, false],
    ['one whose cluster nobody knows', { endpoint: null }, false],
  ])('%s: %o', (_what, changed, expected) => {
    expect(isToAsk({ ...place, ...changed })).toBe(expected)
  })
})

test('ages and sizes are short', () => {
  expect([0, 1_250, 59_000, 119_000, 120_000, 7_199_000, 7_200_000, 172_800_000, null].map(ageText))
    .toEqual(['0s', '1.2s', '59s', '119s', '2m', '119m', '2h', '2d', '-'])
  expect([0, 512, 1_536, 20 * 2 ** 20, 3 * 2 ** 40, null].map(sizeText)).toEqual(['0B', '512B', '1.5Ki', '20Mi', '3Ti', '-'])
})

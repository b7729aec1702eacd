import { describe, expect, test } from 'vitest'
import { refusedAsk } from './asked-from.ts'

const hosts = ['planner.example.com', 'other.example.com:8443']
const page = '/planner/'
const live = '/planner/live/resources'
const statusOf = (headers: Readonly<Record<string, string>>, path = live): number | null =>
  refusedAsk({ hosts, headers, path })?.[0] ?? null

describe('S12 a request has to name this server: another name is that of a page which wants to read it (DNS rebinding)', () => {
  test.each([
    'localhost',
    'localhost:8086',
    // the local port of a port-forward may be any
    'localhost:9000',
    'LOCALHOST:8086',
    '127.0.0.1:8086',
    '[::1]:8086',
    'planner.example.com',
    'Planner.Example.Com:1234',
    'other.example.com:8443',
  ])('%s', host => {
    expect(statusOf({ host })).toBeNull()
    expect(statusOf({ host }, page)).toBeNull()
  })

  test.each([
    'evil.example',
    'evil.example:8086',
    'localhost.evil.example',
    'localhost.',
    'localhost:8086.evil.example',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost:port',
    'localhost:',
    'localhost/evil',
    '127.0.0.1.evil.example:8086',
    '127.0.0.2',
    '127.1',
    '2130706433',
    '0.0.0.0:8086',
    '[::]:8086',
    '[::ffff:127.0.0.1]',
    '::1',
    '10.0.0.7:8086',
    'other.example.com',
    'other.example.com:8444',
    'sub.planner.example.com',
    '',
    ' ',
  ])('not "%s"', host => {
    expect(statusOf({ host })).toBe(421)
    expect(statusOf({ host }, page)).toBe(421)
    expect(statusOf({ host }, '/planner/planner.js')).toBe(421)
  })

  test('no Host at all', () => {
    expect(statusOf({})).toBe(421)
  })

  test('no name of the option is one for all', () => {
    for (const name of ['*', '', '.', 'a b'])
      expect(refusedAsk({ hosts: [name], headers: { host: 'evil.example' }, path: live })?.[0]).toBe(421)
    expect(refusedAsk({ hosts: [''], headers: { host: '' }, path: live })?.[0]).toBe(421)
  })
})

describe('S12 a page of another site does not ask', () => {
  const host = 'localhost:8086'
  test.each([
    [{ host }, null],
    [{ host, origin: 'http://localhost:8086' }, null],
    [{ host, origin: 'https://LOCALHOST:8086' }, null],
    [{ host, origin: 'http://localhost:3000' }, 403],
    [{ host, origin: 'http://evil.example' }, 403],
    [{ host, origin: 'http://localhost:8086.evil.example' }, 403],
    [{ host, origin: 'null' }, 403],
    [{ host, origin: '' }, 403],
    [{ host, 'sec-fetch-site': 'same-origin' }, null],
    [{ host, 'sec-fetch-site': 'none' }, null],
    [{ host, 'sec-fetch-site': 'same-site' }, 403],
    [{ host, 'sec-fetch-site': 'cross-site' }, 403],
    [{ host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 403],
    [{ host, 'sec-fetch-site': 'whatever' }, 403],
  ])('%o: %o', (headers, want) => {
    expect(statusOf(headers)).toBe(want)
  })

  test('but a link of another page leads to this one', () => {
    const link = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect(statusOf(link, page)).toBeNull()
    expect(statusOf({ ...link, 'sec-fetch-dest': 'iframe' }, page)).toBe(403)
    expect(statusOf({ ...link, 'sec-fetch-mode': 'no-cors' }, page)).toBe(403)
    expect(statusOf({ ...link, host: 'evil.example' }, page)).toBe(421)
  })
})

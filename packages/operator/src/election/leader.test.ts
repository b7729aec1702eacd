import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { electionSetup } from './election-settings.ts'
import { startLeader } from './leader.ts'
import { operatorOptions } from '@flink-operator/core'

const refusal = (tag: AdapterError['_tag'], httpStatus: number): AdapterError => ({
  _tag: tag,
  message: tag,
  applied: 'No',
  httpStatus,
  retryAfter: null,
})

/** One Lease, compared and swapped by its version; `reachable` per process. */
const server = () => {
  let stored: { readonly version: number; readonly spec: JsonObject; readonly marks: JsonObject } | null = null
  const asked: string[] = []
  const httpOf = (isReachable: () => boolean): Http => ({
    send: request => () => {
      asked.push(request.method)
      if (!isReachable()) return Promise.resolve(E.left(refusal('Unreachable', 0)))
      const json = (): Json => ({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'l', namespace: 'ns', uid: 'u', resourceVersion: String(stored?.version), ...stored?.marks },
        spec: stored?.spec ?? {},
      })
      if (request.method === 'GET') return Promise.resolve(stored === null ? E.left(refusal('NotFound', 404)) : E.right(json()))
      const body = JSON.parse(request.body ?? '{}') as {
        readonly metadata: { readonly resourceVersion?: string; readonly labels: JsonObject; readonly annotations: JsonObject }
        readonly spec: JsonObject
      }
      if (request.method === 'POST' && stored !== null) return Promise.resolve(E.left(refusal('AlreadyExists', 409)))
      if (request.method === 'PUT' && body.metadata.resourceVersion !== String(stored?.version))
        return Promise.resolve(E.left(refusal('Conflict', 409)))
      const { labels, annotations } = body.metadata
      stored = { version: (stored?.version ?? 0) + 1, spec: body.spec, marks: { labels, annotations } }
      return Promise.resolve(E.right(json()))
    },
    stream: () => () => new Promise(() => undefined),
    close: () => Promise.resolve(),
  })
  /** As somebody else who writes beside the holder. */
  const touched = (): void => {
    if (stored !== null) stored = { ...stored, version: stored.version + 1 }
  }
  return { httpOf, holder: () => stored?.spec['holderIdentity'] ?? null, marks: () => stored?.marks, asked, touched }
}

const times = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 }

const two = async () => {
  const clock = manualClock()
  const { httpOf, holder } = server()
  const reachable = { a: true, b: true }
  const reported: string[] = []
  const leaderOf = (identity: 'a' | 'b') =>
    startLeader({
      http: httpOf(() => reachable[identity]),
      clock,
      wall: clock.now,
      lease: { namespace: 'ns', name: 'l' },
      settings: { identity, ...times },
      onLeading: () => reported.push(`${identity} leads`),
      onLost: () => reported.push(`${identity} lost`),
      onError: message => reported.push(`${identity}: ${message}`),
    })
  const a = leaderOf('a')
  await clock.advance(1)
  const b = leaderOf('b')
  await clock.advance(1)
  const pass = async (millis: number): Promise<void> => {
    for (let at = 0; at < millis; at += 1_000) {
      await clock.advance(1_000)
      expect(a.mayAct() && b.mayAct()).toBe(false)
    }
  }
  return { a, b, reported, holder, reachable, pass }
}

describe('F20 P20 two processes and one Lease', () => {
  test("one leads and keeps it; the other takes over when the first can't renew, and only after that one has stopped", async () => {
    const { a, b, reported, reachable, pass } = await two()
    await pass(60_000)
    expect([a.mayAct(), b.mayAct(), reported]).toEqual([true, false, ['a leads']])
    reachable.a = false
    await pass(11_000)
    expect([a.mayAct(), b.mayAct()]).toEqual([false, false])
    await pass(12_000)
    expect([a.mayAct(), b.mayAct(), reported]).toEqual([false, true, ['a leads', 'a: Unreachable', 'a lost', 'b leads']])
    reachable.a = true
    await pass(60_000)
    expect(a.mayAct()).toBe(false)
  })

  test('a leader that is told to stop lets go, and the other leads at its next look', async () => {
    const { a, b, holder, pass } = await two()
    await pass(4_000)
    await a.stop()
    expect([a.mayAct(), holder()]).toEqual([false, ''])
    await pass(3_000)
    expect([b.mayAct(), holder()]).toEqual([true, 'b'])
  })
})

describe('what it asks of the API server', () => {
  const one = async () => {
    const clock = manualClock()
    const { asked, ...api } = server()
    const marks = { labels: { whose: 'ours' }, annotations: { watches: '*' } }
    const leader = startLeader({
      http: api.httpOf(() => true),
      clock,
      wall: clock.now,
      lease: { namespace: 'ns', name: 'l' },
      settings: { identity: 'a', ...times },
      onLeading: () => undefined,
      onLost: () => undefined,
      onError: () => undefined,
      marks,
    })
    await clock.advance(1)
    return {
      ...api,
      clock,
      leader,
      expected: marks,
      during: async (millis: number) => (asked.splice(0), await clock.advance(millis), asked),
    }
  }

  test('at rest a leader writes once a retry period over what it wrote last, and reads nothing: 30 requests a minute', async () => {
    const { during, marks, expected } = await one()
    const asked = await during(60_000)
    expect([asked.length, new Set(asked)]).toEqual([30, new Set(['PUT'])])
    expect(marks()).toEqual(expected)
  })

  test('somebody wrote on the Lease: a conflict, one look, and it goes on', async () => {
    const { during, touched, leader } = await one()
    touched()
    expect([await during(4_000), leader.mayAct()]).toEqual([['PUT', 'GET', 'PUT', 'PUT'], true])
  })

  test('a follower looks once a retry period', async () => {
    const { during, httpOf, clock } = await one()
    startLeader({
      http: httpOf(() => true),
      clock,
      wall: clock.now,
      lease: { namespace: 'ns', name: 'l' },
      settings: { identity: 'b', ...times },
      onLeading: () => undefined,
      onLost: () => undefined,
      onError: () => undefined,
    })
    await clock.advance(1)
    expect((await during(60_000)).filter(method => method === 'GET')).toHaveLength(30)
  })
})

describe('F20 the options of the reference operator', () => {
  const scope = { namespaces: null, labelSelector: null }
  const of = (configuration: Readonly<Record<string, string>>) =>
    electionSetup(
      operatorOptions(
        Object.fromEntries(Object.entries(configuration).map(([key, value]) => [`kubernetes.operator.leader-election.${key}`, value])),
      ).options,
      'ns',
      scope,
    )
  test('on by default, unlike there; times must follow on each other', () => {
    expect(of({})).toMatchObject({
      right: {
        division: { namespace: 'ns', leaseName: 'flink-operator', shards: 1 },
        settings: { ...times, identity: expect.any(String) as string },
      },
    })
    expect(of({ enabled: 'false' })).toEqual(E.right(null))
    expect(of({ 'lease-name': ' ' })).toMatchObject({ left: expect.stringContaining('lease-name') as string })
    expect(of({ 'renew-deadline': '20 s' })).toMatchObject({ left: expect.stringContaining('lease-duration must be longer') as string })
    expect(of({ enabled: 'true', 'lease-name': 'l' })).toMatchObject({ right: { division: { namespace: 'ns', leaseName: 'l' } } })
  })
})

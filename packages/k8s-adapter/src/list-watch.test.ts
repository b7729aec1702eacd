import type { JsonObject } from '@flink-operator/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FakeClock, fakeClock } from '../test/fake-clock.ts'
import { type Call, type ScriptedApiServer, scriptedApiServer, statusObject } from '../test/scripted-api-server.ts'
import { textAt } from './json-path.ts'
import { type ListWatch, listWatch, type ListWatchOptions } from './list-watch.ts'

const object = (name: string, resourceVersion: number, uid = `uid-${name}`) => ({
  metadata: { namespace: 'ns', name, uid, resourceVersion: String(resourceVersion) },
})
const line = (type: string, what: unknown) => `${JSON.stringify({ type, object: what })}\n`
const bookmark = (resourceVersion: number) => line('BOOKMARK', { metadata: { resourceVersion: String(resourceVersion) } })
const page = (items: unknown[], resourceVersion: number, more = '') => ({
  metadata: { resourceVersion: String(resourceVersion), continue: more },
  items,
})

const isWatch = (call: Call) => call.query.get('watch') === 'true'
const openWatch = (call: Call, ...text: string[]) => {
  call.response.writeHead(200, { 'content-type': 'application/json' })
  call.response.flushHeaders()
  for (const part of text) call.response.write(part)
}

interface Run {
  readonly server: ScriptedApiServer
  readonly clock: FakeClock
  readonly watch: ListWatch
  /** `added a@5` and the like. */
  readonly events: string[]
  readonly errors: string[]
}

const runs: Run[] = []
afterEach(async () => {
  for (const { watch, server } of runs.splice(0)) {
    watch.stop()
    await server.close()
  }
})

/** `answers[n]` answers the n-th call; further calls hang. Time stands still until the test moves it. */
const start = async (answers: ((call: Call) => void)[], options: Partial<ListWatchOptions> = {}): Promise<Run> => {
  const server = await scriptedApiServer((call, n) => answers[n]?.(call))
  const clock = fakeClock()
  const events: string[] = []
  const errors: string[] = []
  const tell = (type: string, what: JsonObject) =>
    events.push(`${type} ${textAt(what, 'metadata', 'name')}@${textAt(what, 'metadata', 'resourceVersion')}`)
  const watch = listWatch({
    http: server.http({ clock }),
    path: '/apis/apps/v1/deployments',
    clock,
    random: () => 0.5,
    onEvent: tell,
    onError: message => errors.push(message),
    ...options,
  })
  const run = { server, clock, watch, events, errors }
  runs.push(run)
  return run
}

/** Waits until the back-off pause is the timer that runs, then lets it pass. */
const passPause = async ({ clock }: Run, millis: number) => {
  await vi.waitFor(() => expect(clock.timers()).toContain(millis))
  clock.advance(millis)
}

const emptyList = (call: Call) => call.json(200, page([], 10))

describe('list', () => {
  test('in pages, each with the token of the one before; synced after the last', async () => {
    const run = await start([
      call => call.json(200, page([object('a', 1)], 10, 'next')),
      call => call.json(200, page([object('b', 2)], 10)),
    ], { labelSelector: 'component=jobmanager' })
    await run.watch.synced
    const [first, second] = run.server.calls
    expect([first?.query.get('limit'), first?.query.get('continue'), second?.query.get('continue')]).toEqual(['500', null, 'next'])
    expect(second?.query.get('labelSelector')).toBe('component=jobmanager')
    expect(run.events).toEqual(['added a@1', 'added b@2'])
    const watching = await run.server.call(2)
    expect(Object.fromEntries(watching.query)).toEqual({
      labelSelector: 'component=jobmanager',
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: '10',
      timeoutSeconds: '360',
    })
  })

  test('B95 ten thousand objects: page by page; only a page has a limit, the list has none', async () => {
    const pages = 20
    const run = await start(Array.from({ length: pages }, (_, at) => (call: Call) => {
      call.json(
        200,
        page(Array.from({ length: 500 }, (_, n) => object(`o-${at * 500 + n}`, 1)), 10, at === pages - 1 ? '' : `page-${at + 1}`),
      )
    }))
    await run.watch.synced
    expect(run.events).toHaveLength(10_000)
    expect(run.errors).toEqual([])
    expect(run.server.calls.slice(0, pages).map(({ query }) => query.get('limit'))).toEqual(Array.from({ length: pages }, () => '500'))
  })

  test('410 on a page token: a list from the start, in one answer', async () => {
    const run = await start([
      call => call.json(200, page([object('a', 1), object('b', 1)], 10, 'next')),
      call => call.json(410, statusObject(410, 'Expired', 'token too old')),
      call => call.json(200, page([object('b', 3)], 12)),
    ])
    await passPause(run, 500)
    await run.watch.synced
    expect([...(await run.server.call(2)).query.keys()]).toEqual([])
    expect(run.events).toEqual(['added a@1', 'added b@1', 'modified b@3', 'deleted a@1'])
  })

  test('B62 a list that fails is tried again for ever, later and later, and is not synced meanwhile', async () => {
    const fail = (call: Call) => call.json(503, statusObject(503, 'ServiceUnavailable', 'etcd is away'))
    const run = await start([...Array<(call: Call) => void>(12).fill(fail), emptyList])
    for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, ...Array<number>(6).fill(30_000)]) {
      expect(run.watch.isSynced()).toBe(false)
      await passPause(run, pause)
    }
    await run.watch.synced
    expect(run.errors).toHaveLength(12)
    expect(run.errors[0]).toBe('list: etcd is away')
  })

  test('Retry-After is kept, if it asks for more than the back-off', async () => {
    const run = await start([call => call.json(429, statusObject(429, 'TooManyRequests', 'slow down'), { 'retry-after': '9' }), emptyList])
    await passPause(run, 9000)
    await run.watch.synced
  })
})

describe('watch', () => {
  test('events in the order of their coming, cut anywhere, even inside a character', async () => {
    const text = Buffer.from(
      line('ADDED', { ...object('ä', 11), spec: { text: '→' } }) + line('MODIFIED', object('ä', 12)) + line('DELETED', object('ä', 13)),
    )
    const run = await start([emptyList, call => {
      openWatch(call)
      for (let i = 0; i < text.length; i += 7) call.response.write(text.subarray(i, i + 7))
    }])
    await vi.waitFor(() => expect(run.events).toEqual(['added ä@11', 'modified ä@12', 'deleted ä@13']))
  })

  test('it goes on at the last resourceVersion, bookmarks included, when the server ends it', async () => {
    const run = await start([emptyList, call => {
      openWatch(call, line('ADDED', object('a', 11)), bookmark(20))
      call.response.end()
    }])
    expect((await run.server.call(2)).query.get('resourceVersion')).toBe('20')
    expect(run.errors).toEqual([])
  })

  test('410 as HTTP status: a new list, which tells the differences only', async () => {
    const run = await start([
      call => call.json(200, page([object('a', 1), object('b', 1), object('c', 1), object('d', 1)], 10)),
      call => call.json(410, statusObject(410, 'Expired', 'too old')),
      call => call.json(200, page([object('a', 1), object('b', 5), object('d', 6, 'another')], 12)),
    ])
    await passPause(run, 500)
    expect((await run.server.call(3)).query.get('resourceVersion')).toBe('12')
    expect(run.events.slice(4)).toEqual(['modified b@5', 'deleted d@1', 'added d@6', 'deleted c@1'])
  })

  test('410 as an ERROR event: the same', async () => {
    const run = await start([
      emptyList,
      call => openWatch(call, line('ADDED', object('a', 11)), line('ERROR', statusObject(410, 'Expired', 'too old resource version'))),
      call => call.json(200, page([], 12)),
    ])
    await passPause(run, 500)
    expect((await run.server.call(3)).query.get('resourceVersion')).toBe('12')
    expect(run.events).toEqual(['added a@11', 'deleted a@11'])
  })

  test('the connection breaks in the middle of a line: on from the last whole one', async () => {
    const run = await start([emptyList, call => {
      openWatch(call, line('ADDED', object('a', 11)), '{"type":"MODI')
      call.response.write('F', () => call.response.destroy())
    }])
    await passPause(run, 500)
    expect((await run.server.call(2)).query.get('resourceVersion')).toBe('11')
  })

  test('B109 a connection on which nothing comes is taken for dead, and watched anew at once', async () => {
    const run = await start([emptyList, call => openWatch(call), call => openWatch(call)], { silence: 100_000 })
    await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
    run.clock.advance(99_999)
    expect(run.server.calls).toHaveLength(2)
    run.clock.advance(1)
    expect((await run.server.call(2)).query.get('resourceVersion')).toBe('10')
  })

  test('three silent watches in a row: a list, since the resourceVersion may be one of the future', async () => {
    const run = await start([emptyList, openWatch, openWatch, openWatch, call => call.json(200, page([object('a', 3)], 5)), openWatch], {
      silence: 100_000,
    })
    for (let i = 1; i <= 3; i += 1) {
      await run.server.call(i)
      await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
      await vi.waitFor(() => expect(run.clock.timers()).toContain(100_000))
      run.clock.advance(100_000)
    }
    expect((await run.server.call(5)).query.get('resourceVersion')).toBe('5')
    expect(run.server.calls.map(isWatch)).toEqual([false, true, true, true, false, true])
    expect(run.events).toEqual(['added a@3'])
  })

  test('a bookmark is a sign of life', async () => {
    const run = await start([emptyList, call => openWatch(call)], { silence: 100_000 })
    await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
    run.clock.advance(60_000)
    run.server.calls[1]?.response.write(bookmark(11))
    await vi.waitFor(() => expect(run.watch.heardAt()).toBe(run.clock.now()))
    run.clock.advance(99_999)
    expect(run.clock.timers()).toContain(1)
  })

  test('a server that keeps a watch open for too long is left', async () => {
    const run = await start([emptyList, call => openWatch(call)], { silence: 1_000_000, watchTime: 240_000 })
    await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
    run.clock.advance(370_000)
    await run.server.call(2)
  })

  test('500 on the watch: again from the same place, with back-off; after five in a row, a list', async () => {
    const fail = (call: Call) => call.json(500, statusObject(500, 'InternalError', 'ouch'))
    const run = await start([emptyList, fail, fail, fail, fail, fail, call => call.json(200, page([], 50))])
    for (const pause of [500, 1000, 2000, 4000, 8000]) await passPause(run, pause)
    expect((await run.server.call(7)).query.get('resourceVersion')).toBe('50')
    expect(run.server.calls.map(isWatch)).toEqual([false, true, true, true, true, true, false, true])
    expect(run.errors).toEqual(Array(5).fill('watch: ouch'))
  })

  test('a server that hangs up at once is not called without pause', async () => {
    const run = await start([emptyList, call => {
      openWatch(call)
      call.response.end()
    }])
    await passPause(run, 500)
    await run.server.call(2)
    expect(run.errors).toEqual(['watch: the server ended it at once'])
  })

  test('the sixth failure in a row is not the sixth when something was told in between', async () => {
    const some = (n: number) => (call: Call) =>
      openWatch(call, line('ADDED', object(`x${n}`, 10 + n)), line('ERROR', statusObject(500, 'InternalError', 'ouch')))
    const run = await start([emptyList, some(1), some(2), some(3)])
    for (let i = 0; i < 3; i += 1) await passPause(run, 500)
    await run.server.call(4)
    expect(run.events).toEqual(['added x1@11', 'added x2@12', 'added x3@13'])
  })

  test.each([
    ['a line that is longer than the limit', `{"type":"ADDED","object":"${'x'.repeat(2000)}`, 'watch: an event is longer than 1000 bytes'],
    ['a line that is no event', 'hello\n', 'watch: a line of the watch is no event'],
    ['an unknown type', line('RENAMED', object('a', 11)), 'watch: a watch event of an unknown type'],
    ['an error event', line('ERROR', statusObject(500, 'InternalError', 'ouch')), 'watch: ouch'],
  ])('%s: nothing is skipped, it is watched anew', async (_what, text, message) => {
    const run = await start([emptyList, call => openWatch(call, text)], { longestLine: 1000 })
    await passPause(run, 500)
    expect((await run.server.call(2)).query.get('resourceVersion')).toBe('10')
    expect(run.errors).toEqual([message])
  })

  test('a listener that throws stops nothing', async () => {
    const run = await start([call => call.json(200, page([object('a', 1)], 10)), call => openWatch(call)], {
      onEvent: () => {
        throw new Error('no room')
      },
    })
    await run.server.call(1)
    expect(run.errors).toEqual(['an event could not be taken in: Error: no room'])
  })
})

describe('S02 objects that tenants write', () => {
  /** As deep as Kubernetes takes them, with a number that is not read as any other. */
  const deep = (text: string) => text.replace('"DEEP"', `${'['.repeat(9_000)}1.0${']'.repeat(9_000)}`)
  const evil = { ...object('evil', 2), spec: { podTemplate: 'DEEP' } }

  test('a deep one keeps no other from being listed or watched', async () => {
    const run = await start([
      call => call.response.end(deep(JSON.stringify(page([object('a', 1), evil, object('b', 3)], 10)))),
      call =>
        openWatch(
          call,
          deep(line('MODIFIED', { ...evil, metadata: { ...evil.metadata, resourceVersion: '11' } })),
          line('ADDED', object('c', 12)),
        ),
    ])
    await vi.waitFor(() => expect(run.events).toEqual(['added a@1', 'added evil@2', 'added b@3', 'modified evil@11', 'added c@12']))
    expect(run.errors).toEqual([])
  })

  test.each([
    ['bytes', (n: number) => ({ ...object(`o${n}`, n), spec: 'x'.repeat(1_500_000) })],
    ['values', (n: number) => ({ ...object(`o${n}`, n), spec: Array.from({ length: 25_000 }, () => ({})) })],
  ])('large ones (%s) are listed in smaller pages', async (_what, large) => {
    const all = Array.from({ length: 24 }, (_, n) => large(n))
    const answer = (call: Call): void => {
      if (isWatch(call)) return openWatch(call)
      const from = Number(call.query.get('continue') ?? 0)
      const to = from + Number(call.query.get('limit'))
      call.json(200, page(all.slice(from, to), 10, to < all.length ? String(to) : ''))
    }
    const run = await start(Array.from({ length: 20 }, () => answer))
    await vi.waitFor(() => expect(run.events).toHaveLength(24), 30_000)
    expect(run.errors).toEqual([])
    expect(run.server.calls.filter(call => !isWatch(call)).map(call => call.query.get('limit')).slice(0, 4)).toEqual([
      '500',
      '125',
      '31',
      '7',
    ])
  })

  test('a list that is too long for one answer is read in pages again', async () => {
    const expired = (call: Call) => call.json(410, statusObject(410, 'Expired', 'too old'))
    const run = await start([
      expired,
      call => call.response.end('x'.repeat(1_000)),
      call => call.json(200, page([object('a', 1)], 10)),
    ])
    await passPause(run, 500)
    await passPause(run, 1_000)
    await run.server.call(2)
    expect(run.server.calls.slice(0, 3).map(call => call.query.get('limit'))).toEqual(['500', null, '500'])
  })
})

describe('how old it is', () => {
  test('B109 stale from the start, fresh while a watch is open, stale since it was heard last', async () => {
    const run = await start([emptyList, call => openWatch(call)])
    const started = run.clock.now()
    expect([run.watch.staleSince(), run.watch.heardAt()]).toEqual([started, null])
    await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
    run.clock.advance(1000)
    run.server.calls[1]?.response.write(bookmark(11))
    await vi.waitFor(() => expect(run.watch.heardAt()).toBe(started + 1000))
    run.clock.advance(5000)
    run.server.calls[1]?.response.destroy()
    await vi.waitFor(() => expect(run.watch.staleSince()).toBe(started + 1000))
    await passPause(run, 500)
    openWatch(await run.server.call(2))
    await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
  })

  // (the next request hangs, so nothing newer is heard)
  test('a list is as of when it was asked for', async () => {
    const run = await start([])
    const asked = run.clock.now()
    const call = await run.server.call(0)
    run.clock.advance(5000)
    call.json(200, page([], 10))
    await run.watch.synced
    expect(run.watch.heardAt()).toBe(asked)
  })
})

describe('stop', () => {
  test('ends the watch and leaves no timer', async () => {
    const run = await start([emptyList, call => openWatch(call)])
    await vi.waitFor(() => expect(run.watch.staleSince()).toBeNull())
    const closed = new Promise(resolve => run.server.calls[1]?.response.on('close', resolve))
    run.watch.stop()
    await closed
    await vi.waitFor(() => expect(run.clock.timers()).toEqual([]))
    expect(run.server.calls).toHaveLength(2)
  })

  test('ends a pause', async () => {
    const run = await start([call => call.json(500, {})])
    await vi.waitFor(() => expect(run.clock.timers()).toEqual([500]))
    run.watch.stop()
    await vi.waitFor(() => expect(run.clock.timers()).toEqual([]))
    expect(run.server.calls).toHaveLength(1)
  })
})

import type { ListWatch } from '@flink-operator/k8s-adapter'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { keyText } from '../port/cluster-port.ts'
import { kindWatch } from './kind-watch.ts'
import type { NamespaceWatch } from './namespace-watches.ts'

/** A list-watch of a namespace that the test moves. */
const aWatch = (namespace: string | null) => {
  const [first, attempted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const state = { isSynced: false, staleSince: null as number | null, isStopped: false, trouble: null as string | null }
  const watch: ListWatch = {
    synced: first.promise,
    settled: attempted.promise,
    isSynced: () => state.isSynced,
    heardAt: () => null,
    staleSince: () => state.staleSince,
    stop: () => {
      state.isStopped = true
    },
  }
  const watchOf: NamespaceWatch = {
    name: namespace === null ? 'snapshots' : `snapshots/${namespace}`,
    namespace,
    watch,
    trouble: () => state.trouble,
  }
  return {
    watchOf,
    state,
    sync: () => {
      state.isSynced = true
      state.trouble = null
      first.resolve()
      attempted.resolve()
    },
    fail: (trouble: string) => {
      state.trouble = trouble
      attempted.resolve()
    },
  }
}

const entry = (namespace: string, name: string, resourceVersion = '5') => ({
  namespace,
  name,
  uid: `uid-${name}`,
  resourceVersion,
  view: { text: `{"name":"${name}"}` },
})

const bench = ([first, second]: readonly [string | null, string | null] = ['jobs', 'others']) => {
  const clock = manualClock(100_000)
  const entries = [entry('jobs', 'a'), entry('jobs', 'b'), entry('others', 'a', '9')]
  const reported: string[] = []
  const [one, two] = [aWatch(first), aWatch(second)]
  const watch = kindWatch(
    { clock, onWake: key => reported.push(`woke ${keyText(key)}`) },
    { get: (namespace, name) => entries.find(it => it.namespace === namespace && it.name === name), values: () => entries },
    first === null ? [one.watchOf] : [one.watchOf, two.watchOf],
    null,
  )
  return { clock, entries, reported, one, two, watch }
}

const settled = async ({ settled: all }: { readonly settled: Promise<void> }): Promise<boolean> =>
  Promise.race([all.then(() => true), new Promise<boolean>(resolve => setImmediate(() => resolve(false)))])

describe('the watches of a kind as one', () => {
  test('B62 nobody is woken before the first full list of its namespace; then everybody there is', async () => {
    const { clock, reported, one, two, watch } = bench()
    await clock.advance(0)
    expect([reported, watch.keys(), watch.isOpen('jobs')]).toEqual([[], [], false])
    one.sync()
    await clock.advance(0)
    expect([reported, watch.isOpen('jobs'), watch.isOpen('others'), await settled(watch)]).toEqual([
      ['woke jobs/a', 'woke jobs/b'],
      true,
      false,
      false,
    ])
    two.sync()
    await watch.settled
    expect([reported.slice(2), watch.unwatched()]).toEqual([['woke others/a'], []])
  })

  test('B62 one watch of all namespaces: they open together', async () => {
    const { reported, one, watch } = bench([null, null])
    one.sync()
    await watch.settled
    expect([reported, watch.isOpen('anywhere')]).toEqual([['woke jobs/a', 'woke jobs/b', 'woke others/a'], true])
  })

  test("F22 a namespace that can not be watched keeps no other from starting, is named with the server's words, and starts when it can", async () => {
    const { clock, reported, one, two, watch } = bench()
    two.fail('list: flinkdeployments is forbidden')
    await clock.advance(0)
    expect(await settled(watch)).toBe(false)
    one.sync()
    expect(await settled(watch)).toBe(true)
    expect([reported, watch.keys().map(keyText)]).toEqual([['woke jobs/a', 'woke jobs/b'], ['jobs/a', 'jobs/b']])
    expect(watch.unwatched()).toEqual([{ watch: 'snapshots/others', namespace: 'others', trouble: 'list: flinkdeployments is forbidden' }])
    two.sync()
    await clock.advance(0)
    expect([reported.slice(2), watch.unwatched()]).toEqual([['woke others/a'], []])
  })

  test('who is there is asked when the lists are there, not when the watch was begun', async () => {
    const { entries, reported, one, two, watch } = bench()
    entries.splice(0, entries.length, entry('jobs', 'late'))
    one.sync()
    two.sync()
    await watch.settled
    expect(reported).toEqual(['woke jobs/late'])
    expect(watch.keys()).toEqual([{ namespace: 'jobs', name: 'late' }])
  })

  test('what is cached is found by namespace and name', () => {
    const { watch } = bench()
    expect(watch.cached({ namespace: 'others', name: 'a' })).toEqual({ resourceVersion: '9', text: '{"name":"a"}' })
    expect(watch.cached({ namespace: 'others', name: 'b' })).toBeUndefined()
  })

  test('staleness: seconds since when each watch may have missed changes; none while it is open', () => {
    const { one, two, watch } = bench()
    one.state.staleSince = 92_500
    two.sync()
    expect(watch.staleness()).toEqual([{ watch: 'snapshots/jobs', staleSeconds: 7.5, isSynced: false, unheardSeconds: null }, {
      watch: 'snapshots/others',
      staleSeconds: 0,
      isSynced: true,
      unheardSeconds: null,
    }])
  })

  test('stop ends every watch', () => {
    const { one, two, watch } = bench()
    watch.stop()
    expect([one.state.isStopped, two.state.isStopped]).toEqual([true, true])
  })
})

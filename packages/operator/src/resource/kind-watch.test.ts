import type { ListWatch } from '@flink-operator/k8s-adapter'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { keyText } from '../port/cluster-port.ts'
import { kindWatch } from './kind-watch.ts'

/** A list-watch that the test moves. */
const aWatch = () => {
  const first = Promise.withResolvers<void>()
  const state = { isSynced: false, staleSince: null as number | null, isStopped: false }
  const watch: ListWatch = { synced: first.promise, settled: first.promise, isSynced: () => state.isSynced, heardAt: () => null, staleSince: () => state.staleSince, stop: () => { state.isStopped = true } }
  return {
    watch, state,
    sync: () => {
      state.isSynced = true
      first.resolve()
    },
  }
}

const entry = (namespace: string, name: string, resourceVersion = '5') => ({ namespace, name, uid: `uid-${name}`, resourceVersion, view: { text: `{"name":"${name}"}` } })

const bench = () => {
  const clock = manualClock(100_000)
  const entries = [entry('jobs', 'a'), entry('jobs', 'b'), entry('others', 'a', '9')]
  const told: string[] = []
  const [one, two] = [aWatch(), aWatch()]
  const watch = kindWatch(
    { clock, onWake: key => told.push(`woke ${keyText(key)}`) },
    { get: (namespace, name) => entries.find(it => it.namespace === namespace && it.name === name), values: () => entries },
    [['snapshots', one.watch], ['snapshots/jobs', two.watch]], null, () => told.push('synced'),
  )
  return { clock, entries, told, one, two, watch }
}

describe('the watches of a kind as one', () => {
  test('B62 nobody is woken before every watch had its first full list; then everybody is', async () => {
    const { clock, told, one, two, watch } = bench()
    one.sync()
    await clock.advance(0)
    expect([watch.isSynced(), told]).toEqual([false, []])
    two.sync()
    await watch.synced
    expect([watch.isSynced(), told]).toEqual([true, ['synced', 'woke jobs/a', 'woke jobs/b', 'woke others/a']])
  })

  test('who is there is asked when the lists are there, not when the watch was begun', async () => {
    const { entries, told, one, two, watch } = bench()
    entries.splice(0, entries.length, entry('jobs', 'late'))
    one.sync()
    two.sync()
    await watch.synced
    expect(told).toEqual(['synced', 'woke jobs/late'])
    expect(watch.keys()).toEqual([{ namespace: 'jobs', name: 'late' }])
  })

  test('what is cached is found by namespace and name', () => {
    const { watch } = bench()
    expect(watch.cached({ namespace: 'others', name: 'a' })).toEqual({ resourceVersion: '9', text: '{"name":"a"}' })
    expect(watch.cached({ namespace: 'others', name: 'b' })).toBeUndefined()
  })

  test('staleness: seconds since when each watch may have missed changes; none while it is open', () => {
    const { one, watch } = bench()
    one.state.staleSince = 92_500
    expect(watch.staleness()).toEqual([['snapshots', 7.5], ['snapshots/jobs', 0]])
  })

  test('stop ends every watch', () => {
    const { one, two, watch } = bench()
    watch.stop()
    expect([one.state.isStopped, two.state.isStopped]).toEqual([true, true])
  })
})

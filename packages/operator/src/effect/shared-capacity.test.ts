import { expect, test } from 'vitest'
import type { Fact } from '@flink-operator/core'
import { type ClusterCapacityView, known, unknown } from '@flink-operator/core/fact'
import { sharedCapacity } from './shared-capacity.ts'

const minute = 60_000
const view = (cpu: number): ClusterCapacityView => ({
  nodes: [{ group: null, unschedulable: false, allocatable: { cpu, memory: 1 }, requested: { cpu: 0, memory: 0 } }],
  clusterAutoscalerStatus: null,
  reserved: [],
})
const request = { taskManagersNow: 1, taskManagersAfter: 2, cpu: 1, memory: 1 }

/** The shared view over a time that the test sets, with the number of reads. */
const shared = (read: (now: number) => Promise<Fact<ClusterCapacityView>> = now => Promise.resolve(known(view(1), now))) => {
  const state = { now: 1_000, reads: 0 }
  const capacity = sharedCapacity({ now: () => state.now })
  const ask = (interval = 10 * minute) =>
    capacity.answer(interval, () => {
      state.reads += 1
      return read(state.now)
    })
  return { state, capacity, ask }
}

test('one read serves all jobs for the interval, then the nodes are read again', async () => {
  const { state, ask } = shared()
  expect(await ask()).toMatchObject({ source: 'live', asOf: 1_000 })
  state.now += 10 * minute - 1
  expect(await ask()).toMatchObject({ source: 'cache', asOf: 1_000 })
  state.now += 1
  expect(await ask()).toMatchObject({ source: 'live', asOf: state.now })
  expect(state.reads).toBe(2)
})

test('concurrent jobs wait for one read', async () => {
  const { state, ask } = shared()
  await Promise.all([ask(), ask(), ask()])
  expect(state.reads).toBe(1)
})

test('an interval of 0 reads each time; so does a clock that was set back', async () => {
  const { state, ask } = shared()
  await ask(0)
  await ask(0)
  expect(state.reads).toBe(2)
  state.now -= minute
  await ask()
  expect(state.reads).toBe(3)
})

test('nodes that can not be read are not asked for by each job, but again after a minute', async () => {
  const { state, ask } = shared(now => Promise.resolve(unknown('Timeout', 'no answer', now)))
  await ask()
  state.now += minute - 1
  expect(await ask()).toMatchObject({ _tag: 'Unknown', source: 'cache' })
  expect(state.reads).toBe(1)
  state.now += 1
  await ask()
  expect(state.reads).toBe(2)
})

test('a read that rejects does not stop the next one', async () => {
  const { state, ask } = shared(() => Promise.reject(new Error('a bug')))
  await expect(ask()).rejects.toThrow('a bug')
  await expect(ask()).rejects.toThrow('a bug')
  expect(state.reads).toBe(2)
})

test('a stored scaling takes its room from the view, until the nodes are read again', async () => {
  const { state, capacity, ask } = shared()
  capacity.reserve(request)
  await ask()
  capacity.reserve(request)
  expect(await ask()).toMatchObject({ value: { reserved: [request] } })
  state.now += 10 * minute
  expect(await ask()).toMatchObject({ value: { reserved: [] } })
})

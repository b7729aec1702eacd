import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { jobManagerMemory, taskManagerMemory } from './memory-model.ts'

const mib = 1024n ** 2n

const refusal = (made: E.Either<{ readonly message: string }, unknown>): string => (E.isLeft(made) ? made.left.message : 'accepted')

describe('JobManager: cluster-manifests.md, section 8.1', () => {
  test('vector of section 8.4: 800m', () => {
    expect(jobManagerMemory({ 'jobmanager.memory.process.size': '800m' })).toEqual(E.right({
      process: 838_860_800n,
      overhead: 201_326_592n,
      metaspace: 268_435_456n,
      flink: 369_098_752n,
      heap: 234_881_024n,
      offHeap: 134_217_728n,
    }))
  })

  test.each([
    ['heap', { heap: '512m' }, { heap: 512n * mib, offHeap: 128n * mib, flink: 640n * mib, overhead: 192n * mib }],
    ['heap and flink: off-heap is the rest', { heap: '512m', flink: '600m' }, { heap: 512n * mib, offHeap: 88n * mib, flink: 600n * mib }],
    ['flink', { flink: '1g' }, { heap: 896n * mib, offHeap: 128n * mib, overhead: 192n * mib, process: 1472n * mib }],
    ['flink and process: overhead is the rest', { flink: '1g', process: '1600m' }, { overhead: 320n * mib, process: 1600n * mib }],
    ['heap and process', { heap: '512m', process: '1200m' }, { flink: 640n * mib, overhead: 304n * mib }],
  ])('%s', (_title, sizes, want) => {
    const configuration = Object.fromEntries(
      Object.entries(sizes).map((
        [name, value],
      ) => [name === 'heap' ? 'jobmanager.memory.heap.size' : `jobmanager.memory.${name}.size`, value]),
    )
    expect(jobManagerMemory(configuration)).toMatchObject({ right: want })
  })

  test.each([
    ['nothing given', {}, /must be set/],
    ['the process is smaller than metaspace and overhead', { 'jobmanager.memory.process.size': '400m' }, /total Flink memory/],
    ['no heap is left', { 'jobmanager.memory.flink.size': '128m' }, /JVM heap/],
    ['explicit parts do not add up', {
      'jobmanager.memory.heap.size': '1g',
      'jobmanager.memory.off-heap.size': '1g',
      'jobmanager.memory.flink.size': '1g',
    }, /add up/],
    ['overhead outside of its bounds', { 'jobmanager.memory.flink.size': '1g', 'jobmanager.memory.process.size': '4g' }, /JVM overhead/],
    [
      'bounds the wrong way round',
      { 'jobmanager.memory.process.size': '1g', 'jobmanager.memory.jvm-overhead.max': '1m' },
      /minimum is larger/,
    ],
    ['a size that does not parse', { 'jobmanager.memory.process.size': '1610612736.0' }, /Could not parse value/],
  ])('%s: refused', (_title, configuration, want) => {
    expect(refusal(jobManagerMemory(configuration as unknown as Record<string, string>))).toMatch(want)
  })

  test('the legacy heap: the process in containers, the heap in validation', () => {
    const configuration = { 'jobmanager.heap.size': '1g' }
    expect(jobManagerMemory(configuration)).toMatchObject({ right: { process: 1024n * mib } })
    expect(jobManagerMemory(configuration, 'is-jvm-heap')).toMatchObject({ right: { heap: 1024n * mib } })
  })
})

describe('TaskManager: cluster-manifests.md, section 8.2', () => {
  test('vector of section 8.4: 1g (241591914: the fraction is a 32-bit float)', () => {
    expect(taskManagerMemory({ 'taskmanager.memory.process.size': '1g' }, 'v1_20')).toEqual(E.right({
      process: 1_073_741_824n,
      overhead: 201_326_592n,
      metaspace: 268_435_456n,
      flink: 603_979_776n,
      managed: 241_591_914n,
      network: 67_108_864n,
      frameworkHeap: 134_217_728n,
      frameworkOffHeap: 134_217_728n,
      taskHeap: 26_843_542n,
      taskOffHeap: 0n,
    }))
  })

  test.each([
    ['task heap and managed: network on top', { 'task.heap': '512m', managed: '512m' }, {
      taskHeap: 512n * mib,
      managed: 512n * mib,
      network: 149_130_811n,
    }],
    ['task heap, managed and flink: network is the rest', { 'task.heap': '512m', managed: '512m', flink: '1400m' }, {
      network: 120n * mib,
      flink: 1400n * mib,
    }],
    ['flink and task heap: network is the rest', { 'task.heap': '300m', flink: '1g' }, { taskHeap: 300n * mib, flink: 1024n * mib }],
    ['old key of managed memory', { process: '2g', managed: '100m' }, { managed: 100n * mib }],
  ])('%s', (_title, sizes, want) => {
    const configuration = Object.fromEntries(Object.entries(sizes).map(([name, value]) => [`taskmanager.memory.${name}.size`, value]))
    const made = taskManagerMemory({ ...configuration, 'taskmanager.memory.network.min': '0' }, 'v1_20')
    expect(made).toMatchObject({ right: want })
  })

  test.each(
    [
      ['counted in buffers of 32 KiB', {}, 'v1_20', 128n * mib],
      ['of another size', { 'taskmanager.memory.segment-size': '16kb' }, 'v1_20', 64n * mib],
      ['not where bounds are given', { 'taskmanager.memory.network.min': '100m' }, 'v1_20', 100n * mib],
      ['not in Flink 2', {}, 'v2_0', 83_886_081n],
    ] as const,
  )('F12 legacy network memory: %s', (_title, more, version, network) => {
    expect(taskManagerMemory({ 'taskmanager.memory.flink.size': '800m', 'taskmanager.network.numberOfBuffers': '4096', ...more }, version))
      .toMatchObject({ right: { network } })
  })

  test('before 1.17 network memory is at most 1 GiB', () => {
    const configuration = { 'taskmanager.memory.flink.size': '40g' }
    expect(taskManagerMemory(configuration, 'v1_16')).toMatchObject({ right: { network: 1024n * mib } })
    expect(taskManagerMemory(configuration, 'v1_17')).toMatchObject({ right: { network: 4_294_967_360n } })
  })

  test.each([
    ['nothing given', {}, /must be set/],
    ['no task heap is left', { 'taskmanager.memory.flink.size': '300m' }, /task heap/],
    [
      'F12 a negative share of managed memory',
      { 'taskmanager.memory.process.size': '1g', 'taskmanager.memory.managed.fraction': '-0.5' },
      /managed memory: the fraction must be at least 0 and less than 1/,
    ],
    ['F12 a fraction that is 1 as a float', {
      'taskmanager.memory.process.size': '1g',
      'taskmanager.memory.jvm-overhead.fraction': '0.99999999',
    }, /JVM overhead: the fraction/],
    [
      'F12 network buffers that leave nothing',
      { 'taskmanager.memory.process.size': '1g', 'taskmanager.network.numberOfBuffers': '20000' },
      /task heap/,
    ],
    [
      'network outside of its bounds',
      { 'taskmanager.memory.flink.size': '1g', 'taskmanager.memory.task.heap.size': '700m' },
      /network memory/,
    ],
  ])('%s: refused', (_title, configuration, want) => {
    expect(refusal(taskManagerMemory(configuration as unknown as Record<string, string>, 'v1_20'))).toMatch(want)
  })
})

import { describe, expect, test } from 'vitest'
import { type AlignedParallelism, alignedParallelism, type AlignmentInput } from './alignment.ts'

const aligned = (it: Partial<AlignmentInput>): AlignedParallelism =>
  alignedParallelism({
    mode: 'EVENLY_SPREAD',
    current: 2,
    wished: 3,
    keyGroupsOrPartitions: 7,
    lower: 1,
    upper: 200,
    keepsScaleDown: true,
    ...it,
  })

const down = { current: 6, wished: 5, upper: 6, keepsScaleDown: false } as const

describe('alignment (autoscaler.md, section 5.6)', () => {
  test.each<readonly [string, Partial<AlignmentInput>, number, boolean]>([
    ['no alignment: as wished', { mode: 'OFF' }, 3, false],
    ['each subtask gets equally many', {}, 7, false],
    ['none that gets equally many: as wished', { upper: 6 }, 3, false],
    ['the busiest subtask gets fewer', { mode: 'BALANCED' }, 4, false],
    ['deprecated, nothing above: the next below', { mode: 'BLOCKING_EVENLY_SPREAD', current: 3, wished: 5, upper: 6 }, 4, true],
    ['deprecated: a scale-up that would be none', { mode: 'BLOCKING_EVENLY_SPREAD', current: 4, wished: 5, upper: 6 }, 4, true],
    ['deprecated: a scale-up that would turn round', { mode: 'BLOCKING_EVENLY_SPREAD', current: 5, wished: 6, upper: 6 }, 5, true],
    ['deprecated: a scale-down', { mode: 'BLOCKING_EVENLY_SPREAD', ...down }, 4, true],
    ['deprecated: a scale-down that would turn round', { mode: 'BLOCKING_EVENLY_SPREAD', ...down, lower: 7 }, 6, true],
    ['deprecated: the busiest subtask gets fewer', { mode: 'BLOCKING_MAXIMIZE_UTILISATION' }, 4, false],
    ['no partition at all: one', { mode: 'BLOCKING_EVENLY_SPREAD', keyGroupsOrPartitions: 0, current: 3, wished: 2 }, 1, true],
  ])('%s', (_title, it, parallelism, isLimited) => {
    expect(aligned(it)).toEqual({ parallelism, isLimited })
  })
})

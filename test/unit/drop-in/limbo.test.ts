import { describe, expect, test } from 'vitest'
import { checkpointAt } from '../../golden/scripted-world.ts'
import { after, edit, ends, settled, withHa, withoutHa } from './settled-world.ts'
import { calls, last, other } from './reported.ts'

describe('B50 nothing waits for what does not come', () => {
  test.each(
    [
      ['FINISHED', withoutHa],
      ['FAILED', withoutHa],
      ['FINISHED', withHa],
      ['FAILED', withHa],
    ] as const,
  )('L2 a job that ended %s with nothing but discarded checkpoints, then edited (%s): a person is asked', (state, id) => {
    const world = settled(id)
    world.checkpoint = { ...checkpointAt('file:///data/chk-9', 1), discarded: true }
    after(world, ends(world, state), () => {
      edit(world, other)
    })
    expect([calls(world), last(world).error?.includes('Manual restore required.')]).toEqual([[], true])
    after(world, () => {
      edit(world, { upgradeMode: 'stateless' })
    })
    expect(calls(world).at(-1)).toBe('deployApplicationCluster from null')
  })

  test('L14 a job that ended, its JobManager replaced before its last checkpoint was read: a person is asked', () => {
    const world = settled(withoutHa)
    world.checkpoint = { ...checkpointAt('file:///data/chk-9', 1), discarded: true }
    after(world, ends(world, 'FINISHED'))
    if (world.process !== null) world.process.jobs = []
    after(world, () => {
      edit(world, other)
    })
    expect([calls(world), last(world).error?.includes('Manual restore required.')]).toEqual([[], true])
  })
})

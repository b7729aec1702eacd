import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calm, type Faults, type Process, shardWorld } from '../../fixtures/shard-world.ts'
import { ranking, shardOf } from './shard-of.ts'

const shards = 8
const all = Array.from({ length: shards }, (_, shard) => shard)
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `operator-${index}`)
type World = ReturnType<typeof shardWorld>

const neverTwo = (world: World) => (): void => {
  for (const shard of all) {
    const acting = world.acting(shard)
    if (acting.length > 1) throw new Error(`at ${world.now()} ${acting.join(' and ')} act on shard ${shard}`)
  }
}
const owners = (world: World): readonly (string | undefined)[] => all.map(shard => world.acting(shard)[0])
const settled = (world: World, members: readonly string[]): void =>
  expect(owners(world)).toEqual(all.map(shard => ranking(shard, members)[0]))

/** Lets time pass, and answers for how long a shard was without anybody who may act. */
const longestUnserved = (world: World, millis: number): number => {
  let longest = 0
  const since = new Map<number, number>()
  world.pass(millis, () => {
    neverTwo(world)()
    for (const shard of all) {
      if (world.acting(shard).length > 0) since.delete(shard)
      else {
        if (!since.has(shard)) since.set(shard, world.now())
        longest = Math.max(longest, world.now() - (since.get(shard) ?? 0))
      }
    }
  })
  return longest
}

describe('A10 resources and shards', () => {
  test('a resource stays in its shard whatever becomes of it, and resources spread', () => {
    const count = (of: number): number =>
      Array.from({ length: 8_000 }, (_, i) => shardOf({ namespace: 'jobs', name: `job-${i}` }, shards)).filter(it => it === of).length
    expect(shardOf({ namespace: 'jobs', name: 'a' }, shards)).toBe(shardOf({ namespace: 'jobs', name: 'a' }, shards))
    for (const shard of all) expect(Math.abs(count(shard) - 1_000)).toBeLessThan(150)
  })

  test('who joins takes shards to itself alone, and those of who leaves go to others: none moves besides', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 9 }), fc.nat(63), (members, shard) => {
      const [joining = '', ...before] = members
      const [was, is] = [ranking(shard, before)[0], ranking(shard, members)[0]]
      expect(is === was || is === joining).toBe(true)
    }))
  })
})

describe('A10 P20 members share shards', () => {
  test('three of them: each has what it should, nothing moves then', () => {
    const world = shardWorld(1, shards, calm)
    for (const name of names(3)) world.join(name)
    world.pass(60_000, neverTwo(world))
    settled(world, names(3))
    const before = world.moves.length
    world.pass(600_000, neverTwo(world))
    expect(world.moves.length).toBe(before)
  })

  test('one joins: only what should be its own moves, each shard once; it is without an owner for no longer than a round and two looks', () => {
    const world = shardWorld(2, shards, calm)
    for (const name of names(2)) world.join(name)
    world.pass(60_000)
    const [before, moved] = [owners(world), world.moves.length]
    world.join('operator-2')
    const longest = longestUnserved(world, 60_000)
    settled(world, names(3))
    const went = all.filter(shard => before[shard] !== owners(world)[shard])
    expect(went.length).toBeGreaterThan(0)
    expect(world.moves.length - moved).toBe(went.length)
    expect(longest).toBeLessThan(5_000)
  })

  test('one stops: its shards are taken within two looks; its own Lease goes', () => {
    const world = shardWorld(3, shards, calm)
    const [first] = names(3).map(name => world.join(name))
    world.pass(60_000)
    world.stop(first as Process)
    // a round that is under way is waited for, and the shard is its owner's meanwhile
    expect(longestUnserved(world, 12_000)).toBeLessThan(3_000)
    settled(world, names(3).slice(1))
    expect(world.leases().filter(({ name }) => name === 'member-operator-0')).toEqual([])
  })

  test('one is killed: its shards are taken once its Lease ran out, and its Lease is removed later', () => {
    const world = shardWorld(4, shards, calm)
    const [first] = names(3).map(name => world.join(name))
    world.pass(60_000)
    world.kill(first as Process)
    world.pass(15_000 + 2 * 2_000 + 2_000 + 500, neverTwo(world))
    settled(world, names(3).slice(1))
    world.pass(320_000)
    expect(world.leases().filter(({ name }) => name === 'member-operator-0')).toEqual([])
  })

  test('one that lives and takes nothing: the next in the ranking serves its shards, and they stay there', () => {
    const world = shardWorld(5, shards, calm)
    for (const name of names(3)) world.join(name, 0, name === 'operator-0')
    world.pass(60_000, neverTwo(world))
    expect(owners(world)).toEqual(all.map(shard => ranking(shard, names(3)).find(it => it !== 'operator-0')))
    const before = world.moves.length
    world.pass(300_000, neverTwo(world))
    expect(world.moves.length).toBe(before)
  })

  test('the Lease of a shard is taken away by hand: its owner stops there alone, and somebody has it again', () => {
    const world = shardWorld(6, shards, calm)
    for (const name of names(3)) world.join(name)
    world.pass(60_000)
    const others = owners(world)
    world.edit(leases => leases.filter(({ shard }) => shard !== 3))
    world.pass(5_000, neverTwo(world))
    expect(owners(world)).toEqual(others.map((owner, shard) => (shard === 3 ? undefined : owner)))
    world.pass(20_000, neverTwo(world))
    settled(world, names(3))
  })

  const hostile: Faults = { lost: 0.1, late: 0.7, pause: 0.01 }
  test('never two owners, and every shard is owned again once the network is well: lost and late requests, pauses, clocks apart, joins, kills, stops', () => {
    fc.assert(
      fc.property(fc.integer(), seed => {
        const world = shardWorld(seed, shards, hostile)
        const look = neverTwo(world)
        for (const name of names(3)) world.join(name, Math.floor(world.random() * 1e7))
        for (let n = 3; n < 8; n++) {
          world.pass(world.random() * 60_000, look)
          const living = world.processes.filter(({ alive }) => alive)
          const one = living[Math.floor(world.random() * living.length)]
          if (one !== undefined && living.length > 1 && world.random() < 0.5) world.kill(one)
          else if (one !== undefined && living.length > 1) world.stop(one)
          world.join(`operator-${n}`, Math.floor(world.random() * 1e7))
        }
        world.pass(60_000, look)
        world.heal()
        world.pass(180_000, look)
        for (const shard of all) expect(world.acting(shard)).toHaveLength(1)
      }),
      { numRuns: 15 },
    )
  })
})

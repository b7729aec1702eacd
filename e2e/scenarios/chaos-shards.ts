import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { type Random, seeded } from '../harness/random.ts'
import { type DoneEffect, doneBy, leaseSeconds, roundsOf } from './election.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { range, type Replica, replica } from './replica.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const count = 3
const shards = 12
const kills = 10
/** A member's Lease, and that it be seen; a shard that is offered to one that is gone, too; and what a busy machine adds. */
const unservedLimit = leaseSeconds + 2 * 5 + 10

interface Scene {
  readonly fleet: Fleet
  readonly random: Random
  replicas: readonly Replica[]
  /** All that ever were. */
  readonly operators: OperatorProcess[]
}

const start = async (stage: Stage, scene: Pick<Scene, 'operators'>): Promise<Replica> => {
  const fresh = await replica(stage, shards)
  scene.operators.push(fresh.process)
  return fresh
}

/** Nothing was done to a resource by two at once, and what one has done another one has seen begun after it. */
export const overlaps = (operators: readonly (readonly DoneEffect[])[]): readonly string[] => {
  const all = operators.flatMap((effects, by) => effects.map(effect => ({ ...effect, by })))
  return [...Map.groupBy(all, ({ of }) => of)].flatMap(([of, effects]) => {
    const ordered = effects.toSorted((a, b) => a.begun - b.begun)
    return ordered.flatMap((effect, index) => {
      const before = ordered[index - 1]
      return before !== undefined && before.by !== effect.by && effect.begun < before.ended
        ? [`${of}: "${before.effect}" by ${before.by} and "${effect.effect}" by ${effect.by}`] : []
    })
  })
}

/** How long nobody had a shard that one who lives gave up to another, in seconds. */
const handOvers = (operators: readonly OperatorProcess[]): readonly number[] => {
  const taken = operators.flatMap(({ lines }) =>
    lines.filter(({ msg }) => msg === 'shards are taken').flatMap(({ shards: of = [], time }) =>
      of.map(shard => ({ shard, at: Date.parse(time) }))
    )
  )
  return operators.flatMap(({ lines }) =>
    lines.filter(({ msg }) => msg === 'shard is given up').flatMap(({ shard, time }) => {
      const next = taken.filter(it => it.shard === shard && it.at >= Date.parse(time)).map(({ at }) => at)
      return next.length === 0 ? [] : [(Math.min(...next) - Date.parse(time)) / 1_000]
    })
  )
}

/** Who had the last round of each resource, of those that live. */
const servers = ({ replicas }: Scene): ReadonlyMap<string, Replica> => {
  const last = new Map<string, { readonly at: number; readonly by: Replica }>()
  for (const by of replicas) {
    for (const { resource, at } of roundsOf(by.process))
      if ((last.get(resource)?.at ?? 0) < at) last.set(resource, { at, by })
  }
  return new Map([...last].map(([resource, { by }]) => [resource, by]))
}

/** One is killed some time after all resources were edited, and is started again: its resources are served by others meanwhile. */
const oneKilled = async (stage: Stage, scene: Scene): Promise<readonly number[]> => {
  const delay = scene.random.spread(50, 8_000)
  for (const mode of scene.fleet.modes) await scene.fleet.edit(mode, 'rename')
  await pause(delay)
  const serving = servers(scene)
  const victim = scene.random.pick(scene.replicas)
  const orphans = [...serving].filter(([, by]) => by === victim).map(([resource]) => resource)
  const killed = Date.now()
  await victim.process.kill()
  await victim.proxy.stop()
  const others = scene.replicas.filter(it => it !== victim)
  const gaps = await Promise.all(
    orphans.map(resource =>
      eventually(`${resource} is served again`, { within: 90_000, every: 50 }, async () => {
        const rounds = others.flatMap(({ process }) => roundsOf(process)).filter(it => it.resource === resource && it.at > killed)
        return rounds.length > 0 && (Math.min(...rounds.map(({ at }) => at)) - killed) / 1_000
      })
    ),
  )
  stage.note(
    `one of ${count} killed ${(delay / 1_000).toFixed(2)} s after the edits; it served ${orphans.length}: ${
      gaps.map(it => `${it.toFixed(1)} s`).join(', ') || 'nothing'
    }`,
  )
  expect(gaps.every(it => it <= unservedLimit), `unserved for ${Math.max(...gaps).toFixed(1)} s`)
  scene.replicas = [...others, await start(stage, scene)]
  return gaps
}

const killedAgain = async (stage: Stage, scene: Scene): Promise<Evidence> => {
  const gaps: number[] = []
  const times = stage.settings.kills ?? (stage.short ? 2 : kills)
  for (let turn = 0; turn < times; turn++) gaps.push(...await oneKilled(stage, scene))
  await scene.fleet.allArrived()
  const twice = overlaps(scene.operators.map(doneBy))
  expect(twice.length === 0, `two acted at once: ${twice.join('; ')}`)
  return {
    text: `one of ${count} killed ${times} times; ${gaps.length} resources changed hands, unserved for ${
      gaps.length === 0 ? 'no time' : range(gaps)
    }; never two acted on one; ${scene.fleet.account()}`,
  }
}

/** Three operators that share the resources by shards; one of them is killed again and again. */
export const chaosShards: Story = {
  name: 'chaos-shards',
  short: [],
  tell: async stage => {
    const scenes: Scene[] = []
    let scene: Scene
    try {
      await stage.step('deploy', async () => {
        const begun: Pick<Scene, 'operators'> = { operators: [] }
        const replicas: Replica[] = []
        for (let index = 0; index < count; index++) replicas.push(await start(stage, begun))
        scene = { ...begun, random: seeded(stage.settings.seed), replicas, fleet: await deployFleet(stage) }
        scenes.push(scene)
        const by = new Set(servers(scene).values()).size
        const handedOver = handOvers(scene.operators)
        return {
          text: `seed ${stage.settings.seed}; ${count} operators, ${shards} shards; ${
            scene.fleet.modes.join(', ')
          } served by ${by} of them; ${handedOver.length} shards handed over to those that came later, nobody had them for ${
            handedOver.length === 0 ? 'no time' : range(handedOver)
          }`,
        }
      })
      await stage.step('one of three is killed again and again', () => killedAgain(stage, scene))
      await stage.step('arrived', async () => {
        await scene.fleet.settle()
        return { text: `${scene.fleet.account()}; state never went back` }
      })
    } finally {
      await Promise.all(scenes.flatMap(({ replicas }) => replicas.map(({ proxy }) => proxy.stop())))
    }
  },
}

import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { seeded } from '../harness/random.ts'
import { doneAfter, firstRound, leadsSince, neverBoth, takeOverLimit } from './election.ts'
import { atRest, perMinute } from './election-at-rest.ts'
import { deployFleet } from './fleet.ts'
import { complete, leads, range, type Replica, replica, type Scene, theLeader } from './replica.ts'
import { rollingUpdate } from './rolling-update.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const count = 3
/** How a leader is lost, and in the middle of what: 20 times in sum. */
const losses = ['is killed', 'stands still', 'is cut off'] as const
type Loss = (typeof losses)[number]
const turns: Readonly<Record<Loss, number>> = { 'is killed': 7, 'stands still': 6, 'is cut off': 7 }

const lose: Readonly<Record<Loss, (leader: Replica) => Promise<void>>> = {
  'is killed': ({ process }) => process.kill(),
  'stands still': async ({ process }) => process.signal('SIGSTOP'),
  'is cut off': ({ proxy }) => proxy.refuse(),
}

/** What it was before it was lost: it learns that another one leads, and ends. */
const comesBack: Readonly<Record<Loss, (leader: Replica) => Promise<void>>> = {
  'is killed': async () => undefined,
  'stands still': async ({ process }) => process.signal('SIGCONT'),
  'is cut off': ({ proxy }) => proxy.accept(),
}

interface TakenOver {
  readonly led: number
  readonly round: number
  readonly effects: number
  readonly underWay: boolean
}

/** The leader is lost some time after all resources were edited; one of the others goes on, and only that one. */
const leaderLost = async (stage: Stage, scene: Scene, loss: Loss): Promise<TakenOver> => {
  const leader = await complete(stage, scene)
  const others = scene.replicas.filter(it => it !== leader)
  const delay = scene.random.spread(50, 8_000)
  for (const mode of scene.fleet.modes) await scene.fleet.edit(mode, 'rename')
  await pause(delay)
  if (leader.process.exit() !== null) return leaderLost(stage, scene, loss)
  const went = Date.now()
  await lose[loss](leader)
  const underWay = await scene.fleet.underWay()
  const next = await eventually('another one leads', { within: 60_000, every: 20 }, async () => others.find(leads))
  const since = leadsSince(next.process)!
  const round = await eventually('it has a round', { within: 30_000, every: 20 }, async () => firstRound(next.process))
  const [led, began] = [(since - went) / 1_000, (round - went) / 1_000]
  expect(led <= takeOverLimit, `another one led after ${led.toFixed(1)} s`)
  await pause(3_000)
  await comesBack[loss](leader)
  await eventually('who led before ends', { within: 30_000 }, async () => leader.process.exit() !== null)
  await leader.proxy.stop()
  neverBoth(leader.process, next.process, since)
  expect(others.filter(leads).length === 1, 'two lead at once')
  stage.note(
    `the leader ${loss} ${(delay / 1_000).toFixed(2)} s after the edits (under way: ${
      underWay.join(', ') || 'nothing'
    }); another led after ${led.toFixed(1)} s, first round after ${began.toFixed(1)} s`,
  )
  scene.replicas = [...others, await replica(stage)]
  return { led, round: began, effects: doneAfter(next.process, since).length, underWay: underWay.length > 0 }
}

const lostAgain = async (stage: Stage, scene: Scene, loss: Loss): Promise<Evidence> => {
  const times = stage.short ? 1 : turns[loss]
  const taken: TakenOver[] = []
  for (let turn = 0; turn < times; turn++) taken.push(await leaderLost(stage, scene, loss))
  await scene.fleet.allArrived()
  return {
    text: `${times} times, ${taken.filter(({ underWay }) => underWay).length} of them in the middle of an upgrade; another one led after ${
      range(taken.map(({ led }) => led))
    }, its first round began after ${range(taken.map(({ round }) => round))}; never two acted; ${scene.fleet.account()}`,
  }
}

/** Three operators with leader election; the leader is lost again and again, and all are replaced (F20). */
export const chaosReplicas: Story = {
  name: 'chaos-replicas',
  short: ['1.20'],
  tell: async stage => {
    const begun: Scene[] = []
    let scene: Scene
    let without = 0
    try {
      await stage.step('deploy', async () => {
        if (!stage.short) without = await perMinute(stage, 60_000)
        const replicas: Replica[] = []
        for (let index = 0; index < count; index++) replicas.push(await replica(stage))
        scene = {
          random: seeded(stage.settings.seed),
          replicas,
          gaveUp: 0,
          fleet: await deployFleet(stage, { modes: ['savepoint', 'last-state'] }),
        }
        begun.push(scene)
        await theLeader(replicas)
        return { text: `seed ${stage.settings.seed}; ${count} operators; ${scene.fleet.modes.join(', ')}` }
      }, { short: true })
      await stage.step('election at rest', () => atRest(stage, scene, without))
      for (const loss of losses)
        await stage.step(`the leader ${loss} in the middle of upgrades`, () => lostAgain(stage, scene, loss), {
          short: loss === 'is killed',
        })
      await stage.step('rolling update while edits go on', () => rollingUpdate(stage, scene))
      await stage.step('arrived', async () => {
        await scene.fleet.settle()
        const more = scene.gaveUp === 0 ? '' : `; ${scene.gaveUp} could not renew in time, and let go by themselves`
        return { text: `${scene.fleet.account()}; state never went back${more}` }
      }, { short: true })
    } finally {
      await Promise.all(begun.flatMap(({ replicas }) => replicas.map(({ proxy }) => proxy.stop())))
    }
  },
}

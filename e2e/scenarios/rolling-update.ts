import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { firstRound, leadsSince, neverBoth } from './election.ts'
import { complete, leads, range, replica, type Scene, theLeader } from './replica.ts'
import type { Evidence, Stage } from './story.ts'

/** Edits come all the time, of one resource or another, until it is told to stop. Answers how many there were. */
const editsGoOn = (scene: Scene): { readonly stop: () => Promise<number> } => {
  let on = true
  const loop = (async () => {
    let edits = 0
    for (; on; edits++) {
      await scene.fleet.edit(scene.random.pick(scene.fleet.modes), 'rename')
      await pause(scene.random.spread(500, 4_000))
    }
    return edits
  })()
  return {
    stop: () => {
      on = false
      return loop
    },
  }
}

/** As a Deployment does it: a new one is started, and once it is ready an old one is told to end, until all are new. */
export const rollingUpdate = async (stage: Stage, scene: Scene): Promise<Evidence> => {
  const edits = editsGoOn(scene)
  const gaps: number[] = []
  try {
    await complete(stage, scene)
    for (const old of [...scene.replicas]) {
      const wasLeader = leads(old)
      const fresh = await replica(stage)
      const rest = [...scene.replicas.filter(it => it !== old), fresh]
      const reported = Date.now()
      await old.process.stop()
      await old.proxy.stop()
      scene.replicas = rest
      const next = await theLeader(rest)
      if (!wasLeader) continue
      const since = leadsSince(next.process)!
      const round = await eventually('it has a round', { within: 30_000, every: 20 }, async () => firstRound(next.process))
      gaps.push((round - reported) / 1_000)
      neverBoth(old.process, next.process, since)
    }
  } finally {
    await edits.stop()
  }
  const edited = await edits.stop()
  await scene.fleet.allArrived()
  return {
    text:
      `all ${scene.replicas.length} replaced under ${edited} edits; the lead passed ${gaps.length} times, from the word to end to the next one's first round ${
        range(gaps)
      }; never two acted; all arrived; ${scene.fleet.account()}`,
  }
}

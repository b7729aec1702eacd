import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import type { LyftApplication } from '../harness/lyft-application.ts'
import { seeded } from '../harness/random.ts'
import type { StateWatch } from '../harness/state-watch.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const fullKills = 20
/** After so many, everything has to arrive, and to have kept its state. */
const turnLength = 5

interface Member {
  readonly application: LyftApplication
  generation: number
  jobName: string
}

interface Fleet {
  readonly members: readonly Member[]
  readonly state: StateWatch
}

/** What chance chooses for one life of an operator. */
interface Life {
  readonly edits: readonly number[]
  readonly whileDown: boolean
  /** Milliseconds from the edits to the kill: most of what an update does is done around its savepoint, half a minute after it began. */
  readonly delay: number
}

export const livesOf = (seed: number, kills: number, members: number): readonly Life[] => {
  const random = seeded(seed)
  return Array.from({ length: kills }, (_, index): Life => {
    const chance = random.next()
    const one = Math.floor(random.next() * members)
    const all = Array.from({ length: members }, (_it, member) => member)
    const delay = random.next() < 0.5 ? random.spread(30, 5_000) : Math.round(5_000 + random.next() * 35_000)
    return { edits: index === 0 ? all : chance < 0.35 ? [] : chance < 0.8 ? [one] : all, whileDown: random.next() < 0.25, delay }
  })
}

const edit = async (member: Member, jobName: string): Promise<void> => {
  member.jobName = jobName
  member.generation = await member.application.rename(jobName)
}

const arrived = async ({ state }: Fleet, { application, generation, jobName }: Member): Promise<void> => {
  const { id: jobId, startTime } = await application.stable(generation, jobName)
  await eventually(
    `${application.name} tells what it restored`,
    { within: 60_000, guard: application.safe },
    async () => state.isCompared(application.name, { jobId, startTime }),
  )
}

const turn = async (stage: Stage, fleet: Fleet, lives: readonly Life[], first: number): Promise<Evidence> => {
  await stage.calm()
  let operator = await stage.operate()
  let [hits, edits] = [0, 0]
  for (const [index, { edits: whom, whileDown, delay }] of lives.entries()) {
    const change = async (): Promise<void> => {
      for (const one of whom) await edit(fleet.members[one]!, `edit-${first + index}`)
      edits += whom.length
    }
    if (!whileDown) await change()
    await pause(delay)
    await operator.kill()
    const phases = await Promise.all(fleet.members.map(async ({ application }) => (await application.resource()).status.phase as string))
    if (phases.some(phase => phase !== 'Running')) hits++
    if (whileDown) await change()
    stage.note(`kill ${first + index} after ${(delay / 1_000).toFixed(2)} s (edits ${whom.join() || 'none'}): ${phases.join(', ')}`)
    operator = await stage.operate()
  }
  for (const member of fleet.members) await arrived(fleet, member)
  await operator.stop()
  const restores = fleet.members.map(({ application: { name } }) => `${name} ${fleet.state.restores(name).length} restores compared`)
  return {
    text: `seed ${stage.settings.seed}: ${lives.length} kills, ${hits} of them in the middle of an update; ${edits} edits; all arrived; ${
      restores.join('; ')
    }; state never went back`,
  }
}

/** The operator of two FlinkApplications dies at random moments (SIGKILL) and is started again at once, while they are edited. */
export const chaosKillsLyft: Story = {
  name: 'chaos-kills-lyft',
  short: [],
  tell: async stage => {
    let fleet!: Fleet
    await stage.step('deploy two', async () => {
      const operator = await stage.operate()
      const state = stage.followState()
      const members = await Promise.all(
        ['one', 'two'].map(async name => ({ application: await stage.createLyft({ name }), generation: 1, jobName: 'first' })),
      )
      fleet = { members, state }
      for (const { application } of members) {
        await application.stable(1, 'first')
        await application.checkpointed()
        await eventually('the watcher knows a checkpoint', { within: 60_000 }, async () => state.newest(application.name) !== null)
      }
      await operator.stop()
      return { text: members.map(({ application }) => application.name).join(', ') }
    })
    const kills = stage.settings.kills ?? fullKills
    const lives = livesOf(stage.settings.seed, kills, 2)
    for (let from = 0; from < kills; from += turnLength) {
      const some = lives.slice(from, from + turnLength)
      await stage.step(`random kills ${from + 1} to ${from + some.length}`, async () => {
        expect(fleet.members.length === 2, 'nothing was deployed')
        return turn(stage, fleet, some, from + 1)
      }, { independent: true })
    }
  },
}

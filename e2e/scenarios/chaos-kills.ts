import { setTimeout as pause } from 'node:timers/promises'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { aJarServer } from './session.ts'
import { type KillStep, killPlan } from './kill-plan.ts'
import type { Evidence, Stage, Story } from './story.ts'

const fullKills = 100
const shortKills = 10
const sessionKills = 30
/** After so many, everything has to arrive, and to have kept its state. */
const turnLength = 25

const wordsOf = (
  { edits, whileDown }: KillStep,
): string => (edits.length === 0 ? 'no edit'
  : `${edits.map(({ mode, edit }) => `${edit} ${mode}`).join(', ')}${whileDown ? ' while no operator runs' : ''}`)

/** Operators come and go while users edit; nobody waits for anything, but for a few moments that chance chooses. At the end all arrive. */
const killAndKill = async (stage: Stage, fleet: Fleet, plan: readonly KillStep[], first: number): Promise<Evidence> => {
  await stage.calm()
  let operator = await stage.operate()
  let edits = 0
  let hits = 0
  for (const [index, step] of plan.entries()) {
    if (step.waitFor === 'all') await fleet.allArrived()
    else if (step.waitFor !== null) await fleet.arrived(step.waitFor)
    const edit = async (): Promise<void> => {
      for (const { mode, edit: what } of step.edits) await fleet.edit(mode, what)
      edits += step.edits.length
    }
    if (!step.whileDown) await edit()
    await pause(step.delay)
    await operator.kill()
    const underWay = await fleet.underWay()
    if (underWay.length > 0) hits++
    if (step.whileDown) await edit()
    stage.note(
      `kill ${first + index} after ${(step.delay / 1_000).toFixed(2)} s (${wordsOf(step)}); under way: ${underWay.join(', ') || 'nothing'}`,
    )
    operator = await stage.operate()
  }
  await fleet.settle()
  await operator.stop()
  return {
    text:
      `seed ${stage.settings.seed}: ${plan.length} kills, ${hits} of them in the middle of an upgrade; ${edits} edits; all arrived; ${fleet.account()}; state never went back`,
  }
}

/** The operator dies at random moments (SIGKILL) and is started again at once, while a resource of each upgrade mode is edited. */
const killStory = (
  story: Pick<Story, 'name' | 'short' | 'configuration'>,
  deploy: (stage: Stage) => Promise<Fleet>,
  full: number,
): Story => ({
  ...story,
  tell: async stage => {
    let fleet: Fleet
    await stage.step('deploy one resource of each mode', async () => {
      const operator = await stage.operate()
      fleet = await deploy(stage)
      await operator.stop()
      return { text: fleet.modes.join(', ') }
    }, { short: true })
    const kills = stage.settings.kills ?? (stage.short ? shortKills : full)
    const plan = killPlan(stage.settings.seed, kills)
    for (let from = 0; from < kills; from += turnLength) {
      const turn = plan.slice(from, from + turnLength)
      await stage.step(`random kills ${from + 1} to ${from + turn.length}`, () => killAndKill(stage, fleet, turn, from + 1), {
        short: true,
        independent: true,
      })
    }
  },
})

export const chaosKills = killStory({ name: 'chaos-kills', short: ['1.20'] }, deployFleet, fullKills)

/** The same with three session jobs on one cluster. */
export const chaosKillsSession = killStory(
  { name: 'chaos-kills-session', short: [], configuration: fetchesFromHere },
  async stage => deployFleet(stage, { jarURI: (await aJarServer(stage)).url }),
  sessionKills,
)

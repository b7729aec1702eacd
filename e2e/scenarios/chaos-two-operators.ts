import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../harness/random.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** After so long a round begins nothing more (`roundLimit` of the operator's loop), and a few seconds. */
const beyondDeadline = 65_000

/**
 * One operator stands still (SIGSTOP) in the middle of upgrades for longer than its deadline; another one goes on with them, and is in the
 * middle of the next ones when the first wakes up and believes what it knew. From then on both act.
 */
const standStill = async (stage: Stage, fleet: Fleet, delay: number): Promise<Evidence> => {
  const first = await stage.operate()
  for (const mode of fleet.modes) await fleet.edit(mode, 'rename')
  await pause(delay)
  first.signal('SIGSTOP')
  const stood = Date.now()
  const underWay = await fleet.underWay()
  const second = await stage.operate()
  await fleet.allArrived()
  await pause(Math.max(0, stood + beyondDeadline - Date.now()))
  for (const mode of fleet.modes) await fleet.edit(mode, 'rename')
  await pause(delay)
  const doneBefore = first.effects().length
  first.signal('SIGCONT')
  const seconds = (Date.now() - stood) / 1_000
  await fleet.allArrived()
  // and once more with both wide awake
  for (const mode of fleet.modes) await fleet.edit(mode, 'rename')
  await fleet.allArrived()
  expect(first.exit() === null && second.exit() === null, 'an operator ended')
  const effects = first.effects().length - doneBefore
  const lost = [...first.lines, ...second.lines].filter(({ msg }) => msg.startsWith('another writer changed it')).length
  await Promise.all([first.stop(), second.stop()])
  return {
    text: `stood still for ${seconds.toFixed(0)} s, ${(delay / 1_000).toFixed(2)} s after the edits (under way: ${
      underWay.join(', ')
    }); then both acted, the first with ${effects} effects, and ${lost} rounds lost a write to the other; ${fleet.account()}`,
  }
}

/** Two operators at once, one of them with knowledge of long ago. */
export const chaosTwoOperators: Story = {
  name: 'chaos-two-operators',
  short: [],
  tell: async stage => {
    let fleet: Fleet
    const random = seeded(stage.settings.seed)
    await stage.step('deploy one resource of each mode', async () => {
      const operator = await stage.operate()
      fleet = await deployFleet(stage)
      await operator.stop()
      return { text: `seed ${stage.settings.seed}` }
    }, { short: true })
    for (const turn of stage.short ? [1] : [1, 2, 3]) {
      const delay = random.spread(100, 10_000)
      await stage.step(`operator stands still beside a second one (${turn})`, () => standStill(stage, fleet, delay), { short: true })
    }
    await stage.step('arrived', async () => {
      const operator = await stage.operate()
      await fleet.settle()
      await operator.stop()
      return { text: `${fleet.account()}; state never went back` }
    }, { short: true })
  },
}

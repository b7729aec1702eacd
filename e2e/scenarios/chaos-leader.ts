import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { seeded } from '../harness/random.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { doneAfter, leadsSince, leaseSeconds, neverBoth, standIn, takeOverLimit } from './election.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

type End = 'killed' | 'stands still' | 'stopped'

/** The leader goes in the middle of upgrades. Answers the next leader. */
const leaderGoes = async (
  stage: Stage,
  fleet: Fleet,
  leader: OperatorProcess,
  how: End,
  delay: number,
): Promise<{ readonly leader: OperatorProcess; readonly evidence: Evidence }> => {
  const next = await standIn(stage)
  expect(leadsSince(next) === null, 'two lead at once')
  for (const mode of fleet.modes) await fleet.edit(mode, 'rename')
  await pause(delay)
  const went = Date.now()
  if (how === 'killed') await leader.kill()
  else if (how === 'stopped') await leader.stop()
  else leader.signal('SIGSTOP')
  const underWay = await fleet.underWay()
  const since = await eventually('the other one leads', { within: 60_000, every: 50 }, async () => leadsSince(next))
  const seconds = (since - went) / 1_000
  expect(seconds <= takeOverLimit, `the other one led after ${seconds.toFixed(1)} s`)
  if (how === 'stands still') {
    await pause(5_000)
    leader.signal('SIGCONT')
    await eventually('who led before ends', { within: 30_000 }, async () => leader.exit() !== null)
  }
  await fleet.allArrived()
  neverBoth(leader, next, since)
  return {
    leader: next,
    evidence: {
      text: `the other one led after ${seconds.toFixed(1)} s (Lease ${leaseSeconds} s; under way: ${underWay.join(', ') || 'nothing'}), ${
        doneAfter(next, since).length
      } effects by it, none by the first; ${fleet.account()}`,
    },
  }
}

/** Two operators with leader election: only the leader acts, and the other one takes over (F20). */
export const chaosLeader: Story = {
  name: 'chaos-leader',
  short: [],
  tell: async stage => {
    let fleet: Fleet
    let leader: OperatorProcess
    const random = seeded(stage.settings.seed)
    await stage.step('deploy', async () => {
      leader = await standIn(stage)
      await eventually('it leads', { within: 30_000 }, async () => leadsSince(leader) !== null)
      fleet = await deployFleet(stage, { modes: ['savepoint', 'last-state'] })
      return { text: `seed ${stage.settings.seed}; ${fleet.modes.join(', ')}` }
    }, { short: true })
    for (const how of ['killed', 'stands still', 'stopped'] as const) {
      await stage.step(`the leader ${how === 'stands still' ? how : `is ${how}`} in the middle of upgrades`, async () => {
        const taken = await leaderGoes(stage, fleet, leader, how, random.spread(100, 8_000))
        leader = taken.leader
        return taken.evidence
      }, { short: true })
    }
    await stage.step('arrived', async () => {
      await fleet.settle()
      return { text: `${fleet.account()}; state never went back` }
    }, { short: true })
  },
}

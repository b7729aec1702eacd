import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { seeded } from '../harness/random.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** Of the Lease, as by default; a new leader needs one attempt more, and a machine of two cores a moment. */
const leaseSeconds = 15
const takeOverLimit = leaseSeconds + 2 + 5

const configuration = (lease: string): string =>
  `kubernetes.operator.leader-election.enabled: true
kubernetes.operator.leader-election.lease-name: ${lease}
kubernetes.operator.leader-election.lease-duration: ${leaseSeconds} s
`

interface RecordedEffect {
  readonly line?: string
  readonly at: number
  readonly of?: { readonly kind: string; readonly name: string }
  readonly effect?: string
  readonly error?: object | null
}

/** Effects that it began after that moment and that were done. */
const doneAfter = ({ recording }: OperatorProcess, moment: number): readonly string[] => {
  const begun = new Map<string, number>()
  const done: string[] = []
  for (const text of readFileSync(recording, 'utf8').split('\n')) {
    if (!text.startsWith('{"version":1,"line":"')) continue
    try {
      const { line, at, of, effect = '', error } = JSON.parse(text) as RecordedEffect
      const key = `${of?.kind ?? ''} ${of?.name ?? ''}`
      if (line === 'Begin') begun.set(key, at)
      if (line === 'End' && error === null && (begun.get(key) ?? 0) > moment) done.push(`${effect} of ${key}`)
    } catch { /* cut off in the middle */ }
  }
  return done
}

const leadsSince = ({ lines }: OperatorProcess): number | null => {
  const line = lines.find(({ msg }) => msg === 'leading')
  return line === undefined ? null : Date.parse(line.time)
}

const standIn = async (stage: Stage): Promise<OperatorProcess> =>
  stage.operate(undefined, undefined, { configuration: configuration(stage.namespace), mayEnd: true })

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
  const late = doneAfter(leader, since)
  expect(late.length === 0, `both acted: ${late.join(', ')}`)
  const early = doneAfter(next, 0).length - doneAfter(next, since).length
  expect(early === 0, `the other one did ${early} effects before it led`)
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

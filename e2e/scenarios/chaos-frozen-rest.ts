import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { freeze, javaOfPod } from '../harness/frozen-process.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { type Evidence, expect, NotHere, type Stage, type Story } from './story.ts'

const frozenOf = (stage: Stage): number => (stage.short ? 15_000 : 45_000)

/** Stops the JobManager where it stands; answers what lets it go on. */
const freezeJobManager = (stage: Stage, name: string): () => void => {
  const pod = stage.watch.samples(name).at(-1)?.pods[0]
  const pids = pod === undefined ? [] : javaOfPod(pod.name)
  if (pids.length === 0) throw new NotHere(`the process of pod ${pod?.name ?? '?'} is not among those of this machine`)
  try {
    return freeze(pids)
  } catch (thrown) {
    throw new NotHere(`process ${pids.join(', ')} may not be stopped by this user: ${String(thrown)}`)
  }
}

/** From the edit, or from the moment the stop was asked for, REST takes connections and answers nothing. */
const frozen = async (stage: Stage, fleet: Fleet, operator: OperatorProcess, from: 'edit' | 'stop'): Promise<Evidence> => {
  const [mode] = fleet.modes
  await fleet.arrived(mode!)
  const before = operator.effects().length
  const thawFirst = from === 'edit' ? freezeJobManager(stage, mode!) : null
  await fleet.edit(mode!, 'rename')
  const stopSent = (): boolean => operator.effects().slice(before).some(it => it.startsWith('stop job'))
  if (from === 'stop') await eventually('the stop is sent', { within: 120_000, every: 2 }, async () => stopSent())
  const thaw = thawFirst ?? freezeJobManager(stage, mode!)
  try {
    await pause(frozenOf(stage))
    const pods = stage.watch.samples(mode!).at(-1)?.pods ?? []
    expect(pods.length === 1, 'a JobManager that only did not answer was taken away')
  } finally {
    thaw()
  }
  await fleet.arrived(mode!)
  const stops = operator.effects().slice(before).filter(it => it.startsWith('stop job')).map(it =>
    it.replace(/^.*trigger /, '').slice(0, 32)
  )
  return {
    text: `frozen for ${frozenOf(stage) / 1_000} s; stop sent ${stops.length} times with ${
      new Set(stops).size
    } trigger ids; ${fleet.account()}`,
  }
}

/** The JobManager's process stands still (SIGSTOP) while it is to be stopped with a savepoint. */
export const chaosFrozenRest: Story = {
  name: 'chaos-frozen-rest',
  short: [],
  tell: async stage => {
    let fleet: Fleet
    let operator: OperatorProcess
    await stage.step('deploy', async () => {
      operator = await stage.operate()
      fleet = await deployFleet(stage, { modes: ['savepoint'] })
      return { text: fleet.modes.join(', ') }
    }, { short: true })
    await stage.step('JobManager frozen before the stop with savepoint', () => frozen(stage, fleet, operator, 'edit'), { short: true })
    await stage.step('JobManager frozen during the stop with savepoint', () => frozen(stage, fleet, operator, 'stop'), { short: true })
    await stage.step('arrived', async () => {
      await fleet.settle()
      return { text: `${fleet.account()}; state never went back` }
    }, { short: true })
  },
}

import { setTimeout as pause } from 'node:timers/promises'
import { paths } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { type Random, seeded } from '../harness/random.ts'
import { arrivedOrAsked } from './asked-to-restore.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import type { Mode } from './kill-plan.ts'
import type { Evidence, Stage, Story } from './story.ts'

type Component = 'jobmanager' | 'taskmanager'

const hitsOf = (stage: Stage): number => (stage.short ? 4 : 16)

/** Takes a pod of that kind away at once, as a lost node does; waits for one if there is none. */
const killPod = async (stage: Stage, fleet: Fleet, mode: Mode, component: Component): Promise<string> => {
  const pod = await eventually(
    `${mode} has a pod of its ${component}`,
    { within: 120_000, every: 100 },
    async () => (await fleet.application(mode).pods()).find(it => it.metadata.labels.component === component),
  )
  await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  return pod.metadata.name
}

/** What became of each resource since it was last seen to run as it was asked to. */
interface Since {
  at: number
  /** Its JobManager was taken away. */
  hit: boolean
}

/**
 * Arrives; or, where the JobManager was lost at the very end of a stop with savepoint, a person is asked what the job goes on from, and
 * says so.
 */
const arrives = async (stage: Stage, fleet: Fleet, mode: Mode, since: Since): Promise<boolean> => {
  const path = mode === 'savepoint' && since.hit
    ? await arrivedOrAsked(stage, fleet.application(mode), { generation: fleet.generation(mode), since: since.at }) : null
  if (path !== null) {
    stage.note(`${mode} asks what it goes on from: ${path}`)
    await fleet.restoreFrom(mode, path)
  }
  await fleet.arrived(mode)
  Object.assign(since, { at: Date.now(), hit: false })
  return path !== null
}

/** Each hit: an edit, a moment that chance chooses, a pod gone; then on, sometimes with a wait. */
const hitAndHit = async (stage: Stage, fleet: Fleet, random: Random): Promise<Evidence> => {
  const hits = { jobmanager: 0, taskmanager: 0 }
  const since = new Map(fleet.modes.map((mode): [Mode, Since] => [mode, { at: Date.now(), hit: false }]))
  let asked = 0
  for (let hit = 1; hit <= hitsOf(stage); hit++) {
    const mode = random.pick(fleet.modes)
    const component = random.pick<Component>(['jobmanager', 'taskmanager'])
    const delay = random.spread(50, 20_000)
    if (random.next() < 0.4 && await arrives(stage, fleet, mode, since.get(mode)!)) asked++
    await fleet.edit(mode, 'rename')
    await pause(delay)
    const pod = await killPod(stage, fleet, mode, component)
    hits[component]++
    since.get(mode)!.hit ||= component === 'jobmanager'
    stage.note(`pod ${hit}/${hitsOf(stage)}: ${pod} gone ${(delay / 1_000).toFixed(2)} s after an edit`)
  }
  for (const mode of fleet.modes) if (await arrives(stage, fleet, mode, since.get(mode)!)) asked++
  await fleet.settle()
  const restored = asked === 0 ? '' : `; ${asked} asked what to go on from, and went on from the savepoint of the stop`
  return {
    text:
      `seed ${stage.settings.seed}: ${hits.jobmanager} JobManager and ${hits.taskmanager} TaskManager pods gone during upgrades; ${fleet.account()}; state never went back${restored}`,
  }
}

/**
 * Pods die while their job is upgraded. With high availability: without it a JobManager that dies takes the state since its start with it.
 */
export const chaosPods: Story = {
  name: 'chaos-pods',
  short: [],
  tell: async stage => {
    let fleet: Fleet
    await stage.step('deploy', async () => {
      await stage.operate()
      fleet = await deployFleet(stage, { modes: ['savepoint', 'last-state'], highAvailability: true })
      return { text: `${fleet.modes.join(', ')}, both with high availability` }
    }, { short: true })
    await stage.step('pods killed during upgrades', () => hitAndHit(stage, fleet, seeded(stage.settings.seed)), { short: true })
  },
}

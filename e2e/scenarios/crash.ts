import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import type { JobView } from '../harness/flink-rest.ts'
import { type Carried, proveCarried } from './state-carried.ts'
import { firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** What is upgraded, of whatever kind. */
export interface Upgraded extends Pick<Application, 'checkpointed' | 'counted' | 'rename'> {
  readonly stable: (generation: number, jobName: string) => Promise<Pick<JobView, 'id'>>
  readonly isStable: (generation: number) => Promise<boolean>
  readonly describe: () => Promise<string>
  /** Of the last edit. */
  readonly asked: () => Promise<{ readonly generation: number; readonly jobName: string }>
  readonly downtime: (since: number) => number | null
}

/** A FlinkDeployment or a FlinkSessionJob. */
export const upgraded = (stage: Stage, application: Application): Upgraded => ({
  checkpointed: application.checkpointed,
  counted: application.counted,
  rename: application.rename,
  stable: application.stable,
  isStable: async generation => {
    const { status } = await application.resource()
    return status.observedGeneration === generation && status.lifecycleState === 'STABLE'
  },
  describe: async () => describeResource(await application.resource()),
  asked: async () => {
    const { metadata: { generation }, spec } = await application.resource()
    const [jobName = ''] = (spec.job.args[1] as string).split('/').slice(-1)
    return { generation, jobName }
  },
  downtime: since => stage.downtime(application, since),
})

/**
 * One upgrade in which the operator is killed (SIGKILL, by the executor's switch) after so many effects; 0: before the first. Another
 * process takes over, and the job ends RUNNING with its state. That an effect was done and that the next one was not begun is one boundary:
 * what a process had in its memory is gone either way.
 */
const crashAt = async (stage: Stage, application: Upgraded, boundary: number, carried: Carried): Promise<Evidence> => {
  const jobName = `crash-${boundary}`
  const doomed = await stage.operate(boundary === 0 ? 'before:1' : `after:${boundary}`)
  const before = await application.checkpointed()
  const since = Date.now()
  const generation = await application.rename(jobName)
  await eventually('the operator dies, or ends the upgrade before', { within: 240_000 }, async () => {
    return doomed.exit() !== null || application.isStable(generation)
  })
  const death = doomed.exit()
  if (death === null) {
    // looks differ from run to run, and with them the last effects, which tell what was seen
    const effects = doomed.effects().length
    expect(effects < boundary, `the operator lives after ${effects} effects`)
    await doomed.stop()
  } else expect(death.signal === 'SIGKILL', `the operator ended by itself: ${JSON.stringify(death)}`)
  const next = await stage.operate()
  const job = await application.stable(generation, jobName)
  const text = await proveCarried(application, before, carried)
  const down = application.downtime(since)
  await next.stop()
  return {
    text: `${death === null ? 'nothing was left to kill, this upgrade had fewer effects; ' : ''}job ${job.id.slice(0, 8)}: ${text}`,
    downtime: down,
  }
}

/**
 * One upgrade in which every operator process is killed after its second effect: the first one is mostly the status write that proves that
 * the round is not stale, so whoever comes next goes one effect further. Where an event stands between the two it takes a third.
 */
export const crashEverywhere = async (stage: Stage, application: Upgraded, carried: Carried, effects = 2): Promise<Evidence> => {
  const before = await application.checkpointed()
  const since = Date.now()
  const generation = await application.rename('crash-everywhere')
  let deaths = 0
  await eventually(`the upgrade ends although each operator dies after ${effects} effects`, {
    within: 480_000,
    every: 50,
    describe: application.describe,
  }, async () => {
    const doomed = await stage.operate(`after:${effects}`)
    const isOver = await eventually('the operator dies, or has nothing more to do', { within: 240_000, every: 100 }, async () => {
      if (doomed.exit() !== null) return 'died'
      return (await application.isStable(generation)) ? 'stable' : null
    })
    if (isOver === 'died') deaths++
    else await doomed.kill()
    return isOver === 'stable'
  })
  const next = await stage.operate()
  await application.stable(generation, 'crash-everywhere')
  const text = await proveCarried(application, before, carried)
  await next.stop()
  return { text: `${deaths} operators died; ${text}`, downtime: application.downtime(since) }
}

/** After a failure: one operator that nobody kills brings the resource where the next boundary can begin; else that one fails, too. */
const mend = async (stage: Stage, application: Upgraded): Promise<void> => {
  await stage.calm()
  const operator = await stage.operate()
  const { generation, jobName } = await application.asked()
  await application.stable(generation, jobName).catch(() => undefined)
  await operator.stop()
}

/** The boundaries that a short run tries: around the stop, in the middle of the tear-down, in the middle of the creates. */
const shortBoundaries = (effects: readonly string[]): readonly number[] => {
  const after = (pattern: RegExp): number => effects.findIndex(it => pattern.test(it)) + 1
  return [after(/^stop job|^patch Deployment/), after(/^delete Deployment/), after(/^create /)].filter(it => it > 0)
}

export interface CrashOptions {
  readonly name: string
  readonly short: Story['short']
  readonly carried: Carried
  readonly configuration?: string
  /** After so many each operator of one step dies; 2 where it does not say. */
  readonly effectsEach?: number
  /** Deploys what is upgraded, as job `first`. */
  readonly deploy: (stage: Stage) => Promise<Upgraded>
}

const deployed = (upgradeMode: 'savepoint' | 'last-state', highAvailability: boolean) => async (stage: Stage): Promise<Upgraded> =>
  upgraded(stage, (await firstDeployment(stage, { upgradeMode, highAvailability, jobName: 'first' })).application)

export const crashStory = ({ name, short, carried, deploy, configuration = '', effectsEach = 2 }: CrashOptions): Story => ({
  name,
  short,
  configuration,
  tell: async stage => {
    let application!: Upgraded
    let effects: readonly string[] = []
    await stage.step('upgrade without a crash', async () => {
      const operator = await stage.operate()
      application = await deploy(stage)
      const before = await application.checkpointed()
      const done = operator.effects().length
      const since = Date.now()
      await application.stable(await application.rename('second'), 'second')
      const text = await proveCarried(application, before, carried)
      const downtime = application.downtime(since)
      effects = operator.effects().slice(done)
      await operator.stop()
      return { text: `${effects.length} effects; ${text}`, downtime }
    }, { short: true })
    if (
      !(await stage.step(
        `killed again and again, after ${effectsEach === 2 ? 'two' : effectsEach} effects each`,
        () => crashEverywhere(stage, application, carried, effectsEach),
        { short: true, independent: true },
      ))
    ) await mend(stage, application)
    const all = [0, ...effects.map((_, index) => index + 1)]
    const boundaries = stage.settings.boundaries ?? (stage.short ? shortBoundaries(effects) : all)
    for (const boundary of boundaries.filter(it => it <= effects.length)) {
      const label = boundary === 0 ? `killed before effect 1: ${nameOf(effects[0])}`
        : `killed after effect ${boundary}: ${nameOf(effects[boundary - 1])}`
      if (!(await stage.step(label, () => crashAt(stage, application, boundary, carried), { short: true, independent: true })))
        await mend(stage, application)
    }
  },
})

/** An effect without what differs from run to run: ids and texts. */
const nameOf = (effect = ''): string =>
  effect.replace(/[0-9a-f]{32}/g, '…').replace(/^(event \w+): .*/s, '$1').replace(/^(write status: .{0,60}).*/s, '$1')

export const crashSavepoint = crashStory({
  name: 'crash-savepoint',
  short: ['1.20'],
  deploy: deployed('savepoint', false),
  carried: { by: 'savepoint' },
})
export const crashLastState = crashStory({
  name: 'crash-last-state',
  short: [],
  deploy: deployed('last-state', true),
  carried: { by: 'checkpoint' },
})
export const crashCancel = crashStory({
  name: 'crash-cancel',
  short: [],
  deploy: deployed('last-state', false),
  carried: { by: 'checkpoint' },
})

import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobsAt } from '../harness/flink-rest.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const options = { upgradeMode: 'savepoint', highAvailability: false, jobName: 'first' } as const

/** One job runs, in one JobManager, with every object of its cluster; then all of it goes, so that the next deploy is a first one again. */
const oneJob = async (stage: Stage, application: Application): Promise<string> => {
  const job = await application.stable(1, 'first')
  const [jobs, deployments] = [
    await jobsAt((await application.clusterAddress()) ?? ''),
    await stage.api.list(paths.deployments(stage.namespace)),
  ]
  expect(jobs?.length === 1, `jobs: ${JSON.stringify(jobs)}`)
  expect(deployments.length === 1, `Deployments: ${deployments.map((it: Any) => it.metadata.name as string).join(', ')}`)
  const { seen } = await application.counted(0)
  return `one job, ${job.id.slice(0, 8)}, counts to ${seen}`
}

const isDone = async (application: Application): Promise<boolean> => (await application.resource()).status?.lifecycleState === 'STABLE'

/** L3: the operator is killed (SIGKILL) after so many effects of a first deploy, and another one takes over. */
const crashAt = async (stage: Stage, boundary: number): Promise<Evidence> => {
  const doomed = await stage.operate(`after:${boundary}`)
  const application = await stage.deploy(options)
  await eventually('the operator dies', { within: 120_000 }, async () => doomed.exit() !== null || (await isDone(application)))
  expect(doomed.exit()?.signal === 'SIGKILL', `the operator did not die: ${JSON.stringify(doomed.exit())}`)
  const there = (await application.leftovers()).length - 1
  const next = await stage.operate()
  const text = await oneJob(stage, application)
  await deletion(application)
  await next.stop()
  return { text: `${there} objects were there; ${text}` }
}

/** Every operator process dies after its second effect. */
const crashEverywhere = async (stage: Stage): Promise<Evidence> => {
  const application = await stage.deploy(options)
  let deaths = 0
  await eventually('the deploy ends although each operator dies after two effects', { within: 480_000, every: 50 }, async () => {
    const doomed = await stage.operate('after:2')
    await eventually(
      'the operator dies, or has nothing more to do',
      { within: 240_000, every: 100 },
      async () => doomed.exit() !== null || (await isDone(application)),
    )
    if (doomed.exit() !== null) deaths++
    await doomed.kill()
    return isDone(application)
  })
  const next = await stage.operate()
  const text = await oneJob(stage, application)
  await deletion(application)
  await next.stop()
  return { text: `${deaths} operators died; ${text}` }
}

const nameOf = (effect = ''): string => effect.replace(/^(event \w+): .*/s, '$1').replace(/^(write status: .{0,60}).*/s, '$1')

/** The operator dies in the middle of the very first deploy: what it left is completed, never made twice (L3). */
export const crashFirstDeploy: Story = {
  name: 'crash-first-deploy',
  short: [],
  tell: async stage => {
    let effects: readonly string[] = []
    await stage.step('deploy without a crash', async () => {
      const operator = await stage.operate()
      const application = await stage.deploy(options)
      const text = await oneJob(stage, application)
      effects = operator.effects()
      await deletion(application)
      await operator.stop()
      return { text: `${effects.length} effects; ${text}` }
    })
    const creates = effects.flatMap((effect, at) => (effect.startsWith('create ') ? [at + 1] : []))
    // all of them start a JVM or two: between the objects, and right before the first one
    const boundaries = stage.settings.boundaries ?? [...(creates[0] === undefined ? [] : [creates[0] - 1]), ...creates].filter(it => it > 0)
    for (const boundary of boundaries)
      await stage.step(`killed after effect ${boundary}: ${nameOf(effects[boundary - 1])}`, () => crashAt(stage, boundary))
    await stage.step('killed again and again, after two effects each', () => crashEverywhere(stage))
  },
}

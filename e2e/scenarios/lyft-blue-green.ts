import { eventually } from '../harness/eventually.ts'
import type { LyftApplication } from '../harness/lyft-application.ts'
import { lyftArguments } from '../harness/lyft-manifest.ts'
import { progressAt } from '../harness/flink-rest.ts'
import { lyftFirstDeploy, lyftGone } from './lyft.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Story } from './story.ts'

const bothRun = async (application: LyftApplication, jobName: string) =>
  eventually(`both versions of ${application.name} run`, {
    within: 240_000,
    describe: application.describe,
    guard: application.safe,
  }, async () => {
    const { status } = await application.resource()
    if (status.phase !== 'DualRunning' || status.operation != null) return null
    const [old, fresh, ...others] = (await application.liveJobs()).toSorted((a, b) => a.startTime - b.startTime)
    const areUp = old?.allTasksRun === true && fresh?.allTasksRun === true && others.length === 0 && fresh.name === jobName
    return areUp ? { old, fresh, status } : null
  })

/** An edit: the other colour comes up from a savepoint of what runs, which runs on beside it. */
const beside = async (application: LyftApplication, jobName: string): Promise<Evidence> => {
  const [before, [was]] = [await application.checkpointed(), await application.liveJobs()]
  const began = Date.now()
  await application.edit({ programArgs: lyftArguments(jobName) })
  const { old, fresh, status } = await bothRun(application, jobName)
  const seconds = (Date.now() - began) / 1_000
  expect(old.id === was?.id && old.startTime === was.startTime, `${was?.id ?? ''} was restarted as ${old.id}`)
  expect(status.deployHash !== status.updatingHash && status.updatingVersion !== status.deployVersion, JSON.stringify(status).slice(0, 300))
  const text = await proveCarried(application, before, { by: 'savepoint' })
  const [first, later] = [
    await progressAt(old.address, old.id),
    await eventually(
      'the old version counts on',
      { within: 60_000 },
      async () => {
        const now = await progressAt(old.address, old.id)
        return now !== null && now.seen > before.seen && now
      },
    ),
  ]
  return {
    text: `${status.updatingVersion as string} beside ${status.deployVersion as string} after ${seconds.toFixed(0)} s: job ${
      fresh.id.slice(0, 8)
    } ${text}; ${old.id.slice(0, 8)} counts on, ${first?.seen ?? '?'} to ${later.seen}`,
  }
}

/** One of the two is named, and goes with its job; the other runs on as it was. */
const tornDown = async (application: LyftApplication, which: 'deployHash' | 'updatingHash'): Promise<Evidence> => {
  const { status: before } = await application.resource()
  const [kept, going] = which === 'deployHash' ? [before.updatingHash, before.deployHash] : [before.deployHash, before.updatingHash]
  const jobs = (await application.liveJobs()).toSorted((a, b) => a.startTime - b.startTime)
  const stays = which === 'deployHash' ? jobs[1] : jobs[0]
  const began = Date.now()
  const generation = await application.edit({ tearDownVersionHash: going })
  const job = await application.stable(generation, stays?.name ?? '')
  const seconds = (Date.now() - began) / 1_000
  expect(job.id === stays?.id && job.startTime === stays.startTime, `${stays?.id ?? ''} became ${job.id}`)
  const { status } = await application.resource()
  expect(
    status.deployHash === kept && (status.updatingHash ?? '') === '',
    `deployHash ${status.deployHash as string}, kept ${kept as string}`,
  )
  const objects = await application.leftovers()
  expect(!objects.some(it => it.includes(going as string)), `left: ${objects.join(', ')}`)
  return {
    text: `${going as string} gone after ${seconds.toFixed(1)} s, ${kept as string} is live, job ${job.id.slice(0, 8)} was not touched`,
  }
}

/** A FlinkApplication of Lyft's, mode BlueGreen. */
export const lyftBlueGreen: Story = {
  name: 'lyft-blue-green',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: LyftApplication
    await stage.step('deploy', async () => {
      application = await stage.createLyft({ name: 'shop', spec: { deploymentMode: 'BlueGreen' }, mayStandBeside: true })
      return lyftFirstDeploy(application)
    })
    await stage.step('an edit runs beside what ran', () => beside(application, 'second'))
    await stage.step('the old version is torn down', () => tornDown(application, 'deployHash'))
    await stage.step('another edit runs beside it', () => beside(application, 'third'))
    await stage.step('the new version is torn down', () => tornDown(application, 'updatingHash'))
    await stage.step('and another one', () => beside(application, 'fourth'))
    await stage.step('deleted while both run', async () => {
      const seconds = await lyftGone(application)
      const ends = stage.runs(application.name).map(({ name, state }) => `${name} ${state}`)
      expect(ends.slice(-1)[0] === 'fourth FINISHED' || ends.includes('fourth FINISHED'), `jobs ended as ${ends.join(', ')}`)
      return { text: `gone after ${seconds.toFixed(1)} s; jobs: ${ends.join(', ')}` }
    })
  },
}

import type { Any } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobsAt } from '../harness/flink-rest.ts'
import type { LyftApplication } from '../harness/lyft-application.ts'
import {
  arrivedAt,
  besideOwnPods,
  createCluster,
  jobManagerAddress,
  ledElsewhere,
  nothingArrives,
  toExternalName,
  toOtherPods,
} from './led-elsewhere.ts'
import { lyftFirstDeploy } from './lyft.ts'
import { proveCarried } from './state-carried.ts'
import { firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** A job with a cluster of its own, of either kind. */
interface Led {
  readonly job: Pick<Application & LyftApplication, 'name' | 'rename' | 'events' | 'checkpointed' | 'counted' | 'safe'> & {
    readonly stable: (generation: number, jobName: string) => Promise<unknown>
  }
  /** The Service by which the operator asks the cluster that runs now. */
  readonly service: () => Promise<string>
  /** Where the JobManager of the job that runs now answers. */
  readonly jobManager: () => Promise<string>
}

const victim = 'victim'

/**
 * The job's Service leads to another cluster, by that change, and an upgrade has to stop the job: nothing is sent, the job runs on, an
 * event says why; put back, the upgrade goes on from a savepoint.
 */
const upgradedAfter = async (
  stage: Stage,
  { job, service, jobManager }: Led,
  change: (service: string) => Promise<Any>,
  says: string,
  jobName: string,
): Promise<Evidence> => {
  const [before, address, other, name] = [
    await job.checkpointed(),
    await jobManager(),
    await jobManagerAddress(stage, victim),
    await service(),
  ]
  const putBack = await ledElsewhere(stage, name, await change(name))
  const generation = await job.rename(jobName)
  const reported = await eventually(
    'an event names the Service',
    { within: 120_000, guard: job.safe },
    async () => (await job.events('ForeignService')).find(it => it.includes(name) && it.includes(says)),
  )
  await nothingArrives(other)
  const now = (await jobsAt(address))?.find(({ id }) => id === before.jobId)
  expect(now?.state === 'RUNNING', `job ${before.jobId} is ${now?.state ?? 'not there'}`)
  await putBack()
  await job.stable(generation, jobName)
  const carried = await proveCarried(job, before, { by: 'savepoint' })
  expect((await arrivedAt(other)) === 0, 'something arrived at the other cluster')
  return { text: `"${reported}"; put back: ${carried}` }
}

const allOf = async (stage: Stage, led: Led): Promise<void> => {
  await stage.step(
    'its REST Service becomes an ExternalName that leads to the other cluster; an edit',
    () => upgradedAfter(stage, led, () => Promise.resolve(toExternalName(stage, victim)), 'ExternalName', 'second'),
  )
  await stage.step(
    'its REST Service selects the JobManager of the other cluster; an edit',
    () => upgradedAfter(stage, led, name => toOtherPods(stage, name, victim), 'selector', 'third'),
  )
  await stage.step('an EndpointSlice names the JobManager of the other cluster; an edit', async () => {
    const { job } = led
    const [before, other] = [await job.checkpointed(), await jobManagerAddress(stage, victim)]
    const takeAway = await besideOwnPods(stage, await led.service(), other)
    const generation = await job.rename('fourth')
    // by the pod's own address: whoever asks the Service meanwhile may reach the other cluster
    await eventually(
      'the next job runs in its own cluster',
      { within: 240_000, guard: job.safe },
      async () => (await jobsAt(await led.jobManager()))?.some(it => it.name === 'fourth' && it.allTasksRun),
    )
    await takeAway()
    await job.stable(generation, 'fourth')
    const carried = await proveCarried(job, before, { by: 'savepoint' })
    expect((await arrivedAt(other)) === 0, 'something arrived at the other cluster')
    return { text: `${carried}; nothing arrived at the other cluster` }
  })
}

/** S05, a FlinkDeployment with a job of its own. */
const foreignServiceOf = (name: string, mode: { readonly standalone?: number }): Story => ({
  name,
  short: [],
  tell: async stage => {
    let led!: Led
    await stage.step('deploy, beside a session cluster', async () => {
      await stage.operate()
      await createCluster(stage, victim)
      const { application, evidence } = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'first',
        ...mode,
      })
      led = {
        job: application,
        service: () => Promise.resolve(`${application.name}-rest`),
        jobManager: () => jobManagerAddress(stage, application.name),
      }
      return evidence
    })
    await allOf(stage, led)
  },
})

export const foreignServiceNative = foreignServiceOf('foreign-service-native', {})
export const foreignServiceStandalone = foreignServiceOf('foreign-service-standalone', { standalone: 1 })

/** S05, a FlinkApplication: each version has a Service of its own. */
export const foreignServiceLyft: Story = {
  name: 'foreign-service-lyft',
  short: [],
  tell: async stage => {
    let led!: Led
    await stage.step('deploy, beside a session cluster', async () => {
      await stage.operate()
      await createCluster(stage, victim)
      const application = await stage.createLyft({ name: 'app' })
      const evidence = await lyftFirstDeploy(application)
      led = {
        job: application,
        service: async () => `${application.name}-${(await application.resource()).status.deployHash as string}`,
        jobManager: async () => {
          const [job] = await application.liveJobs()
          if (job === undefined) throw new Error(`no job runs: ${await application.describe()}`)
          return job.address
        },
      }
      return evidence
    })
    await allOf(stage, led)
  },
}

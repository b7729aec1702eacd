import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobsAt } from '../harness/flink-rest.ts'
import { jobArguments } from '../harness/manifest.ts'
import { fetchesFromHere, sessionJobManifest, sharedName } from '../harness/session-manifest.ts'
import {
  arrivedAt,
  besideOwnPods,
  createCluster,
  jobManagerAddress,
  ledElsewhere,
  nothingArrives,
  toExternalName,
} from './led-elsewhere.ts'
import { aJarServer } from './session.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const service = 'session-rest'

const runsAt = (address: string, name: string): Promise<boolean> =>
  jobsAt(address).then(jobs => (jobs ?? []).some(job => job.name === name && job.state === 'RUNNING'))

/** The tenant's own Service leads to another tenant's cluster: the jar must not arrive there, and an event says why nothing goes on. */
const externalName = async (stage: Stage, job: Application): Promise<Evidence> => {
  const victim = await jobManagerAddress(stage, 'victim')
  const reported = await eventually(
    'an event names the Service',
    { within: 90_000, guard: job.safe },
    async () => (await job.events('ForeignService')).at(-1),
  )
  await nothingArrives(victim)
  return { text: `"${reported}"` }
}

/** Put back, the job runs in its own cluster. */
const runsInItsOwn = async (stage: Stage, putBack: () => Promise<unknown>): Promise<Evidence> => {
  const since = Date.now()
  await putBack()
  const address = await jobManagerAddress(stage, 'session')
  await eventually('the session job runs in its own cluster', { within: 180_000 }, () => runsAt(address, sharedName('own', 'first')))
  return { text: `it runs in its own cluster ${((Date.now() - since) / 1_000).toFixed(1)} s after the Service was put back` }
}

/** The Service's cluster address leads to both clusters now; an upgrade submits a jar. */
const foreignEndpoints = async (stage: Stage, job: Application): Promise<Evidence> => {
  const [own, victim] = [await jobManagerAddress(stage, 'session'), await jobManagerAddress(stage, 'victim')]
  const takeAway = await besideOwnPods(stage, service, victim)
  for (const name of ['second', 'third']) {
    await job.edit({ job: { args: jobArguments(sharedName('own', name)) } })
    await eventually(`the job ${name} runs in its own cluster`, { within: 180_000 }, () => runsAt(own, sharedName('own', name)))
    expect((await arrivedAt(victim)) === 0, 'something arrived at the other cluster')
  }
  await takeAway()
  return { text: 'two upgrades in its own cluster, nothing at the other one' }
}

/** S05: who may write Services leads the operator nowhere. */
export const foreignService: Story = {
  name: 'foreign-service',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    let job!: Application
    let putBack!: () => Promise<unknown>
    const server = { url: '', close: (): Promise<void> => Promise.resolve() }
    try {
      await stage.step('two session clusters', async () => {
        Object.assign(server, await aJarServer(stage))
        await stage.operate()
        await createCluster(stage, 'session')
        await createCluster(stage, 'victim')
        return { text: 'STABLE' }
      })
      await stage.step('its REST Service becomes an ExternalName that leads to the other cluster', async () => {
        putBack = await ledElsewhere(stage, service, toExternalName(stage, 'victim'))
        const { namespace } = stage
        job = await stage.createSessionJob(sessionJobManifest({ namespace, name: 'own', upgradeMode: 'stateless', jarURI: server.url }))
        return externalName(stage, job)
      })
      await stage.step('the Service is put back', () => runsInItsOwn(stage, putBack))
      await stage.step('an EndpointSlice names the JobManager of the other cluster', () => foreignEndpoints(stage, job))
    } finally {
      await server.close()
    }
  },
}

import type { JsonObject } from '@flink-operator/core'
import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { askFlink, jobsAt } from '../harness/flink-rest.ts'
import { jobArguments } from '../harness/manifest.ts'
import { fetchesFromHere, sessionJobManifest, sessionManifest, sharedName } from '../harness/session-manifest.ts'
import { aJarServer, clusterReady } from './session.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** For so long nothing may arrive where nothing is to be sent: the operator comes back to it several times. */
const watched = 20_000

const restService = (stage: Stage, cluster: string): string => `${paths.services(stage.namespace)}/${cluster}-rest`
const endpointSlices = (namespace: string): string => `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`

/** The JobManager's own address: what Services say plays no part. */
const jobManagerAddress = async (stage: Stage, cluster: string): Promise<string> => {
  const [pod] = await stage.api.list(paths.pods(stage.namespace), `app=${cluster},component=jobmanager`)
  return pod?.status.podIP as string
}

/** What somebody else's cluster was sent: jars and jobs. */
const arrivedAt = async (address: string): Promise<number> =>
  ((await askFlink(address, '/jars'))?.files.length ?? 0) + ((await jobsAt(address)) ?? []).length

const runsAt = (address: string, name: string): Promise<boolean> =>
  jobsAt(address).then(jobs => (jobs ?? []).some(job => job.name === name && job.state === 'RUNNING'))

const createCluster = async (stage: Stage, name: string): Promise<Application> => {
  const { settings, namespace, version } = stage
  const manifest = sessionManifest(settings, { namespace, version, highAvailability: false })
  const cluster = await stage.create({ ...manifest, metadata: { ...(manifest['metadata'] as JsonObject), name } })
  await clusterReady(cluster)
  return cluster
}

/** The tenant's own Service leads to another tenant's cluster: the jar must not arrive there, and an event says why nothing goes on. */
const externalName = async (stage: Stage, job: Application): Promise<Evidence> => {
  const victim = await jobManagerAddress(stage, 'victim')
  const told = await eventually(
    'an event names the Service',
    { within: 90_000, guard: job.safe },
    async () => (await job.events('ForeignService')).at(-1),
  )
  await stays('the other cluster', watched, async () => {
    const arrived = await arrivedAt(victim)
    return arrived === 0 ? null : `${arrived} jars and jobs arrived`
  })
  return { text: `"${told}"` }
}

/** Put back, the job runs in its own cluster. */
const putBack = async (stage: Stage, before: JsonObject): Promise<Evidence> => {
  const since = Date.now()
  const { type, selector } = before as { readonly type: string; readonly selector: JsonObject }
  await stage.api.mergePatch(restService(stage, 'session'), { spec: { type, selector, externalName: null } })
  const address = await jobManagerAddress(stage, 'session')
  await eventually('the session job runs in its own cluster', { within: 180_000 }, () => runsAt(address, sharedName('own', 'first')))
  return { text: `it runs in its own cluster ${((Date.now() - since) / 1_000).toFixed(1)} s after the Service was put back` }
}

/** The Service's cluster address leads to both clusters now; an upgrade submits a jar. */
const foreignEndpoints = async (stage: Stage, job: Application): Promise<Evidence> => {
  const [own, victim] = [await jobManagerAddress(stage, 'session'), await jobManagerAddress(stage, 'victim')]
  await stage.api.create(endpointSlices(stage.namespace), {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: 'by-a-tenant',
      labels: { 'kubernetes.io/service-name': 'session-rest', 'endpointslice.kubernetes.io/managed-by': 'tenant' },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: [victim], conditions: { ready: true } }],
    ports: [{ name: 'rest', port: 8081, protocol: 'TCP' }],
  })
  for (const name of ['second', 'third']) {
    await job.edit({ job: { args: jobArguments(sharedName('own', name)) } })
    await eventually(`the job ${name} runs in its own cluster`, { within: 180_000 }, () => runsAt(own, sharedName('own', name)))
    expect((await arrivedAt(victim)) === 0, 'something arrived at the other cluster')
  }
  await stage.api.remove(`${endpointSlices(stage.namespace)}/by-a-tenant`)
  return { text: 'two upgrades in its own cluster, nothing at the other one' }
}

/** S05: who may write Services leads the operator nowhere. */
export const foreignService: Story = {
  name: 'foreign-service',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    let job!: Application
    let before!: JsonObject
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
        before = (await stage.api.get(restService(stage, 'session')))?.spec as JsonObject
        await stage.api.mergePatch(restService(stage, 'session'), {
          spec: {
            type: 'ExternalName',
            externalName: `victim-rest.${stage.namespace}.svc.cluster.local`,
            selector: null,
            clusterIP: null,
            clusterIPs: null,
          },
        })
        const { namespace } = stage
        job = await stage.createSessionJob(sessionJobManifest({ namespace, name: 'own', upgradeMode: 'stateless', jarURI: server.url }))
        return externalName(stage, job)
      })
      await stage.step('the Service is put back', () => putBack(stage, before))
      await stage.step('an EndpointSlice names the JobManager of the other cluster', () => foreignEndpoints(stage, job))
    } finally {
      await server.close()
    }
  },
}

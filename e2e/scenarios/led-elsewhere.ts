import type { JsonObject } from '@flink-operator/core'
import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { stays } from '../harness/eventually.ts'
import { askFlink, jobsAt } from '../harness/flink-rest.ts'
import { sessionManifest } from '../harness/session-manifest.ts'
import { clusterReady } from './session.ts'
import type { Stage } from './story.ts'

/** For so long nothing may arrive where nothing is to be sent: the operator comes back to it several times. */
const watched = 20_000

const servicePath = (stage: Stage, service: string): string => `${paths.services(stage.namespace)}/${service}`
const endpointSlices = (namespace: string): string => `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`

/** The address of the JobManager pod of a FlinkDeployment: what Services say plays no part. */
export const jobManagerAddress = async (stage: Stage, cluster: string): Promise<string> => {
  const [pod] = await stage.api.list(paths.pods(stage.namespace), `app=${cluster},component=jobmanager`)
  return pod?.status.podIP as string
}

/** What somebody else's cluster was sent: jars and jobs. */
export const arrivedAt = async (address: string): Promise<number> =>
  ((await askFlink(address, '/jars'))?.files.length ?? 0) + ((await jobsAt(address)) ?? []).length

/** Nothing arrives there while the operator comes back to its work. */
export const nothingArrives = (address: string): Promise<void> =>
  stays('the other cluster', watched, async () => {
    const arrived = await arrivedAt(address)
    return arrived === 0 ? null : `${arrived} jars and jobs arrived`
  })

export const createCluster = async (stage: Stage, name: string): Promise<Application> => {
  const { settings, namespace, version } = stage
  const manifest = sessionManifest(settings, { namespace, version, highAvailability: false })
  const cluster = await stage.create({ ...manifest, metadata: { ...(manifest['metadata'] as JsonObject), name } })
  await clusterReady(cluster)
  return cluster
}

/** Changes a Service as whoever may write it does; answers how to put it back. */
export const ledElsewhere = async (stage: Stage, service: string, spec: JsonObject): Promise<() => Promise<unknown>> => {
  const { type, selector } = (await stage.api.get(servicePath(stage, service))).spec as JsonObject
  await stage.api.mergePatch(servicePath(stage, service), { spec })
  const foreign = Object.fromEntries(Object.keys((spec['selector'] ?? {}) as JsonObject).map(key => [key, null]))
  return () =>
    stage.api.mergePatch(servicePath(stage, service), {
      spec: { type: type ?? null, selector: { ...foreign, ...(selector as JsonObject) }, externalName: null },
    })
}

/** The Service becomes an ExternalName that leads to the REST Service of another cluster. */
export const toExternalName = ({ namespace }: Stage, cluster: string): JsonObject => ({
  type: 'ExternalName',
  externalName: `${cluster}-rest.${namespace}.svc.cluster.local`,
  selector: null,
  clusterIP: null,
  clusterIPs: null,
})

/** The Service selects the JobManager of another cluster; `before`: labels that it selects by now. */
export const toOtherPods = async (stage: Stage, service: string, cluster: string): Promise<JsonObject> => {
  const [before, other] = await Promise.all(
    [service, `${cluster}-rest`].map(async name => (await stage.api.get(servicePath(stage, name))).spec.selector as JsonObject),
  )
  return { selector: { ...Object.fromEntries(Object.keys(before ?? {}).map(key => [key, null])), ...other } }
}

/** An EndpointSlice of somebody else's: the Service's cluster address leads to that address, too. Answers how to take it away. */
export const besideOwnPods = async (stage: Stage, service: string, address: string): Promise<() => Promise<unknown>> => {
  const name = `${service}-by-a-tenant`
  await stage.api.create(endpointSlices(stage.namespace), {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, labels: { 'kubernetes.io/service-name': service, 'endpointslice.kubernetes.io/managed-by': 'tenant' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports: [{ name: 'rest', port: 8081, protocol: 'TCP' }],
  })
  return () => stage.api.remove(`${endpointSlices(stage.namespace)}/${name}`)
}

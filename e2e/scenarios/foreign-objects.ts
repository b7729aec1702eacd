import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { jobArguments, manifest } from '../harness/manifest.ts'
import { keepsRunning } from './keeps-running.ts'
import { ownIngressGoes } from './own-ingress.ts'
import { proveCarried } from './state-carried.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** For so long what is told and waited for is looked at: the operator comes back to it several times. */
const lookedAt = 20_000

/** A Deployment of somebody else: pods that run, and nothing of Flink in them. */
const deployment = ({ settings, version }: Stage, name: string): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels: { app: name, type: 'flink-native-kubernetes' } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { somebody: name } },
    template: {
      metadata: { labels: { somebody: name } },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: 'main', image: settings.image[version], imagePullPolicy: 'IfNotPresent', command: ['sleep', '3600'] }],
      },
    },
  },
})

const ingresses = (namespace: string): string => `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`
const ingress = (name: string): JsonObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name },
  spec: {
    rules: [{
      host: 'somebody.example',
      http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }] },
    }],
  },
})

/** Carry every label of the cluster, and are somebody else's. */
const labelled = (cluster: string): readonly { readonly path: (namespace: string) => string; readonly object: JsonObject }[] => {
  const metadata = { name: `${cluster}-of-somebody`, labels: { app: cluster, type: 'flink-native-kubernetes' } }
  return [
    { path: paths.configMaps, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { of: 'somebody' } } },
    { path: paths.services, object: { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 80 }] } } },
  ]
}

/** What of an object nobody else may change: its status is its controller's. */
const untouchedPart = ({ metadata: { uid, deletionTimestamp, labels, annotations, ownerReferences }, spec, data }: Any): string =>
  JSON.stringify([
    uid,
    deletionTimestamp,
    labels,
    { ...annotations, 'deployment.kubernetes.io/revision': undefined },
    ownerReferences,
    spec,
    data,
  ])

/** It is as it was when this was called. */
const untouched = async (stage: Stage, path: string): Promise<() => Promise<string | null>> => {
  const before = untouchedPart(await stage.api.get(path))
  return async () => {
    const now = await stage.api.get(path)
    return now !== null && untouchedPart(now) === before ? null
      : `${path} was touched: ${now === null ? 'gone' : untouchedPart(now)}; it was ${before}`
  }
}

const firstProblem = (looks: readonly (() => Promise<string | null>)[]) => async (): Promise<string | null> => {
  for (const look of looks) {
    const problem = await look()
    if (problem !== null) return problem
  }
  return null
}

/**
 * The resource says what is in its way (error, event), and what to do about it; then nothing of that is touched. Answers how long it took
 * to be told.
 */
const reportedAndLeft = async (
  application: Application,
  object: string,
  looks: readonly (() => Promise<string | null>)[],
): Promise<string> => {
  const began = Date.now()
  const describe = async (): Promise<string> => describeResource(await application.resource())
  await eventually(`it is reported that ${object} blocks this resource`, { within: 30_000, describe }, async () => {
    const [{ status }, events] = await Promise.all([application.resource(), application.events('InTheWay')])
    return (status?.error ?? '').includes(`${object} blocks this resource`)
      && events.some(text => text.includes(`${object} blocks this resource`))
  })
  const seconds = (Date.now() - began) / 1_000
  await stays(`${object} is somebody else's`, lookedAt, firstProblem(looks))
  return `told after ${seconds.toFixed(1)} s, untouched for ${lookedAt / 1_000} s`
}

/** F09, F13: a FlinkDeployment whose name a Deployment of somebody else has. */
const nameTaken = async (stage: Stage): Promise<{ readonly application: Application; readonly evidence: Evidence }> => {
  const path = `${paths.deployments(stage.namespace)}/app`
  await stage.api.create(paths.deployments(stage.namespace), deployment(stage, 'app'))
  await eventually('its pod runs', { within: 60_000 }, async () => (await stage.api.get(path)).status?.availableReplicas === 1)
  for (const { path: collection, object } of labelled('app')) await stage.api.create(collection(stage.namespace), object)
  const looks = await Promise.all(
    [path, ...labelled('app').map(it => `${it.path(stage.namespace)}/app-of-somebody`)].map(it => untouched(stage, it)),
  )
  const application = await stage.deploy({ upgradeMode: 'savepoint', highAvailability: false, jobName: 'first' })
  const reported = await reportedAndLeft(application, 'Deployment app', looks)
  await stage.api.remove(path)
  const began = Date.now()
  await application.stable(1, 'first')
  await application.checkpointed()
  return {
    application,
    evidence: { text: `${reported}; taken away by its owner, and the job runs ${((Date.now() - began) / 1_000).toFixed(0)} s later` },
  }
}

/** An edit needs a name that somebody else has: the job runs on until it is free. */
const editNeedsName = async (stage: Stage, application: Application): Promise<Evidence> => {
  const path = `${ingresses(stage.namespace)}/app`
  await stage.api.create(ingresses(stage.namespace), ingress('app'))
  const before = await application.checkpointed()
  const run = await application.run()
  const runsOn = async (): Promise<string | null> => {
    const now = await application.run()
    return now === null || JSON.stringify(now) === JSON.stringify(run) ? null
      : `the job restarted: ${JSON.stringify(run)} became ${JSON.stringify(now)}`
  }
  const generation = await application.edit({ ingress: { template: '{{name}}.flink.example' }, job: { args: [...jobArguments('second')] } })
  const reported = await reportedAndLeft(application, 'Ingress app', [await untouched(stage, path), runsOn])
  await stage.api.remove(path)
  await application.stable(generation, 'second')
  const own = await eventually('the Ingress of the resource is there', { within: 30_000 }, () => stage.api.get(path))
  expect(JSON.stringify(own.spec).includes('app.flink.example'), JSON.stringify(own.spec))
  return { text: `${reported}, the job ran on; then ${await proveCarried(application, before, { by: 'savepoint' })}` }
}

/** F13: the Service that it needs is another FlinkDeployment's. Deleted again, it takes nothing of that one along. */
const besideAnother = async (stage: Stage, application: Application): Promise<Evidence> => {
  const run = await application.run()
  const service = await untouched(stage, `${paths.services(stage.namespace)}/app-rest`)
  const other = await stage.create(
    manifest(stage.settings, {
      namespace: stage.namespace,
      name: 'app-rest',
      version: stage.version,
      upgradeMode: 'savepoint',
      highAvailability: false,
      jobName: 'other',
    }),
  )
  const reported = await reportedAndLeft(other, 'Service app-rest', [service])
  const { text } = await deletion(other)
  const touched = await service()
  expect(touched === null, touched ?? '')
  await keepsRunning(application, 5_000)
  expect(JSON.stringify(await application.run()) === JSON.stringify(run), 'the other one restarted')
  return { text: `${reported}; deleted: ${text}; FlinkDeployment app runs on` }
}

/** F09: a FlinkDeployment that was never deployed is deleted, and a Deployment of somebody else has its name. */
const deletedBeforeDeployed = async (stage: Stage): Promise<Evidence> => {
  const path = `${paths.deployments(stage.namespace)}/taken`
  await stage.api.create(paths.deployments(stage.namespace), deployment(stage, 'taken'))
  await eventually('its pod runs', { within: 60_000 }, async () => (await stage.api.get(path)).status?.availableReplicas === 1)
  const look = await untouched(stage, path)
  const application = await stage.create(
    manifest(stage.settings, {
      namespace: stage.namespace,
      name: 'taken',
      version: stage.version,
      upgradeMode: 'stateless',
      highAvailability: false,
      jobName: 'first',
    }),
  )
  const reported = await reportedAndLeft(application, 'Deployment taken', [look])
  await application.remove()
  await eventually(
    'the resource is gone',
    { within: 60_000, describe: async () => describeResource(await application.resource()) },
    async () => (await application.resource()) === null,
  )
  await stays("the Deployment is somebody else's", 10_000, look)
  return { text: `${reported}; the resource was deleted, the Deployment and its pod stayed` }
}

/** F09: FlinkDeployment `NAME-taskmanager` beside a standalone cluster NAME. */
const besideStandalone = async (stage: Stage): Promise<Evidence> => {
  const resource = (name: string, standalone?: number): JsonObject =>
    manifest(stage.settings, {
      namespace: stage.namespace,
      name,
      version: stage.version,
      upgradeMode: 'savepoint',
      highAvailability: false,
      jobName: name,
      ...(standalone === undefined ? {} : { standalone }),
    })
  const cluster = await stage.create(resource('base', 1))
  await cluster.stable(1, 'base')
  await cluster.checkpointed()
  const run = await cluster.run()
  const look = await untouched(stage, `${paths.deployments(stage.namespace)}/base-taskmanager`)
  const beside = await stage.create(resource('base-taskmanager'))
  const reported = await reportedAndLeft(beside, 'Deployment base-taskmanager', [look])
  await deletion(beside)
  await stays("the TaskManagers are the cluster's", 5_000, look)
  expect(JSON.stringify(await cluster.run()) === JSON.stringify(run), 'the cluster restarted')
  const { text } = await deletion(cluster)
  return { text: `${reported}; deleted, and the standalone cluster ran on; its own deletion: ${text}` }
}

/** The resource goes, with what is its own; what only carries its labels stays. */
const deletedBesideLabelled = async (stage: Stage, application: Application): Promise<Evidence> => {
  const looks = await Promise.all(labelled('app').map(it => untouched(stage, `${it.path(stage.namespace)}/app-of-somebody`)))
  await application.remove()
  let left: readonly string[] = []
  await eventually("only what is somebody else's is left", { within: 120_000, describe: () => left.join(', ') }, async () => {
    left = await application.leftovers()
    return left.every(it => it.endsWith('/app-of-somebody'))
  })
  await stays("it is somebody else's", 5_000, firstProblem(looks))
  return { text: `left: ${left.join(', ')}` }
}

/** Objects of others that have a name or the labels of ours (F09, F13): told, left as they are, and waited for. */
export const foreignObjects: Story = {
  name: 'foreign-objects',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('a Deployment of somebody else has the name, and goes', async () => {
      const taken = await nameTaken(stage)
      application = taken.application
      return taken.evidence
    }, { short: true })
    await stage.step('an edit needs an Ingress that somebody else has', () => editNeedsName(stage, application), { short: true })
    await stage.step('its own Ingress goes with an edit', () => ownIngressGoes(stage, application, 'second'), { short: true })
    await stage.step("a second FlinkDeployment needs the first one's Service", () => besideAnother(stage, application))
    await stage.step('deleted before it was deployed, beside a Deployment of its name', () => deletedBeforeDeployed(stage))
    await stage.step('FlinkDeployment NAME-taskmanager beside a standalone NAME', () => besideStandalone(stage))
    await stage.step('delete, beside objects with its labels', () => deletedBesideLabelled(stage, application), { short: true })
  },
}

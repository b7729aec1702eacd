import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { sessionManifest } from '../harness/session-manifest.ts'
import { clusterReady } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** For so long nothing of the late Deployment may start: the kubelet tries again several times. */
const lookedAt = 20_000

const attemptAnnotation = 'flinkdeployment.flink.apache.org/attempt'

/** The JobManager Deployment as the operator sent it. */
const sentDeployment = async ({ api, namespace }: Stage, cluster: Application): Promise<Any> => {
  const { metadata: { name, labels, annotations, ownerReferences }, spec } = await api.get(
    `${paths.deployments(namespace)}/${cluster.cluster}`,
  )
  const { 'deployment.kubernetes.io/revision': _revision, ...sent } = annotations
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, labels, annotations: sent, ownerReferences }, spec }
}

const keyOf = (deployment: Any): string => `attempt-${deployment.metadata.annotations[attemptAnnotation] as string}`

const podsOf = async (cluster: Application, deployment: Any): Promise<readonly Any[]> =>
  (await cluster.pods()).filter(pod => JSON.stringify(pod.spec.volumes).includes(keyOf(deployment)))

/** What of it ever ran; null: nothing. */
const started = async (cluster: Application, deployment: Any): Promise<string | null> => {
  const [first] = (await podsOf(cluster, deployment)).filter(({ status }) =>
    (status.containerStatuses ?? []).some((it: Any) => it.state?.waiting === undefined || it.restartCount > 0)
  )
  return first === undefined ? null : `a container of ${first.metadata.name as string} was started: ${JSON.stringify(first.status)}`
}

/** It arrives late: its pod waits for a key that no ConfigMap gets any more. Answers what the kubelet says. */
const arrivesLate = async ({ api, namespace }: Stage, cluster: Application, deployment: Any): Promise<string> => {
  await api.create(paths.deployments(namespace), deployment as JsonObject)
  const reported = await eventually('the kubelet says that it can not mount the configuration', { within: 90_000 }, async () => {
    const uids = (await podsOf(cluster, deployment)).map(({ metadata }) => metadata.uid as string)
    return (await api.list(paths.events(namespace))).find(event =>
      event.reason === 'FailedMount' && uids.includes(event.involvedObject.uid as string)
    )?.message as string | undefined
  })
  await stays('nothing of it starts', lookedAt, () => started(cluster, deployment))
  return reported.replace(/^.*: (?=configmap)/u, '').replace(/[0-9a-f]{26}(?=[0-9a-f]{6})/u, '…')
}

/** Under a name of its own, beside what runs: the job runs on, and its state with it. */
const besideRunning = async (stage: Stage, application: Application, deployment: Any): Promise<Evidence> => {
  // its JobManagers are counted by their labels, which the late pod has, too
  const theRun = async (): Promise<string> => JSON.stringify({ ...await application.run(), jobManagers: [] })
  const run = await theRun()
  const late = { ...deployment, metadata: { ...deployment.metadata, name: `${application.name}-late` } }
  const reported = await arrivesLate(stage, application, late)
  const after = await theRun()
  expect(after === run, `the job was restarted: ${run} became ${after}`)
  await stage.api.remove(`${paths.deployments(stage.namespace)}/${application.name}-late`)
  await eventually('its pods are gone', { within: 90_000 }, async () => (await podsOf(application, late)).length === 0)
  return { text: `${reported}; no container for ${lookedAt / 1_000} s; the job ran on` }
}

/** The Deployment goes by hand while no operator runs, and with it all of its attempt that was left. */
const lost = async ({ api, namespace, calm }: Stage, cluster: Application): Promise<void> => {
  await calm()
  const path = `${paths.deployments(namespace)}/${cluster.cluster}`
  await api.remove(path, { propagationPolicy: 'Foreground' })
  await eventually('it is gone', { within: 120_000 }, async () => {
    // TaskManagers of a standalone cluster are a Deployment of their own, and stay
    const pods = (await cluster.pods()).filter(({ metadata }) => metadata.labels.component === 'jobmanager')
    return (await api.get(path)) === null && pods.length === 0
  })
}

/** The job is suspended, and the JobManager that was left lost: the next deploy takes the late one away, and goes on from the savepoint. */
const whileSuspended = async (stage: Stage, application: Application, deployment: Any, jobName: string): Promise<Evidence> => {
  const before = await application.checkpointed()
  await application.suspended(await application.edit({ job: { state: 'suspended' } }))
  await lost(stage, application)
  const reported = await arrivesLate(stage, application, deployment)
  await stage.operate()
  await stays('nothing of it starts beside an operator', 5_000, () => started(application, deployment))
  await application.stable(await application.edit({ job: { state: 'running' } }), jobName)
  expect((await podsOf(application, deployment)).length === 0, 'its pod is still there')
  return { text: `${reported}; taken away by the next deploy: ${await proveCarried(application, before, { by: 'savepoint' })}` }
}

const ofApplication = async (stage: Stage, mode: string, standalone?: number): Promise<void> => {
  let application: Application
  let first: Any
  await stage.step(`${mode}: deploy`, async () => {
    const deployed = await firstDeployment(stage, {
      upgradeMode: 'savepoint',
      highAvailability: false,
      jobName: 'first',
      ...(standalone === undefined ? {} : { standalone }),
    })
    application = deployed.application
    first = await sentDeployment(stage, application)
    return deployed.evidence
  }, { short: standalone === undefined })
  await stage.step(`${mode}: an upgrade, and the first Deployment beside it`, async () => {
    const { text, downtime = null } = await upgrade(stage, application, 'second', { by: 'savepoint' })
    return { text: `${text}; ${(await besideRunning(stage, application, first)).text}`, downtime }
  }, { short: standalone === undefined })
  await stage.step(`${mode}: the first Deployment while the job is suspended`, () => whileSuspended(stage, application, first, 'second'), {
    short: standalone === undefined,
  })
  await stage.step(`${mode}: delete`, () => deletion(application), { short: standalone === undefined })
}

/** No operator runs; the JobManager Deployment goes, and the first one comes in its place. */
const inPlaceOfLost = async (stage: Stage, cluster: Application): Promise<Evidence> => {
  const first = await sentDeployment(stage, cluster)
  const path = `${paths.deployments(stage.namespace)}/${cluster.cluster}`
  await cluster.edit({ flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '3' } })
  await eventually('another Deployment takes its place', { within: 240_000, guard: cluster.safe }, async () => {
    const deployment = await stage.api.get(path)
    return deployment !== null && keyOf(deployment) !== keyOf(first)
  })
  await clusterReady(cluster)
  await stage.calm()
  await stage.api.remove(path, { propagationPolicy: 'Foreground' })
  await eventually(
    'it is gone',
    { within: 120_000 },
    async () => (await stage.api.get(path)) === null && (await cluster.pods()).length === 0,
  )
  const reported = await arrivesLate(stage, cluster, first)
  await stage.operate()
  // what is there is not what was deployed, and may be a person's: it is told, with the way on
  const advice = 'a new spec.restartNonce deploys the cluster with it again'
  await eventually(
    'the status says what it waits for, and what helps',
    { within: 180_000, guard: cluster.safe },
    async () => ((await cluster.resource()).status?.error ?? '').includes(advice),
  )
  const began = Date.now()
  await cluster.edit({ restartNonce: 1 })
  await eventually('the cluster is put up again', { within: 240_000, guard: cluster.safe }, async () => {
    const deployment = await stage.api.get(path)
    return deployment !== null && keyOf(deployment) !== keyOf(first) && deployment.status?.availableReplicas === 1
  })
  await clusterReady(cluster)
  return { text: `${reported}; put up again after ${((Date.now() - began) / 1_000).toFixed(1)} s` }
}

/** A JobManager Deployment of an attempt that is over is created late, word for word: it starts nothing (A19). */
export const lateDeployment: Story = {
  name: 'late-deployment',
  short: ['1.20'],
  tell: async stage => {
    await stage.operate()
    await ofApplication(stage, 'native')
    await ofApplication(stage, 'standalone', 1)
    await stage.step('session cluster: the first Deployment in place of one that was deleted', async () => {
      const cluster = await stage.create(
        sessionManifest(stage.settings, { namespace: stage.namespace, version: stage.version, highAvailability: false }),
      )
      await clusterReady(cluster)
      return inPlaceOfLost(stage, cluster)
    })
  },
}

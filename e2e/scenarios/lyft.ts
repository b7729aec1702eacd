import type { JsonObject } from '@flink-operator/core'
import { paths } from '../harness/api.ts'
import { eventually, NotInTime, stays } from '../harness/eventually.ts'
import { verticesAt } from '../harness/flink-rest.ts'
import type { LyftApplication } from '../harness/lyft-application.ts'
import { lyftArguments } from '../harness/lyft-manifest.ts'
import { controlFolder } from '../harness/manifest.ts'
import { crashEverywhere } from './crash.ts'
import { lyftEffectsEach, lyftUpgraded } from './crash-lyft.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** The one that runs. */
const theJob = async (application: LyftApplication) => {
  const [job, ...others] = await application.liveJobs()
  if (job === undefined || others.length > 0) throw new Error(`${others.length + (job === undefined ? 0 : 1)} jobs run`)
  return job
}

/** Objects, job and status of a first deploy. */
export const lyftFirstDeploy = async (
  application: LyftApplication,
): Promise<Evidence> => {
  const began = Date.now()
  const job = await application.stable(1, 'first')
  const seconds = (Date.now() - began) / 1_000
  const { seen, completed } = await application.checkpointed()
  const { status, metadata } = await application.resource()
  const deployed = status.deployHash as string
  expect(/^[0-9a-f]{8}$/.test(deployed), `deployHash is ${deployed}`)
  expect(metadata.finalizers.includes('job.finalizers.flink.k8s.io'), `finalizers are ${JSON.stringify(metadata.finalizers)}`)
  const objects = await application.leftovers()
  const wayIn = `${application.name}${status.deploymentMode === 'BlueGreen' ? `-${status.deployVersion as string}` : ''}`
  for (const name of [wayIn, `${application.name}-${deployed}`])
    expect(objects.includes(`Service/${name}`), `there is no Service ${name} among ${objects.join(', ')}`)
  return {
    text: `cluster ${deployed}, job ${job.id} runs after ${seconds.toFixed(0)} s; checkpoint ${completed.id} complete, ${seen} seen`,
  }
}

/** An edit to another cluster: the job is there, from the savepoint of the stop, and the status names that savepoint, as Flink does. */
const updated = async (application: LyftApplication, jobName: string, spec: JsonObject = {}): Promise<Evidence> => {
  const [before, { status: { deployHash: old } }] = [await application.checkpointed(), await application.resource()]
  const since = Date.now()
  const generation = await application.edit({ programArgs: lyftArguments(jobName), ...spec })
  const job = await application.stable(generation, jobName)
  const text = await proveCarried(application, before, { by: 'savepoint' })
  const restored = (await application.progress())?.restoredFrom?.path
  const { status } = await application.resource()
  expect(status.deployHash !== old && job.id !== before.jobId, `deployHash ${status.deployHash as string}, job ${job.id}: nothing is new`)
  await eventually('the status names what it was restored from', { within: 30_000, describe: application.describe }, async () => {
    const { status: { jobStatus } } = await application.resource()
    return jobStatus.restorePath === restored
  })
  return { text: `${old as string} to ${status.deployHash as string}: ${text}`, downtime: application.downtime(since) }
}

/** A spec that does not run: what ran before runs again in its own cluster, from the savepoint of the stop; the other one goes. */
const rolledBack = async (application: LyftApplication, jobName: string, spec: JsonObject): Promise<Evidence> => {
  const [before, was, { status: { deployHash } }] = [
    await application.checkpointed(),
    await theJob(application),
    await application.resource(),
  ]
  const since = Date.now()
  const generation = await application.edit(spec)
  const job = await application.stable(generation, jobName, 'DeployFailed')
  const { status } = await application.resource()
  if (job.id === was.id) throw new NotInTime(`the job was never stopped: ${await application.describe()}`)
  const text = await proveCarried(application, before, { by: 'savepoint' })
  expect(job.pod === was.pod, `it runs in ${job.pod}, and ran in ${was.pod}`)
  expect(
    status.deployHash === deployHash && status.failedDeployHash !== deployHash && status.failedDeployHash !== '',
    `deployHash ${status.deployHash as string}, failedDeployHash ${status.failedDeployHash as string}`,
  )
  expect((await application.events('RollbackSucceeded')).length > 0, 'there is no event RollbackSucceeded')
  return { text: `DeployFailed, ${status.failedDeployHash as string} given up; ${text}`, downtime: application.downtime(since) }
}

/** An image that is not there, until somebody gives it up: what ran was never touched. */
const givenUp = async (application: LyftApplication): Promise<Evidence> => {
  const [was, { spec: { image } }] = [await theJob(application), await application.resource()]
  await application.edit({ image: 'flink:there-is-none' })
  await application.inPhase('ClusterStarting')
  const generation = await application.edit({ forceRollback: true })
  const job = await application.stable(generation, was.name, 'DeployFailed')
  expect(job.id === was.id && job.startTime === was.startTime, `job ${was.id} was restarted: ${job.id}`)
  await stays('the job runs on', 10_000, async () => {
    const [now] = await application.liveJobs()
    return now === undefined || now.id === was.id ? null : `job ${now.id}`
  })
  const put = await application.edit({ image, forceRollback: false })
  // the spec that is live: nothing is to be done, and the phase stays (FA51)
  await eventually(
    'the spec that runs is put back',
    { within: 60_000, describe: application.describe },
    async () => (await application.isQuiet(put, 'DeployFailed')) || application.isQuiet(put),
  )
  const now = await theJob(application)
  expect(now.id === was.id && now.startTime === was.startTime, 'the job was restarted when the spec was put back')
  return { text: `job ${was.id} runs on, ${(await application.resource()).status.phase as string}` }
}

/** More parallelism: TaskManagers are added to the same cluster, and the job is stopped and submitted there. */
const inPlace = async (application: LyftApplication, jobName: string): Promise<Evidence> => {
  const [before, was] = [await application.checkpointed(), await theJob(application)]
  const since = Date.now()
  const generation = await application.edit({ scaleMode: 'InPlace', parallelism: 2 })
  const job = await application.stable(generation, jobName)
  const text = await proveCarried(application, before, { by: 'savepoint' })
  const widths = ((await verticesAt(job.address, job.id)) ?? []).map(({ parallelism }) => parallelism)
  expect(job.pod === was.pod, `another JobManager: ${job.pod}, before ${was.pod}`)
  expect(widths.length > 0 && widths.every(it => it === 2), `the vertices run ${widths.join()} wide`)
  const pods = (await application.leftovers()).filter(it => it.startsWith('Pod/'))
  expect(pods.length === 3, `pods: ${pods.join(', ')}`)
  return { text: `${widths.join()} wide, same JobManager, 2 TaskManagers; ${text}`, downtime: application.downtime(since) }
}

/** Everything of it goes, and the resource itself, in bounded time. */
export const lyftGone = async (application: LyftApplication): Promise<number> => {
  const began = Date.now()
  await application.remove()
  let left: readonly string[] = []
  await eventually(
    `${application.name} is gone`,
    { within: 120_000, describe: () => left.join(', '), guard: application.safe },
    async () => {
      left = await application.leftovers()
      return left.length === 0
    },
  )
  return (Date.now() - began) / 1_000
}

const control = async (stage: Stage): Promise<void> => {
  await stage.api.create(paths.configMaps(stage.namespace), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'control' },
    data: { 'open-throw': '' },
  })
}

/** A FlinkApplication of Lyft's, mode Dual. */
export const lyft: Story = {
  name: 'lyft',
  short: ['1.20'],
  tell: async stage => {
    let operator = await stage.operate()
    let application: LyftApplication
    await stage.step('deploy', async () => {
      await control(stage)
      application = await stage.createLyft({ name: 'app' })
      return lyftFirstDeploy(application)
    }, { short: true })
    await stage.step('update', () => updated(application, 'second'))
    await stage.step('update, each operator killed after three effects', async () => {
      await operator.stop()
      const evidence = await crashEverywhere(stage, lyftUpgraded(application), { by: 'savepoint' }, lyftEffectsEach)
      operator = await stage.operate()
      return evidence
    }, { short: true })
    await stage.step(
      'rolled back: main throws',
      () => rolledBack(application, 'crash-everywhere', { programArgs: `${lyftArguments('bad')} --main throw` }),
    )
    await stage.step('left by a good edit', () => updated(application, 'third'))
    await stage.step(
      'rolled back: tasks throw when they start',
      () => rolledBack(application, 'third', { programArgs: `${lyftArguments('bad')} --control ${controlFolder}` }),
    )
    await stage.step('left by another cluster of the same job', () => updated(application, 'fourth', { restartNonce: 'again' }))
    await stage.step('an image that is not there, given up by forceRollback', () => givenUp(application))
    await stage.step('scaled in place', () => inPlace(application, 'fourth'))
    await stage.step('update after that', () => updated(application, 'fifth'))
    await stage.step('delete', async () => {
      const before = await application.leftovers()
      const seconds = await lyftGone(application)
      return { text: `${before.length} objects gone ${seconds.toFixed(1)} s after the request` }
    }, { short: true })
  },
}

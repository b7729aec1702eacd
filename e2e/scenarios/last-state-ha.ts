import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment, suspendAndResume, twoQuickEdits, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** The JobManager's pod is killed at once: Flink recovers by itself, the operator leaves it alone. */
export const killJobManager = async (stage: Stage, application: Application, jobName: string): Promise<Evidence> => {
  const before = await application.checkpointed()
  const { metadata: { generation } } = await application.resource()
  const pod = (await application.pods()).find(it => it.metadata.labels.component === 'jobmanager')
  const since = Date.now()
  await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  await eventually('another JobManager has restored the job', { within: 180_000 }, async () => {
    const now = await application.progress()
    return now?.restoredFrom !== undefined && now.restoredFrom !== null && now.restoredFrom.id >= before.completed.id
  })
  const job = await application.stable(generation, jobName)
  expect(job.id === before.jobId, `the job was ${before.jobId} and is ${job.id}`)
  return { text: await proveCarried(application, before, { by: 'checkpoint' }), downtime: stage.downtime(application, since) }
}

/** Somebody deletes the JobManager's Deployment: the job is brought back from HA metadata, never empty. */
export const deleteDeployment = async (stage: Stage, application: Application, jobName: string): Promise<Evidence> => {
  const before = await application.checkpointed()
  const { metadata: { generation } } = await application.resource()
  const deployment = await stage.api.get(`${paths.deployments(stage.namespace)}/${application.name}`)
  const since = Date.now()
  await stage.api.remove(`${paths.deployments(stage.namespace)}/${application.name}`)
  await eventually('another Deployment is there', { within: 120_000 }, async () => {
    const now = await stage.api.get(`${paths.deployments(stage.namespace)}/${application.name}`)
    return now !== null && now.metadata.uid !== deployment.metadata.uid
  })
  const recreated = (Date.now() - since) / 1_000
  const job = await application.stable(generation, jobName)
  expect(job.id === before.jobId, `the job was ${before.jobId} and is ${job.id}`)
  return {
    text: `new Deployment after ${recreated.toFixed(1)} s; ${await proveCarried(application, before, { by: 'checkpoint' })}`,
    downtime: stage.downtime(application, since),
  }
}

/** Upgrade mode last-state with Kubernetes HA. */
export const lastStateHa: Story = {
  name: 'last-state-ha',
  short: ['1.20'],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, { upgradeMode: 'last-state', highAvailability: true, jobName: 'first' })
      application = deployed.application
      return deployed.evidence
    }, { short: true })
    await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'checkpoint' }), { short: true })
    await stage.step('suspend and resume', () => suspendAndResume(application, 'second', { by: 'checkpoint' }))
    await stage.step('JobManager pod killed', () => killJobManager(stage, application, 'second'))
    await stage.step('JobManager Deployment deleted', () => deleteDeployment(stage, application, 'second'))
    await stage.step('two quick edits', () => twoQuickEdits(stage, application, ['quick-1', 'quick-2'], { by: 'checkpoint' }))
    await stage.step('delete', () => deletion(application), { short: true })
  },
}

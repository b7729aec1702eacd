import { type Any, paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { verticesAt } from '../harness/flink-rest.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment, suspendAndResume, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** TaskManagers are a Deployment of their own; the job takes as many as there are, in the same JobManager and under the same id. */
const scale = async (stage: Stage, application: Application, replicas: number, ask: () => Promise<number>): Promise<Evidence> => {
  const [before, run] = [await application.checkpointed(), await application.run()]
  const since = Date.now()
  const generation = await ask()
  await eventually(`the job runs ${replicas} wide`, {
    within: 180_000,
    describe: async () => describeResource(await application.resource()),
  }, async () => {
    const vertices = await verticesAt((await application.clusterAddress()) ?? '', before.jobId)
    return vertices?.every(({ parallelism }) => parallelism === replicas)
  })
  const after = (Date.now() - since) / 1_000
  await application.stable(generation, 'second')
  const [now, deployment] = [
    await application.run(),
    await stage.api.get(`${paths.deployments(stage.namespace)}/${application.name}-taskmanager`),
  ]
  expect(deployment.spec.replicas === replicas, `${deployment.spec.replicas as number} replicas`)
  expect(
    now?.jobId === run?.jobId && now?.jobManagers.join() === run?.jobManagers.join(),
    `the cluster was restarted: ${JSON.stringify(run)} became ${JSON.stringify(now)}`,
  )
  const { status } = await application.resource()
  expect(status.taskManager?.replicas === replicas, `the status says ${status.taskManager?.replicas as number} TaskManagers`)
  return {
    text: `${replicas} wide after ${after.toFixed(1)} s, same job and JobManager; ${await proveCarried(application, before, {
      by: 'checkpoint',
    })}`,
  }
}

/** What `kubectl scale` does. */
const byScaleSubresource = async (stage: Stage, application: Application, replicas: number): Promise<number> => {
  const path = `${paths.flinkDeployments(stage.namespace)}/${application.name}`
  const answer: Any = await stage.api.mergePatch(`${path}/scale`, { spec: { replicas } })
  expect(answer.spec.replicas === replicas, `scale answered ${JSON.stringify(answer.spec)}`)
  return (await application.resource()).metadata.generation
}

/** Mode standalone: the operator makes the TaskManagers, too, and Flink is reactive. */
export const standalone: Story = {
  name: 'standalone',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'first',
        standalone: 1,
        configuration: { 'scheduler-mode': 'reactive' },
      })
      application = deployed.application
      return deployed.evidence
    })
    await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'savepoint' }))
    await stage.step(
      'two TaskManagers by an edit',
      () => scale(stage, application, 2, () => application.edit({ taskManager: { replicas: 2 } })),
    )
    await stage.step(
      'one TaskManager by kubectl scale',
      () => scale(stage, application, 1, () => byScaleSubresource(stage, application, 1)),
    )
    await stage.step('suspend and resume', () => suspendAndResume(application, 'second', { by: 'savepoint' }))
    await stage.step('delete', () => deletion(application))
  },
}

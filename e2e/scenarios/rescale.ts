import type { JsonObject } from '@flink-operator/core'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { verticesAt } from '../harness/flink-rest.ts'
import { keepsRunning } from './keeps-running.ts'
import { type Carried, proveCarried } from './state-carried.ts'
import { deletion, firstDeployment, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const overrides = 'pipeline.jobvertex-parallelism-overrides'

interface Vertex {
  readonly id: string
  readonly name: string
  readonly parallelism: number
}

const vertices = async (application: Application): Promise<readonly Vertex[]> => {
  const [address, progress] = await Promise.all([application.clusterAddress(), application.progress()])
  return (await verticesAt(address ?? '', progress?.jobId ?? '')) ?? []
}

const widths = (all: readonly Vertex[]): string => all.map(({ parallelism }) => parallelism).join()

export const becomes = async (application: Application, wanted: string): Promise<void> => {
  let seen = ''
  await eventually(`the vertices run ${wanted} wide`, {
    within: 180_000,
    describe: async () => `${seen} ${describeResource(await application.resource())}`,
  }, async () => {
    seen = widths(await vertices(application))
    return seen === wanted
  })
}

/** The running job changes its width: same job, same JobManager, state kept, and the edit counts as done. */
export const inPlace = async (application: Application, change: JsonObject, wanted: string): Promise<Evidence> => {
  const [before, run] = [await application.checkpointed(), await application.run()]
  const began = Date.now()
  const generation = await application.edit(change)
  await becomes(application, wanted)
  const after = (Date.now() - began) / 1_000
  await application.stable(generation, 'first')
  const now = await application.run()
  expect(
    now?.jobId === run?.jobId && now?.startTime === run?.startTime && now?.jobManagers.join() === run?.jobManagers.join(),
    `the cluster was restarted: ${JSON.stringify(run)} became ${JSON.stringify(now)}`,
  )
  expect((await application.events('Scaling')).length > 0, 'there is no event Scaling')
  return {
    text: `${wanted} after ${after.toFixed(1)} s, same job and JobManager, ${
      now?.taskManagers.length ?? 0
    } TaskManagers; ${await proveCarried(application, before, { by: 'checkpoint' })}`,
  }
}

/** An edit that changes nothing of what runs is acknowledged, and nothing restarts. */
const ignored = async (application: Application): Promise<Evidence> => {
  const before = await application.run()
  const generation = await application.edit({ flinkConfiguration: { 'kubernetes.operator.savepoint.history.max.count': '7' } })
  await application.stable(generation, 'first')
  const run = await keepsRunning(
    application,
    15_000,
    ({ status }) => status.observedGeneration === generation && status.lifecycleState === 'STABLE',
  )
  expect(JSON.stringify(run) === JSON.stringify(before), `something restarted: ${JSON.stringify(before)} became ${JSON.stringify(run)}`)
  return { text: `observed, STABLE; nothing restarted in 15 s, tasks neither (${run.restores} restores)` }
}

/** Only a restart gives a vertex its own parallelism back. */
const overrideTakenAway = async (stage: Stage, application: Application, carried: Carried): Promise<Evidence> => {
  const [before, run] = [await application.checkpointed(), await application.run()]
  const since = Date.now()
  const generation = await application.edit({ flinkConfiguration: { [overrides]: null } })
  await application.stable(generation, 'first')
  await becomes(application, '4,4')
  expect((await application.run())?.jobManagers.join() !== run?.jobManagers.join(), 'the JobManager is the same one')
  return { text: await proveCarried(application, before, carried), downtime: stage.downtime(application, since) }
}

/** Scaled in place, by the adaptive scheduler. */
export const rescale: Story = {
  name: 'rescale',
  short: ['1.20'],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'first',
        parallelism: 2,
        configuration: { 'jobmanager.scheduler': 'adaptive', 'taskmanager.numberOfTaskSlots': '2' },
      })
      application = deployed.application
      await becomes(application, '2,2')
      return deployed.evidence
    }, { short: true })
    await stage.step('an edit that changes nothing', () => ignored(application), { short: true })
    await stage.step('wider by job.parallelism', () => inPlace(application, { job: { parallelism: 4 } }, '4,4'), { short: true })
    await stage.step(
      'one vertex narrower by an override',
      async () => inPlace(application, { flinkConfiguration: { [overrides]: `${(await vertices(application))[1]?.id ?? ''}:1` } }, '4,1'),
    )
    await stage.step('an override taken away is an upgrade', () => overrideTakenAway(stage, application, { by: 'savepoint' }))
    await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'savepoint' }))
    await stage.step('delete', () => deletion(application))
  },
}

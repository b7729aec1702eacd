import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments } from '../harness/manifest.ts'
import { keepsRunning } from './keeps-running.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage } from './story.ts'

/**
 * Options of an application that is to be rolled back; the time-out is far away until a step calls for it, since a JVM's start may take
 * minutes here.
 */
export const rollbackOptions = {
  'kubernetes.operator.deployment.rollback.enabled': 'true',
  'kubernetes.operator.deployment.readiness.timeout': '30 min',
}

const timeout = (duration: string): JsonObject => ({ flinkConfiguration: { 'kubernetes.operator.deployment.readiness.timeout': duration } })

export interface BadEdit {
  readonly spec: JsonObject
  /** What runs before, and again after. */
  readonly jobName: string
  /** Is it known by now what is wrong? A text for the evidence. */
  readonly failing: (status: Any) => string | null
}

/**
 * An edit to something that does not come up. Once that is told, the time to become stable is over (an edit of the operator's own options,
 * which restarts nothing): the job is put back as it was, with its state, and stays so.
 */
export const rolledBack = async (stage: Stage, application: Application, { spec, jobName, failing }: BadEdit): Promise<Evidence> => {
  const before = await application.checkpointed()
  const images = async (): Promise<string> =>
    JSON.stringify(
      (await stage.api.get(`${paths.deployments(stage.namespace)}/${application.cluster}`)).spec.template.spec.containers.map((it: Any) =>
        it.image
      ),
    )
  const image = await images()
  const since = Date.now()
  await application.edit({ ...spec, ...timeout('30 min') })
  const reported = await eventually('what is wrong is told', {
    within: 180_000,
    describe: async () => describeResource(await application.resource()),
  }, async () => failing((await application.resource()).status))
  const failingAfter = Date.now() - since
  const generation = await application.edit(timeout('1 s'))
  await application.stable(generation, jobName, 'ROLLED_BACK')
  const text = await proveCarried(application, before, { by: 'savepoint' })
  const downtime = stage.downtime(application, since)
  expect((await application.events('Rollback')).length > 0, 'there is no event Rollback')
  await keepsRunning(
    application,
    10_000,
    resource => resource.status.lifecycleState === 'ROLLED_BACK' && resource.status.jobStatus.state === 'RUNNING',
  )
  // L5: an error of the bad spec says nothing of what runs
  const { status } = await application.resource()
  expect((status.error ?? '') === '', `the error is still told: ${status.error as string}`)
  expect((await images()) === image, `the image is ${await images()}`)
  return { text: `told after ${(failingAfter / 1_000).toFixed(0)} s: ${reported}; rolled back: ${text}`, downtime }
}

/** ROLLED_BACK is left by a good edit, as by any upgrade. */
export const leftByGoodEdit = async (stage: Stage, application: Application, jobName: string): Promise<Evidence> => {
  const before = await application.checkpointed()
  const since = Date.now()
  const generation = await application.edit({
    ...timeout('30 min'),
    ...(application.kind === 'FlinkDeployment' ? { image: stage.settings.image[stage.version] } : {}),
    job: { args: [...jobArguments(application.fullName(jobName))] },
  })
  await application.stable(generation, jobName)
  return { text: await proveCarried(application, before, { by: 'savepoint' }), downtime: stage.downtime(application, since) }
}

/** In ROLLED_BACK the user puts back the very spec that runs: it is recorded, and nothing restarts (D-35). */
export const putBackByHand = async (application: Application, spec: JsonObject, jobName: string): Promise<Evidence> => {
  const before = await application.run()
  const generation = await application.edit({ ...spec, ...timeout('30 min') })
  await application.stable(generation, jobName)
  expect(
    JSON.stringify(await application.run()) === JSON.stringify(before),
    `something restarted: ${JSON.stringify(before)} became ${JSON.stringify(await application.run())}`,
  )
  return { text: `STABLE; job ${before?.jobId ?? ''} was not touched` }
}

import type { Application } from '../harness/application.ts'
import { firstRunning, ofJobs } from '../harness/cluster-watch.ts'
import { eventually } from '../harness/eventually.ts'
import { type Carried, proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage } from './story.ts'

/** The status is late for as long as it does not say what Flink says (L9). */
const statusDelayLimit = 3

/** Seconds from when Flink was first seen to run all tasks of a fresh job to when the status said so. */
const statusDelay = async (stage: Stage, application: Application, since: number): Promise<number> => {
  const reported = await application.reportedRunning()
  const ran = await eventually(
    'the watcher sees all tasks running',
    { within: 10_000 },
    async () => firstRunning(ofJobs(stage.watch.samples(application.cluster), application.isOwn), since),
  )
  return Math.max(0, reported - ran) / 1_000
}

/** Deploys, waits for STABLE and for a first checkpoint; the status has to say RUNNING soon after Flink does (L9). */
export const firstDeployment = async (
  stage: Stage,
  options: Parameters<Stage['deploy']>[0],
): Promise<{ readonly application: Application; readonly evidence: Evidence }> => {
  const since = Date.now()
  const application = await stage.deploy(options)
  const delay = await statusDelay(stage, application, since)
  const job = await application.stable(1, options.jobName)
  const { seen, completed } = await application.checkpointed()
  expect(delay <= statusDelayLimit, `the status said RUNNING ${delay.toFixed(1)} s after all tasks ran`)
  return {
    application,
    evidence: { text: `job ${job.id} runs, status says so after ${delay.toFixed(1)} s; checkpoint ${completed.id} complete, ${seen} seen` },
  }
}

/** An edit that upgrades: the new job runs, with the state that it has to have. */
export const upgrade = async (stage: Stage, application: Application, jobName: string, carried: Carried): Promise<Evidence> => {
  const before = await application.checkpointed()
  const since = Date.now()
  const generation = await application.rename(jobName)
  await application.stable(generation, jobName)
  const text = await proveCarried(application, before, carried)
  return { text: `${text}${stage.jobManagerAfter(application, since)}`, downtime: stage.downtime(application, since) }
}

/** `job.state: suspended`, and back. */
export const suspendAndResume = async (application: Application, jobName: string, carried: Carried): Promise<Evidence> => {
  const before = await application.checkpointed()
  const suspended = await application.suspended(await application.edit({ job: { state: 'suspended' } }))
  const path = (suspended.status.jobStatus.upgradeSavepointPath ?? null) as string | null
  if (carried.by === 'savepoint') expect(path !== null && path.includes('/savepoint'), `suspended with path ${path}`)
  const generation = await application.edit({ job: { state: 'running' } })
  await application.stable(generation, jobName)
  return {
    text: `suspended with ${path === null ? 'no path' : path.replace(/^.*\/(?=savepoint-|chk-)/, '')}; ${await proveCarried(
      application,
      before,
      carried,
    )}`,
  }
}

/** Two edits a moment apart: the second one counts, and nothing is lost between them. */
export const twoQuickEdits = async (
  stage: Stage,
  application: Application,
  names: readonly [string, string],
  carried: Carried,
): Promise<Evidence> => {
  const before = await application.checkpointed()
  const since = Date.now()
  await application.rename(names[0])
  const apart = Date.now()
  const generation = await application.rename(names[1])
  const millis = Date.now() - apart
  await application.stable(generation, names[1])
  const text = await proveCarried(application, before, carried)
  return {
    text: `edits ${millis} ms apart; ${text}${stage.jobManagerAfter(application, since)}`,
    downtime: stage.downtime(application, since),
  }
}

/** Deletes the resource: everything of the cluster goes, HA metadata too, and the resource itself, in bounded time. */
export const deletion = async (application: Application): Promise<Evidence> => {
  const before = await application.leftovers()
  const began = Date.now()
  await application.remove()
  let left: readonly string[] = []
  await eventually(`${application.name} is gone`, { within: 120_000, describe: () => left.join(', ') }, async () => {
    left = await application.leftovers()
    return left.length === 0
  })
  return { text: `${before.length} objects gone ${((Date.now() - began) / 1_000).toFixed(1)} s after the request` }
}

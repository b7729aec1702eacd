import { paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { askFlink, jobsAt } from '../harness/flink-rest.ts'
import { dataOf, oneLeads } from './ha-plan.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

type End = 'CANCELED' | 'FAILED'

/** Somebody cancels the job in Flink itself, or it loses its TaskManager and may not be restarted. */
const ends: Readonly<Record<End, (stage: Stage, application: Application, job: string) => Promise<void>>> = {
  CANCELED: async (_, application, job) => {
    const address = (await application.clusterAddress()) ?? ''
    const answer = await fetch(`http://${address}:8081/jobs/${job}?mode=cancel`, { method: 'PATCH', signal: AbortSignal.timeout(10_000) })
    expect(answer.status === 202, `cancel answered ${answer.status}`)
  },
  FAILED: async (stage, application) => {
    const pod = (await application.pods()).find(it => it.metadata.labels.component === 'taskmanager')
    await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  },
}

/**
 * The job has come to an end for good: Flink removes its HA data, and leaves the cluster's. The operator read how it ended from the
 * JobManager, which is there as long as it is not told otherwise, and starts nothing.
 */
const endedForGood = async (stage: Stage, application: Application, end: End): Promise<Evidence> => {
  const before = await application.checkpointed()
  const data = await oneLeads(stage, application, 1)
  const [{ jobId }, deployment] = [before, `${paths.deployments(stage.namespace)}/${application.name}`]
  const { metadata: { uid } } = await stage.api.get(deployment)
  await ends[end](stage, application, jobId)
  const describe = async (): Promise<string> =>
    `${describeResource(await application.resource())} ${JSON.stringify(await dataOf(stage, application))}`
  await eventually('HA data of the job is gone', { within: 90_000, describe, guard: application.safe }, async () => {
    const { plans, jobs, addresses } = await dataOf(stage, application)
    return plans[jobId] === undefined && jobs[jobId] === undefined && addresses[`job-${jobId}`] === undefined
  })
  await eventually(
    `the status says ${end}`,
    { within: 30_000, describe },
    async () => (await application.resource()).status.jobStatus.state === end,
  )
  await stays('after the end', 12_000, async () => {
    const [{ status }, found, jobs, now] = await Promise.all([
      application.resource(),
      stage.api.get(deployment),
      jobsAt((await application.clusterAddress()) ?? ''),
      dataOf(stage, application),
    ])
    const fine = status.jobStatus.state === end && found?.metadata.uid === uid && now.uid === data.uid
      && (jobs === null || jobs.every(it => it.id === jobId && it.state === end))
    return fine ? null : `${JSON.stringify(jobs)} ${await describe()}`
  })
  const last = await askFlink((await application.clusterAddress()) ?? '', `/jobs/${jobId}/checkpoints`)
  const { status } = await application.resource()
  const error = (status.error as string | null | undefined) ?? ''
  if (end === 'FAILED') expect(error !== '', `nothing is told of the failure: ${await describe()}`)
  return {
    text: `plan, address and checkpoints of the job are gone, the cluster's leader stays; the status says ${end}${
      error === '' ? '' : `, with an error of ${error.length} characters`
    }; last checkpoint ${(last?.latest.completed?.id as number | undefined) ?? 'unknown'}`,
  }
}

/** The checkpoint that was kept is what an edit goes on from, though Flink has forgotten it. */
export const goesOnFromLastCheckpoint = async (application: Application, jobName: string): Promise<Evidence> => {
  const jobs = await jobsAt((await application.clusterAddress()) ?? '')
  const ended = await askFlink((await application.clusterAddress()) ?? '', `/jobs/${jobs?.[0]?.id ?? ''}/checkpoints`)
  const completed = ended?.latest.completed
  expect(Boolean(completed), `no checkpoint of the job that ended is told: ${JSON.stringify(jobs)}`)
  const generation = await application.rename(jobName)
  await application.stable(generation, jobName)
  const before = {
    seen: 0,
    restored: null,
    restoredFrom: null,
    completed: { id: completed.id, path: completed.external_path, triggeredAt: 0 },
  }
  return { text: await proveCarried(application, before, { by: 'checkpoint' }) }
}

/** The test plan of FLIP-144 for jobs that end: cancelled, or failed for good. */
const terminal = (name: string, standalone: number | null): Story => ({
  name,
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'last-state',
        highAvailability: true,
        jobName: 'first',
        configuration: { 'restart-strategy.type': 'none' },
        ...(standalone === null ? {} : { standalone }),
      })
      application = deployed.application
      stage.followState()
      return deployed.evidence
    })
    await stage.step('H04 the job is cancelled in Flink', () => endedForGood(stage, application, 'CANCELED'))
    await stage.step('H04 an edit goes on from its last checkpoint', () => goesOnFromLastCheckpoint(application, 'second'))
    await stage.step('H05 the job fails for good', () => endedForGood(stage, application, 'FAILED'))
    await stage.step('H05 an edit goes on from its last checkpoint', () => goesOnFromLastCheckpoint(application, 'third'))
    await stage.step('delete', () => deletion(application))
  },
})

/** In native mode. */
export const haTerminal = terminal('ha-terminal', null)
/** In standalone mode. */
export const haTerminalStandalone = terminal('ha-terminal-standalone', 1)

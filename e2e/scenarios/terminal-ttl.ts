import { basename } from 'node:path'
import { paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { jobsAt } from '../harness/flink-rest.ts'
import { jobArguments } from '../harness/manifest.ts'
import { inStatus } from './periodic-savepoints.ts'
import { deletion, firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const ttl = 30

const savepointByHand = async (application: Application): Promise<{ readonly path: string; readonly evidence: Evidence }> => {
  const generation = await application.edit({ job: { savepointTriggerNonce: 1 } })
  const path = await eventually('the savepoint that was asked for', {
    within: 30_000,
    describe: async () => describeResource(await application.resource()),
  }, async () => {
    const { status } = await application.resource()
    return status.observedGeneration === generation && (status.jobStatus.savepointInfo?.lastSavepoint?.location as string | undefined)
  })
  return { path, evidence: { text: basename(path) } }
}

/** The JobManager tells of the job that ended for its time to live, then its cluster goes; the resource stays as it is. */
const goesAfterTtl = async (stage: Stage, application: Application): Promise<Evidence> => {
  const path = `${paths.deployments(stage.namespace)}/${application.name}`
  const describe = async (): Promise<string> => describeResource(await application.resource())
  await eventually('the job is FINISHED', { within: 180_000, describe }, async () => {
    const jobs = await jobsAt((await application.clusterAddress()) ?? '')
    return jobs?.[0]?.state === 'FINISHED'
  })
  const finished = Date.now()
  await eventually(
    'the status says FINISHED',
    { within: 30_000, describe },
    async () => (await application.resource()).status.jobStatus.state === 'FINISHED',
  )
  await stays('the JobManager tells of its job', (ttl - 5) * 1_000, async () => {
    const [jobs, { status }] = [await jobsAt((await application.clusterAddress()) ?? ''), await application.resource()]
    return status.lifecycleState === 'STABLE' && (jobs === null || jobs[0]?.state === 'FINISHED') ? null
      : `${JSON.stringify(jobs)} ${await describe()}`
  })
  await eventually('the JobManager is gone', { within: 60_000, describe }, async () => (await stage.api.get(path)) === null)
  const after = (Date.now() - finished) / 1_000
  expect(after >= ttl, `the JobManager went after ${after.toFixed(1)} s`)
  await eventually(
    'nothing is left of the cluster',
    { within: 60_000, describe: async () => (await application.leftovers()).join(', ') },
    async () => (await application.leftovers()).length === 1,
  )
  const { status } = await application.resource()
  expect(status.jobStatus.state === 'FINISHED' && status.lifecycleState === 'STABLE', await describe())
  return {
    text: `told FINISHED; cluster gone ${after.toFixed(1)} s after the end, time to live ${ttl} s; ${status.lifecycleState as string}`,
  }
}

/**
 * Flink discards the checkpoints of a job that finished: there is no last state, so an edit starts nothing, and least of all an empty job.
 */
const editStartsNothing = async (stage: Stage, application: Application): Promise<Evidence> => {
  await application.edit({ job: { args: [...jobArguments('after-the-end')] } })
  const reported = await eventually(
    'it is told',
    { within: 30_000, describe: async () => describeResource(await application.resource()) },
    async () => ((await application.resource()).status.error as string | null) ?? null,
  )
  await stays(
    'after an edit',
    15_000,
    async () => ((await stage.api.get(`${paths.deployments(stage.namespace)}/${application.name}`)) === null ? null
      : 'a Deployment was created'),
  )
  return { text: `nothing started in 15 s; told: ${/"message":"([^"]*)"/.exec(reported)?.[1]?.slice(0, 160) ?? reported.slice(0, 160)}` }
}

/** A person names the state, and the job goes on from it. */
const personNamesState = async (application: Application, path: string): Promise<Evidence> => {
  const generation = await application.edit({
    job: { args: [...jobArguments('again')], initialSavepointPath: path, savepointRedeployNonce: 1 },
  })
  await application.stable(generation, 'again')
  const now = await application.counted(0)
  expect(
    basename(now.restoredFrom?.path ?? '') === basename(path) && now.restored > 0,
    `restored ${now.restored} from ${now.restoredFrom?.path ?? 'nothing'}`,
  )
  return { text: `restored ${now.restored} from ${basename(path)}, counts on to ${now.seen}` }
}

/** A job with an end. */
export const terminalTtl: Story = {
  name: 'terminal-ttl',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    let path = ''
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'bounded',
        arguments: ['--count', '2500'],
        configuration: { ...inStatus, 'kubernetes.operator.jm-deployment.shutdown-ttl': `${ttl} s` },
      })
      application = deployed.application
      return deployed.evidence
    })
    await stage.step('savepoint by nonce', async () => {
      const taken = await savepointByHand(application)
      path = taken.path
      return taken.evidence
    })
    await stage.step('FINISHED; the JobManager goes after its time to live', () => goesAfterTtl(stage, application))
    await stage.step('an edit afterwards starts nothing', () => editStartsNothing(stage, application))
    await stage.step('started from the savepoint that a person names', () => personNamesState(application, path))
    await stage.step('delete', () => deletion(application))
  },
}

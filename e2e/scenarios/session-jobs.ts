import { paths } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { aJarServer, carriedBy, deploySession, othersRunOn, type Session, sessionModes, upgradeOne } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, suspendAndResume } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** The pod of the JobManager goes without grace: with high availability each job goes on under its id, from its newest checkpoint. */
const jobManagerKilled = async (stage: Stage, { cluster, jobs }: Session): Promise<Evidence> => {
  const before = await Promise.all(sessionModes.map(async name => ({ name, at: await jobs[name].checkpointed() })))
  const since = Date.now()
  const [pod] = (await cluster.pods()).filter(it => it.metadata.labels.component === 'jobmanager')
  await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  const reported = []
  for (const { name, at } of before) {
    const job = jobs[name]
    await eventually(`${name} runs again`, { within: 240_000, guard: job.safe }, async () => {
      const run = await job.run()
      return run !== null && run.restores > 0 && run.jobId === at.jobId
    })
    reported.push(`${name} ${await proveCarried(job, at, { by: 'checkpoint' })}`)
  }
  return { text: `${reported.join('; ')}${stage.jobManagerAfter(cluster, since)}` }
}

/** The cluster waits for its jobs, and goes when the last of them has gone. */
const deletionOfAll = async (stage: Stage, { cluster, jobs }: Session): Promise<Evidence> => {
  await cluster.remove()
  await eventually(
    'the cluster tells that it waits for its session jobs',
    { within: 60_000 },
    async () => (await cluster.events('CleanupFailed')).some(text => /session jobs/i.test(text)),
  )
  const left = await Promise.all(sessionModes.map(async name => ((await jobs[name].resource()) === null ? [] : [jobs[name]])))
  for (const job of left.flat()) expect((await job.run()) !== null, `${job.name} does not run any more`)
  const began = Date.now()
  await Promise.all(left.flat().map(job => job.remove()))
  await eventually(
    'everything is gone',
    { within: 180_000, describe: async () => (await cluster.leftovers()).join(', ') },
    async () => (await Promise.all([cluster, ...Object.values(jobs)].map(it => it.leftovers()))).flat().length === 0,
  )
  return {
    text: `it waited for its jobs; all gone ${((Date.now() - began) / 1_000).toFixed(1)} s after they were deleted, ${stage.namespace}`,
  }
}

/** Three session jobs on one cluster with high availability. */
export const sessionJobs: Story = {
  name: 'session-jobs',
  short: ['1.20'],
  configuration: fetchesFromHere,
  tell: async stage => {
    let session!: Session
    const server = { close: (): Promise<void> => Promise.resolve() }
    const others = (mode: string) => sessionModes.filter(it => it !== mode)
    try {
      await stage.step('a session cluster and three session jobs', async () => {
        const jar = await aJarServer(stage)
        server.close = jar.close
        await stage.operate()
        session = await deploySession(stage, jar, true)
        return { text: `${sessionModes.join(', ')} run; the jar was fetched ${jar.fetches()} times` }
      }, { short: true })
      for (const mode of sessionModes) {
        await stage.step(
          `upgrade of the ${mode} job, while the others run on`,
          () => othersRunOn(session, others(mode), () => upgradeOne(stage, session, mode, 'second')),
          { short: true },
        )
      }
      await stage.step(
        'suspend and resume of one',
        () =>
          othersRunOn(
            session,
            others('savepoint'),
            () => suspendAndResume(session.jobs.savepoint, 'second', carriedBy.savepoint),
          ),
      )
      await stage.step('JobManager pod killed (HA)', () => jobManagerKilled(stage, session), { short: true })
      await stage.step(
        'deletion of one, while the others run on',
        () => othersRunOn(session, others('stateless'), () => deletion(session.jobs.stateless)),
      )
      await stage.step('deletion of all: the cluster waits for its jobs', () => deletionOfAll(stage, session), { short: true })
    } finally {
      await server.close()
    }
  },
}

import { eventually } from '../harness/eventually.ts'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { dataOf, deploymentDeleted, leadingPod, oneLeads, take } from './ha-plan.ts'
import { aJarServer, carriedBy, deploySession, type Session, sessionModes, upgradeOne } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const jobManagers = 2

/** Something happens to the cluster: each job runs on under its id, from its newest checkpoint, and the status of each says so. */
const allGoOn = async ({ jobs }: Session, happen: () => Promise<string>): Promise<string> => {
  const before = await Promise.all(
    sessionModes.map(async name => ({
      name,
      run: await jobs[name].run(),
      at: await jobs[name].checkpointed(),
      generation: (await jobs[name].resource()).metadata.generation as number,
    })),
  )
  const reported = [await happen()]
  for (const { name, run, at, generation } of before) {
    await eventually(`${name} runs again`, { within: 240_000, guard: jobs[name].safe }, async () => {
      const now = await jobs[name].run()
      return now !== null && now.restores > 0 && now.jobId === at.jobId && now.startTime !== run?.startTime
    })
    reported.push(`${name} ${await proveCarried(jobs[name], at, { by: 'checkpoint' })}`)
    await jobs[name].stable(generation, 'first')
  }
  return reported.join('; ')
}

const leaderLost = async (stage: Stage, session: Session): Promise<Evidence> => {
  const { cluster } = session
  const before = await oneLeads(stage, cluster, jobManagers)
  const text = await allGoOn(session, async () => {
    const since = Date.now()
    await take(stage, await leadingPod(cluster, before), 'lost')
    await eventually('another one leads', { within: 60_000, every: 100, guard: cluster.safe }, async () => {
      const { leader } = await dataOf(stage, cluster)
      return leader !== null && leader.holder !== '' && leader.holder !== before.leader!.holder
    })
    return `another one led after ${((Date.now() - since) / 1_000).toFixed(1)} s`
  })
  const { plans } = await dataOf(stage, cluster)
  expect(JSON.stringify(plans) === JSON.stringify(before.plans), `plans changed: ${JSON.stringify(plans)}`)
  return { text }
}

/** No operator runs, and the cluster goes; what it knew of its jobs stays, and its JobManager brings both back (H08). */
const clusterStartedAgain = async (stage: Stage, session: Session): Promise<Evidence> => ({
  text: await allGoOn(session, async () => {
    const { plans } = await deploymentDeleted(stage, session.cluster)
    await stage.operate()
    return `plans of ${Object.keys(plans).length} jobs stayed`
  }),
})

/** A session cluster with two JobManagers, and three jobs on it. */
export const haSession: Story = {
  name: 'ha-session',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    let session!: Session
    const server = { close: (): Promise<void> => Promise.resolve() }
    stage.watch.allowJobManagers(jobManagers)
    try {
      await stage.step('H01 two JobManagers and three session jobs', async () => {
        const jar = await aJarServer(stage)
        server.close = jar.close
        await stage.operate()
        session = await deploySession(stage, jar, true, { ofCluster: {}, ofJobs: {}, jobManagers })
        stage.followState()
        await oneLeads(stage, session.cluster, jobManagers)
        return { text: `${sessionModes.join(', ')} run` }
      })
      await stage.step('H02 the active JobManager is lost', () => leaderLost(stage, session))
      await stage.step('H08 Deployment deleted, started again', () => clusterStartedAgain(stage, session))
      for (const mode of sessionModes)
        await stage.step(`an edit of the ${mode} job (${carriedBy[mode].by})`, () => upgradeOne(stage, session, mode, 'second'))
    } finally {
      await server.close()
    }
  },
}

import { paths } from '../harness/api.ts'
import { describeResource } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import type { Progress } from '../harness/flink-rest.ts'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { aJarServer, deploySession, type Session } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const stateful = ['savepoint', 'last-state'] as const
type Known = Readonly<Record<(typeof stateful)[number], Progress>>

/** Without high availability no job comes back by itself: the stateless one is run again, of the others a person is told. */
const jobManagerKilled = async (stage: Stage, { cluster, jobs }: Session): Promise<Evidence & { readonly known: Known }> => {
  const known = { savepoint: await jobs.savepoint.checkpointed(), 'last-state': await jobs['last-state'].checkpointed() }
  const before = await jobs.stateless.run()
  const since = Date.now()
  const [pod] = (await cluster.pods()).filter(it => it.metadata.labels.component === 'jobmanager')
  await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  const again = await eventually('the stateless job runs again', {
    within: 240_000,
    describe: async () => describeResource(await jobs.stateless.resource()),
  }, async () => {
    const run = await jobs.stateless.run()
    return run !== null && run.jobId !== before?.jobId ? run : null
  })
  const errors = []
  for (const name of stateful) {
    errors.push(
      await eventually(
        `it is told that ${name} is lost`,
        { within: 120_000 },
        async () => (await jobs[name].resource()).status.error as string | null,
      ),
    )
  }
  await stays('no stateful job is run from nothing', 20_000, async () => {
    const running = await Promise.all(stateful.map(async name => ((await jobs[name].run()) === null ? [] : [name])))
    return running.flat().length === 0 ? null : `${running.flat().join(', ')} run`
  })
  return {
    known,
    text: `stateless runs as ${again.jobId.slice(0, 8)}; told: ${errors[0]?.slice(0, 160) ?? ''}${stage.jobManagerAfter(cluster, since)}`,
  }
}

/** A person says what a lost job goes on from. */
const redeployed = async ({ jobs }: Session, known: Known): Promise<Evidence> => {
  const reported = []
  for (const name of stateful) {
    const path = known[name].completed?.path ?? ''
    expect(path.includes('/chk-'), `no checkpoint of ${name} was seen`)
    const generation = await jobs[name].edit({ job: { initialSavepointPath: path, savepointRedeployNonce: 1 } })
    await jobs[name].stable(generation, 'first')
    reported.push(`${name} ${await proveCarried(jobs[name], known[name], { by: 'checkpoint' })}`)
  }
  return { text: reported.join('; ') }
}

/** Three session jobs on a cluster without high availability, whose JobManager is lost. */
export const sessionJobsNoHa: Story = {
  name: 'session-jobs-no-ha',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    let session!: Session
    let known!: Known
    const server = { close: (): Promise<void> => Promise.resolve() }
    try {
      await stage.step('a session cluster and three session jobs', async () => {
        const jar = await aJarServer(stage)
        server.close = jar.close
        await stage.operate()
        session = await deploySession(stage, jar, false)
        return { text: 'all run' }
      })
      await stage.step('JobManager pod killed: nothing stateful starts empty', async () => {
        const evidence = await jobManagerKilled(stage, session)
        known = evidence.known
        return evidence
      })
      await stage.step('a person names the state', () => redeployed(session, known))
    } finally {
      await server.close()
    }
  },
}

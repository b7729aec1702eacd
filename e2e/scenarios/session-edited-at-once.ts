import { type Application, describeResource, upgradeLimit } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import type { Progress } from '../harness/flink-rest.ts'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { aJarServer, carriedBy, deploySession, type Session, type SessionMode, sessionModes } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

type Checkpoints = Readonly<Record<SessionMode, Progress>>

const ofEach = async <A>(work: (mode: SessionMode) => Promise<A>): Promise<Record<SessionMode, A>> =>
  Object.fromEntries(await Promise.all(sessionModes.map(async mode => [mode, await work(mode)] as const))) as Record<SessionMode, A>

const jobManagersOf = async (cluster: Application): Promise<string> =>
  (await cluster.pods()).filter(it => it.metadata.labels.component === 'jobmanager').map(it => it.metadata.uid as string).sort().join(', ')

/** Waits until another JobManager answers. Answers which session jobs it was told that the edit waits for. */
const clusterReplaced = async (cluster: Application, generation: number, before: string): Promise<string> => {
  const waited = new Set<string>()
  await eventually(
    `the session cluster is STABLE in generation ${generation}, with another JobManager`,
    { within: upgradeLimit, every: 100, guard: cluster.safe, describe: async () => describeResource(await cluster.resource()) },
    async () => {
      const { status } = await cluster.resource()
      const reported = (status?.conditions ?? []).map(({ message }: { readonly message: string }) => message).join(' ')
      for (const [, name = ''] of reported.matchAll(/FlinkSessionJob (\S+) (?:is being stopped|has ended|was edited)/gu)) waited.add(name)
      return status?.observedGeneration === generation && status.lifecycleState === 'STABLE'
        && status.jobManagerDeploymentStatus === 'READY'
        && (await jobManagersOf(cluster)) !== before
    },
  )
  return waited.size === 0 ? 'the edit of the cluster did not have to wait'
    : `the edit of the cluster waited for ${[...waited].sort().join(', ')}`
}

/** What a `kubectl apply` of all of them does, and in any order: the cluster gets another JobManager, each of its jobs an edit. */
const allEdited = async ({ cluster, jobs }: Session, nonce: number, edit: (job: Application) => Promise<number>) => {
  const before = await jobManagersOf(cluster)
  const [generation, generations] = await Promise.all([cluster.edit({ restartNonce: nonce }), ofEach(mode => edit(jobs[mode]))])
  return { before, generation, generations }
}

/** All jobs are suspended in the same step; then they go on from their state. */
const suspendedAtOnce = async (session: Session, nonce: number, jobName: string): Promise<Evidence> => {
  const { cluster, jobs } = session
  const known = await ofEach(mode => jobs[mode].checkpointed())
  const { before, generation, generations } = await allEdited(session, nonce, job => job.edit({ job: { state: 'suspended' } }))
  const [waited] = await Promise.all([
    clusterReplaced(cluster, generation, before),
    ofEach(mode => jobs[mode].suspended(generations[mode])),
  ])
  const resumed = await ofEach(mode => jobs[mode].edit({ job: { state: 'running' } }))
  await ofEach(mode => jobs[mode].stable(resumed[mode], jobName))
  const reported = await ofEach(mode => proveCarried(jobs[mode], known[mode], carriedBy[mode]))
  return { text: `${waited}; ${sessionModes.map(mode => `${mode} ${reported[mode]}`).join('; ')}` }
}

/** A job that its JobManager brought back goes on from a checkpoint, whatever its mode, and counts on. */
const countsOn = async (job: Application, { seen, completed }: Progress): Promise<string> => {
  const now = await job.counted(seen)
  expect(now.restored > 0, `${job.name} started empty; before it had seen ${seen}`)
  expect((now.restoredFrom?.id ?? -1) >= (completed?.id ?? 0), `${job.name} goes back behind checkpoint ${completed?.id ?? 0}`)
  return `${job.name} restored ${now.restored}, counts on to ${now.seen}`
}

/** All jobs are upgraded in the same step, and brought back by high availability where the JobManager goes afterwards. */
const upgradedAtOnce = async (session: Session, nonce: number, jobName: string): Promise<Evidence> => {
  const { cluster, jobs } = session
  const known: Checkpoints = await ofEach(mode => jobs[mode].checkpointed())
  const { before, generation, generations } = await allEdited(session, nonce, job => job.rename(jobName))
  const waited = await clusterReplaced(cluster, generation, before)
  await ofEach(mode => jobs[mode].stable(generations[mode], jobName))
  const reported = await Promise.all((['savepoint', 'last-state'] as const).map(mode => countsOn(jobs[mode], known[mode])))
  return { text: `${waited}; ${reported.join('; ')}` }
}

/** A session cluster and its session jobs are edited in one step, as GitOps does it: no job loses its state (U09). */
const reported = (name: string, highAvailability: boolean, short: Story['short']): Story => ({
  name,
  short,
  configuration: fetchesFromHere,
  tell: async (stage: Stage) => {
    let session!: Session
    const server = { close: (): Promise<void> => Promise.resolve() }
    try {
      await stage.step('a session cluster and three session jobs', async () => {
        const jar = await aJarServer(stage)
        server.close = jar.close
        await stage.operate()
        session = await deploySession(stage, jar, highAvailability)
        return { text: `${sessionModes.join(', ')} run` }
      }, { short: true })
      await stage.step('the cluster edited and all jobs suspended in one step', () => suspendedAtOnce(session, 1, 'first'), { short: true })
      if (highAvailability)
        await stage.step('the cluster and all jobs edited in one step', () => upgradedAtOnce(session, 2, 'second'))
    } finally {
      await server.close()
    }
  },
})

export const sessionEditedAtOnce: Story = reported('session-edited-at-once', true, [])
export const sessionEditedAtOnceNoHa: Story = reported('session-edited-at-once-no-ha', false, ['1.20'])

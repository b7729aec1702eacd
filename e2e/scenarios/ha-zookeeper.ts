import type { RealZooKeeper } from '../../packages/zookeeper-adapter/test/real-zookeeper.ts'
import { paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { startEnsemble } from '../harness/zookeeper-ensemble.ts'
import { type ZooKeeperWatcher, watchZooKeeper } from '../harness/zookeeper-data.ts'
import { goesOnFromLastCheckpoint } from './ha-terminal.ts'
import { deleteDeployment, killJobManager } from './last-state-ha.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment, suspendAndResume, twoQuickEdits, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

interface Scene {
  readonly stage: Stage
  readonly zooKeeper: RealZooKeeper
  readonly kept: ZooKeeperWatcher
}

const checkpoint = { by: 'checkpoint' } as const

/** What ZooKeeper keeps of a job that runs: one JobManager stands for election, plan and pointers are this job's alone. */
const keptOf = async ({ kept }: Scene, application: Application, jobId: string): Promise<string> => {
  const data = await kept.dataOf(application.cluster)
  const jobs = Object.keys(data.checkpoints)
  expect(
    data.candidates === 1 && jobs.join() === jobId && data.plans.join() === jobId && (data.checkpoints[jobId]?.length ?? 0) > 0,
    `kept of job ${jobId}: ${JSON.stringify(data)}`,
  )
  return `ZooKeeper keeps its plan and checkpoints ${data.checkpoints[jobId]?.join(', ') ?? ''}`
}

const withKept = async (scene: Scene, application: Application, evidence: Evidence): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  return { ...evidence, text: `${evidence.text}; ${await keptOf(scene, application, jobId)}` }
}

/** The ensemble says nothing while a job is to be upgraded: that is told, nothing is taken away; when it answers, it goes on. */
const editOutOfSight = async (scene: Scene, application: Application, jobName: string): Promise<Evidence> => {
  const { stage, zooKeeper } = scene
  const before = await application.checkpointed()
  const deployment = `${paths.deployments(stage.namespace)}/${application.name}`
  const { metadata: { uid } } = await stage.api.get(deployment)
  const since = Date.now()
  await zooKeeper.pause()
  let reported: string
  let generation: number
  try {
    generation = await application.rename(jobName)
    const words = async (): Promise<string> => JSON.stringify((await application.resource()).status)
    reported = await eventually(
      'the status says that ZooKeeper does not answer',
      { within: 60_000, describe: words, guard: application.safe },
      async () => /"[^"]*ZooKeeper[^"]*"/.exec(await words())?.[0] ?? null,
    )
    await stays('while ZooKeeper says nothing', 6_000, async () => {
      const now = await stage.api.get(deployment)
      return now?.metadata.uid === uid ? null : `the Deployment is ${now === null ? 'gone' : 'another one'}`
    })
  } finally {
    zooKeeper.resume()
  }
  await application.stable(generation, jobName)
  const text = await proveCarried(application, before, checkpoint)
  return { text: `told ${reported}; then ${text}`, downtime: stage.downtime(application, since) }
}

/** Somebody cancels the job in Flink: what is kept of it goes, the status says so, nothing is started. */
const cancelled = async ({ stage, kept }: Scene, application: Application): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  const address = (await application.clusterAddress()) ?? ''
  const answer = await fetch(`http://${address}:8081/jobs/${jobId}?mode=cancel`, { method: 'PATCH', signal: AbortSignal.timeout(10_000) })
  expect(answer.status === 202, `cancel answered ${answer.status}`)
  const describe = async (): Promise<string> =>
    `${describeResource(await application.resource())} ${JSON.stringify(await kept.dataOf(application.cluster))}`
  await eventually('nothing is kept of the job', { within: 90_000, describe, guard: application.safe }, async () => {
    const { plans, checkpoints } = await kept.dataOf(application.cluster)
    return plans.length === 0 && checkpoints[jobId] === undefined
  })
  await eventually(
    'the status says CANCELED',
    { within: 30_000, describe },
    async () => (await application.resource()).status.jobStatus.state === 'CANCELED',
  )
  const deployment = `${paths.deployments(stage.namespace)}/${application.name}`
  const { metadata: { uid } } = await stage.api.get(deployment)
  await stays('after the end', 8_000, async () => {
    const [{ status }, now, data] = await Promise.all([
      application.resource(),
      stage.api.get(deployment),
      kept.dataOf(application.cluster),
    ])
    return status.jobStatus.state === 'CANCELED' && now?.metadata.uid === uid && data.plans.length === 0 ? null : describe()
  })
  return { text: 'plan and pointers of the job are gone from ZooKeeper; the status says CANCELED, nothing is started' }
}

/** Upgrade mode stateless: what the last job left is gone before the next one starts. */
const toStateless = async (scene: Scene, application: Application, jobName: string): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  const args = ['--name', jobName, '--delay', '20']
  await application.stable(await application.edit({ job: { upgradeMode: 'stateless', args } }), jobName)
  const text = await proveCarried(application, { seen: 0, restored: null, completed: null, restoredFrom: null }, { by: 'nothing' })
  const now = await application.checkpointed()
  expect(now.jobId !== jobId, `the job is ${jobId} as before`)
  return { text: `${text}; ${await keptOf(scene, application, now.jobId)}` }
}

/** Nothing of the cluster is left, neither in Kubernetes nor in ZooKeeper. */
const deleted = async ({ kept }: Scene, application: Application): Promise<Evidence> => {
  const { text } = await deletion(application)
  const data = await kept.dataOf(application.cluster)
  expect(!data.isThere, `left in ZooKeeper: ${JSON.stringify(data)}`)
  return { text: `${text}; no node of it in ZooKeeper` }
}

/** What a story plays after the deploy, by the names of its steps. */
type Steps = (scene: Scene, app: () => Application) => readonly (readonly [
  name: string,
  play: () => Promise<Evidence>,
  // whether ZooKeeper keeps what runs then, and nothing else, is looked at where the step itself does not
  looks?: 'LooksItself',
])[]

const plays = async (scene: Scene, steps: Steps): Promise<void> => {
  const { stage, zooKeeper } = scene
  await stage.operate(undefined, undefined, {
    configuration: `kubernetes.operator.zookeeper.allowed-quorums: ${zooKeeper.address}\n`,
    mayEnd: false,
  })
  let application: Application
  await stage.step('deploy', async () => {
    const deployed = await firstDeployment(stage, {
      upgradeMode: 'last-state',
      highAvailability: false,
      jobName: 'first',
      configuration: {
        'high-availability.type': 'zookeeper',
        'high-availability.zookeeper.quorum': zooKeeper.address,
        'high-availability.zookeeper.client.session-timeout': '10 s',
        'high-availability.storageDir': `file:///data/${stage.namespace}/ha`,
      },
    })
    application = deployed.application
    stage.followState()
    return withKept(scene, application, deployed.evidence)
  })
  for (const [name, play, looks] of steps(scene, () => application))
    await stage.step(name, async () => (looks === 'LooksItself' ? play() : withKept(scene, application, await play())))
}

const story = (name: string, steps: Steps): Story => ({
  name,
  short: [],
  tell: async stage => {
    const zooKeeper = await startEnsemble(stage.api, stage.settings.zooKeeperHome)
    try {
      const kept = await watchZooKeeper(zooKeeper.address)
      try {
        await plays({ stage, zooKeeper, kept }, steps)
      } finally {
        kept.close()
      }
    } finally {
      // nobody is to go on without it
      await stage.calm()
      await zooKeeper.stop()
    }
  },
})

/** Upgrade mode last-state, with HA metadata in a real ZooKeeper: upgraded, lost in each way, ended, deleted. */
export const haZooKeeper = story('ha-zookeeper', (scene, app) => [
  ['edit', () => upgrade(scene.stage, app(), 'second', checkpoint)],
  ['JobManager pod killed', () => killJobManager(scene.stage, app(), 'second')],
  ['JobManager Deployment deleted', () => deleteDeployment(scene.stage, app(), 'second')],
  ['the job is cancelled in Flink', () => cancelled(scene, app()), 'LooksItself'],
  ['an edit goes on from its last checkpoint', () => goesOnFromLastCheckpoint(app(), 'third')],
  ['delete', () => deleted(scene, app()), 'LooksItself'],
])

/** What else people do to it, and an ensemble that says nothing for a while. */
export const haZooKeeperEdits = story('ha-zookeeper-edits', (scene, app) => [
  ['suspend and resume', () => suspendAndResume(app(), 'first', checkpoint)],
  ['two quick edits', () => twoQuickEdits(scene.stage, app(), ['quick-1', 'quick-2'], checkpoint)],
  ['edit while ZooKeeper says nothing', () => editOutOfSight(scene, app(), 'second')],
  ['edit to stateless', () => toStateless(scene, app(), 'third'), 'LooksItself'],
  ['delete', () => deleted(scene, app()), 'LooksItself'],
])

import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import { type Application, describeResource, type Run } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { isTerminal, jobsAt } from '../harness/flink-rest.ts'
import { fetchesFromHere, sessionJobManifest, sessionManifest } from '../harness/session-manifest.ts'
import { aJarServer, clusterReady } from './session.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

interface Tampered {
  readonly cluster: Application
  readonly job: Application
  /** The FlinkSessionJob, to create it again. */
  readonly manifest: JsonObject
}

const statusOf = (resource: string): string => `${resource}/status`

const jobPath = ({ namespace }: Stage, { name }: Application): string => `${paths.flinkSessionJobs(namespace)}/${name}`
const clusterPath = ({ namespace }: Stage, { name }: Application): string => `${paths.flinkDeployments(namespace)}/${name}`

const wipe = (stage: Stage, path: string): Promise<Any> => stage.api.mergePatch(statusOf(path), { status: null })

/** What a person reads of a resource: the error of its status, and the messages of its conditions. */
const words = (resource: Any): string =>
  [resource?.status?.error ?? '', ...(resource?.status?.conditions ?? []).map(({ message }: Any) => message as string)].join(' ')

const isSameRun = (before: Run, now: Run | null): boolean =>
  now !== null && now.jobId === before.jobId && now.startTime === before.startTime

const running = async (job: Application): Promise<Run> => (await job.run()) ?? Promise.reject(new Error(`${job.name} does not run`))

/** A09: the record of a running job is lost, then the resource is deleted. Its job ends before the finalizer goes. */
const wipedAndDeleted = async (stage: Stage, { job }: Tampered): Promise<Evidence> => {
  const before = await running(job)
  await wipe(stage, jobPath(stage, job))
  const told = await eventually('the live job is reported', { within: 60_000, guard: job.safe }, async () => {
    const text = words(await job.resource())
    return text.includes(before.jobId) ? text : null
  })
  expect(isSameRun(before, await job.run()), 'the job did not run on')
  await job.remove()
  let left: readonly string[] = []
  await eventually('neither the resource nor its job is left', { within: 180_000, describe: () => left.join(', ') }, async () => {
    left = await job.leftovers()
    expect(left.length !== 1 || left[0]?.startsWith('Job/') !== true, `the resource is gone, and ${left.join(', ')} runs on`)
    return left.length === 0
  })
  return { text: `told: "${told.slice(0, 200)}"; the job ended, then the resource went` }
}

/** A02: somebody removes the finalizer while no operator runs, and creates the resource again; its JobManager has just come back. */
const createdAgain = async (stage: Stage, { cluster, job, manifest }: Tampered): Promise<Evidence> => {
  await job.checkpointed()
  const before = await running(job)
  await stage.calm()
  await stage.api.mergePatch(jobPath(stage, job), { metadata: { finalizers: null } })
  await job.remove()
  await eventually('the resource is gone', { within: 30_000 }, async () => (await job.resource()) === null)
  const [pod] = (await cluster.pods()).filter(it => it.metadata.labels.component === 'jobmanager')
  await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  await stage.api.create(paths.flinkSessionJobs(stage.namespace), manifest)
  await stage.operate()
  const told = await eventually('the job of the former resource is reported', {
    within: 180_000,
    guard: job.safe,
    describe: async () => describeResource(await job.resource()),
  }, async () => {
    const text = words(await job.resource())
    return text.includes(before.jobId) ? text : null
  })
  await stays('no other job is started', 20_000, async () => {
    const now = await job.run()
    return now === null || now.jobId === before.jobId ? null : `job ${now.jobId} runs`
  })
  await eventually(
    'high availability has brought the job back',
    { within: 120_000, guard: job.safe },
    async () => (await job.run())?.jobId === before.jobId,
  )
  return { text: `told: "${told.slice(0, 200)}"; nothing was started beside it` }
}

const cancelled = async (cluster: Application): Promise<void> => {
  const address = (await cluster.clusterAddress()) ?? ''
  for (const job of (await jobsAt(address)) ?? [])
    if (!isTerminal(job.state)) await fetch(`http://${address}:8081/jobs/${job.id}?mode=cancel`, { method: 'PATCH' })
}

/** A11: the record of the session cluster is lost, then it is deleted: it stays up for as long as jobs run in it. */
const clusterWipedAndDeleted = async (stage: Stage, { cluster, job }: Tampered): Promise<Evidence> => {
  const before = await running(job)
  await wipe(stage, clusterPath(stage, cluster))
  await cluster.remove()
  const told = await eventually('the cluster says what its deletion waits for', { within: 60_000, guard: cluster.safe }, async () => {
    const text = words(await cluster.resource())
    return text.includes(job.name) ? text : null
  })
  await stays('the job runs on', 20_000, async () => (isSameRun(before, await job.run()) ? null : 'it was stopped'))
  await job.remove()
  await cancelled(cluster)
  let left: readonly string[] = []
  await eventually('nothing is left', { within: 240_000, describe: () => left.join(', ') }, async () => {
    left = await cluster.leftovers()
    return left.length === 0
  })
  return { text: `told: "${told.slice(0, 200)}"; it went once no job was left` }
}

/** Records of a session job and its cluster are lost: no job loses its state, none runs twice, and none is left running by itself. */
export const tamperedSessions: Story = {
  name: 'tampered-sessions',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    const { namespace, version, settings } = stage
    const server = { close: (): Promise<void> => Promise.resolve() }
    let cluster!: Application
    let jarURI = ''
    const deployed = async (name: string): Promise<Tampered> => {
      const manifest = sessionJobManifest({ namespace, name, upgradeMode: 'savepoint', jarURI })
      const job = await stage.createSessionJob(manifest)
      await job.stable(1, 'first')
      await job.checkpointed()
      return { cluster, job, manifest }
    }
    try {
      await stage.step('a session cluster with high availability', async () => {
        const jar = await aJarServer(stage)
        server.close = jar.close
        jarURI = jar.url
        await stage.operate()
        cluster = await stage.create(sessionManifest(settings, { namespace, version, highAvailability: true }))
        await clusterReady(cluster)
        return { text: 'it is ready' }
      })
      await stage.step('A09 the status of a job is wiped, and the job deleted', async () => wipedAndDeleted(stage, await deployed('wiped')))
      let again!: Tampered
      await stage.step('A02 a job is created again past its finalizer', async () => {
        again = await deployed('again')
        return createdAgain(stage, again)
      })
      await stage.step('A11 the status of the cluster is wiped, and the cluster deleted', () => clusterWipedAndDeleted(stage, again))
    } finally {
      await server.close()
    }
  },
}

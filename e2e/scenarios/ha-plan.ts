import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { freeze, javaOfPod } from '../harness/frozen-process.ts'
import { type HaData, haData, hostOf } from '../harness/ha-data.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, NotHere, type Stage } from './story.ts'

/** Flink's defaults: a lease lasts 15 s, and who follows looks every 5 s × (1 + at most 1.2). */
const takeOverLimit = 15 + 11
/** On a machine whose cores are busy, answers take a moment. */
const slack = 5

const components = ['dispatcher', 'resourcemanager', 'restserver']

const componentOf = (pod: Any): string => pod.metadata.labels.component

export const dataOf = (stage: Stage, { cluster }: Application): Promise<HaData> => haData(stage.api, stage.namespace, cluster)

const newestOf = (data: HaData, job: string): number => data.jobs[job]?.checkpoints.at(-1) ?? 0

/** The JobManager pod that the addresses of the leader name; null: none does, or they don't agree. */
export const leadingPod = async (application: Application, data: HaData): Promise<Any> => {
  const hosts = new Set(Object.values(data.addresses).map(hostOf))
  const [host] = hosts
  if (hosts.size !== 1 || host === undefined) return null
  return (await application.pods()).find(pod => componentOf(pod) === 'jobmanager' && pod.status.podIP === host) ?? null
}

const readyJobManagers = async (application: Application): Promise<number> =>
  (await application.pods()).filter(pod => componentOf(pod) === 'jobmanager' && pod.status.containerStatuses?.[0]?.state?.running).length

/** All components of one process lead, under one session, and the others follow (H01). */
export const oneLeads = async (stage: Stage, application: Application, jobManagers: number): Promise<HaData> => {
  await eventually(
    `${jobManagers} JobManagers run`,
    { within: 120_000, guard: application.safe },
    async () => (await readyJobManagers(application)) === jobManagers,
  )
  const data = await dataOf(stage, application)
  const { leader, addresses } = data
  const missing = components.filter(component => addresses[component] === undefined)
  const sessions = new Set(Object.values(addresses).map(({ session }) => session))
  expect(leader !== null && leader.holder !== '', `nobody leads: ${JSON.stringify(data)}`)
  expect(missing.length === 0 && sessions.size === 1, `${missing.join(', ')} missing, sessions ${[...sessions].join(', ')}`)
  expect((await leadingPod(application, data)) !== null, `no JobManager has the addresses ${JSON.stringify(addresses)}`)
  return data
}

/** The counter goes on, and what was restored is at least as new as the newest pointer that was seen before. */
const proveNewest = async (application: Application, before: { readonly data: HaData; readonly job: string }, after: HaData) => {
  const now = await application.progress()
  const newest = newestOf(before.data, before.job)
  expect((now?.restoredFrom?.id ?? 0) >= newest, `restored ${now?.restoredFrom?.path ?? 'nothing'}, pointer ${newest} was there before`)
  const [counter, counterBefore] = [after.jobs[before.job]?.counter ?? 0, before.data.jobs[before.job]?.counter ?? 0]
  expect(counter >= counterBefore, `the counter went back from ${counterBefore} to ${counter}`)
}

/** How the one that leads goes. */
export type Loss =
  /** As with its node: nothing of it says anything any more, so its lease has to run out (H02). */
  | 'lost'
  /** It is told to end, and lets go of its lease (H10). */
  | 'told to end'

export const take = async (stage: Stage, pod: Any, loss: Loss): Promise<void> => {
  const name = pod.metadata.name as string
  if (loss === 'lost') {
    const processes = javaOfPod(name)
    if (processes.length === 0) throw new NotHere('the pods run on another machine, or its processes may not be seen')
    freeze(processes)
  }
  await stage.api.remove(`${paths.pods(stage.namespace)}/${name}`, { gracePeriodSeconds: 0 })
}

/** The pod that leads goes. */
export const activeGoes = async (
  stage: Stage,
  application: Application,
  { loss, jobName, jobManagers }: { readonly loss: Loss; readonly jobName: string; readonly jobManagers: number },
): Promise<Evidence> => {
  const before = await application.checkpointed()
  const { metadata: { generation } } = await application.resource()
  const data = await oneLeads(stage, application, jobManagers)
  const pod = await leadingPod(application, data)
  const since = Date.now()
  await take(stage, pod, loss)
  const last = (await dataOf(stage, application)).leader!
  const taken = await eventually('another one leads', { within: 60_000, every: 100, guard: application.safe }, async () => {
    const now = await dataOf(stage, application)
    return now.leader !== null && now.leader.holder !== '' && now.leader.holder !== data.leader!.holder && { at: Date.now(), data: now }
  })
  const [afterRenewal, afterLoss] = [(taken.at - last.renewedAt) / 1_000, (taken.at - since) / 1_000]
  expect(afterLoss <= takeOverLimit + slack, `another one led after ${afterLoss.toFixed(1)} s`)
  await eventually('another JobManager has restored the job', { within: 180_000, guard: application.safe }, async () => {
    const now = await application.progress()
    return now?.restoredFrom !== undefined && now.restoredFrom !== null && now.restoredFrom.id >= newestOf(data, before.jobId)
      && now.seen > before.seen
  })
  const job = await application.stable(generation, jobName)
  expect(job.id === before.jobId, `the job was ${before.jobId} and is ${job.id}`)
  const after = await oneLeads(stage, application, jobManagers)
  const passed = after.leader!.transitions - data.leader!.transitions
  // a process that ends may take the lease again that it let go of
  expect(loss === 'lost' ? passed === 1 : passed >= 1, `transitions were ${data.leader!.transitions} and are ${after.leader!.transitions}`)
  expect(
    after.addresses['dispatcher']?.session !== data.addresses['dispatcher']?.session,
    `the session ${after.addresses['dispatcher']?.session ?? ''} was granted twice`,
  )
  await proveNewest(application, { data, job: before.jobId }, after)
  const carried = await proveCarried(application, before, { by: 'checkpoint' })
  return {
    text: `another one led ${afterLoss.toFixed(1)} s after it went, ${afterRenewal.toFixed(1)} s after its last renewal; transitions ${
      after.leader!.transitions
    }; ${carried}`,
    downtime: stage.downtime(application, since),
  }
}

/** The leader, its session and the job's plan are what they were; checkpoints go on (H03). */
export const taskManagerKilled = async (
  stage: Stage,
  application: Application,
  jobName: string,
  jobManagers: number,
): Promise<Evidence> => {
  const before = await application.checkpointed()
  const { metadata: { generation } } = await application.resource()
  const data = await oneLeads(stage, application, jobManagers)
  const [restores, pod] = [
    (await application.run())?.restores ?? 0,
    (await application.pods()).find(it => componentOf(it) === 'taskmanager'),
  ]
  await stage.api.remove(`${paths.pods(stage.namespace)}/${pod.metadata.name as string}`, { gracePeriodSeconds: 0 })
  await eventually(
    'the job was restored',
    { within: 180_000, guard: application.safe },
    async () => ((await application.run())?.restores ?? 0) > restores,
  )
  await application.stable(generation, jobName)
  const carried = await proveCarried(application, before, { by: 'checkpoint' })
  const after = await oneLeads(stage, application, jobManagers)
  const of = ({ uid, leader, addresses, plans, jobs }: HaData): string =>
    JSON.stringify([uid, leader?.holder, leader?.transitions, addresses, plans, Object.entries(jobs).map(([id, it]) => [id, it.uid])])
  expect(of(after) === of(data), `HA data changed: ${of(data)} became ${of(after)}`)
  await proveNewest(application, { data, job: before.jobId }, after)
  return { text: `same leader, session, and plan; ${carried}` }
}

const isHere = (stage: Stage, collection: (namespace: string) => string, name: string): Promise<boolean> =>
  stage.api.get(`${collection(stage.namespace)}/${name}`).then(it => it !== null)

/**
 * No operator runs, and somebody deletes the Deployment: what belongs to it goes, HA data and files stay (H06). Answers the data that
 * stayed.
 */
export const deploymentDeleted = async (stage: Stage, application: Application): Promise<HaData> => {
  await stage.calm()
  const { name } = application
  await stage.api.remove(`${paths.deployments(stage.namespace)}/${name}`)
  const owned = [[paths.services, name], [paths.services, `${name}-rest`], [paths.configMaps, `flink-config-${name}`]] as const
  await eventually('the JobManagers and what belongs to their Deployment are gone', { within: 120_000 }, async () => {
    const left = await Promise.all(owned.map(([collection, of]) => isHere(stage, collection, of)))
    const pods = await application.pods()
    return !left.includes(true) && !pods.some(pod => componentOf(pod) === 'jobmanager')
  })
  const data = await dataOf(stage, application)
  const [job] = Object.keys(data.jobs)
  expect(data.uid !== null && job !== undefined, `HA data is gone: ${JSON.stringify(data)}`)
  expect(data.plans[job!] !== undefined && newestOf(data, job!) > 0, `plan or checkpoint is gone: ${JSON.stringify(data)}`)
  const files = stage.stateFolder === null ? null : join(stage.stateFolder, 'ha', name)
  if (files !== null) expect(existsSync(files), `${files} is gone`)
  const of = ({ uid, plans, jobs }: HaData): string => JSON.stringify([uid, plans, jobs])
  await stays('HA data without a JobManager', 3_000, async () => {
    const now = await dataOf(stage, application)
    return of(now) === of(data) ? null : `${of(data)} became ${of(now)}`
  })
  return data
}

/** An operator finds the Deployment gone, and starts it again, with the spec as it is now (H07; H09 where it was edited meanwhile). */
export const startedAgain = async (
  stage: Stage,
  application: Application,
  edit: () => Promise<{ readonly generation: number; readonly jobName: string }>,
): Promise<Evidence> => {
  const before = await application.checkpointed()
  const since = Date.now()
  const data = await deploymentDeleted(stage, application)
  const { generation, jobName } = await edit()
  await stage.operate()
  const job = await application.stable(generation, jobName)
  expect(job.id === before.jobId, `the job was ${before.jobId} and is ${job.id}`)
  const carried = await proveCarried(application, before, { by: 'checkpoint' })
  const after = await dataOf(stage, application)
  await proveNewest(application, { data, job: before.jobId }, after)
  expect(after.uid === data.uid, 'the ConfigMap of the cluster is another one')
  return {
    text: `HA data stayed (checkpoints ${data.jobs[before.jobId]?.checkpoints.join(', ') ?? ''}); the same job runs ${jobName}; ${carried}`,
    downtime: stage.downtime(application, since),
  }
}

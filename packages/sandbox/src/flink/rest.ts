import { randomBytes } from 'node:crypto'
import type { Json, JsonObject } from '@flink-operator/core'
import type { WorldAction } from '@flink-operator/core/action'
import { ownerOf, perform, type World } from '@flink-operator/simulation'
import { isObject, numberAt, textAt } from '../object/fields.ts'
import { type Call, endpointOf, type Process } from './call.ts'
import { isAlive, type Job } from './cluster-world.ts'
import { type FlinkCluster, settingsOfJob } from './flink-cluster.ts'
import type { FlinkClusters } from './flink-clusters.ts'
import { answerJars } from './jars.ts'
import { clusterMetrics, hasLoad, measuredJob, measuredVertex } from './load-views.ts'
import { isServing, slotsInUse } from './publish.ts'
import {
  alreadyTerminal,
  badRequest,
  checkpointNotFound,
  electing,
  incremental,
  jobNotFound,
  jobStatusFailed,
  noFolder,
  notFoundPath,
  okAnswer,
  operationNotFound,
  type RestAnswer,
} from './rest-answer.ts'
import { answerRequirements } from './resource-requirements.ts'
import { checkpointDetails, checkpoints, config, exceptions, jobDetails, jobOverview, operationView, releaseOf } from './rest-views.ts'

const isId = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text)

/** The execution graph from Flink's cache: up to 3 s old (trap 1). */
const cachedJob = (call: Call, job: Job): Job => {
  const { world: { now, fidelity } } = call
  return job.olderStatistics !== job.statistics && now - job.statisticsChanged < fidelity.restCacheMillis && isAlive(job)
    ? { ...job, statistics: job.olderStatistics } : cachedEnd(call, job)
}

/** The end of a job is in the list at once, but in the graph only after the cache is renewed. */
const cachedEnd = ({ world: { now, fidelity } }: Call, job: Job): Job =>
  isAlive(job) || now - job.endTime >= fidelity.restCacheMillis ? job
    : { ...job, state: 'RUNNING', endTime: -1, statistics: job.olderStatistics }

const isForgotten = ({ world: { now, fidelity } }: Call, { state }: Process['operations'][number]): boolean =>
  state._tag !== 'InProgress' && now - state.at > fidelity.operationMemoryMillis

const findOperation = (call: Call, jobId: string, triggerId: string): Process['operations'][number] | undefined =>
  call.process.operations.find(it => it.jobId === jobId && it.triggerId === triggerId && !isForgotten(call, it))

const ownerOfJob = ({ process }: Call, jobId: string): string | null => {
  const job = process.jobs.find(it => it.jobId === jobId)
  return job === undefined ? null : ownerOf(job)
}

const trigger = (call: Call, kind: 'StopWithSavepoint' | 'TriggerSavepoint' | 'TriggerCheckpoint', jobId: string): RestAnswer => {
  const body = isObject(call.body) ? call.body : {}
  const given = textAt(body, 'triggerId')
  if (given !== '' && !isId(given))
    return badRequest(`Cannot deserialize value of type org.apache.flink.runtime.rest.messages.TriggerId from String "${given}"`)
  const triggerId = given === '' ? randomBytes(16).toString('hex') : given.toLowerCase()
  const folderKey = kind === 'StopWithSavepoint' ? 'targetDirectory' : 'target-directory'
  const folder = textAt(body, folderKey) || call.settings.savepointDirectory
  if (kind !== 'TriggerCheckpoint' && folder === null) return noFolder(folderKey)
  if (kind === 'TriggerCheckpoint' && textAt(body, 'checkpointType') === 'INCREMENTAL') return incremental()
  const common = { endpoint: endpointOf(call), jobId, triggerId }
  const action: WorldAction = kind === 'TriggerCheckpoint'
    ? { _tag: kind, ...common, checkpointType: 'FULL' }
    : kind === 'TriggerSavepoint'
    ? { _tag: kind, ...common, targetDirectory: folder, formatType: 'CANONICAL' }
    : { _tag: kind, ...common, targetDirectory: folder, formatType: 'CANONICAL', drain: body['drain'] === true }
  const key = `${jobId} ${triggerId}`
  if (folder !== null && findOperation(call, jobId, triggerId) === undefined) call.flink.folders.set(key, folder)
  call.clusters.change(call.flink, world => forgetOperation(call, perform(world, action, '', 'Ok', ownerOfJob(call, jobId)).world))
  return okAnswer({ 'request-id': triggerId }, 202)
}

/** A forgotten operation can be started again under the same id (trap 5). */
const forgetOperation = (call: Call, world: World): World => ({
  ...world,
  pods: world.pods.map(
    pod => (pod.process === null ? pod
      : { ...pod, process: { ...pod.process, operations: pod.process.operations.filter(it => !isForgotten(call, it)) } }),
  ),
})

const cancel = (call: Call, jobId: string): RestAnswer => {
  const job = call.process.jobs.find(it => it.jobId === jobId)
  if (job === undefined) return jobNotFound(jobId)
  if (job.state === 'FINISHED' || job.state === 'FAILED') return alreadyTerminal(jobId)
  call.clusters.change(
    call.flink,
    world => perform(world, { _tag: 'CancelJob', endpoint: endpointOf(call), jobId, why: '' }, '', 'Ok', ownerOf(job)).world,
  )
  return okAnswer({}, 202)
}

const triggers = { stop: 'StopWithSavepoint', savepoints: 'TriggerSavepoint', checkpoints: 'TriggerCheckpoint' } as const

const ofJob = (call: Call, jobId: string, rest: readonly string[]): RestAnswer | null => {
  const { method } = call
  const [what = ''] = rest
  if (!isId(jobId)) return badRequest(`jobid "${jobId}"`)
  if (method === 'POST') return what in triggers ? trigger(call, triggers[what as keyof typeof triggers], jobId) : null
  return method === 'PATCH' && what === '' ? cancel(call, jobId) : viewOfJob(call, jobId, rest)
}

const viewOfJob = (call: Call, jobId: string, [what = '', id = '', number = '']: readonly string[]): RestAnswer | null => {
  const job = call.process.jobs.find(it => it.jobId === jobId)
  if (what === 'checkpoints' && id === 'details' && job !== undefined) return detailsOf(call, job, Number(number))
  if ((what === 'savepoints' || what === 'checkpoints') && isId(id)) {
    const operation = findOperation(call, jobId, id)
    return operation === undefined ? operationNotFound(what === 'savepoints' ? 'savepoint' : 'checkpoint', jobId, id)
      : okAnswer(operationView(operation))
  }
  if (what === 'metrics') return okAnswerList(job === undefined ? [] : metrics(call, job))
  if (what === 'status') return job === undefined ? jobStatusFailed(jobId) : okAnswer({ status: job.state })
  if (job === undefined) return what === 'resource-requirements' ? jobStatusFailed(jobId) : jobNotFound(jobId)
  return viewOfKnown(call, job, [what, id, number])
}

const viewOfKnown = (call: Call, job: Job, [what = '', id = '', number = '']: readonly string[]): RestAnswer | null => {
  if (what === 'resource-requirements') return answerRequirements(call, job)
  if (what === 'vertices') return measuredVertex(call, job, id, number)
  return viewOfGraph(call, job, `${what}/${id}`)
}

const detailsOf = (call: Call, job: Job, id: number): RestAnswer => {
  const shown = checkpointDetails(cachedJob(call, job), id)
  return shown === null ? checkpointNotFound(id) : okAnswer(shown)
}

/** Views of the execution graph. */
const viewOfGraph = (call: Call, job: Job, what: string): RestAnswer | null => {
  const { settings, world } = call
  switch (what) {
    case '/':
      return okAnswer({ ...jobDetails(cachedJob(call, job), settings, world.now), ...(hasLoad(call, job) ? measuredJob(call, job) : {}) })
    case 'checkpoints/':
      return okAnswer(checkpoints(cachedJob(call, job)))
    case 'checkpoints/config':
      return okAnswer({
        mode: 'exactly_once',
        interval: settings.checkpointInterval ?? 9_223_372_036_854_776_000,
        timeout: 600_000,
        min_pause: 0,
        max_concurrent: 1,
        externalization: { enabled: true, delete_on_cancellation: false },
      })
    case 'exceptions/':
      return okAnswer(exceptions(cachedJob(call, job), settings.isVersion2))
    case 'config/':
      return okAnswer({
        jid: job.jobId,
        name: settings.jobName,
        'execution-config': {
          'restart-strategy': 'fixed',
          'job-parallelism': settings.parallelism,
          'object-reuse-mode': false,
          'user-config': {},
        },
      })
    default:
      return null
  }
}

const okAnswerList = (list: readonly Json[]): RestAnswer => ({ status: 200, body: list })

const metrics = ({ query, pod }: Call, job: Job): readonly Json[] => {
  const known: Readonly<Record<string, number>> = {
    numRestarts: pod.restartCount,
    fullRestarts: pod.restartCount,
    numberOfCompletedCheckpoints: job.statistics.completedCount,
    numRecordsOut: job.progress,
  }
  const wanted = query.get('get')
  if (wanted === null) return Object.keys(known).map(id => ({ id }))
  return wanted.split(',').flatMap(id => (known[id] === undefined ? [] : [{ id, value: String(known[id]) }]))
}

const dispose = (call: Call): RestAnswer => {
  const path = textAt(isObject(call.body) ? call.body : {}, 'savepoint-path')
  const isThere = [call.world, ...call.world.otherJobs].some(({ storage }) => storage.some(stored => stored.path === path))
  call.clusters.change(call.flink, world => perform(world, { _tag: 'DisposeSavepoint', endpoint: endpointOf(call), path }, '', 'Ok').world)
  return okAnswer({ 'request-id': isThere ? disposed : disposalFailed })
}

/** Ids of disposals encode their result: Flink generates them anyway (trap 13). */
const disposed = `d15${'0'.repeat(29)}`
const disposalFailed = `d15f${'0'.repeat(28)}`

const disposal = (id: string): RestAnswer => {
  const missing = 'java.io.FileNotFoundException: Cannot find checkpoint or savepoint file/directory'
  if (id === disposed) return okAnswer({ status: { id: 'COMPLETED' }, operation: {} })
  return id === disposalFailed
    ? okAnswer({
      status: { id: 'COMPLETED' },
      operation: {
        'failure-cause': {
          class: 'java.util.concurrent.CompletionException',
          'stack-trace': `java.util.concurrent.CompletionException: ${missing}\nCaused by: ${missing}`,
        },
      },
    })
    : { status: 404, body: { errors: ['org.apache.flink.runtime.rest.NotFoundException: Operation not found under key'] } }
}

const overview = ({ process, settings, flink }: Call): JsonObject => {
  const all = taskManagers(flink)
  const slots = flink.application === null ? { total: settings.slots, free: 0 }
    : { total: all.length * settings.slots, free: all.reduce((sum, it) => sum + numberAt(it, 'freeSlots'), 0) }
  const count = (...states: readonly string[]): number => process.jobs.filter(job => states.includes(job.state)).length
  const [version, commit] = [releaseOf(settings), '0980485']
  return {
    taskmanagers: all.length,
    'slots-total': slots.total,
    'slots-available': slots.free,
    'jobs-running': process.jobs.filter(isAlive).length,
    'jobs-finished': count('FINISHED'),
    'jobs-cancelled': count('CANCELED'),
    'jobs-failed': count('FAILED'),
    'flink-version': version,
    'flink-commit': commit,
  }
}

const taskManagers = (flink: FlinkCluster): readonly JsonObject[] => {
  const { id, settings, world } = flink
  const slots = Math.max(1, settings?.slots ?? 1)
  const inUse = slotsInUse(flink)
  // TaskManagers as separate Deployments exist before a job does
  const count = flink.application === null ? Math.ceil(inUse / slots)
    : world.deployments.reduce((sum, { ready }) => sum + (ready ?? 0), 0)
  const freeOf = (index: number): number => flink.application === null ? 0 : Math.min(slots, Math.max(0, (index + 1) * slots - inUse))
  return Array.from({ length: count }, (_, index) => ({
    id: `${id}-taskmanager-1-${index + 1}`,
    path: '',
    dataPort: 6121,
    jmxPort: -1,
    // a time, despite its name
    timeSinceLastHeartbeat: world.now,
    slotsNumber: settings?.slots ?? 1,
    freeSlots: freeOf(index),
    totalResource: {
      cpuCores: 1,
      taskHeapMemory: 384,
      taskOffHeapMemory: 0,
      managedMemory: 512,
      networkMemory: 128,
      extendedResources: {},
    },
    hardware: { cpuCores: 1, physicalMemory: 2_147_483_648, freeMemory: 536_870_912, managedMemory: 536_870_912 },
  }))
}

const route = (call: Call): RestAnswer | null => {
  const { method, parts, process, settings, world } = call
  const [first = '', second = '', ...rest] = parts
  if (first === 'savepoint-disposal') return method === 'POST' ? dispose(call) : disposal(second)
  if (first === 'jars') return answerJars(call, [second, ...rest])
  if (first === 'jobs' && second !== '' && second !== 'overview' && second !== 'metrics')
    return ofJob({ ...call, settings: settingsOfJob(call.flink, second) ?? settings }, second, rest)
  if (method !== 'GET') return null
  switch (parts.join('/')) {
    case 'config':
      return okAnswer(config(settings))
    case 'overview':
      return okAnswer(overview(call))
    case 'jobs':
      return okAnswer({ jobs: process.jobs.map(({ jobId, state }) => ({ id: jobId, status: state })) })
    case 'jobs/overview':
      return okAnswer({ jobs: process.jobs.map(job => jobOverview(job, settingsOfJob(call.flink, job.jobId) ?? settings, world.now)) })
    case 'taskmanagers':
      return okAnswer({ taskmanagers: taskManagers(call.flink) })
    case 'jobmanager/metrics':
    case 'taskmanagers/metrics':
      return clusterMetrics(call, first)
    case 'jobmanager/config':
      return okAnswerList(Object.entries(settings.configuration).map(([key, value]) => ({ key, value })))
    default:
      return null
  }
}

/** The answer of a cluster's REST API. `Refused`: no JobManager listens. `Hangs`: it accepts the call but does not answer. */
export const answerFlink = (
  clusters: FlinkClusters,
  flink: FlinkCluster | undefined,
  request: Pick<Call, 'method' | 'query' | 'body'> & { readonly path: string },
): RestAnswer | 'Refused' | 'Hangs' => {
  if (flink === undefined) return 'Refused'
  const world = clusters.refresh(flink)
  if (flink.frozen && world.pods.length > 0) return 'Hangs'
  if (world.services.length === 0) return 'Refused'
  const pod = world.pods.findLast(isServing)
  const settings = flink.settings
  if (pod?.process == null || settings === null) return world.pods.some(it => it.process?.phase === 'Electing') ? electing() : 'Refused'
  const parts = request.path.replace(/^\/v1(?=\/)/, '').split('/').filter(part => part !== '')
  return route({ clusters, flink, world, pod, process: pod.process, settings, parts, ...request }) ?? notFoundPath(request.path)
}

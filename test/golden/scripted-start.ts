import type { ClusterManifestInput } from '../../packages/core/src/contract/action/manifest-request.ts'
import { isApplication } from '../../packages/core/src/manifest/cluster.ts'
import { isTerminal } from '../../packages/core/src/contract/resource/job-status.ts'
import { jobOverview, type ScriptedWorld } from './scripted-world.ts'

/** A pod appears; the job runs after the script's time (`advance`). */
export const start = (world: ScriptedWorld, { configuration, mode }: ClusterManifestInput): void => {
  const jobId = configuration['$internal.pipeline.job-id'] ?? ''
  const image = configuration['kubernetes.container.image.ref'] ?? configuration['kubernetes.container.image'] ?? null
  const path = configuration['execution.savepoint.path'] ?? configuration['execution.state-recovery.path'] ?? null
  const hasHaMetadata = world.configMaps.some(({ name, dataKeys }) =>
    name.includes(jobId) && dataKeys.some(key => key.startsWith('checkpointID-'))
  )
  const hasJob = isApplication({ mode, configuration })
  world.log.push(
    hasJob
      ? {
        _tag: 'Call',
        call: 'deployApplicationCluster',
        savepointPath: path,
        jobId,
        parallelism: Number(configuration['parallelism.default'] ?? '1'),
        image,
        fromHaMetadata: hasHaMetadata,
      }
      : { _tag: 'Call', call: 'deploySessionCluster', image },
  )
  const { comesUpAfter, brokenImages } = world.script
  const isBroken = image !== null && brokenImages.includes(image)
  world.pods = comesUpAfter === null ? [] : [{
    name: 'jobmanager',
    uid: world.nextUid(),
    creationTimestamp: world.now,
    deleting: false,
    phase: 'Pending',
    podIP: null,
    conditions: [],
    failedMount: null,
    containers: [{
      name: 'flink-main-container',
      restartCount: 0,
      lastState: null,
      state: isBroken ? { _tag: 'Waiting', reason: 'ImagePullBackOff', message: 'Back-off pulling image', exitCode: null } : null,
    }],
  }]
  world.upAt = comesUpAfter === null || isBroken ? null : world.now + comesUpAfter
  world.process = {
    rest: 'Unreachable',
    jobs: hasJob ? [jobOverview(jobId, 'RUNNING', 'job', world.now)] : [],
    stops: new Map(),
    startedFrom: hasHaMetadata ? 'HA metadata' : path,
  }
}

/** Time goes on: what is being deleted goes, a JobManager that was created comes up, a cancelled job ends. */
export const advance = (world: ScriptedWorld, millis: number): void => {
  world.now += millis
  world.pods = world.pods.filter(({ deleting }) => !deleting)
  world.configMaps = world.configMaps.filter(({ deleting }) => !deleting)
  world.services = world.services.filter(({ deleting }) => !deleting)
  if (world.deployment?.deleting === true) world.deployment = null
  if (world.taskManagers?.deleting === true) world.taskManagers = null
  const { process } = world
  if (process === null) return
  process.jobs = process.jobs.map(
    job => (job.state === 'CANCELLING' && world.cancelled.has(job.jobId) ? { ...job, state: 'CANCELED', endTime: world.now } : job),
  )
  if (world.upAt === null || world.now < world.upAt || world.deployment === null || !world.hasConfig()) return
  world.upAt = null
  process.rest = null
  process.jobs = process.jobs.map(
    job => (isTerminal(job.state) || job.state === 'CANCELLING' ? job : jobOverview(job.jobId, 'RUNNING', job.name, job.startTime)),
  )
  world.deployment = { ...world.deployment, replicas: 1, availableReplicas: 1 }
  world.pods = world.pods.map(pod => ({
    ...pod,
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', reason: '', message: '' }],
    containers: pod.containers.map(it => ({ ...it, state: { _tag: 'Running', reason: '', message: '', exitCode: null } })),
  }))
}

import type { ClusterManifestInput } from '@flink-operator/core/action'
import { initialOperatorRecord, encodeRecordedSpec } from '@flink-operator/core/codec'
import { generationAnnotation } from '@flink-operator/core/flink-configuration'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import { deployAnnotation, type FlinkDeploymentSpec, type JobSpec, type FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { lateArrivalMillis } from '../world/perform.ts'
import { startingProcess } from '../flink/job-manager-process.ts'
import { noHaMetadata } from '../flink/ha-metadata.ts'
import { step } from '../world/step-world.ts'
import { flinkDeploymentOf, sessionJobsOf, withFlinkDeployment } from '../world/resources.ts'
import type { FlinkDeploymentResource, ObjectHead, World } from '../world/world.ts'

/**
 * Starts of worlds that the reference operator worked in before (docs/drop-in.md). Each takes the world of a running job and turns it
 * into the state that the reference operator leaves when it is stopped during some work. The status has no operation and no record of
 * our operator; the objects have no attempt.
 */
type TakenOver = (world: World) => World

const withStatus = (world: World, change: (resource: FlinkDeploymentResource) => Partial<FlinkDeploymentStatus>): World => {
  const resource = flinkDeploymentOf(world)
  return resource === null ? world
    : withFlinkDeployment(world, { ...resource, status: { ...resource.status, ...change(resource) } })
}

const withJob = (world: World, jobStatus: Partial<FlinkDeploymentStatus['jobStatus']>): World =>
  withStatus(world, ({ status }) => ({ jobStatus: { ...status.jobStatus, ...jobStatus } }))

const withoutAttempt = <A extends ObjectHead>(object: A): A => ({
  ...object,
  annotations: Object.fromEntries(
    Object.entries(object.annotations).filter(([key]) => key !== attemptAnnotation && key !== deployAnnotation),
  ),
})

const byReference: TakenOver = world =>
  withStatus({
    ...world,
    deployments: world.deployments.map(it => ({
      ...withoutAttempt(it),
      input: { ...it.input, attempt: null },
      annotations: { [generationAnnotation]: String(flinkDeploymentOf(world)?.meta.generation ?? 0) },
    })),
    configMaps: world.configMaps.map(withoutAttempt),
    services: world.services.map(withoutAttempt),
    pods: world.pods.map(pod => ({
      ...pod,
      input: { ...pod.input, attempt: null },
      process: pod.process === null ? null : { ...pod.process, jobs: pod.process.jobs.map(job => ({ ...job, attempt: null })) },
    })),
    ha: {
      ...world.ha,
      cluster: world.ha.cluster === null ? null
        : { ...world.ha.cluster, plans: world.ha.cluster.plans.map(plan => ({ ...plan, attempt: null })) },
    },
    olderResource: null,
    olderCluster: null,
  }, () => ({ operation: null, operatorRecord: initialOperatorRecord, conditions: [] }))

interface Record {
  readonly spec: FlinkDeploymentSpec
  readonly firstDeployment?: boolean
}

/** `lastReconciledSpec` of a spec, with the job fields that were recorded differently. */
const recordOf = ({ spec, firstDeployment }: Record, job: Partial<JobSpec>): string =>
  encodeRecordedSpec({
    spec: { ...spec, job: spec.job === null ? null : { ...spec.job, ...job } },
    firstDeployment: firstDeployment ?? false,
  })

/** A user's edit that the reference operator had begun to reconcile. */
const edited = (world: World, parallelism: number): World => {
  const resource = flinkDeploymentOf(world)
  if (resource?.spec.job == null) return world
  return withFlinkDeployment(world, {
    ...resource,
    spec: { ...resource.spec, job: { ...resource.spec.job, parallelism } },
    meta: { ...resource.meta, generation: resource.meta.generation + 1 },
  })
}

/** Our operator's own world, but older: the job started long ago. */
export const someTimeLater: TakenOver = world => step(world, { _tag: 'PassTime', millis: 15_000 })

/**
 * not-renderable: the running cluster was deployed by an operator version, or with defaults, that could render its spec. Our operator's own
 * world
 * otherwise.
 */
export const unrenderableDeployed: TakenOver = world => {
  const resource = flinkDeploymentOf(world)
  if (resource === null) return world
  const spec = { ...resource.spec, flinkConfiguration: { ...resource.spec.flinkConfiguration, 'blob.server.port': '50100-50200' } }
  const record = recordOf({ spec }, {})
  return withStatus(
    withFlinkDeployment(world, { ...resource, spec }),
    ({ status }) => ({ reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec: record, lastStableSpec: record } }),
  )
}

/** `unreadable`: the record of the deployed spec is no longer readable. */
export const unreadableRecord: TakenOver = world =>
  withStatus(
    byReference(world),
    ({ status }) => ({
      reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec: '{"spec":{"job":', lastStableSpec: null },
    }),
  )

/**
 * adopted-cancel: an upgrade in last-state mode cancels the job. Flink accepted the cancel; the operator has not observed the end of the
 * job.
 */
export const cancelling: TakenOver = world => {
  const before = withJob(edited(byReference(world), 2), { state: 'CANCELLING' })
  return withStatus({
    ...before,
    pods: before.pods.map(
      pod => (pod.process === null ? pod
        : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(job => ({ ...job, state: 'CANCELLING' as const })) } }),
    ),
  }, ({ status }) => ({ reconciliationStatus: { ...status.reconciliationStatus, state: 'UPGRADING' } }))
}

/** adopted-rollback: the edited spec was deployed, did not become stable, and is to be rolled back. The roll back has not begun. */
export const rollingBack: TakenOver = world => {
  const before = withJob(edited(byReference(world), 2), { state: 'CREATED' })
  const configuration = { 'parallelism.default': '2' }
  return withStatus({
    ...before,
    deployments: before.deployments.map(it => ({
      ...it,
      input: { ...it.input, configuration: { ...it.input.configuration, ...configuration } },
    })),
    pods: before.pods.map(pod => ({
      ...pod,
      input: { ...pod.input, configuration: { ...pod.input.configuration, ...configuration } },
      process: pod.process === null ? null
        : { ...pod.process, jobs: pod.process.jobs.map(job => ({ ...job, state: 'RESTARTING' as const })) },
    })),
  }, ({ spec, status, meta }) => ({
    observedGeneration: meta.generation,
    reconciliationStatus: {
      ...status.reconciliationStatus,
      state: 'ROLLING_BACK',
      lastReconciledSpec: recordOf({ spec }, { upgradeMode: 'last-state' }),
    },
  }))
}

/**
 * The Deployment and its pod, which waits for a ConfigMap: Flink's client creates the Deployment first, then the Services, then the
 * ConfigMap (L3).
 */
const withoutConfigMap = (world: World): World => ({
  ...world,
  configMaps: [],
  ha: noHaMetadata,
  storage: [],
  deployments: world.deployments.map(it => ({ ...it, created: world.now, availableSince: null, started: false })),
  pods: world.pods.map(pod => ({ ...pod, created: world.now, phase: 'Pending' as const, process: null })),
})

const onlyItsDeployment = (world: World): World => ({ ...withoutConfigMap(world), services: [] })

const firstSubmit = (world: World, state: 'UPGRADING' | 'DEPLOYED'): World =>
  withStatus(
    withJob(world, { state: 'RECONCILING', startTime: null, updateTime: null, upgradeSavepointPath: null }),
    ({ spec, status }) => ({
      jobManagerDeploymentStatus: state === 'UPGRADING' ? 'MISSING' : 'DEPLOYING',
      clusterInfo: {},
      error: null,
      lifecycleState: state === 'UPGRADING' ? 'UPGRADING' : 'DEPLOYED',
      reconciliationStatus: {
        ...status.reconciliationStatus,
        state,
        lastStableSpec: null,
        lastReconciledSpec: recordOf({ spec, firstDeployment: true }, {
          upgradeMode: 'stateless',
          state: state === 'UPGRADING' ? 'suspended' : 'running',
        }),
      },
    }),
  )

/** started-before: the first submit is complete, but the operator stopped before it recorded that. */
export const submitted: TakenOver = world => {
  const before = byReference(world)
  return firstSubmit({
    ...before,
    ha: noHaMetadata,
    storage: [],
    deployments: before.deployments.map(it => ({ ...it, availableSince: null, started: false })),
    pods: before.pods.map(pod => ({ ...pod, process: startingProcess })),
  }, 'UPGRADING')
}

/** started-before: the first submit stopped after the Deployment. */
export const halfSubmitted: TakenOver = world => firstSubmit(onlyItsDeployment(byReference(world)), 'UPGRADING')

/** The ConfigMap was sent, and may still arrive. */
const withLateConfigMap = (world: World): World => {
  const [deployment] = world.deployments
  const resource = flinkDeploymentOf(world)
  if (deployment === undefined || resource === null) return world
  const input: ClusterManifestInput = {
    ...deployment.input,
    namespace: resource.meta.namespace,
    mode: 'native',
    owner: { apiVersion: '', kind: '', name: resource.meta.name, uid: resource.meta.uid },
    jobManagerPodTemplate: null,
    taskManagerPodTemplate: null,
    logConfiguration: {},
  }
  const action = { _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part: 'FlinkConfig', input } } as const
  return { ...world, late: [{ action, version: '', until: world.now + lateArrivalMillis }] }
}

/** submit-unfinished: the first submit stopped after the Deployment, and a restarted operator took it for complete. */
export const takenForSubmitted: TakenOver = world => withLateConfigMap(firstSubmit(withoutConfigMap(byReference(world)), 'DEPLOYED'))

/** submit-unfinished: the same for an upgrade; the job restores from its savepoint. */
export const upgradeTakenForSubmitted: TakenOver = world => {
  const path = 'file:/flink/savepoints/savepoint-000000001'
  const before = onlyItsDeployment(edited(byReference(world), 2))
  const configuration = { 'parallelism.default': '2', 'execution.savepoint.path': path }
  const upgraded: World = {
    ...before,
    storage: [{ path, kind: 'Savepoint', progress: 3, current: true }],
    deployments: before.deployments.map(it => ({
      ...it,
      annotations: { [generationAnnotation]: '2' },
      input: { ...it.input, configuration: { ...it.input.configuration, ...configuration } },
    })),
    pods: before.pods.map(pod => ({ ...pod, input: { ...pod.input, configuration: { ...pod.input.configuration, ...configuration } } })),
  }
  return withStatus(withJob(upgraded, { state: 'RECONCILING', upgradeSavepointPath: path }), ({ spec, status, meta }) => ({
    observedGeneration: meta.generation,
    jobManagerDeploymentStatus: 'DEPLOYING',
    lifecycleState: 'DEPLOYED',
    reconciliationStatus: {
      ...status.reconciliationStatus,
      state: 'DEPLOYED',
      lastReconciledSpec: recordOf({ spec }, { upgradeMode: 'savepoint' }),
    },
  }))
}

/** Replaces a text by another one everywhere in a value. */
const replaced = <A>(value: A, text: string, by: string): A => {
  if (typeof value === 'string') return value.replaceAll(text, by) as A
  if (Array.isArray(value)) return value.map(item => replaced<unknown>(item, text, by)) as A
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced<unknown>(inner, text, by)])) as A
}

/** The reference operator submitted the FlinkSessionJobs, under ids of its own choice, which don't show which resource owns them. */
export const sessionJobsOfReference: TakenOver = world => {
  const jobs = sessionJobsOf(world) ?? []
  const renamed = jobs.reduce(
    (before, { status: { jobStatus: { jobId } } }, index) =>
      jobId === null ? before : replaced(before, jobId, String(index + 1).repeat(jobId.length)),
    world,
  )
  const FlinkSessionJob = (sessionJobsOf(renamed) ?? []).map(job => ({
    ...job,
    status: { ...job.status, operation: null, operatorRecord: initialOperatorRecord, conditions: [] },
  }))
  return { ...renamed, resources: { ...renamed.resources, FlinkSessionJob } }
}

import { attemptAnnotation } from '../../../packages/core/src/cluster-manifest/object-metadata.ts'
import type { DeploymentView } from '../../../packages/core/src/fact/deployment-view.ts'
import { absent, known } from '../../../packages/core/src/fact/fact.ts'
import type { CheckpointStatistics, CheckpointView, JobOverview } from '../../../packages/core/src/fact/flink-rest.ts'
import type { FlinkDeploymentFacts } from '../../../packages/core/src/fact/flink-deployment-facts.ts'
import type { ConfigMapView, ServiceView } from '../../../packages/core/src/fact/object-view.ts'
import type { ContainerStateView, ContainerView, PodView } from '../../../packages/core/src/fact/pod-view.ts'
import type { JobState } from '../../../packages/core/src/resource/job-state.ts'
import { name, t0, uid } from './flink-deployment-resource.ts'

export const jobId = 'a'.repeat(32)
/** The attempt whose objects are deployed. */
export const attemptId = 'd'.repeat(32)
export const clusterStart = t0 - 600_000
export const deploymentUid = 'uid-deployment'

const ofDeployment = { ownerUids: [deploymentUid], owners: [{ kind: 'Deployment', name, uid: deploymentUid }] }
/** What an attempt left that had no Deployment yet. */
export const ofResource = { ownerUids: [uid], owners: [{ kind: 'FlinkDeployment', name, uid }] }
export const ofNobody = { ownerUids: [], owners: [] }

const marked = (attempt: string | null): Readonly<Record<string, string>> => (attempt === null ? {} : { [attemptAnnotation]: attempt })

/** The JobManager Deployment, available. */
export const aDeployment = (change: Partial<DeploymentView> = {}): DeploymentView => ({
  name, uid: deploymentUid, resourceVersion: '10', creationTimestamp: clusterStart, deleting: false, labels: {}, annotations: marked(attemptId), ownerUids: [uid],
  wantedReplicas: 1, replicas: 1, availableReplicas: 1,
  conditions: [{ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: '', lastTransitionTime: clusterStart + 20_000 }],
  ...change,
})

/** Its pod is not available; it was before. */
export const notAvailable = (change: Partial<DeploymentView> = {}): DeploymentView =>
  aDeployment({ availableReplicas: 0, conditions: [{ type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable', message: '', lastTransitionTime: clusterStart + 30_000 }], ...change })

/** It was never available: nothing ever ran in it. */
export const neverAvailable = (change: Partial<DeploymentView> = {}): DeploymentView =>
  aDeployment({ availableReplicas: 0, conditions: [{ type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable', message: '', lastTransitionTime: clusterStart }], ...change })

export const waiting = (reason: string, message = ''): ContainerStateView => ({ _tag: 'Waiting', reason, message, exitCode: null })
export const terminated = (reason: string, exitCode: number, message = ''): ContainerStateView => ({ _tag: 'Terminated', reason, message, exitCode })
export const up: ContainerStateView = { _tag: 'Running', reason: '', message: '', exitCode: null }

export const aContainer = (change: Partial<ContainerView> = {}): ContainerView => ({ name: 'flink-main-container', restartCount: 0, state: up, lastState: null, ...change })

export const aPod = (change: Partial<PodView> = {}): PodView => ({
  name: `${name}-1`, uid: 'uid-pod', creationTimestamp: clusterStart, deleting: false, phase: 'Running', podIP: '10.0.0.1', containers: [aContainer()], conditions: [], failedMount: null, ...change,
})

/** Its image is being pulled, say: nothing of it ran. */
export const aStartingPod = (change: Partial<PodView> = {}): PodView => aPod({ phase: 'Pending', podIP: null, containers: [aContainer({ state: waiting('ContainerCreating') })], ...change })

export const aConfigMap = (configMap: string, change: Partial<ConfigMapView> = {}): ConfigMapView => ({
  name: configMap, uid: `uid-${configMap}`, resourceVersion: '7', deleting: false, labels: {}, annotations: {}, ownerUids: [], dataKeys: [], ...change,
})

/** Flink's HA ConfigMap of one job. */
export const haConfigMap = (job: string = jobId, dataKeys: readonly string[] = ['checkpointID-0000000000000000007', 'counter']): ConfigMapView =>
  aConfigMap(`${name}-${job}-config-map`, { dataKeys })

export const clusterConfigMap = aConfigMap(`${name}-cluster-config-map`, { dataKeys: ['org.apache.flink.k8s.leader.restserver'] })

/** The operator's own ConfigMaps and Services of one attempt. */
export const flinkConfigMap = (attempt: string | null = attemptId, change: Partial<ConfigMapView> = {}): ConfigMapView =>
  aConfigMap(`flink-config-${name}`, { annotations: marked(attempt), ...ofDeployment, ...change })
export const podTemplateMap = (attempt: string | null = attemptId, change: Partial<ConfigMapView> = {}): ConfigMapView =>
  aConfigMap(`pod-template-${name}`, { annotations: marked(attempt), ...ofDeployment, ...change })
export const restService = (attempt: string | null = attemptId, change: Partial<ServiceView> = {}): ServiceView => ({
  name: `${name}-rest`, uid: 'uid-rest', resourceVersion: '3', deleting: false, annotations: marked(attempt), ...ofDeployment, ...change,
})

export const aJob = (state: JobState, change: Partial<JobOverview> = {}): JobOverview => ({
  jobId, name: 'job', state, startTime: clusterStart + 60_000, endTime: -1, tasks: { total: 2, running: 2, finished: 0 }, ...change,
})

export const aCheckpoint = (id: number, change: Partial<CheckpointView> = {}): CheckpointView => ({
  id, externalPath: `s3://b/cp/${jobId}/chk-${String(id)}`, addressable: true, discarded: false, isSavepoint: false, isStop: false, triggerTimestamp: t0 - 10_000, ...change,
})

export const checkpointStatistics = (change: Partial<CheckpointStatistics> = {}): CheckpointStatistics => ({
  restored: null, completed: null, savepoint: null, inProgress: null, completedCount: 0, inProgressCount: 0, stateSize: null, ...change,
})

/** Every live look at a cluster whose job runs. */
export const runningCluster = (now: number = t0, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts => ({
  deployment: known(aDeployment(), now),
  jobManagerPods: known([aPod()], now),
  configMaps: known([flinkConfigMap(), clusterConfigMap, haConfigMap()], now),
  services: known([restService()], now),
  names: known([], now),
  jobs: known([aJob('RUNNING')], now),
  checkpointConfiguration: known({ isDeletedOnCancel: false }, now),
  ...change,
})

/** Every live look where no cluster is; HA metadata stays behind. */
export const goneCluster = (now: number = t0, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts => ({
  deployment: absent(now), jobManagerPods: known([], now), configMaps: known([clusterConfigMap, haConfigMap()], now), services: known([], now), names: known([], now), ...change,
})

/** The same facts, as watches told them. */
export const byTheWatch = (facts: FlinkDeploymentFacts): FlinkDeploymentFacts =>
  Object.fromEntries(Object.entries(facts).map(([field, fact]) => [field, { ...(fact as object), source: 'cache' }]))

/** Nothing of the cluster is left, as far as the watches told. */
export const goneByTheWatch = (): FlinkDeploymentFacts =>
  byTheWatch({ deployment: absent(t0), jobManagerPods: known([], t0), configMaps: known([], t0), services: known([], t0) })

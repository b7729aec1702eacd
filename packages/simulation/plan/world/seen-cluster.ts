import type { ClusterManifestInput } from '@flink-operator/core/action'
import { haConfigMap } from '@flink-operator/core/cluster'
import type { DeploymentView, FlinkDeploymentFacts, ServiceView } from '@flink-operator/core/fact'
import { attemptKey, clusterParts, partRef, attemptAnnotation } from '@flink-operator/core/manifest'
import type { EpochMillis } from '@flink-operator/core/resource'
import { compactInput } from '../../src/flink/cluster-configuration.ts'
import type { ConfigMapObject, DeploymentObject, ObjectHead, World } from '../../src/world/world.ts'

/** The deployed cluster, from the status and the queries. */
export interface Standing {
  readonly facts: FlinkDeploymentFacts
  readonly input: ClusterManifestInput
  readonly now: EpochMillis
}

/** An object that was not queried, and that exists if the cluster is healthy. */
const assumedHead = ({ input }: Standing, name: string, ownerUid: string): ObjectHead => ({
  name,
  uid: `uid-of-${name}`,
  version: '1',
  deleting: false,
  annotations: input.attempt === null ? {} : { [attemptAnnotation]: input.attempt },
  ownerUids: [ownerUid],
})

const headOf = ({ name, uid, resourceVersion, deleting, annotations, ownerUids }: ServiceView | DeploymentView): ObjectHead => ({
  name,
  uid,
  version: resourceVersion,
  deleting,
  annotations,
  ownerUids,
})

const seenDeployment = (
  { input, now }: Standing,
  role: DeploymentObject['role'],
  view: DeploymentView,
): DeploymentObject => ({
  ...headOf(view),
  role,
  created: view.creationTimestamp,
  input: compactInput(input),
  replicas: view.wantedReplicas,
  availableSince: view.availableReplicas > 0 ? Math.min(now, view.creationTimestamp + 2_000) : null,
  started: view.availableReplicas > 0,
})

/** A ConfigMap with the key that lets the pods of its attempt start: those of a deployed cluster have started. */
const startingPods = (object: ObjectHead): ConfigMapObject => {
  const attempt = object.annotations[attemptAnnotation]
  return attempt === undefined ? object : { ...object, keys: [attemptKey(attempt)] }
}

/** A Deployment that was not queried, with all wanted replicas. */
export const assumedDeployment = (standing: Standing, name: string, replicas: number): DeploymentView => {
  const { uid, version, annotations, deleting, ownerUids } = assumedHead(standing, name, standing.input.owner.uid)
  return {
    name,
    uid,
    resourceVersion: version,
    creationTimestamp: standing.now - 3_600_000,
    deleting,
    labels: {},
    annotations,
    ownerUids,
    wantedReplicas: replicas,
    replicas,
    availableReplicas: replicas,
    conditions: [],
  }
}

/**
 * The objects of the cluster whose JobManager Deployment is `deployment` (null: it is deleted): queried objects as observed, the
 * others as its input renders them.
 */
export const seenObjects = (
  standing: Standing,
  deployment: DeploymentView | null,
): Pick<World, 'deployments' | 'configMaps' | 'services'> => {
  const { facts: { configMaps, services, taskManagerDeployment }, input } = standing
  const parts = deployment === null ? [] : clusterParts(input).map(part => partRef(part, input.clusterId))
  const assumed = (kind: string): readonly ObjectHead[] =>
    parts.filter(part => part.kind === kind).map(({ name }) => assumedHead(standing, name, deployment?.uid ?? ''))
  const taskManagers = taskManagerDeployment?._tag === 'Known' ? taskManagerDeployment.value
    : taskManagerDeployment !== undefined ? null
    : parts.filter(({ kind, name }) => kind === 'Deployment' && name !== input.clusterId)
      .map(({ name }) => assumedDeployment(standing, name, 1)).at(0) ?? null
  return {
    deployments: [
      ...(deployment === null ? [] : [seenDeployment(standing, 'JobManager', deployment)]),
      ...(taskManagers === null ? [] : [seenDeployment(standing, 'TaskManager', taskManagers)]),
    ],
    configMaps: (configMaps?._tag === 'Known'
      ? configMaps.value.filter(view => haConfigMap(input.clusterId, view) === null).map(headOf) : assumed('ConfigMap')).map(startingPods),
    services: services?._tag === 'Known' ? services.value.map(headOf) : assumed('Service'),
  }
}

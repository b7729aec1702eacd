import type { ClusterManifestInput } from '../../src/action/manifest-request.ts'
import { attemptKey } from '../../src/cluster/manifest/attempt-key.ts'
import { clusterParts } from '../../src/cluster/manifest/cluster-parts.ts'
import { partRef } from '../../src/cluster/manifest/object-names.ts'
import { haConfigMap } from '../../src/cluster/high-availability/ha-config-map.ts'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import type { ServiceView } from '../../src/fact/object-view.ts'
import { attemptAnnotation } from '../../src/resource/attempt-annotation.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import { compactInput } from '../../simulation/flink/cluster-configuration.ts'
import type { ConfigMapObject, DeploymentObject, ObjectHead, World } from '../../simulation/world/world.ts'

/** What stands, as the status tells of it and the looks saw it. */
export interface Standing {
  readonly facts: FlinkDeploymentFacts
  readonly input: ClusterManifestInput
  readonly now: EpochMillis
}

/** An object that nobody looked at, and that is there if all is well. */
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

/** A ConfigMap with the key that lets the pods of its attempt start, which those of what is deployed have done. */
const startingPods = (object: ObjectHead): ConfigMapObject => {
  const attempt = object.annotations[attemptAnnotation]
  return attempt === undefined ? object : { ...object, keys: [attemptKey(attempt)] }
}

/** A Deployment that nobody looked at, and that has what it wants. */
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
 * The objects of the cluster whose JobManager Deployment is `deployment` (null: it is gone): those that were looked at as they are, the
 * others as the parts that its input has.
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

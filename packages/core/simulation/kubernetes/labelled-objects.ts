import type { LabelledObjects } from '../../src/fact/labelled-objects.ts'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import type { DeploymentObject, ObjectHead, World } from '../world/world.ts'

type Texts = Readonly<Record<string, string>>

/** Has it all of these labels? */
export const hasLabels = (labels: Texts | undefined, wanted: Texts): boolean =>
  labels !== undefined && Object.entries(wanted).every(([key, value]) => labels[key] === value)

const none: Texts = {}

/** All that has the labels, of every cluster of an application. `show`: how any look shows a Deployment. */
export const labelledObjects = (world: World, wanted: Texts, show: (it: DeploymentObject) => DeploymentView): LabelledObjects => {
  const found = <A extends ObjectHead>(list: readonly A[]): readonly A[] => list.filter(({ labels }) => hasLabels(labels, wanted))
  return {
    deployments: found(world.deployments).map(it => ({
      ...show(it),
      matchLabels: it.selector ?? none,
      podAnnotations: it.podAnnotations ?? none,
    })),
    services: found(world.services).map(({ name, uid, version, deleting, annotations, ownerUids, labels = none, selector = none }) => ({
      name,
      uid,
      resourceVersion: version,
      deleting,
      annotations,
      ownerUids,
      labels,
      selector,
    })),
    ingresses: found(world.ingress === null ? [] : [world.ingress]).map(({ name, uid, deleting, ownerUids, labels = none }) => ({
      name,
      uid,
      deleting,
      ownerUids,
      labels,
    })),
  }
}

/** Pods by their labels: of a Deployment that was sent as it stands, those of its selector. */
export const podsWith = ({ pods, deployments }: World, wanted: Texts): World['pods'] =>
  pods.every(({ input }) => input.image === undefined) ? pods
    : pods.filter(({ deploymentUid }) => hasLabels(deployments.find(({ uid }) => uid === deploymentUid)?.selector, wanted))

import type { LabelledObjects, DeploymentView } from '@flink-operator/core/fact'
import type { DeploymentObject, ObjectHead, World } from '../world/world.ts'

type Texts = Readonly<Record<string, string>>

/** Does it have all of these labels? */
export const hasLabels = (labels: Texts | undefined, wanted: Texts): boolean =>
  labels !== undefined && Object.entries(wanted).every(([key, value]) => labels[key] === value)

const none: Texts = {}

/** All objects with the labels, of every cluster of an application. `show`: how any query shows a Deployment. */
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

/** Pods by their labels: for a Deployment that was rendered in full, the labels of its selector. */
export const podsWith = ({ pods }: Pick<World, 'pods'>, wanted: Texts): World['pods'] =>
  pods.every(({ input }) => input.image === undefined) ? pods : pods.filter(({ labels }) => hasLabels(labels, wanted))

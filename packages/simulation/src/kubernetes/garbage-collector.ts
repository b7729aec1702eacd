import { isResource } from '../world/resources.ts'
import type { ObjectHead, World } from '../world/world.ts'

/** A Deployment that is being deleted is removed after its pods; in the foreground its dependents are removed first. */
export const finishDeletion = (world: World, uid: string): World => ({
  ...world,
  deployments: world.deployments.filter(it => it.uid !== uid),
  configMaps: world.configMaps.filter(it => !it.ownerUids.includes(uid)),
  services: world.services.filter(it => !it.ownerUids.includes(uid)),
})

/** Does it have owners, and is every owner deleted? */
const isOrphaned = (world: World) => ({ ownerUids, foreignObject }: Pick<ObjectHead, 'ownerUids' | 'foreignObject'>): boolean =>
  foreignObject !== true && ownerUids.length > 0
  && ownerUids.every(uid => !isResource(world, uid) && !world.deployments.some(it => it.uid === uid))

/** Is there anything to collect? */
export const hasGarbage = (world: World): boolean =>
  [...world.deployments, ...world.configMaps, ...world.services].some(isOrphaned(world))
  || (world.ingress !== null && isOrphaned(world)(world.ingress))

/** The first time it marks the dependents as being deleted; the second time it removes them. */
export const collectDependents = (world: World, uids: readonly string[]): World => {
  const collected = <A extends ObjectHead>(list: readonly A[]): readonly A[] =>
    list.flatMap(it => (!uids.includes(it.uid) ? [it] : it.deleting ? [] : [{ ...it, deleting: true }]))
  return { ...world, configMaps: collected(world.configMaps), services: collected(world.services) }
}

/** ConfigMaps and Services whose owner is being deleted, or is deleted. */
export const goingDependents = (world: World): readonly ObjectHead[] => {
  const going = world.deployments.filter(({ deleting }) => deleting).map(({ uid }) => uid)
  return [...world.configMaps, ...world.services].filter(it => it.ownerUids.some(uid => going.includes(uid)) || isOrphaned(world)(it))
}

/** Removes orphaned objects; pods are removed with their Deployment. */
export const collectGarbage = (world: World): World => {
  const orphaned = isOrphaned(world)
  const going = world.deployments.filter(orphaned)
  return {
    ...world,
    deployments: world.deployments.filter(it => !orphaned(it)),
    configMaps: world.configMaps.filter(it => !orphaned(it)),
    services: world.services.filter(it => !orphaned(it)),
    ingress: world.ingress !== null && orphaned(world.ingress) ? null : world.ingress,
    pods: world.pods.map(pod => (going.some(it => it.uid === pod.deploymentUid) ? { ...pod, deleting: true } : pod)),
  }
}

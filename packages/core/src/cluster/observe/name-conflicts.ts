import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import type { Problem } from '../../contract/round/decision.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import type { SeenOthers } from '../cluster-round.ts'
import type { OtherObject } from './own-facts.ts'

/** True if a foreign Deployment has the cluster's name: waiting does not remove it or its pods. */
export const isOthersCluster = ({ desired: { meta }, observed: { others } }: SeenOthers): boolean =>
  others.some(({ kind, name, deleting }) => kind === 'Deployment' && name === meta.name && !deleting)

/**
 * True if a foreign Deployment has the cluster's name, for example one that was orphaned when the resource was deleted without our
 * finalizer and restored. It may run the very job that the status names, and continue from its HA metadata. That metadata is kept, even if
 * the resource is deleted (P21, P05).
 */
export const mayRunByHaMetadata = ({ desired: { meta }, observed: { others } }: SeenOthers): boolean =>
  others.some(({ kind, name }) => kind === 'Deployment' && name === meta.name)

export const obstacleOf = (meta: ResourceMeta, other: OtherObject): Obstacle => {
  const mark = other.annotations[attemptAnnotation]
  // its owner is gone: the Deployment of that name was queried, and the FlinkDeployment of that name is this one
  const isLeft = (other.owners ?? []).some(({ kind, name, uid }) =>
    name === meta.name && ((kind === 'Deployment' && other.ownership === 'Unknown') || (kind === 'FlinkDeployment' && uid !== meta.uid))
  )
  return {
    kind: other.kind,
    name: other.name,
    isGoing: other.deleting || isLeft,
    what: `${ownerWords(other)}, not to ${meta.kind} ${meta.name} with uid ${meta.uid}${
      mark === undefined || other.ownership === 'Foreign' ? '' : `, although attempt ${mark} of this operator created it`
    }`,
    remedy: `give this ${meta.kind} another name, or, if it is not needed, delete ${other.kind} ${other.name}${
      other.ownership === 'Unknown' ? `; if it belongs to this very ${meta.kind}, add an owner reference with that uid`
        : ''
    }`,
  }
}

const ownerWords = ({ owners = [], ownerUids }: OtherObject): string =>
  owners.length > 0 ? `belongs to ${owners.map(({ kind, name, uid }) => `${kind} ${name} with uid ${uid}`).join(' and ')}`
    : ownerUids.length > 0 ? `belongs to the owner with uid ${ownerUids.join(', ')}`
    : 'has no owner reference, so another client created it'

/**
 * One text for error, event, log and `explain`: which object was found, its owner, that the operator does not change it, and the
 * remediation.
 */
export const nameConflicts = (obstacles: readonly Obstacle[]): Problem => {
  const reported = obstacles.slice(0, 3).map(({ kind, name, what, remedy }) =>
    `${kind} ${name} blocks this resource: it ${what}. The operator does not change it. To continue, ${remedy}.`
  )
  return {
    owner: 'operation',
    type: 'ReconciliationException',
    reason: 'InTheWay',
    message: [
      ...reported,
      ...(obstacles.length > 3 ? [`${String(obstacles.length - 3)} more.`] : []),
      'The operator continues automatically once nothing blocks it.',
    ].join(' '),
  }
}

export const waitingForOthers = (obstacles: readonly Obstacle[]): string =>
  `foreign ${obstacles.map(({ kind, name }) => `${kind} ${name}`).join(', ')} to be deleted or renamed`

import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { Problem } from '../../round/decision.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import type { SeenOthers } from '../cluster-round.ts'
import type { OtherObject } from './own-facts.ts'

/** Somebody else's Deployment has the name: neither it nor its pods go by waiting for them. */
export const isOthersCluster = ({ desired: { meta }, observed: { others } }: SeenOthers): boolean =>
  others.some(({ kind, name, deleting }) => kind === 'Deployment' && name === meta.name && !deleting)

/**
 * A Deployment of that name which is not ours, as one that was orphaned when the resource was deleted past our finalizer and restored: it
 * may run the very job that the status names, and goes on by its HA metadata. That stays, also where the resource goes (P21, P05).
 */
export const mayRunByHaMetadata = ({ desired: { meta }, observed: { others } }: SeenOthers): boolean =>
  others.some(({ kind, name }) => kind === 'Deployment' && name === meta.name)

export const obstacleOf = (meta: ResourceMeta, other: OtherObject): Obstacle => {
  const mark = other.annotations[attemptAnnotation]
  // its owner is gone: a Deployment of that name was looked for, and a FlinkDeployment of that name is this one
  const isLeft = (other.owners ?? []).some(({ kind, name, uid }) =>
    name === meta.name && ((kind === 'Deployment' && other.whose === 'Unknown') || (kind === 'FlinkDeployment' && uid !== meta.uid))
  )
  return {
    kind: other.kind,
    name: other.name,
    isGoing: other.deleting || isLeft,
    what: `${ownerWords(other)}, not to ${meta.kind} ${meta.name} with uid ${meta.uid}${
      mark === undefined || other.whose === 'Foreign' ? '' : `, although attempt ${mark} of this operator made it`
    }`,
    remedy: `give this ${meta.kind} another name, or, if nobody needs it, delete ${other.kind} ${other.name}${
      other.whose === 'Unknown' ? `; what belongs to this very ${meta.kind} can be given back to it by an owner reference with that uid`
        : ''
    }`,
  }
}

const ownerWords = ({ owners = [], ownerUids }: OtherObject): string =>
  owners.length > 0 ? `belongs to ${owners.map(({ kind, name, uid }) => `${kind} ${name} with uid ${uid}`).join(' and ')}`
    : ownerUids.length > 0 ? `belongs to the owner with uid ${ownerUids.join(', ')}` : 'has no owner, so it belongs to whoever made it'

/** One text for the error, the event, the log and `explain`: what was found, whose it is, that it is left alone, what helps. */
export const inTheWay = (obstacles: readonly Obstacle[]): Problem => {
  const told = obstacles.slice(0, 3).map(({ kind, name, what, remedy }) =>
    `${kind} ${name} is in the way: it ${what}. It is left as it is. To go on, ${remedy}.`
  )
  return {
    owner: 'operation',
    type: 'ReconciliationException',
    reason: 'InTheWay',
    message: [
      ...told,
      ...(obstacles.length > 3 ? [`${String(obstacles.length - 3)} more.`] : []),
      'It goes on by itself as soon as nothing is in the way any more.',
    ].join(' '),
  }
}

export const waitingForOthers = (obstacles: readonly Obstacle[]): string =>
  `${obstacles.map(({ kind, name }) => `${kind} ${name}`).join(', ')} of somebody else to be out of the way`

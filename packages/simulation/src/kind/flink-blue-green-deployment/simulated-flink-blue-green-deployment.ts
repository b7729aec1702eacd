import type { Action } from '@flink-operator/core/action'
import {
  type FlinkBlueGreenDeploymentStatus,
  classify,
  changeBetween,
  colourLabel,
  isReady,
  isSuspended,
  templateSpecOf,
  flinkBlueGreenDeploymentKind,
  placeOf,
  type BlueGreenRound,
  type FlinkBlueGreenDeploymentSpec,
} from '@flink-operator/core/kind/flink-blue-green-deployment'
import type { Resource } from '@flink-operator/core/resource'
import { childrenOf, looked } from '../../kubernetes/play-children.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { FlinkDeploymentResource, World } from '../../world/world.ts'
import { performOfKind } from '../perform-of-kind.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { breachesOfList, destructive } from './blue-green-list-laws.ts'
import { blueGreenWorlds, largeBlueGreenWorlds } from './blue-green-worlds.ts'
import { judgeEffect } from './effect-laws.ts'

/** One action in a few words. */
export const actionText = (action: Action<FlinkBlueGreenDeploymentStatus>): string => {
  switch (action._tag) {
    case 'PersistStatus': {
      const { blueGreenState, operation, jobStatus, error } = action.status
      return `PersistStatus(${action.reason}; ${blueGreenState ?? '-'}, job ${jobStatus.state ?? '-'}, ${
        operation === null ? 'no operation'
          : `${operation.kind} ${operation.step} of ${operation.colour}, generation ${String(operation.targetGeneration)}`
      }${error === null ? '' : `, error ${error.slice(0, 120)}`})`
    }
    case 'ApplyObject':
      return `ApplyObject(${action.manifest._tag === 'ClusterManifest' ? action.manifest.part : action.manifest.name}${
        action.manifest._tag === 'FlinkDeploymentManifest' ? `, image ${action.manifest.spec.image ?? '-'}` : ''
      }, over ${action.uid ?? 'nothing'})`
    case 'DeleteObject':
      return `DeleteObject(${action.target.kind} ${action.target.name})`
    case 'TriggerSavepoint':
      return `TriggerSavepoint(${action.endpoint.service}, id ${action.triggerId.slice(0, 6)})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'Requeue':
      return `Requeue(${String(action.after)} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}

const name = 'FlinkBlueGreenDeployment'
type BlueGreen = Resource<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus>

const colourOf = ({ meta }: FlinkDeploymentResource): string | undefined => meta.labels[colourLabel]

/** The resource serves as its spec says, or is deleted with its children, or reports to the user why not and what helps. */
const whyNotArrived = (world: World): string | null => {
  if (world.resources[name] == null) return null
  const [parent] = resourcesOf(world, name) as readonly BlueGreen[]
  const children = childrenOf(world)
  if (parent === undefined) return children.length === 0 ? null : 'the resource is removed, its children are not'
  const { blueGreenState, operation, error } = parent.status
  if (isReported(parent, children)) return null
  if (operation !== null || error !== null) return `${blueGreenState ?? ''}: ${error ?? 'under way'}`
  const isAsked = parent.spec.template?.spec?.job?.state !== 'suspended'
  if (placeOf(blueGreenState).phase === 'Initializing') return isAsked ? 'nothing was deployed' : null
  return whyNotServed(parent, children)
}

/** The user has to act; or only one child is left, which has yet to start: an edit of it is reconciled at once. */
const isReported = ({ status: { conditions, operation, error } }: BlueGreen, children: readonly FlinkDeploymentResource[]): boolean =>
  conditions.some(({ type, status }) => type === 'Stalled' && status === 'True')
  || (operation !== null && error !== null && children.every(it => colourOf(it) === operation.colour))

const whyNotServed = ({ spec, status, meta }: BlueGreen, children: readonly FlinkDeploymentResource[]): string | null => {
  const wanted = spec.template?.spec ?? null
  const [only] = children
  if (only === undefined || children.length !== 1) return 'not exactly one child exists'
  if (colourOf(only) !== placeOf(status.blueGreenState).colour) return 'the other child still exists'
  if (wanted === null || changeBetween(wanted, templateSpecOf(only, wanted)) !== 'IGNORE') return 'the child is not as the spec wants it'
  if (status.observedGeneration !== meta.generation) return 'the edit is not acknowledged'
  return isReady(only) || isSuspended(only) ? null : 'the child does not serve'
}

/** The part of its status that `validate` reads. */
export const parentStatusRead = ({ lastReconciledSpec, operation }: FlinkBlueGreenDeploymentStatus): readonly unknown[] => [
  lastReconciledSpec,
  operation?.target,
]

export const simulatedFlinkBlueGreenDeployment: SimulatedKind = {
  name,
  kind: flinkBlueGreenDeploymentKind,
  rules: flinkBlueGreenDeploymentKind,

  resources: world => resourcesOf(world, name),
  older: () => null,
  heard: looked,
  perform: (world, of, action, version, outcome) => judgeEffect(world, action, performOfKind(name)(world, of, action, version, outcome)),

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  validateReads: ({ status }: BlueGreen) => parentStatusRead(status),
  attemptsOf: ({ status }: BlueGreen) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived,
  arrivesWaiting: true,

  worlds: blueGreenWorlds,
  largeWorlds: largeBlueGreenWorlds,

  actionText,
  situationOf: ({ desired, observed, env }) => {
    const { row: { id }, reason } = classify({ desired, observed, env } as BlueGreenRound)
    return { row: id, reason }
  },
}

import { classify } from '../../../src/kind/flink-blue-green-deployment/classify.ts'
import { changeBetween } from '../../../src/kind/flink-blue-green-deployment/change.ts'
import { colourLabel, isReady, isSuspended } from '../../../src/kind/flink-blue-green-deployment/child.ts'
import { templateSpecOf } from '../../../src/kind/flink-blue-green-deployment/child-manifest.ts'
import { flinkBlueGreenDeploymentKind } from '../../../src/kind/flink-blue-green-deployment/flink-blue-green-deployment-kind.ts'
import { placeOf } from '../../../src/kind/flink-blue-green-deployment/phase.ts'
import type { BlueGreenRound } from '../../../src/kind/flink-blue-green-deployment/round.ts'
import type { FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus } from '../../../src/resource/flink-blue-green-deployment.ts'
import type { Resource } from '../../../src/resource/resource.ts'
import { childrenOf } from '../../kubernetes/play-children.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { FlinkDeploymentResource, World } from '../../world/world.ts'
import { performOfKind } from '../perform-of-kind.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { breachesOfList, destructive } from './blue-green-list-laws.ts'
import { blueGreenWorlds } from './blue-green-worlds.ts'
import { judgeEffect } from './effect-laws.ts'

const name = 'FlinkBlueGreenDeployment'
type BlueGreen = Resource<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus>

const colourOf = ({ meta }: FlinkDeploymentResource): string | undefined => meta.labels[colourLabel]

/** It serves as its spec says, or is gone with its children, or tells a person why not and what helps. */
const whyNotArrived = (world: World): string | null => {
  if (world.played === undefined) return null
  const [parent] = resourcesOf(world, name) as readonly BlueGreen[]
  const children = childrenOf(world)
  if (parent === undefined) return children.length === 0 ? null : 'the resource is gone, its children are not'
  const { status, spec, meta } = parent
  if (status.conditions.some(({ type, status: it }) => type === 'Stalled' && it === 'True')) return null
  // the only child is left to come up, and an edit of it is taken over at once
  if (status.operation !== null && status.error !== null && children.every(it => colourOf(it) === status.operation?.colour)) return null
  if (status.operation !== null || status.error !== null) return `${status.blueGreenState ?? ''}: ${status.error ?? 'under way'}`
  const wanted = spec.template?.spec ?? null
  const { phase, colour } = placeOf(status.blueGreenState)
  if (phase === 'Initializing') return wanted?.job?.state === 'suspended' ? null : 'nothing was deployed'
  const [only] = children
  if (only === undefined || children.length !== 1) return 'not exactly one child is there'
  if (colourOf(only) !== colour) return 'the other child is there'
  if (wanted === null || changeBetween(wanted, templateSpecOf(only, wanted)) !== 'IGNORE') return 'the child is not as the spec wants it'
  if (status.observedGeneration !== meta.generation) return 'the edit is not acknowledged'
  return isReady(only) || isSuspended(only) ? null : 'the child does not serve'
}

export const simulatedFlinkBlueGreenDeployment: SimulatedKind = {
  name,
  kind: flinkBlueGreenDeploymentKind,
  rules: flinkBlueGreenDeploymentKind,

  resources: world => resourcesOf(world, name),
  older: () => null,
  perform: (world, of, action, version, outcome) => judgeEffect(world, action, performOfKind(name)(world, of, action, version, outcome)),

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  attemptsOf: ({ status }: BlueGreen) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived,
  arrivesWaiting: true,

  worlds: blueGreenWorlds,

  actionText,
  situationOf: ({ desired, observed, env }) => {
    const { row: { row }, reason } = classify({ desired, observed, env } as BlueGreenRound)
    return { row, reason }
  },
}

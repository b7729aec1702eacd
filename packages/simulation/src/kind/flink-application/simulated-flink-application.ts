import type { Action } from '@flink-operator/core/action'
import { type FlinkApplicationStatus, type FlinkApplicationSpec, flinkApplicationType } from '@flink-operator/lyft'
import type { Resource } from '@flink-operator/core/resource'
import type { AnyKind } from '@flink-operator/core/round'
import { hashPast } from '../../checker/hash-applications.ts'
import { hashSeen } from '../../checker/hash-state.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { Asked, World } from '../../world/world.ts'
import { performOfKind } from '../perform-of-kind.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { breachesOfList, destructive } from './application-list-laws.ts'
import { applicationWorlds, largeApplicationWorlds, walkedApplicationWorlds } from './application-worlds.ts'
import { contradictedWorlds } from './contradicted-worlds.ts'
import { largeLateWorlds, lateWorlds } from './late-worlds.ts'
import { whyNotArrived } from './arrival.ts'
import { judgeEffect } from './effect-laws.ts'

const statusText = ({ phase, deployHash, jobStatus, operation, lastSeenError, operatorRecord }: FlinkApplicationStatus): string =>
  [
    phase === '' ? 'New' : phase,
    `hash ${deployHash === '' ? '-' : deployHash}`,
    `job ${jobStatus.jobID.slice(0, 6) || '-'} ${jobStatus.state || '-'}`,
    `state ${operatorRecord.lastState._tag}`,
    operation === null ? 'no operation'
      : `${operation.kind} ${operation.id.slice(0, 6)} to ${operation.hash}${
        operation.stop === null ? '' : `, stop ${operation.stop.path || (operation.stop.endedAt === null ? 'asked' : 'ended')}`
      }${operation.submit === null ? '' : `, submit ${operation.submit.jobId.slice(0, 6)}`}`,
    ...(lastSeenError === null ? [] : [`error ${lastSeenError.method} ${lastSeenError.appError.slice(0, 100)}`]),
  ].join(', ')

/** One action in a few words. */
export const actionText = (action: Action<FlinkApplicationStatus>): string => {
  switch (action._tag) {
    case 'PersistStatus':
      return `PersistStatus(${action.reason}; ${statusText(action.status)})`
    case 'CreateObject':
    case 'ApplyObject':
      return `${action._tag}(${
        action.manifest._tag === 'ObjectManifest' ? `${action.manifest.kind} ${action.manifest.name}` : action.manifest._tag
      })`
    case 'PatchObject':
      return `PatchObject(${action.target.kind} ${action.target.name}, ${JSON.stringify(action.patch)})`
    case 'DeleteObject':
      return `DeleteObject(${action.target.kind} ${action.target.name})`
    case 'StopWithSavepoint':
    case 'TriggerSavepoint':
      return `${action._tag}(${action.endpoint.service}, job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'CancelJob':
      return `CancelJob(${action.endpoint.service}, job ${action.jobId.slice(0, 6)})`
    case 'RunJar':
      return `RunJar(${action.endpoint.service}, job ${action.jobId.slice(0, 6)}, from ${action.savepointPath ?? 'nothing'})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'Requeue':
      return `Requeue(${String(action.after)} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}

const name = flinkApplicationType.kind
type Application = Resource<FlinkApplicationSpec, FlinkApplicationStatus>

/** What a spec asks for: to start without state, or (before the first deploy) from a state that the user names. */
const askedBy = ({ savepointDisabled, savepointPath }: FlinkApplicationSpec): Asked => ({
  stateless: savepointDisabled,
  redeploy: savepointPath === '' ? null : { nonce: savepointPath, path: savepointPath },
})

const heard = (world: World, { spec }: Application): World => {
  const asked = askedBy(spec)
  return JSON.stringify(world.ghost.asked) === JSON.stringify(asked) ? world : { ...world, ghost: { ...world.ghost, asked } }
}

export const simulatedFlinkApplication = (kind: AnyKind): SimulatedKind => ({
  name,
  kind,
  rules: kind,

  resources: world => resourcesOf(world, name),
  older: () => null,
  heard,
  perform: (world, of, action, version, outcome) =>
    judgeEffect(world, of, action, performOfKind(name)(world, of, action, version, outcome)),

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  validateReads: ({ status: { deploymentMode, operation, deployHash, deployVersion, updatingVersion } }: Application) => [
    deploymentMode,
    operation?.kind === 'Deploy' ? `Deploy ${operation.version}` : '',
    deployHash,
    deployVersion,
    updatingVersion,
  ],
  hashSeen: (canonical, world, resource) => {
    hashSeen(canonical, world, null)
    hashPast(canonical, world, resource as Application)
  },
  attemptsOf: ({ status }: Application) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived,
  arrivesWaiting: true,

  worlds: applicationWorlds,
  largeWorlds: [...largeApplicationWorlds, ...lateWorlds],
  walkedWorlds: [...walkedApplicationWorlds, ...contradictedWorlds, ...largeLateWorlds],

  actionText,
  situationOf: ({ desired, observed, env }) => kind.explain(desired, observed, env),
})

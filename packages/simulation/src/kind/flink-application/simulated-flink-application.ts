import { type FlinkApplicationSpec, type FlinkApplicationStatus, flinkApplicationType } from '@flink-operator/lyft'
import type { Resource } from '@flink-operator/core/resource'
import type { AnyKind } from '@flink-operator/core/round'
import { hashPast } from '../../checker/hash-applications.ts'
import { hashSeen } from '../../checker/hash-state.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { Asked, World } from '../../world/world.ts'
import { performOfKind } from '../perform-of-kind.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { breachesOfList, destructive } from './application-list-laws.ts'
import { applicationWorlds, largeApplicationWorlds, walkedApplicationWorlds } from './application-worlds.ts'
import { contradictedWorlds } from './contradicted-worlds.ts'
import { largeLateWorlds, lateWorlds } from './late-worlds.ts'
import { whyNotArrived } from './arrival.ts'
import { judgeEffect } from './effect-laws.ts'

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

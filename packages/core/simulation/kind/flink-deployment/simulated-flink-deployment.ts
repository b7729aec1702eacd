import type { Round } from '../../../src/application/round.ts'
import { classify } from '../../../src/kind/flink-deployment/classify.ts'
import { flinkDeploymentKind } from '../../../src/kind/flink-deployment/flink-deployment-kind.ts'
import { hashSeen } from '../../checker/hash-state.ts'
import { heard } from '../../kubernetes/asked.ts'
import { perform } from '../../world/perform.ts'
import type { FlinkDeploymentResource } from '../../world/world.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { whyNotArrived } from './arrival.ts'
import { breachesOfList, destructive } from './action-list-laws.ts'

/** All of the status that `validate` reads. */
export const statusRead = (
  { operation, reconciliationStatus: record, observedGeneration, operatorRecord }: FlinkDeploymentResource['status'],
): readonly unknown[] => [
  record.lastReconciledSpec,
  record.lastStableSpec,
  record.state,
  observedGeneration,
  operatorRecord.askedMode,
  operation?.kind,
  operation?.purpose,
  operation?.targetGeneration,
  operation?.kind === 'Unreadable' ? operation.error.path : '',
]

export const simulatedFlinkDeployment: SimulatedKind = {
  name: 'FlinkDeployment',
  kind: flinkDeploymentKind,
  rules: flinkDeploymentKind,

  resources: world => world.resources.FlinkDeployment,
  older: world => world.olderResource,
  perform: (world, _name, action, version, outcome) => perform(world, action, version, outcome),
  // what the operator finds valid is what people ask for
  heard: (world, { spec }: FlinkDeploymentResource, { desired }) =>
    (desired as { readonly invalid?: unknown }).invalid == null ? heard(world, spec) : world,

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  validateReads: ({ status }: FlinkDeploymentResource) => statusRead(status),
  hashSeen,
  attemptsOf: ({ status }: FlinkDeploymentResource) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived,
  arrivesWaiting: true,

  actionText,
  situationOf: ({ desired, observed, env }) => classify({ desired, observed, env } as Round),
}

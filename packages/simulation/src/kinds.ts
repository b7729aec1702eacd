import { simulatedFlinkBlueGreenDeployment } from './kind/flink-blue-green-deployment/simulated-flink-blue-green-deployment.ts'
import { simulatedFlinkDeployment } from './kind/flink-deployment/simulated-flink-deployment.ts'
import { simulatedFlinkSessionJob } from './kind/flink-session-job/simulated-flink-session-job.ts'
import { simulatedFlinkStateSnapshot } from './kind/flink-state-snapshot/simulated-flink-state-snapshot.ts'
import { flinkApplicationKind } from '@flink-operator/lyft'
import { simulatedFlinkApplication } from './kind/flink-application/simulated-flink-application.ts'
import type { SimulatedKind } from './kind/simulated-kind.ts'

/** The kinds that the model knows, in the order of their processes in a checker state. */
export const simulatedKinds: readonly SimulatedKind[] = [
  simulatedFlinkDeployment,
  simulatedFlinkSessionJob,
  simulatedFlinkStateSnapshot,
  simulatedFlinkBlueGreenDeployment,
  simulatedFlinkApplication(flinkApplicationKind),
]

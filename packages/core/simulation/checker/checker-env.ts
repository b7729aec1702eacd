import { operatorOptions } from '../../src/operator-options/operator-options.ts'
import type { Operator } from './operator-round.ts'

/** Deadlines of the small worlds: short, so that few moments lie before them. Their order is that of the defaults. */
const configuration = {
  'kubernetes.operator.reconcile.interval': '15 s',
  'kubernetes.operator.resource.cleanup.timeout': '20 s',
  'kubernetes.operator.flink.client.cancel.timeout': '20 s',
  'execution.checkpointing.timeout': '20 s',
}

/** What the operator is configured with in the worlds of the matrix. */
export const checkerEnv: Operator['env'] = { options: operatorOptions(configuration).options, flinkDefaults: { configuration, logConfiguration: {} } }

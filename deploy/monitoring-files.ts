import { referenceRules } from '../packages/operator/src/metrics/recording-rules.ts'
import { dashboard } from './grafana/dashboard.ts'

/** What monitoring needs, by its path below deploy/, made of tables in the code. */
export const monitoringFiles = (): Readonly<Record<string, string>> => ({
  'prometheus/reference-names.yaml': referenceRules(),
  'grafana/flink-operator.json': dashboard(),
})

import type { EpochMillis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../autoscaler-event.ts'
import { averageOf, currentOf } from '../evaluated-metrics.ts'
import type { ScalingChange } from './scaling-change.ts'
import { twoDecimals } from './two-decimals.ts'

/** Tools parse this text: it is identical to that of the reference operator (autoscaler.md, section 11). */
const entry = ({ id, current, parallelism, metrics }: ScalingChange): string => {
  const [rate, expected] = [averageOf(metrics, 'TRUE_PROCESSING_RATE'), currentOf(metrics, 'EXPECTED_PROCESSING_RATE')].map(twoDecimals)
  return `{ Vertex ID ${id} | Parallelism ${current} -> ${parallelism} | Processing capacity ${rate ?? ''} -> ${expected ?? ''} `
    + `| Target data rate ${twoDecimals(averageOf(metrics, 'TARGET_DATA_RATE'))}}`
}

const report = (
  header: string,
  changes: readonly ScalingChange[],
  { scalingEventInterval }: AutoscalerConfiguration,
  unlessSame: string,
): AutoscalerEvent => ({
  type: 'Normal',
  reason: 'ScalingReport',
  message: `${header}${changes.map(entry).join('')}`,
  key: 'ScalingExecutor',
  interval: scalingEventInterval,
  unlessSame,
})

/** Event of a scaling. Always sent: its key contains the time. */
export const scalingReport = (
  changes: readonly ScalingChange[],
  configuration: AutoscalerConfiguration,
  now: EpochMillis,
): AutoscalerEvent => report('Scaling execution enabled, begin scaling vertices:', changes, configuration, String(now))

/** Event with the recommended changes. Sent again if the changes differ. */
export const disabledReport = (
  option: string,
  value: string,
  changes: readonly ScalingChange[],
  configuration: AutoscalerConfiguration,
): AutoscalerEvent =>
  report(
    `Scaling execution disabled by config ${option}:${value}, recommended parallelism change:`,
    changes,
    configuration,
    changes.map(({ id, parallelism }) => `${id}:${parallelism}`).join(','),
  )

import type { FlinkConfiguration } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { presentKey } from './option.ts'

/** `other`: a factory class provided by the user. */
export type HighAvailabilityMode = 'none' | 'kubernetes' | 'zookeeper' | 'other'

const kubernetesFactory = 'org.apache.flink.kubernetes.highavailability.kuberneteshaservicesfactory'

const modes: Readonly<Record<string, HighAvailabilityMode>> = {
  none: 'none',
  standalone: 'none',
  zookeeper: 'zookeeper',
  kubernetes: 'kubernetes',
  [kubernetesFactory]: 'kubernetes',
}

/** The services that keep HA metadata, for any spelling of the key and any case of the value (api-and-config.md, section 9; B19). */
export const highAvailabilityMode = (configuration: FlinkConfiguration): HighAvailabilityMode => {
  const key = presentKey(configuration, flinkOptions.highAvailabilityType)
  if (key === null) return 'none'
  const value = (configuration[key] ?? '').toLowerCase()
  return Object.hasOwn(modes, value) ? (modes[value] ?? 'other') : 'other'
}

/** True if an HA service keeps the last state of the job. */
export const isHighAvailabilityOn = (configuration: FlinkConfiguration): boolean => highAvailabilityMode(configuration) !== 'none'

/** True if HA metadata is in ConfigMaps of the cluster's namespace. */
export const isKubernetesHighAvailability = (configuration: FlinkConfiguration): boolean =>
  highAvailabilityMode(configuration) === 'kubernetes'

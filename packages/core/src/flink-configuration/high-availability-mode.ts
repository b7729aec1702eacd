import type { FlinkConfiguration } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { presentKey } from './option.ts'

/** `other`: a factory class of the user's. */
export type HighAvailabilityMode = 'none' | 'kubernetes' | 'zookeeper' | 'other'

const kubernetesFactory = 'org.apache.flink.kubernetes.highavailability.kuberneteshaservicesfactory'

const modes: Readonly<Record<string, HighAvailabilityMode>> = {
  none: 'none',
  standalone: 'none',
  zookeeper: 'zookeeper',
  kubernetes: 'kubernetes',
  [kubernetesFactory]: 'kubernetes',
}

/** The services that keep HA metadata, whatever the spelling and case of key and value (api-and-config.md, section 9; B19). */
export const highAvailabilityMode = (configuration: FlinkConfiguration): HighAvailabilityMode => {
  const key = presentKey(configuration, flinkOptions.highAvailabilityType)
  if (key === null) return 'none'
  const value = (configuration[key] ?? '').toLowerCase()
  return Object.hasOwn(modes, value) ? (modes[value] ?? 'other') : 'other'
}

/** Does any HA service keep the job's last state? */
export const isHighAvailabilityOn = (configuration: FlinkConfiguration): boolean => highAvailabilityMode(configuration) !== 'none'

/** Is HA metadata in ConfigMaps of the cluster's namespace? */
export const isKubernetesHighAvailability = (configuration: FlinkConfiguration): boolean =>
  highAvailabilityMode(configuration) === 'kubernetes'

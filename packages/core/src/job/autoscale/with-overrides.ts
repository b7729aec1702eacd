import * as E from 'fp-ts/lib/Either.js'
import { autoscalerConfiguration, defaultProfile } from '../../autoscaler/autoscaler-configuration.ts'
import { flatten } from '../../flink/configuration/layers.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { readOption } from '../../flink/configuration/option.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { autoscalerOptions } from '../../options/autoscaler-options.ts'
import type { AutoscalerOfJob, ConfiguredJob } from '../job-round.ts'
import { withConfigChanges } from '../../autoscaler/apply/apply-memory.ts'
import { type StoredOverrides, withStoredOverrides, withUsableOverrides } from '../../autoscaler/apply/apply-parallelism.ts'
import type { ConfigChanges } from '../../autoscaler/autoscaler-state.ts'
import { readState } from '../../autoscaler/state/stored-state.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import { stateSeen } from './state-write.ts'

const isOnIn = (configuration: FlinkConfiguration): boolean => {
  const enabled = readOption(configuration, autoscalerOptions.enabled)
  return E.isRight(enabled) && enabled.right
}

/**
 * A job's autoscaler settings. `users`: the user's spec; null: it is invalid. `recorded`: the deployed spec. Null: the job does not use the
 * autoscaler, and the operator does not query its state.
 */
export const autoscalerOf = (
  users: Pick<ConfiguredJob, 'effective'> | null,
  recorded: { readonly flinkConfiguration: JsonObject } | null,
  taskManagers: AutoscalerOfJob['taskManagers'],
): AutoscalerOfJob | null => {
  if (users === null || recorded === null) return null
  const { configuration } = users.effective
  const isOn = isOnIn(configuration)
  return isOn || isOnIn(flatten(recorded.flinkConfiguration))
    ? {
      isOn,
      deployed: recorded.flinkConfiguration,
      taskManagers,
      configuration: autoscalerConfiguration(configuration, defaultProfile).configuration,
    } : null
}

/** The parts of the stored state that change a spec. */
export interface InForce {
  /** `unreadable`: the job keeps its current parallelism. */
  readonly parallelism: StoredOverrides
  /** Null: the job keeps its current memory. */
  readonly memory: ConfigChanges | null
}

const nothing: InForce = { parallelism: {}, memory: { overrides: {}, removals: [] } }
/** The stored state is unknown: the job keeps what it runs with. */
export const asItRuns: InForce = { parallelism: 'unreadable', memory: null }

/**
 * The overrides in force. A ConfigMap of another resource has none. Stored state that was not observed or can't be read is no reason to
 * restart a job: the deployed values stay.
 */
export const inForce = (meta: Pick<ResourceMeta, 'uid'>, facts: Pick<JobFacts, 'autoscalerState'>): InForce => {
  const seen = stateSeen(meta, facts)
  switch (seen._tag) {
    case 'NotLookedAt':
    case 'Unknown':
      return asItRuns
    case 'NotOurs':
    case 'Absent':
      return nothing
    case 'Known': {
      const { parallelismOverrides = '', configOverrides = '' } = seen.view.data
      // do not decode the long window of samples for this
      const { state, unreadable } = withUsableOverrides(readState({
        ...(parallelismOverrides === '' ? {} : { parallelismOverrides }),
        ...(configOverrides === '' ? {} : { configOverrides }),
      }, defaultProfile))
      return {
        parallelism: unreadable.some(({ key }) => key === 'parallelismOverrides') ? 'unreadable' : state.parallelismOverrides,
        memory: state.configChanges,
      }
    }
  }
}

/** The user's `flinkConfiguration` with the parallelism overrides in force; the same object if there are none. */
export const configurationInForce = (
  configuration: JsonObject,
  { configuration: { vertexExcludeIds } }: AutoscalerOfJob,
  { parallelism }: InForce,
  deployed: JsonObject,
): JsonObject => withStoredOverrides(configuration, parallelism, vertexExcludeIds, deployed)

interface DeployedSpec {
  readonly spec: FlinkDeploymentSpec
  /** Memory of a TaskManager process in bytes. Null: unknown. */
  readonly totalMemory: bigint | null
}

/**
 * The user's spec with the overrides in force, before it is compared with the deployed one; the same object if there are none. So an
 * override and a user's edit are one change, with one restart.
 */
export const specInForce = (
  spec: FlinkDeploymentSpec,
  autoscaler: AutoscalerOfJob,
  stored: InForce,
  deployed: DeployedSpec,
): FlinkDeploymentSpec => {
  const { memoryTuningEnabled } = autoscaler.configuration
  if (memoryTuningEnabled && stored.memory === null)
    return { ...spec, flinkConfiguration: deployed.spec.flinkConfiguration, taskManager: deployed.spec.taskManager }
  const flinkConfiguration = configurationInForce(spec.flinkConfiguration, autoscaler, stored, deployed.spec.flinkConfiguration)
  const wide = flinkConfiguration === spec.flinkConfiguration ? spec : { ...spec, flinkConfiguration }
  return memoryTuningEnabled && stored.memory !== null ? withConfigChanges(wide, stored.memory, deployed.totalMemory, defaultProfile) : wide
}

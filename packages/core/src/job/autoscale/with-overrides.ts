import { withConfigChanges } from '../../autoscaler/apply/apply-memory.ts'
import { type StoredOverrides, withStoredOverrides } from '../../autoscaler/apply/apply-parallelism.ts'
import type { ConfigChanges } from '../../autoscaler/autoscaler-state.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import { readState } from '../../autoscaler/state/stored-state.ts'
import type { JobFacts } from '../../fact/job-facts.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../resource/json.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { AutoscalerOfJob } from '../job-round.ts'
import { stateSeen } from './autoscaler-state-seen.ts'

/** What of the stored state changes a spec. */
export interface InForce {
  /** `unreadable`: the job keeps what it runs with. */
  readonly parallelism: StoredOverrides
  /** Null: the job keeps what it runs with. */
  readonly memory: ConfigChanges | null
}

const nothing: InForce = { parallelism: {}, memory: { overrides: {}, removals: [] } }
/** Nothing of what is stored is known: the job keeps what it runs with. */
export const asItRuns: InForce = { parallelism: 'unreadable', memory: null }

/**
 * Nothing counts of a ConfigMap that is another's. What was not seen, or can't be read, is no reason to restart a job: what is deployed
 * stays.
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
      // the window of samples, which is long, is not read for it
      const { state, unreadable } = readState({
        ...(parallelismOverrides === '' ? {} : { parallelismOverrides }),
        ...(configOverrides === '' ? {} : { configOverrides }),
      }, defaultProfile)
      return {
        parallelism: unreadable.some(({ key }) => key === 'parallelismOverrides') ? 'unreadable' : state.parallelismOverrides,
        memory: state.configChanges,
      }
    }
  }
}

/** The user's `flinkConfiguration` with the parallelism that is in force; the same object where nothing is. */
export const configurationInForce = (
  configuration: JsonObject,
  { configuration: { vertexExcludeIds } }: AutoscalerOfJob,
  { parallelism }: InForce,
  deployed: JsonObject,
): JsonObject => withStoredOverrides(configuration, parallelism, vertexExcludeIds, deployed)

interface DeployedSpec {
  readonly spec: FlinkDeploymentSpec
  /** Bytes of a TaskManager process; null: not known. */
  readonly totalMemory: bigint | null
}

/**
 * The user's spec as it enters the round, before it is compared with what is deployed; the same object where nothing is in force. So an
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

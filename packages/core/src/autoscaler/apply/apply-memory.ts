import * as E from 'fp-ts/lib/Either.js'
import { flatten } from '../../flink/configuration/layers.ts'
import { flinkBytes, parseResourceMemoryString } from '../../flink/configuration/parse-memory.ts'
import { isUsable } from '../../flink/configuration/process-resource.ts'
import type { FlinkDeploymentSpec, ResourceRequirements, TaskManagerSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ConfigChanges } from '../autoscaler-state.ts'
import type { Profile } from '../autoscaler-configuration.ts'

const processSize = 'taskmanager.memory.process.size'

/** Bytes of an amount as the configuration reads it; null: not an amount. */
const bytesOf = (amount: string | number | null | undefined): bigint | null => {
  if (amount === null || amount === undefined) return null
  const text = parseResourceMemoryString(String(amount))
  return E.isRight(text) ? flinkBytes(text.right) : null
}

/** An equal amount keeps its text: another text would be a change of the spec. */
const amountOf = (old: string | number, total: bigint): string | number => (bytesOf(old) === total ? old : String(total))

/** Scales request and limit. If both are set, the limit keeps its ratio to the request. */
const scaledRequirements = (resources: ResourceRequirements, total: bigint): ResourceRequirements | null => {
  const [request, limit] = [resources.requests['memory'], resources.limits['memory']]
  const requested = bytesOf(request)
  if (request !== undefined && requested !== null && requested > 0n) {
    const most = bytesOf(limit)
    const limits = limit === undefined || most === null ? resources.limits
      : { ...resources.limits, memory: amountOf(limit, (most * total) / requested) }
    return { requests: { ...resources.requests, memory: amountOf(request, total) }, limits }
  }
  return limit === undefined ? null : { ...resources, limits: { ...resources.limits, memory: amountOf(limit, total) } }
}

/** Sets the memory of the TaskManager in the field that is in effect. Profile 1.15.0 uses only the older `resource`. */
const withMemory = (taskManager: TaskManagerSpec | null, total: bigint, profile: Profile): TaskManagerSpec | null => {
  if (taskManager === null) return null
  if (profile === 'main' && isUsable(taskManager.resources)) {
    const resources = scaledRequirements(taskManager.resources, total)
    if (resources !== null) return { ...taskManager, resources }
  }
  const memory = taskManager.resource?.memory ?? null
  return taskManager.resource === null || memory === null ? taskManager
    : { ...taskManager, resource: { ...taskManager.resource, memory: String(amountOf(memory, total)) } }
}

/**
 * Applies the stored changes of memory tuning to the spec (autoscaler.md, section 10.2): removals, overrides, and the TaskManager's memory.
 * The same spec if nothing is stored. `deployed`: process bytes of the deployed configuration, used if the spec sets no size.
 */
export const withConfigChanges = (
  spec: FlinkDeploymentSpec,
  { overrides, removals }: ConfigChanges,
  deployed: bigint | null,
  profile: Profile,
): FlinkDeploymentSpec => {
  if (Object.keys(overrides).length === 0 && removals.length === 0) return spec
  const kept = Object.entries(flatten(spec.flinkConfiguration)).filter(([key]) => !removals.includes(key))
  const flinkConfiguration = { ...Object.fromEntries(kept), ...overrides }
  const total = flinkBytes(flinkConfiguration[processSize] ?? '') ?? deployed
  return {
    ...spec,
    flinkConfiguration,
    taskManager: total === null || total <= 0n ? spec.taskManager : withMemory(spec.taskManager, total, profile),
  }
}

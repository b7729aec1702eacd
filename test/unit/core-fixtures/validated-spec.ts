import { decodeFlinkDeployment } from '../../../packages/core/src/codec/flink-deployment.ts'
import { operatorOptions } from '../../../packages/core/src/operator-options/operator-options.ts'
import type { FlinkDeploymentSpec } from '../../../packages/core/src/resource/flink-deployment-spec.ts'
import type { Json, JsonObject } from '../../../packages/core/src/resource/json.ts'
import { flinkDeploymentInput } from '../../../packages/core/src/validation/flink-deployment-input.ts'
import { flinkDeploymentRules } from '../../../packages/core/src/validation/validate-flink-deployment.ts'

export const decodedSpec = (spec: JsonObject): FlinkDeploymentSpec => {
  const resource = decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec })
  if (resource._tag === 'Left') throw new Error(JSON.stringify(resource.left))
  return resource.right.spec
}

export const directories = { 'state.checkpoints.dir': 's3://b/cp', 'state.savepoints.dir': 's3://b/sp' }
export const highAvailability = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }

/** A spec that no rule finds fault with. */
export const goodSpec: JsonObject = {
  flinkVersion: 'v1_20', serviceAccount: 'flink', flinkConfiguration: directories,
  jobManager: { resource: { memory: '2g' } }, taskManager: { resource: { memory: '2g' } },
  job: { jarURI: 'local:///a.jar', parallelism: 1, upgradeMode: 'savepoint' },
}

export const job = (over: JsonObject): JsonObject => ({ job: { ...(goodSpec['job'] as JsonObject), ...over } })
/** Over the directories. */
export const conf = (over: JsonObject): JsonObject => ({ flinkConfiguration: { ...directories, ...over } })
/** Without directories. */
export const only = (flinkConfiguration: JsonObject): JsonObject => ({ flinkConfiguration })
export const memory = (amount: Json): JsonObject => ({ resource: { memory: amount } })

export interface RuleGiven {
  readonly name?: string
  /** What was recorded, over the good spec. */
  readonly recorded?: JsonObject
  /** The operator's configuration. */
  readonly operator?: Readonly<Record<string, string>>
}

/** What the rules of one row find, as `field: message`. */
export const foundBy = (id: string, over: JsonObject, { name = 'app', recorded, operator = {} }: RuleGiven = {}): readonly string[] => {
  const input = flinkDeploymentInput({
    meta: { namespace: 'ns', name },
    spec: decodedSpec({ ...goodSpec, ...over }),
    recorded: recorded === undefined ? null : { spec: decodedSpec({ ...goodSpec, ...recorded }) },
    defaults: { configuration: operator, logConfiguration: {} },
    options: operatorOptions(operator).options,
  })
  const rows = flinkDeploymentRules.filter(row => row.id === id)
  if (rows.length === 0) throw new Error(`no rule has the id ${id}`)
  return rows.flatMap(({ rule }) => rule(input)).map(({ field, message }) => `${field}: ${message}`)
}

import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { fallbackKeys } from '@flink-operator/core/flink-configuration'
import { adviceIf, error, errorIf, nothing, type Rule } from '@flink-operator/core/validation'
import { flinkProperties, isHighlyAvailable } from '../objects/flink-properties.ts'
import { isBefore111, isKnownVersion } from '../objects/known-flink-version.ts'
import type { Role } from '../objects/flink-application-labels.ts'
import { configOf, memoryEntry, requestedBytes } from '../objects/memory.ts'
import type { FlinkApplicationSpec, ManagerConfig } from '../spec/flink-application-spec.ts'
import type { ApplicationInput } from './application-input.ts'

type ApplicationRule = Rule<ApplicationInput>

const managers: readonly (readonly [Role, 'jobManagerConfig' | 'taskManagerConfig'])[] = [
  ['jobmanager', 'jobManagerConfig'],
  ['taskmanager', 'taskManagerConfig'],
]

/** LD27: for such a spec Lyft's operator creates pods without any configuration. */
export const configurationRenders: ApplicationRule = ({ spec }) =>
  pipe(flinkProperties(spec), E.match(({ field, message }) => error(field, `${field} ${message}`), () => nothing))

const fractionProblem = (name: string, fraction: number | null) =>
  errorIf(fraction !== null && (fraction < 0 || fraction > 1), name, `${name} must be from 0 to 1: ${fraction ?? ''}`)

/** LD33: outside of 0 to 1 Lyft's operator would use the default. */
export const fractionsInRange: ApplicationRule = ({ spec }) =>
  managers.flatMap(([role, name]) => {
    const { offHeapMemoryFraction, systemMemoryFraction }: ManagerConfig = configOf(spec, role)
    return [
      ...fractionProblem(`${name}.offHeapMemoryFraction`, offHeapMemoryFraction),
      ...fractionProblem(`${name}.systemMemoryFraction`, systemMemoryFraction),
    ]
  })

const noMemory = (spec: FlinkApplicationSpec, role: Role): string =>
  `${
    memoryEntry(spec, role).join(': ')
  } is the resulting Flink setting: a memory request in whole bytes is required, for example 1536Mi for 1.5Gi`

/**
 * A request that Kubernetes does not store as whole bytes is read as 0. Flink before 1.11 starts with that and chooses its own heap size.
 */
export const memoryRequested: ApplicationRule = ({ spec }) =>
  managers.filter(([role]) => requestedBytes(spec, role) <= 0).flatMap(([role, name]) => {
    const field = `${name}.resources.requests.memory`
    return [
      ...errorIf(!isBefore111(spec.flinkVersion), field, noMemory(spec, role)),
      ...adviceIf(isBefore111(spec.flinkVersion), field, noMemory(spec, role)),
    ]
  })

export const versionKnown: ApplicationRule = ({ spec: { flinkVersion } }) =>
  adviceIf(
    !isKnownVersion(flinkVersion),
    'flinkVersion',
    `flinkVersion ${
      flinkVersion === '' ? 'is not set' : `${flinkVersion} is not a version`
    }: the operator sets the memory of Flink by heap sizes, as before 1.11`,
  )

const always = [
  'jobmanager.rpc.address',
  'taskmanager.numberOfTaskSlots',
  'jobmanager.rpc.port',
  'jobmanager.web.port',
  'query.server.port',
  'blob.server.port',
  'metrics.internal.query-service.port',
  'taskmanager.host',
]

/** Keys that the operator always sets and that the spec can't override. */
const setByOperator = (spec: FlinkApplicationSpec): readonly string[] => [
  ...always,
  ...managers.map(([role]) => memoryEntry(spec, role)[0]),
  ...(isHighlyAvailable(spec) ? ['kubernetes.cluster-id'] : []),
]

export const keysNotSetByOperator: ApplicationRule = ({ spec }) =>
  setByOperator(spec).filter(key => spec.flinkConfig[key] !== undefined).flatMap(key =>
    adviceIf(true, `flinkConfig.${key}`, `${key} has no effect here: the operator sets it`)
  )

/** Keys that Flink prefers for the port of its REST server. The key that the operator sets has a lower priority. */
const portKeys = ['rest.bind-port', ...(fallbackKeys['rest.bind-port'] ?? [])].filter(key => !always.includes(key))

/** Flink takes the first free port of a range. In a pod that is always the first one. */
const beginsWith = (value: string, port: number): boolean => value.split(/[-,]/u)[0]?.trim() === String(port)

/** U20: the probe, the Services, the ingress and the operator itself use uiPort. */
export const restServerAtUiPort: ApplicationRule = ({ spec: { flinkConfig, uiPort } }) =>
  portKeys.flatMap(key => {
    const value = flinkConfig[key]
    return typeof value === 'string' || typeof value === 'number' ? [{ key, value: String(value) }] : []
  }).slice(0, 1).flatMap(({ key, value }) =>
    errorIf(
      !beginsWith(value, uiPort),
      `flinkConfig.${key}`,
      `${key} ${value}: the JobManager would listen there, but its probe, its Services and the operator use uiPort ${uiPort}. `
        + `Allowed: ${uiPort}, or remove the key, because uiPort sets it`,
    )
  )

/** A second line would be read as a second key. */
export const valuesOnOneLine: ApplicationRule = ({ spec }) =>
  Object.entries(spec.flinkConfig).filter(([, value]) => typeof value === 'string' && /[\r\n]/u.test(value)).flatMap(([key]) =>
    errorIf(true, `flinkConfig.${key}`, `${key} must be on one line`)
  )

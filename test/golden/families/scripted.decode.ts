import { isDeepStrictEqual } from 'node:util'
import { decodeFlinkDeployment } from '../../../packages/core/src/crd/flink-deployment.ts'
import type { FlinkDeploymentView } from '../../../packages/core/src/contract/fact/custom-resource-views.ts'
import { decodeRecordedSpec, encodeRecordedSpec, encodeRecordOf } from '../../../packages/core/src/crd/recorded-spec.ts'
import { finalizerOf } from '../../../packages/core/src/contract/resource/resource-type.ts'
import { operatorOptions } from '../../../packages/core/src/options/operator-options.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import type { Difference, GoldenVector, IsDeclared } from '../family.ts'
import type { Settings } from '../scripted-rounds.ts'
import { decodeDeploymentSpec, decodeSessionJobSpec } from './spec-diff.decode.ts'

/** What the vectors of `observe` and `reconcile` have in common. */
export interface ScriptedGiven {
  readonly kind: string
  readonly now: string
  readonly operatorConfig: Readonly<Record<string, string>>
  readonly resource: {
    readonly apiVersion: string
    readonly metadata: JsonObject
    readonly spec: { readonly job?: unknown }
    readonly status: GivenStatus
  }
  readonly lastReconciledSpec?: unknown
  readonly lastStableSpec?: unknown
  readonly firstDeployment: boolean
  readonly lastReconciledSpecIsStable: boolean
  /** Of a session job. */
  readonly sessionCluster?: { readonly spec: unknown; readonly status?: JsonObject; readonly metadata: JsonObject }
}

interface GivenStatus {
  readonly jobStatus: {
    readonly jobId?: string | null
    readonly state?: string | null
    readonly startTime?: string | null
    readonly upgradeSavepointPath?: string | null
  }
  readonly jobManagerDeploymentStatus?: string
  readonly reconciliationStatus?: { readonly state: string }
}

/** The vectors of a session job are not validated, and some name a jar that can't be fetched, which is not asked here. */
const fetchable = <Given extends ScriptedGiven>(given: Given): Given =>
  given.kind !== 'FlinkSessionJob' ? given
    : (JSON.parse(JSON.stringify(given).replaceAll('local:///a.jar', 'https://repo.example/a.jar')) as Given)

/** What a vector gives; a session cluster's status may have no `jobStatus`. */
export const givenOf = <Given extends ScriptedGiven>(vector: GoldenVector): Given => {
  const given = fetchable(vector.given as unknown as Given)
  const { status } = given.resource
  const { jobStatus = {} } = status as Partial<GivenStatus>
  return { ...given, resource: { ...given.resource, status: { ...status, jobStatus } } }
}

export const settingsOf = ({ operatorConfig }: ScriptedGiven): Settings => ({
  options: operatorOptions(operatorConfig).options,
  flinkDefaults: { configuration: operatorConfig, logConfiguration: {} },
})

const textOf = (kind: string, spec: unknown, firstDeployment: boolean): string =>
  kind === 'FlinkSessionJob' ? encodeRecordOf(kind, { spec: decodeSessionJobSpec(spec), firstDeployment })
    : encodeRecordedSpec({ spec: decodeDeploymentSpec(spec), firstDeployment })

/** The session cluster of a session job, with the record of its deployment, which the vectors leave out. */
export const sessionOf = ({ sessionCluster }: ScriptedGiven): FlinkDeploymentView | null => {
  if (sessionCluster === undefined) return null
  const read = decodeFlinkDeployment({
    ...sessionCluster,
    status: {
      ...sessionCluster.status,
      reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: textOf('FlinkDeployment', sessionCluster.spec, false) },
    },
  })
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  const { meta, spec, status } = read.right
  return { meta, spec, status }
}

/**
 * The resource with its two recorded specs as the reference operator keeps them, and with the finalizer, which the vectors leave out. One
 * that was never deployed has none: it comes with the first round.
 */
export const resourceOf = (
  { kind, resource, lastReconciledSpec, lastStableSpec, firstDeployment, lastReconciledSpecIsStable }: ScriptedGiven,
): JsonObject => {
  const last = lastReconciledSpec === undefined ? null : textOf(kind, lastReconciledSpec, firstDeployment)
  const stable = lastReconciledSpecIsStable ? last : lastStableSpec === undefined ? null : textOf(kind, lastStableSpec, false)
  return {
    ...resource,
    metadata: {
      ...resource.metadata,
      finalizers: last === null ? [] : [finalizerOf({ apiVersion: resource.apiVersion, kind })],
      resourceVersion: '1',
    },
    status: {
      ...resource.status,
      reconciliationStatus: { ...resource.status.reconciliationStatus, lastReconciledSpec: last, lastStableSpec: stable },
    },
  } as unknown as JsonObject
}

const recordOf = ({ lastReconciledSpec, lastStableSpec, state }: FlinkDeploymentStatus['reconciliationStatus']): object => {
  const base = {
    state,
    lastReconciledSpecPresent: lastReconciledSpec !== null,
    lastReconciledSpecIsStable: lastReconciledSpec !== null && lastReconciledSpec === lastStableSpec,
  }
  const decoded = lastReconciledSpec === null ? null : decodeRecordedSpec(lastReconciledSpec)
  if (decoded?._tag !== 'Right') return base
  const { job } = decoded.right.spec
  return {
    ...base,
    lastReconciledJob: {
      state: job?.state,
      upgradeMode: job?.upgradeMode,
      savepointTriggerNonce: job?.savepointTriggerNonce ?? null,
      checkpointTriggerNonce: job?.checkpointTriggerNonce ?? null,
    },
    firstDeployment: decoded.right.firstDeployment ?? false,
  }
}

export type Comparable = Readonly<Record<string, unknown>>

/** The reference operator's fields of a status, flat, in the vectors' words. Ids that were made up in the run read `<generated>`. */
export const comparableStatus = (status: FlinkDeploymentStatus, givenJobId: string | null): Comparable => {
  const { jobStatus } = status
  return flat({
    // a session job tells of no JobManager
    ...('jobManagerDeploymentStatus' in status ? { jobManagerDeploymentStatus: status.jobManagerDeploymentStatus } : {}),
    jobStatus: {
      jobId: jobStatus.jobId === null || jobStatus.jobId === givenJobId ? jobStatus.jobId : '<generated>',
      jobName: jobStatus.jobName,
      startTime: jobStatus.startTime,
      state: jobStatus.state,
      upgradeSavepointPath: jobStatus.upgradeSavepointPath,
      savepointInfo: { ...jobStatus.savepointInfo, triggerId: madeUp(jobStatus.savepointInfo.triggerId) },
      checkpointInfo: { ...jobStatus.checkpointInfo, triggerId: madeUp(jobStatus.checkpointInfo.triggerId) },
    },
    error: errorMessage(status.error),
    observedGeneration: status.observedGeneration,
    reconciliationStatus: recordOf(status.reconciliationStatus),
    lifecycleState: status.lifecycleState,
  })
}

/** Trigger ids: ours are hexadecimal, the vectors' `trigger-N`; those that were given stay. */
const madeUp = (id: string | null): string | null => (id !== null && /^([0-9a-f]{32}|trigger-\d+)$/.test(id) ? '<generated>' : id)

/** The same of a vector's `expect.status`. */
export const expectedStatus = (expect: JsonObject): Comparable => {
  const { clusterInfo: _clusterInfo, ...rest } = expect
  const it = flat({ ...rest, error: errorMessage((rest['error'] ?? null) as string | null) })
  return Object.fromEntries(
    Object.entries(it).map(([field, value]) => [field, field.endsWith('.triggerId') ? madeUp(value as string | null) : value]),
  )
}

/** Of `status.error` the message: the class names are compared by the tests of error-text. */
const errorMessage = (error: string | null): string | null => {
  if (error === null || !error.startsWith('{')) return error
  return (JSON.parse(error) as { message?: string }).message ?? null
}

/** Paths joined by dots, so that differences are shown by field. */
const flat = (value: object, prefix = ''): Comparable =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, it]: [string, unknown]): [string, unknown][] =>
      typeof it === 'object' && it !== null && !Array.isArray(it) ? Object.entries(flat(it, `${prefix}${key}.`)) : [[`${prefix}${key}`, it]]
    ),
  )

export const differences = (want: Comparable, got: Comparable): readonly Difference[] =>
  [...new Set([...Object.keys(want), ...Object.keys(got)])].sort()
    .map(field => ({ field, want: want[field] ?? null, got: got[field] ?? null }))
    .filter(it => it.want !== '<now>' && !isDeepStrictEqual(it.want, it.got))

/** Of several statuses of ours the one that differs least: first in fields that nobody declared, then in all. */
export const nearest = (candidates: readonly (readonly Difference[])[], isDeclared: IsDeclared): readonly Difference[] | undefined => {
  const rank = (it: readonly Difference[]): number => it.filter(difference => !isDeclared(difference)).length * 100 + it.length
  return candidates.toSorted((a, b) => rank(a) - rank(b))[0]
}

import type { JobLifecycleStatus } from '../contract/resource/job-status.ts'
import { isJsonObject } from './is-json-object.ts'
import { identityOf, resourceTypes } from '../contract/resource/resource-type.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { FlinkDeploymentSpec, JobSpec, TaskManagerSpec } from '../contract/resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../contract/resource/flink-session-job.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { decodeAt, encode, preview } from './decode-error.ts'
import type { ValueType } from './field.ts'
import { flinkDeploymentSpec } from './flink-deployment-spec-fields.ts'
import { flinkSessionJobSpec } from './job-spec-fields.ts'
import { parseJson } from './lossless-json.ts'
import { notTooDeep } from './nesting.ts'
import { schemaText } from './schema-text.ts'

/**
 * Recognizes a status of an older version, or of the reference operator, in which nothing was deployed yet: both write CREATED, or FAILED
 * for an invalid spec, before their first action. A status that lost its record has another state or none. `resource`: as read from the
 * server.
 */
export const adoptedAsNew = <Status extends JobLifecycleStatus>(resource: unknown, status: Status): Status => {
  const json = isJsonObject(resource) ? resource['status'] : null
  const { jobStatus: { jobId, state }, operatorRecord: { lastState }, reconciliationStatus: { lastReconciledSpec } } = status
  const isNew = isJsonObject(json) && json['operatorRecord'] == null
    && (json['lifecycleState'] === 'CREATED' || json['lifecycleState'] === 'FAILED') && lastReconciledSpec === null && jobId === null
    && state === null && status.operation === null
  return isNew && lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'
    ? { ...status, operatorRecord: { ...status.operatorRecord, lastState: { _tag: 'NeverStarted' } } } : status
}

/** Content of `lastReconciledSpec` and `lastStableSpec` (control-flow.md, section 1.2). */
export interface RecordedSpec<Spec> {
  readonly spec: Spec
  /** True from the first write-ahead until the first upgrade. Null: written by a release without this field. */
  readonly firstDeployment: boolean | null
}

/**
 * Prints a record of one kind. Both records must be printed here: a spec is stable if the two texts are equal. A null `firstDeployment` is
 * written as false.
 */
export const recordedSpecText = <Spec>(type: ValueType<Spec>) => ({ spec, firstDeployment }: RecordedSpec<Spec>): string =>
  `{"spec":${schemaText(encode(type, spec), type.schema)},"resource_metadata":{"apiVersion":"${
    identityOf(resourceTypes.FlinkDeployment).apiVersion
  }","firstDeployment":${firstDeployment ?? false}}}`

/** Old formats have no `resource_metadata`: the text is the spec itself, with an `apiVersion` that is ignored. */
const unwrap = (json: Json): { readonly spec: Json; readonly firstDeployment: boolean | null } => {
  if (!isJsonObject(json)) return { spec: json, firstDeployment: null }
  const metadata = json['resource_metadata']
  const first = isJsonObject(metadata) ? metadata['firstDeployment'] : null
  const isWrapped = metadata !== undefined || isJsonObject(json['spec'])
  return { spec: isWrapped ? (json['spec'] ?? null) : json, firstDeployment: typeof first === 'boolean' ? first : null }
}

/** Parses the text of any released version. Left: the deployed spec is unknown; the caller keeps the text (B41, D-23). */
export const parseRecordedSpec = <Spec>(type: ValueType<Spec>) => (text: string): E.Either<DecodeError, RecordedSpec<Spec>> =>
  pipe(
    parseJson(text),
    E.map(unwrap),
    E.filterOrElse(({ spec }) => spec !== null, (): DecodeError => ({ path: 'spec', found: preview(null), expected: 'the recorded spec' })),
    E.chainFirst(({ spec }) => notTooDeep(spec)),
    E.chain(({ spec, firstDeployment }) => pipe(decodeAt('spec', type, spec), E.map(decoded => ({ spec: decoded, firstDeployment })))),
  )

/** The text for `lastReconciledSpec` and `lastStableSpec`, in the reference operator's form. */
export const encodeRecordedSpec: (recorded: RecordedSpec<FlinkDeploymentSpec>) => string = recordedSpecText(flinkDeploymentSpec)

/** The two recorded specs of a status; null: not recorded. */
export interface Records<A> {
  readonly reconciled: A | null
  readonly stable: A | null
}

/**
 * Parses both records of a status. Every round does this, so equal texts (a stable job) are parsed only once.
 */
export const readRecords = <A>(
  read: (text: string) => A,
  { lastReconciledSpec, lastStableSpec }: { readonly lastReconciledSpec: string | null; readonly lastStableSpec: string | null },
): Records<A> => {
  const reconciled = lastReconciledSpec === null ? null : read(lastReconciledSpec)
  const stable = lastStableSpec === lastReconciledSpec ? reconciled : lastStableSpec === null ? null : read(lastStableSpec)
  return { reconciled, stable }
}

/** Parses a recorded spec of a FlinkDeployment (`parseRecordedSpec`). */
export const decodeRecordedSpec: (text: string) => E.Either<DecodeError, RecordedSpec<FlinkDeploymentSpec>> = parseRecordedSpec(
  flinkDeploymentSpec,
)

/** Parses a recorded spec of a FlinkSessionJob (`parseRecordedSpec`). */
export const decodeRecordedSessionJob: (text: string) => E.Either<DecodeError, RecordedSpec<FlinkSessionJobSpec>> = parseRecordedSpec(
  flinkSessionJobSpec,
)

/** The part that the specs of all kinds with jobs share. */
export interface SpecWithJob {
  readonly job: JobSpec | null
}

/** Spec types of the records, by kind of the resource. */
const recordedSpecs = { FlinkDeployment: flinkDeploymentSpec, FlinkSessionJob: flinkSessionJobSpec } as const

const typeOf = (kind: string): ValueType<SpecWithJob> | null =>
  Object.hasOwn(recordedSpecs, kind) ? recordedSpecs[kind as keyof typeof recordedSpecs] as unknown as ValueType<SpecWithJob> : null

/** Prints a record for the given kind. */
export const encodeRecordOf = <Spec extends SpecWithJob>(kind: string, recorded: RecordedSpec<Spec>): string =>
  recordedSpecText<SpecWithJob>(typeOf(kind) ?? (flinkDeploymentSpec as unknown as ValueType<SpecWithJob>))(recorded)

/** The record with changed job fields; null: another kind, it does not parse, or it has no job. */
export const withRecordedJob = (
  kind: string,
  text: string,
  change: { readonly [Field in keyof JobSpec]?: JobSpec[Field] },
): string | null => {
  const type = typeOf(kind)
  if (type === null) return null
  const recorded = parseRecordedSpec(type)(text)
  if (E.isLeft(recorded) || recorded.right.spec.job === null) return null
  const { spec, firstDeployment } = recorded.right
  return recordedSpecText(type)({ spec: { ...spec, job: { ...recorded.right.spec.job, ...change } }, firstDeployment })
}

/** The record with another `flinkConfiguration`; null: another kind, or it does not parse. */
export const withRecordedConfiguration = (kind: string, text: string, flinkConfiguration: JsonObject): string | null => {
  const type = typeOf(kind)
  const recorded = type === null ? null : parseRecordedSpec(type)(text)
  if (type === null || recorded === null || E.isLeft(recorded)) return null
  const { spec, firstDeployment } = recorded.right
  const changed: SpecWithJob = { ...spec, ...{ flinkConfiguration } }
  return recordedSpecText(type)({ spec: changed, firstDeployment })
}

const noTaskManager: TaskManagerSpec = { resource: null, resources: null, replicas: null, podTemplate: null }

/** The record with another parallelism of the job, overrides of it, or TaskManagers; null: another kind, or it does not parse. */
export const withRecordedScaling = (
  kind: string,
  text: string,
  { parallelism, overrides, taskManagers }: {
    readonly parallelism: number | null
    readonly overrides: JsonObject
    readonly taskManagers: number | null
  },
): string | null => {
  const type = typeOf(kind)
  const recorded = type === null ? null : parseRecordedSpec(type)(text)
  if (type === null || recorded === null || E.isLeft(recorded)) return null
  const { spec, firstDeployment } = recorded.right
  const { flinkConfiguration, taskManager } = spec as SpecWithJob & Pick<FlinkDeploymentSpec, 'taskManager'> & {
    readonly flinkConfiguration: JsonObject
  }
  const job = spec.job === null || parallelism === null ? spec.job : { ...spec.job, parallelism }
  const changed: SpecWithJob = {
    ...spec,
    job,
    ...{ flinkConfiguration: { ...flinkConfiguration, ...overrides } },
    ...(taskManagers === null ? {} : { taskManager: { ...noTaskManager, ...taskManager, replicas: taskManagers } }),
  }
  return recordedSpecText(type)({ spec: changed, firstDeployment })
}

/** The fields of a record that decide where and whether a job runs, read even if the rest does not decode. Null: unreadable. */
export interface RecordedBasics {
  readonly jobState: string | null
  readonly mode: string | null
  /** Only of a FlinkSessionJob. */
  readonly deploymentName: string | null
}

export const recordedBasics = (text: string | null): RecordedBasics => {
  const json = text === null ? null : parseJson(text)
  const spec = json === null || E.isLeft(json) ? null : unwrap(json.right).spec
  const own = isJsonObject(spec) ? spec : {}
  const job = isJsonObject(own['job']) ? own['job'] : {}
  const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
  return { jobState: textIn(job['state']), mode: textIn(own['mode']), deploymentName: textIn(own['deploymentName']) }
}

/**
 * The session cluster of a FlinkSessionJob: the one that its job was submitted to, which never changes (an edit of the name is rejected).
 * Before the first submit the one in `deploymentName`; null: none.
 */
export const sessionClusterName = (lastReconciledSpec: string | null, deploymentName: string | null): string | null =>
  recordedBasics(lastReconciledSpec).deploymentName ?? deploymentName

/** The same for a FlinkSessionJob as JSON from the API server. */
export const sessionClusterNameIn = ({ spec = null, status = null }: JsonObject): string | null => {
  const record = isJsonObject(status) ? status['reconciliationStatus'] ?? null : null
  const text = isJsonObject(record) ? record['lastReconciledSpec'] : null
  const name = isJsonObject(spec) ? spec['deploymentName'] : null
  return sessionClusterName(typeof text === 'string' ? text : null, typeof name === 'string' ? name : null)
}

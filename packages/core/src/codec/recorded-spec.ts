import { identityOf, resourceTypes } from '../resource/resource-type.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../resource/finding.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../resource/flink-session-job.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import { decodeAt, encode, preview } from './decode-error.ts'
import type { ValueType } from './field.ts'
import { flinkDeploymentSpec } from './flink-deployment-spec-fields.ts'
import { flinkSessionJobSpec } from './flink-session-job-spec-fields.ts'
import { isJsonObject } from './is-json-object.ts'
import { parseJson } from './lossless-json.ts'
import { notTooDeep } from './nesting.ts'
import { schemaText } from './schema-text.ts'

/** What `lastReconciledSpec` and `lastStableSpec` hold (control-flow.md, section 1.2). */
export interface RecordedSpec<Spec> {
  readonly spec: Spec
  /** True from the first write-ahead until the first upgrade. Null: written before the reference operator kept it. */
  readonly firstDeployment: boolean | null
}

/**
 * The text for one kind. Both records must come from here: stability is equality of the two texts. A null `firstDeployment` is written as
 * false.
 */
export const recordedSpecText = <Spec>(type: ValueType<Spec>) => ({ spec, firstDeployment }: RecordedSpec<Spec>): string =>
  `{"spec":${schemaText(encode(type, spec), type.schema)},"resource_metadata":{"apiVersion":"${
    identityOf(resourceTypes.FlinkDeployment).apiVersion
  }","firstDeployment":${firstDeployment ?? false}}}`

/** Old formats had no `resource_metadata`: there the text itself is the spec, with an `apiVersion` that is ignored. */
const unwrap = (json: Json): { readonly spec: Json; readonly firstDeployment: boolean | null } => {
  if (!isJsonObject(json)) return { spec: json, firstDeployment: null }
  const metadata = json['resource_metadata']
  const first = isJsonObject(metadata) ? metadata['firstDeployment'] : null
  const isWrapped = metadata !== undefined || isJsonObject(json['spec'])
  return { spec: isWrapped ? (json['spec'] ?? null) : json, firstDeployment: typeof first === 'boolean' ? first : null }
}

/** Reads the text of any released version. Left: what was deployed is not known; the caller keeps the text (B41, D-23). */
export const parseRecordedSpec = <Spec>(type: ValueType<Spec>) => (text: string): E.Either<DecodeError, RecordedSpec<Spec>> =>
  pipe(
    parseJson(text),
    E.map(unwrap),
    E.filterOrElse(({ spec }) => spec !== null, (): DecodeError => ({ path: 'spec', found: preview(null), expected: 'the recorded spec' })),
    E.chainFirst(({ spec }) => notTooDeep(spec)),
    E.chain(({ spec, firstDeployment }) => pipe(decodeAt('spec', type, spec), E.map(decoded => ({ spec: decoded, firstDeployment })))),
  )

/** The text that `lastReconciledSpec` and `lastStableSpec` hold, in the reference operator's form. */
export const encodeRecordedSpec: (recorded: RecordedSpec<FlinkDeploymentSpec>) => string = recordedSpecText(flinkDeploymentSpec)

/** What the two records of a status hold; null: there is no such record. */
export interface Records<A> {
  readonly reconciled: A | null
  readonly stable: A | null
}

/**
 * Reads both records of a status. The records of a job that is stable are one text, which is read once: every round reads them.
 */
export const readRecords = <A>(
  read: (text: string) => A,
  { lastReconciledSpec, lastStableSpec }: { readonly lastReconciledSpec: string | null; readonly lastStableSpec: string | null },
): Records<A> => {
  const reconciled = lastReconciledSpec === null ? null : read(lastReconciledSpec)
  const stable = lastStableSpec === lastReconciledSpec ? reconciled : lastStableSpec === null ? null : read(lastStableSpec)
  return { reconciled, stable }
}

/** Reads what a FlinkDeployment's status recorded (`parseRecordedSpec`). */
export const decodeRecordedSpec: (text: string) => E.Either<DecodeError, RecordedSpec<FlinkDeploymentSpec>> = parseRecordedSpec(
  flinkDeploymentSpec,
)

/** Reads what a FlinkSessionJob's status recorded (`parseRecordedSpec`). */
export const decodeRecordedSessionJob: (text: string) => E.Either<DecodeError, RecordedSpec<FlinkSessionJobSpec>> = parseRecordedSpec(
  flinkSessionJobSpec,
)

/** What the specs of all kinds of jobs have. */
export interface SpecWithJob {
  readonly job: JobSpec | null
}

/** What records are made of, by the kind of the resource. */
const recordedSpecs = { FlinkDeployment: flinkDeploymentSpec, FlinkSessionJob: flinkSessionJobSpec } as const

const typeOf = (kind: string): ValueType<SpecWithJob> | null =>
  Object.hasOwn(recordedSpecs, kind) ? recordedSpecs[kind as keyof typeof recordedSpecs] as unknown as ValueType<SpecWithJob> : null

/** The text of a record, by the kind of the resource whose spec it is. */
export const encodeRecordOf = <Spec extends SpecWithJob>(kind: string, recorded: RecordedSpec<Spec>): string =>
  recordedSpecText<SpecWithJob>(typeOf(kind) ?? (flinkDeploymentSpec as unknown as ValueType<SpecWithJob>))(recorded)

/** The record with some fields of its job changed; null: it is of no such kind, can't be read, or has no job. */
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

/** What decides where and whether something runs of a record, whatever else of it can be read; null: that can't be read. */
export interface RecordedBasics {
  readonly jobState: string | null
  readonly mode: string | null
  /** Of a FlinkSessionJob. */
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
 * The session cluster that a FlinkSessionJob was submitted to, for good: an edit of the name is refused, and its job stays where it is.
 * Before the first submit the one that `deploymentName` names; null: none.
 */
export const sessionClusterName = (lastReconciledSpec: string | null, deploymentName: string | null): string | null =>
  recordedBasics(lastReconciledSpec).deploymentName ?? deploymentName

/** The same of a FlinkSessionJob as it stands on the API server. */
export const sessionClusterNameIn = ({ spec = null, status = null }: JsonObject): string | null => {
  const record = isJsonObject(status) ? status['reconciliationStatus'] ?? null : null
  const text = isJsonObject(record) ? record['lastReconciledSpec'] : null
  const name = isJsonObject(spec) ? spec['deploymentName'] : null
  return sessionClusterName(typeof text === 'string' ? text : null, typeof name === 'string' ? name : null)
}

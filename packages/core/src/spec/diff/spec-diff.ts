import type { DeploymentMode, FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { type SpecChange, type FieldPolicy, type PolicyTable, mostSevere } from './field-policy.ts'
import { mapContent, withoutSameMaps } from './map-options.ts'
import { type ShownValue, isSame, shownNull, toJson } from './shown-value.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import * as S from 'fp-ts/lib/string.js'
import { flatten } from '../../flink/configuration/layers.ts'
import { diffText, type ShownChange } from './diff-text.ts'
import { flinkDeploymentPolicy } from './spec-policy.ts'
import { shownValue, type ValueForm } from './value-form.ts'

/**
 * Keys of `flinkConfiguration` whose change is less severe than UPGRADE. The first matching line counts. Prefixes do not end with a dot:
 * `parallelism.defaults` and `kubernetes.operator-x` match too (control-flow.md, section 4.2).
 */
export const configurationPolicy: readonly {
  readonly prefix: string
  readonly change: SpecChange
  /** The line applies only in this mode; null: in both. */
  readonly mode: DeploymentMode | null
}[] = [
  { prefix: 'job.autoscaler', change: 'IGNORE', mode: null },
  { prefix: 'parallelism.default', change: 'IGNORE', mode: null },
  { prefix: 'kubernetes.operator', change: 'IGNORE', mode: null },
  { prefix: 'pipeline.jobvertex-parallelism-overrides', change: 'SCALE', mode: 'native' },
]

/** Severity of a change of this configuration key. */
export const configurationChange = (key: string, mode: DeploymentMode): SpecChange =>
  configurationPolicy.find(line => (line.mode === null || line.mode === mode) && key.startsWith(line.prefix))?.change ?? 'UPGRADE'

/**
 * The value of one key of `flinkConfiguration`. Maps are compared as maps, all other values as text. The reference operator compares the
 * text of a map too, so that a tool that writes the pairs in another order restarts the job (B43, P12).
 */
export const configurationValue = (key: string, text: string): ShownValue => {
  const json = JSON.stringify(text)
  const content = mapContent(key, text)
  return { _tag: 'Scalar', value: text, text, json, same: content === null ? json : `map ${content}` }
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * True if both are equal as JSON; the order of fields does not count. Fast path of the diff: equal JSON has no differences.
 */
export const isSameJson = (a: Json, b: Json): boolean => {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length
      && (a as readonly Json[]).every((item, at) => isSameJson(item, (b as readonly Json[])[at] ?? null))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length
    && names.every(name => Object.hasOwn(b, name) && isSameJson(a[name] ?? null, b[name] ?? null))
}

/** One field that differs. A configuration key is one field: `flinkConfiguration.KEY`. Null: absent. */
export interface FieldChange {
  readonly path: string
  readonly type: SpecChange
  readonly from: Json
  readonly to: Json
}

/** The changes of an edit. Without any change: IGNORE, no `changes`, empty `text`. */
export interface SpecDiff {
  /** The most severe of the changes. */
  readonly type: SpecChange
  /** In the order of the spec's fields; configuration keys sorted. */
  readonly changes: readonly FieldChange[]
  /** For messages: `Diff: FlinkDeploymentSpec[image : a -> b]`. */
  readonly text: string
}

interface Difference extends ShownChange {
  readonly type: SpecChange
}

const whole = (path: string, type: SpecChange, form: ValueForm, values: readonly [Json, Json]): readonly Difference[] => {
  const [from, to] = [shownValue(form, values[0]), shownValue(form, values[1])]
  return isSame(from, to) ? [] : [{ path, type, from, to }]
}

const flattened = (configuration: Json): ReadonlyMap<string, string> =>
  new Map(Object.entries(isObject(configuration) ? flatten(configuration) : {}))

const configurationDifferences = (path: string, mode: DeploymentMode, before: Json, after: Json): readonly Difference[] => {
  const [from, to] = withoutSameMaps(flattened(before), flattened(after))
  const shown = (key: string, text: string | undefined): ShownValue => (text === undefined ? shownNull : configurationValue(key, text))
  return [...new Set([...from.keys(), ...to.keys()])].sort(S.Ord.compare).flatMap(key => {
    const [left, right] = [shown(key, from.get(key)), shown(key, to.get(key))]
    return isSame(left, right) ? [] : [{ path: `${path}.${key}`, type: configurationChange(key, mode), from: left, to: right }]
  })
}

const fieldDifferences = (path: string, policy: FieldPolicy, mode: DeploymentMode, before: Json, after: Json): readonly Difference[] => {
  if (isSameJson(before, after)) return []
  switch (policy._tag) {
    case 'Whole':
      return policy.onNullIgnore && after === null ? [] : whole(path, policy.change[mode], policy.form, [before, after])
    case 'FieldWise':
      return isObject(before) && isObject(after)
        ? tableDifferences(`${path}.`, policy.fields, mode, before, after)
        : whole(path, 'UPGRADE', policy.form, [before, after])
    case 'Configuration':
      return configurationDifferences(path, mode, before, after)
  }
}

function tableDifferences(
  prefix: string,
  table: PolicyTable,
  mode: DeploymentMode,
  before: JsonObject,
  after: JsonObject,
): readonly Difference[] {
  const field = (object: JsonObject, name: string): Json => (Object.hasOwn(object, name) ? (object[name] ?? null) : null)
  return Object.entries(table).flatMap(([name, policy]) =>
    fieldDifferences(`${prefix}${name}`, policy, mode, field(before, name), field(after, name))
  )
}

/** Compares two specs of one kind by the policy of its fields. `specName`: the name that the reference operator uses for the spec. */
export const diffByPolicy = (
  specName: string,
  policy: PolicyTable,
  mode: DeploymentMode,
  [before, after]: readonly [JsonObject, JsonObject],
  showValues: boolean,
): SpecDiff => {
  const differences = tableDifferences('', policy, mode, before, after)
  return {
    type: mostSevere(differences.map(({ type }) => type)),
    changes: differences.map(({ path, type, from, to }) => ({ path, type, from: toJson(from), to: toJson(to) })),
    text: diffText(specName, differences, showValues),
  }
}

/** `mode: null` means native (C-D04). If both modes are equal that is no edit; else the diff shows the mode as written. */
const withMode = (spec: FlinkDeploymentSpec, other: FlinkDeploymentSpec): JsonObject =>
  ({ ...spec, mode: (spec.mode ?? 'native') === (other.mode ?? 'native') ? 'native' : spec.mode }) as unknown as JsonObject

/**
 * The changes of an edit of a FlinkDeployment and their severity (control-flow.md, section 4.2; api-and-config.md, section 7). `mode`: mode
 * of the new spec. Total over all decoded specs, including specs that older operators recorded (B40).
 * `showValues`: `text` has all values, not only those of `shownFields`.
 */
export const specDiff = (
  deployed: FlinkDeploymentSpec,
  wanted: FlinkDeploymentSpec,
  mode: DeploymentMode,
  showValues = false,
): SpecDiff =>
  diffByPolicy('FlinkDeploymentSpec', flinkDeploymentPolicy, mode, [withMode(deployed, wanted), withMode(wanted, deployed)], showValues)

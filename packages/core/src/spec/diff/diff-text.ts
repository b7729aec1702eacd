import { hideAt } from '../../contract/redaction/secret-places.ts'
import { hidden } from '../../contract/redaction/sensitive-name.ts'
import type { Json } from '../../contract/resource/json.ts'
import { type ShownValue, toJson, fieldOf, toJsonText } from './shown-value.ts'
import { secretsIn } from '../../contract/redaction/known-secrets.ts'
import { hideKnown } from '../../contract/redaction/redact.ts'
import { isShown } from '../../contract/redaction/shown-fields.ts'
import { differingPaths, type DifferencePath } from './shown-difference.ts'

const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the texts that the redaction rule changed. All other values keep their printed form. */
const overlaid = (value: ShownValue, shown: Json | undefined): ShownValue => {
  switch (value._tag) {
    case 'Null':
      return value
    case 'Scalar':
      return shown === value.value || typeof shown !== 'string' ? value
        : { _tag: 'Scalar', value: shown, text: shown, json: JSON.stringify(shown), same: shown }
    case 'List':
      return {
        ...value,
        items: value.items.map((item, at) => overlaid(item, Array.isArray(shown) ? (shown as readonly Json[])[at] : undefined)),
      }
    case 'Fields':
      return {
        ...value,
        fields: value.fields.map(([name, field]) => [name, overlaid(field, isObject(shown) ? shown[name] : undefined)] as const),
      }
  }
}

/** The value with its secrets hidden (P23). `path`: path of the value in the spec. */
export const withoutSecrets = (path: string, value: ShownValue): ShownValue => overlaid(value, hideAt(path, toJson(value), () => hidden))

/** One changed field with both of its values. */
export interface ShownChange {
  readonly path: string
  readonly from: ShownValue
  readonly to: ShownValue
}

const valueAt = (value: ShownValue, path: DifferencePath): ShownValue | null =>
  path.reduce<ShownValue | null>((found, name) => (found === null ? null : fieldOf(found, name)), value)

const isMissing = (value: ShownValue | null): boolean => value === null || value._tag === 'Null'

/** A scalar as text, other values as JSON; an empty text with quotes. */
const valueText = (value: ShownValue | null): string => {
  if (value === null || value._tag === 'Null') return 'null'
  return value._tag === 'Scalar' && value.text !== '' ? value.text : toJsonText(value)
}

/** A removed object is shortened to `{..}`. */
const fromText = (from: ShownValue | null, to: ShownValue | null): string => {
  const isBlank = from === null || from._tag === 'List' || from._tag === 'Fields' || (from._tag === 'Scalar' && from.text === '')
  return isMissing(to) && isBlank ? '{..}' : valueText(from)
}

/** As in a JSON pointer. */
const pointerText = (name: string): string => `.${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Largest number of differing places shown for one field. An event holds fewer. */
const mostPaths = 1_000

/** The text for a change whose values must not be shown. */
const whatHappened = (from: ShownValue | null, to: ShownValue | null): string =>
  isMissing(from) ? 'added' : isMissing(to) ? 'removed' : 'changed'

const isReported = (place: string, value: ShownValue | null): boolean => value === null || isShown(place, toJson(value))

const changeText = ({ path, from, to }: ShownChange, showValues: boolean): string => {
  const [shownFrom, shownTo] = [withoutSecrets(path, from), withoutSecrets(path, to)]
  const paths = differingPaths(from, to)
  const shown = paths.slice(0, mostPaths)
    .map(inner => {
      const field = `${path}${inner.map(pointerText).join('')}`
      const place = [path, ...inner].join('.')
      const [rawFrom, rawTo] = [valueAt(from, inner), valueAt(to, inner)]
      if (!showValues && !(isReported(place, rawFrom) && isReported(place, rawTo))) return `${field} : ${whatHappened(rawFrom, rawTo)}`
      const [before, after] = [valueAt(shownFrom, inner), valueAt(shownTo, inner)]
      return `${field} : ${fromText(before, after)} -> ${valueText(after)}`
    })
  return [...shown, ...(paths.length > mostPaths ? [`${path}: … and ${paths.length - mostPaths} more`] : [])].join(', ')
}

/** A secret on one side of one change is hidden in all changes: an edit that removes the secret flag leaves the value secret. */
const secretsOf = (changes: readonly ShownChange[]): readonly string[] =>
  secretsIn(...changes.flatMap(({ path, from, to }) => [from, to].map(value => inSpec(path, toJson(value)))))

/** Nests the value: `{job: {args: …}}` for `job.args`. A configuration key keeps its dots. */
const inSpec = (path: string, value: Json): Json => {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? { [first]: value } : { [first]: { [rest.join('.')]: value } }
}

/**
 * `Diff: FlinkDeploymentSpec[image : a -> b, job.args : changed]`; empty if nothing changed (api-and-config.md, section 7). Shows the
 * values of the fields in `shownFields` (S10), or of all fields; never secrets (P23).
 */
export const diffText = (specName: string, changes: readonly ShownChange[], showValues: boolean): string =>
  changes.length === 0 ? ''
    : `Diff: ${specName}[${hideKnown(changes.map(change => changeText(change, showValues)).join(', '), secretsOf(changes))}]`

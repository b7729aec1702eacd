import { secretsIn } from '../redaction/known-secrets.ts'
import { hideKnown } from '../redaction/redact.ts'
import type { Json } from '../resource/json.ts'
import { isShown } from '../redaction/shown-fields.ts'
import { withoutSecrets } from './hidden-value.ts'
import { differingPaths, type DifferencePath } from './shown-difference.ts'
import { fieldOf, toJson, toJsonText, type ShownValue } from './shown-value.ts'

/** One changed field with both of its values. */
export interface ShownChange {
  readonly path: string
  readonly from: ShownValue
  readonly to: ShownValue
}

const valueAt = (value: ShownValue, path: DifferencePath): ShownValue | null =>
  path.reduce<ShownValue | null>((found, name) => (found === null ? null : fieldOf(found, name)), value)

const isMissing = (value: ShownValue | null): boolean => value === null || value._tag === 'Null'

/** Text of a scalar, JSON of the rest; an empty text shows its quotes. */
const valueText = (value: ShownValue | null): string => {
  if (value === null || value._tag === 'Null') return 'null'
  return value._tag === 'Scalar' && value.text !== '' ? value.text : toJsonText(value)
}

/** An object that is gone is not spelled out. */
const fromText = (from: ShownValue | null, to: ShownValue | null): string => {
  const isBlank = from === null || from._tag === 'List' || from._tag === 'Fields' || (from._tag === 'Scalar' && from.text === '')
  return isMissing(to) && isBlank ? '{..}' : valueText(from)
}

/** As in a JSON pointer. */
const pointerText = (name: string): string => `.${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** So many places of one field are told that differ; nobody reads more, and an event holds fewer. */
const mostPaths = 1_000

/** What is told of a change whose values are not. */
const whatHappened = (from: ShownValue | null, to: ShownValue | null): string =>
  isMissing(from) ? 'added' : isMissing(to) ? 'removed' : 'changed'

const isTold = (place: string, value: ShownValue | null): boolean => value === null || isShown(place, toJson(value))

const changeText = ({ path, from, to }: ShownChange, showValues: boolean): string => {
  const [shownFrom, shownTo] = [withoutSecrets(path, from), withoutSecrets(path, to)]
  const paths = differingPaths(from, to)
  const shown = paths.slice(0, mostPaths)
    .map(inner => {
      const field = `${path}${inner.map(pointerText).join('')}`
      const place = [path, ...inner].join('.')
      const [rawFrom, rawTo] = [valueAt(from, inner), valueAt(to, inner)]
      if (!showValues && !(isTold(place, rawFrom) && isTold(place, rawTo))) return `${field} : ${whatHappened(rawFrom, rawTo)}`
      const [before, after] = [valueAt(shownFrom, inner), valueAt(shownTo, inner)]
      return `${field} : ${fromText(before, after)} -> ${valueText(after)}`
    })
  return [...shown, ...(paths.length > mostPaths ? [`${path}: … and ${paths.length - mostPaths} more`] : [])].join(', ')
}

/** What is a secret on one side of a change, or in one of them, is hidden in all: a value that lost its flag is still what it was. */
const secretsOf = (changes: readonly ShownChange[]): readonly string[] =>
  secretsIn(...changes.flatMap(({ path, from, to }) => [from, to].map(value => inSpec(path, toJson(value)))))

/** `{job: {args: …}}` of `job.args`; a key of a configuration has dots of its own. */
const inSpec = (path: string, value: Json): Json => {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? { [first]: value } : { [first]: { [rest.join('.')]: value } }
}

/**
 * `Diff: FlinkDeploymentSpec[image : a -> b, job.args : changed]`; empty where nothing changed (api-and-config.md, section 7). Values of
 * the fields of `shownFields` (S10), or of all; without secrets (P23).
 */
export const diffText = (specName: string, changes: readonly ShownChange[], showValues: boolean): string =>
  changes.length === 0 ? ''
    : `Diff: ${specName}[${hideKnown(changes.map(change => changeText(change, showValues)).join(', '), secretsOf(changes))}]`

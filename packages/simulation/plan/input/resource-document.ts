import { readFromExact } from '@flink-operator/core/codec'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { identityOf, type Finding, type Json, type JsonObject } from '@flink-operator/core/resource'
import { isCanary } from '@flink-operator/core/round'
import { plannedKinds } from '../plan.ts'
import type { ParsedDocument } from './documents.ts'
import type { InputProblem, Place } from './problem.ts'
import { type DidYouMean, refusedBySchema } from './schema-errors.ts'

/** One resource in a file, of one of our kinds. */
export interface FileResource {
  readonly file: string
  readonly kind: KindName
  readonly name: string
  /** Null: none is given. */
  readonly namespace: string | null
  readonly json: JsonObject
  /** The findings of plugins; absent: none. */
  readonly found?: readonly Finding[]
  readonly placeOf: (field: string) => Place
}

/** A resource that does not concern this operator, or can't be planned alone. */
export interface PassedOver extends Place {
  /** `ConfigMap of v1 "settings"` */
  readonly what: string
  readonly why: string
}

/** Options for reading documents. */
export interface InputSetting {
  /** For resources that name none; a resource that names another namespace is an error. */
  readonly namespace?: string
  readonly didYouMean: DidYouMean
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const apiVersionOf = (kind: KindName): string => identityOf(kindOf(kind).type).apiVersion
const isOurGroup = (group: string): boolean => kindNames.some(kind => kindOf(kind).type.group === group)

/** The classification of a document. */
export type Sorted =
  | { readonly _tag: 'Resource'; readonly resource: FileResource }
  | { readonly _tag: 'PassedOver'; readonly passedOver: PassedOver }
  | { readonly _tag: 'Problems'; readonly problems: readonly InputProblem[] }

interface Wrong {
  readonly field: string | null
  readonly message: string
}

const problems = ({ placeOf }: ParsedDocument, resource: string | null, wrong: readonly Wrong[]): Sorted => ({
  _tag: 'Problems',
  problems: wrong.map(({ field, message }) => ({ ...placeOf(field ?? ''), resource, field, message }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
})

const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A resource of one of our groups: checks that its kind and version exist, and that the API server would accept it. */
const ours = (document: ParsedDocument, json: JsonObject, kindName: string, apiVersion: string, flags: InputSetting): Sorted => {
  const metadata = isObject(json['metadata']) ? json['metadata'] : {}
  const name = text(metadata['name'])
  const called = `${kindName}${name === null ? '' : ` ${name}`}`
  const kind = kindNames.find(it => it === kindName)
  if (kind === undefined) {
    const known = kindNames.filter(it => apiVersion.startsWith(`${kindOf(it).type.group}/`))
    return problems(document, called, [{
      field: 'kind',
      message: `there is no ${kindName} in ${apiVersion}, but ${known.join(', ')}${flags.didYouMean(kindName, known)}`,
    }])
  }
  if (apiVersion !== apiVersionOf(kind))
    return problems(document, called, [{
      field: 'apiVersion',
      message: `${kindName} of ${apiVersion}: expected apiVersion ${apiVersionOf(kind)}`,
    }])
  if (isCanary(json))
    return { _tag: 'PassedOver', passedOver: passed(document, `${kind} "${name ?? ''}"`, 'a canary: nothing is deployed for it') }
  const refused = refusedBySchema(kind, json, flags.didYouMean)
  if (refused.length > 0) return problems(document, called, refused)
  const own = text(metadata['namespace'])
  if (own !== null && flags.namespace !== undefined && own !== flags.namespace)
    return problems(document, called, [{ field: 'metadata.namespace', message: `it is "${own}", and -n says "${flags.namespace}"` }])
  const resource: FileResource = {
    file: document.placeOf('').file,
    kind,
    name: name ?? '',
    namespace: own ?? flags.namespace ?? null,
    json: readFromExact(json) as JsonObject,
    placeOf: document.placeOf,
  }
  return plannedKinds.includes(kind)
    ? { _tag: 'Resource', resource }
    : {
      _tag: 'PassedOver',
      passedOver: passed(document, `${kind} "${name ?? ''}"`, 'its schema is kept; what it does depends on the resource that it names'),
    }
}

const passed = ({ placeOf }: ParsedDocument, what: string, why: string): PassedOver => ({ ...placeOf(''), what, why })

/** Is it one of ours, as the API server would accept it? */
export const sorted = (document: ParsedDocument, flags: InputSetting): Sorted => {
  const { value } = document
  if (!isObject(value))
    return problems(document, null, [{
      field: null,
      message: `expected resources, got ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`,
    }])
  const [kind, apiVersion] = [text(value['kind']), text(value['apiVersion'])]
  if (kind === null || apiVersion === null) {
    const missing = kind === null ? 'kind' : 'apiVersion'
    const near = Object.keys(value).filter(key => !['kind', 'apiVersion', 'metadata', 'spec'].includes(key))
      .map(key => [key, flags.didYouMean(key, [missing])] as const).find(([, hint]) => hint !== '')
    return problems(document, null, [{
      field: missing,
      message: `it is missing, so this is no resource${near === undefined ? '' : `; there is "${near[0]}"${near[1]}`}`,
    }])
  }
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] ?? '' : ''
  if (isOurGroup(group) || kindNames.some(it => it === kind)) return ours(document, value, kind, apiVersion, flags)
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  const name = text(metadata['name'])
  return {
    _tag: 'PassedOver',
    passedOver: passed(document, `${kind} of ${apiVersion}${name === null ? '' : ` "${name}"`}`, 'not of this operator'),
  }
}

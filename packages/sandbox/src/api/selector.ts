import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import { at, textAt } from '../object/fields.ts'
import { labelsOf } from '../object/metadata.ts'
import { badRequest, type Refusal } from './status.ts'

export type Predicate = (object: JsonObject) => boolean

const all = (predicates: readonly Predicate[]): Predicate => object => predicates.every(predicate => predicate(object))

/** Splits at commas outside of brackets. */
const requirements = (text: string): readonly string[] =>
  (text.match(/,|(?:[^,(]|\([^)]*(?:\)|$))+/gy) ?? []).filter(part => part !== ',').map(part => part.trim()).filter(part => part !== '')

const label = (key: string, test: (value: string | null) => boolean): Predicate => object => {
  const value = labelsOf(object)[key]
  return test(typeof value === 'string' ? value : null)
}

const labelRequirement = (text: string): Predicate | null => {
  const set = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(text)
  if (set !== null) {
    const values = (set[3] ?? '').split(',').map(value => value.trim())
    const isIn = set[2] === 'in'
    return label(set[1] ?? '', value => (value !== null && values.includes(value)) === isIn)
  }
  const equality = /^([^\s=!]+)\s*(==|=|!=)\s*([^\s=!]*)$/.exec(text)
  if (equality !== null) {
    const [, key = '', operator, wanted = ''] = equality
    return label(key, value => (operator === '!=' ? value !== wanted : value === wanted))
  }
  const absent = /^!\s*([^\s=!]+)$/.exec(text)
  if (absent !== null) return label(absent[1] ?? '', value => value === null)
  return /^[^\s=!()]+$/.test(text) ? label(text, value => value !== null) : null
}

/** `app=a,type in (x,y),!z` */
export const labelSelector = (text: string): E.Either<Refusal, Predicate> => {
  const parsed = requirements(text).map(part => ({ part, predicate: labelRequirement(part) }))
  const wrong = parsed.find(({ predicate }) => predicate === null)
  return wrong === undefined
    ? E.right(all(parsed.flatMap(({ predicate }) => predicate ?? [])))
    : E.left(badRequest(`unable to parse requirement: "${wrong.part}"`))
}

const fieldRequirement = (text: string): Predicate | null => {
  const match = /^([\w.[\]]+)(==|=|!=)(.*)$/.exec(text)
  if (match === null) return null
  const [, path = '', operator, wanted = ''] = match
  const keys = path.split('.')
  return object => {
    const found = at(object, ...keys)
    const value = found === undefined ? '' : typeof found === 'object' ? textAt(object, ...keys) : String(found)
    return operator === '!=' ? value !== wanted : value === wanted
  }
}

/** `metadata.name=a,status.phase!=Failed`. Accepts any path, where the real server accepts a few. */
export const fieldSelector = (text: string): E.Either<Refusal, Predicate> => {
  const parsed = requirements(text).map(part => ({ part, predicate: fieldRequirement(part) }))
  const wrong = parsed.find(({ predicate }) => predicate === null)
  return wrong === undefined
    ? E.right(all(parsed.flatMap(({ predicate }) => predicate ?? [])))
    : E.left(badRequest(`Unable to find "${wrong.part}" that match label selector`))
}

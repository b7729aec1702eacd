import * as E from 'fp-ts/lib/Either.js'
import { parseDouble } from '../../flink/configuration/value-text.ts'
import { isNull, type Read, type YamlTree } from './yaml-tree.ts'

const bad = (what: string, tree: YamlTree): Read<never> =>
  E.left(`${what}: ${tree._tag === 'Scalar' ? JSON.stringify(tree.text.slice(0, 60)) : 'a map or a list'} can't be read`)

const wholeText = /^[-+]?\d[\d_]*$/
const decimalText = /^[-+]?\d[\d_]*\.\d*(?:[eE][-+]?\d+)?$/

/** The text of an unquoted number; null: not one. */
export const plainNumber = (tree: YamlTree): string | null =>
  tree._tag === 'Scalar' && tree.isPlain && (wholeText.test(tree.text) || decimalText.test(tree.text)) ? tree.text.replaceAll('_', '')
    : null

const words: Readonly<Record<string, number>> = { NaN, INF: Infinity, '+INF': Infinity, '-INF': -Infinity }

/** Reads a Java `double` like Jackson: also quoted, `NaN` and `Infinity`. Null and empty are 0. `.inf` and `.NaN` are invalid. */
export const doubleOf = (tree: YamlTree, what: string): Read<number> => {
  if (isNull(tree)) return E.right(0)
  if (tree._tag !== 'Scalar') return bad(what, tree)
  const text = (plainNumber(tree) ?? tree.text).trim()
  if (text === '') return E.right(0)
  const value = (Object.hasOwn(words, text) ? words[text] : null) ?? parseDouble(text)
  return value === null ? bad(what, tree) : E.right(value)
}

/** Reads a Java `int` like Jackson: a fraction is cut off. */
export const intOf = (tree: YamlTree, what: string): Read<number> => {
  const read = doubleOf(tree, what)
  if (E.isLeft(read)) return read
  const value = Math.trunc(read.right) + 0
  return value >= -(2 ** 31) && value < 2 ** 31 ? E.right(value) : bad(what, tree)
}

/** Reads a Java `boolean` like Jackson. */
export const booleanOf = (tree: YamlTree, what: string): Read<boolean> => {
  if (isNull(tree)) return E.right(false)
  if (tree._tag !== 'Scalar') return bad(what, tree)
  const word = tree.text.trim()
  if (['true', 'True', 'TRUE'].includes(word)) return E.right(true)
  if (['false', 'False', 'FALSE', ''].includes(word)) return E.right(false)
  return plainNumber(tree) === null || !wholeText.test(tree.text) ? bad(what, tree) : E.right(Number(tree.text) !== 0)
}

/** Reads a text; null for the value null. */
export const textOf = (tree: YamlTree, what: string): Read<string | null> =>
  tree._tag !== 'Scalar' ? bad(what, tree) : E.right(isNull(tree) ? null : tree.text)

/** A name that Jackson writes without quotes. */
const bareName = /^[A-Za-z][\w.-]*$/
const reserved = ['y', 'yes', 'n', 'no', 'true', 'false', 'on', 'off', 'null']
/** Characters that are legal unescaped in JSON but not in YAML. */
const unprintable = /[\u007f-\u009f\ufeff\ufffe\uffff\u2028\u2029]/gu

/** The text in double quotes, valid in YAML and JSON. */
export const quotedText = (text: string): string =>
  JSON.stringify(text).replace(unprintable, it => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A key of a map. */
export const keyText = (name: string): string => (bareName.test(name) && !reserved.includes(name.toLowerCase()) ? name : quotedText(name))

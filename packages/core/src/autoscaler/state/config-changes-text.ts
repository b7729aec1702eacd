import * as E from 'fp-ts/lib/Either.js'
import type { ConfigChanges } from '../autoscaler-state.ts'
import { sortedEntries } from './order.ts'
import { keyText, quotedText, textOf } from './yaml-scalar.ts'
import { allOf, entriesOf, fieldsOf, isNull, itemsOf, type Read, type YamlTree } from './yaml-tree.ts'

const overridesOf = (tree: YamlTree | undefined): Read<Readonly<Record<string, string>>> => {
  if (tree === undefined || isNull(tree)) return E.right({})
  const entries = entriesOf(tree, 'overrides')
  if (E.isLeft(entries)) return entries
  const all = allOf([...entries.right], ([key, value]) => E.map((text: string | null) => [key, text] as const)(textOf(value, key)))
  // ignore an override without a value
  return E.map((pairs: readonly (readonly [string, string | null])[]) =>
    Object.fromEntries(pairs.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])))
  )(all)
}

const removalsOf = (tree: YamlTree | undefined): Read<readonly string[]> => {
  if (tree === undefined || isNull(tree)) return E.right([])
  const items = itemsOf(tree, 'removals')
  if (E.isLeft(items)) return items
  return E.map((texts: readonly (string | null)[]) => [...new Set(texts.flatMap(text => (text === null ? [] : [text])))])(
    allOf(items.right, it => textOf(it, 'removals')),
  )
}

/** Key `configOverrides`: {overrides, removals}. */
export const readConfigChanges = (tree: YamlTree): Read<ConfigChanges> => {
  const fields = fieldsOf(tree, 'configOverrides', ['overrides', 'removals'])
  if (E.isLeft(fields)) return fields
  const [overrides, removals] = [overridesOf(fields.right.get('overrides')), removalsOf(fields.right.get('removals'))]
  if (E.isLeft(overrides)) return overrides
  return E.map((it: readonly string[]): ConfigChanges => ({ overrides: overrides.right, removals: it }))(removals)
}

export const printConfigChanges = ({ overrides, removals }: ConfigChanges): string => {
  const changed = sortedEntries(overrides)
  const lines = changed.map(([key, value]) => `  ${keyText(key)}: ${quotedText(value)}\n`)
  return `---\noverrides:${lines.length === 0 ? ' {}\n' : `\n${lines.join('')}`}removals:${
    removals.length === 0 ? ' []\n' : `\n${[...removals].sort().map(it => `- ${quotedText(it)}\n`).join('')}`
  }`
}

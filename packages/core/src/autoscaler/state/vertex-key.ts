import * as E from 'fp-ts/lib/Either.js'
import type { VertexId } from '../topology.ts'
import { allOf, entriesOf, type Read, type YamlTree } from './yaml-tree.ts'

/**
 * A map by vertex ids. A key that is no id makes the whole unreadable: where the reference fails every cycle until someone edits the
 * ConfigMap, it counts as empty here.
 */
export const byVertex = <A>(
  tree: YamlTree,
  what: string,
  read: (tree: YamlTree, what: string) => Read<A>,
): Read<Readonly<Record<VertexId, A>>> => {
  const entries = entriesOf(tree, what)
  if (E.isLeft(entries)) return entries
  const all = allOf([...entries.right], ([key, value]) => {
    if (!/^[\da-fA-F]{32}$/.test(key)) return E.left(`${what}: ${JSON.stringify(key.slice(0, 60))} is no id of a vertex`)
    return E.map((it: A) => [key.toLowerCase(), it] as const)(read(value, key))
  })
  return E.map((pairs: readonly (readonly [string, A])[]) => Object.fromEntries(pairs))(all)
}

import * as E from 'fp-ts/lib/Either.js'
import { isMap, isScalar, isSeq, parseAllDocuments } from 'yaml'

/** A YAML document as read by the reference operator's mapper (Jackson): texts, not yet numbers. */
export type YamlTree =
  /** In the order of the text. Of two entries with the same key the second wins. */
  | { readonly _tag: 'Map'; readonly entries: readonly (readonly [string, YamlTree])[] }
  | { readonly _tag: 'List'; readonly items: readonly YamlTree[] }
  /** An unquoted text may be a number, a boolean or null. */
  | { readonly _tag: 'Scalar'; readonly text: string; readonly isPlain: boolean }

/** Message: what does not parse, and why. */
export type Unreadable = string

export type Read<A> = E.Either<Unreadable, A>

/** Largest nesting: deeper than any state. */
const deepest = 12

const treeOf = (node: unknown, left: number): Read<YamlTree> => {
  if (left === 0) return E.left(`more than ${deepest} levels`)
  if (node === null) return E.right({ _tag: 'Scalar', text: '', isPlain: true })
  if (isScalar(node)) {
    const text = typeof node.value === 'string' ? node.value : (node.source ?? '')
    return E.right({ _tag: 'Scalar', text, isPlain: node.type === 'PLAIN' || node.type === undefined })
  }
  if (isSeq(node))
    return E.map((items: readonly YamlTree[]): YamlTree => ({ _tag: 'List', items }))(allOf(node.items, it => treeOf(it, left - 1)))
  if (!isMap(node)) return E.left('an alias')
  return E.map((entries: readonly (readonly [string, YamlTree])[]): YamlTree => ({ _tag: 'Map', entries }))(
    allOf(
      node.items,
      ({ key, value }) =>
        isScalar(key)
          ? E.map((tree: YamlTree) => [typeof key.value === 'string' ? key.value : (key.source ?? ''), tree] as const)(
            treeOf(value, left - 1),
          )
          : E.left('a key that is not a text'),
    ),
  )
}

/** Reads all items. Left: the first that does not parse. */
export const allOf = <A, B>(items: readonly A[], read: (item: A) => Read<B>): Read<readonly B[]> => {
  const found = items.map(read)
  const first = found.find(E.isLeft)
  return first ?? E.right(found.flatMap(it => (E.isRight(it) ? [it.right] : [])))
}

/** Parses the first document of a text. An empty document is an error. */
export const yamlTree = (text: string): Read<YamlTree> =>
  E.flatten(E.tryCatch(
    () => {
      const documents = parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
      const document = Array.isArray(documents) ? documents[0] : undefined
      if (document === undefined || document.contents === null) return E.left('it is empty')
      const [error] = document.errors
      return error === undefined ? treeOf(document.contents, deepest) : E.left(`it is not YAML: ${error.message.slice(0, 200)}`)
    },
    () => 'it is not YAML',
  ))

const nulls: readonly string[] = ['', '~', 'null', 'Null', 'NULL']

export const isNull = (tree: YamlTree): boolean => tree._tag === 'Scalar' && tree.isPlain && nulls.includes(tree.text)

/** A map by its keys. Of equal keys the last wins. */
export const entriesOf = (tree: YamlTree, what: string): Read<ReadonlyMap<string, YamlTree>> =>
  tree._tag === 'Map' ? E.right(new Map(tree.entries)) : E.left(`${what} is not a map`)

export const itemsOf = (tree: YamlTree, what: string): Read<readonly YamlTree[]> =>
  tree._tag === 'List' ? E.right(tree.items) : E.left(`${what} is not a list`)

/** The fields of an object. An unknown field makes the whole object unreadable, as in the reference operator. */
export const fieldsOf = (tree: YamlTree, what: string, names: readonly string[]): Read<ReadonlyMap<string, YamlTree>> => {
  const read = entriesOf(tree, what)
  if (E.isLeft(read)) return read
  const unknown = [...read.right.keys()].find(key => !names.includes(key))
  return unknown === undefined ? read : E.left(`${what}: unknown field ${JSON.stringify(unknown.slice(0, 60))}`)
}

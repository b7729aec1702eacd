import * as E from 'fp-ts/lib/Either.js'
import { isMap, isScalar, isSeq, parseAllDocuments } from 'yaml'

/** A document of YAML as the reference's mapper (Jackson) sees it: texts, not yet numbers. */
export type YamlTree =
  /** In the order of the text; of two entries with one key the second counts. */
  | { readonly _tag: 'Map'; readonly entries: readonly (readonly [string, YamlTree])[] }
  | { readonly _tag: 'List'; readonly items: readonly YamlTree[] }
  /** Without quotes a text may be a number, a truth or null. */
  | { readonly _tag: 'Scalar'; readonly text: string; readonly isPlain: boolean }

/** What could not be read, and why: for people. */
export type Unreadable = string

export type Read<A> = E.Either<Unreadable, A>

/** Deeper than any state is. */
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
          : E.left('a key that is no text'),
    ),
  )
}

/** All that are read, or the first that is not. */
export const allOf = <A, B>(items: readonly A[], read: (item: A) => Read<B>): Read<readonly B[]> => {
  const found = items.map(read)
  const first = found.find(E.isLeft)
  return first ?? E.right(found.flatMap(it => (E.isRight(it) ? [it.right] : [])))
}

/** The first document of a text; an empty one can't be read. */
export const yamlTree = (text: string): Read<YamlTree> =>
  E.flatten(E.tryCatch(
    () => {
      const documents = parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
      const document = Array.isArray(documents) ? documents[0] : undefined
      if (document === undefined || document.contents === null) return E.left('there is nothing in it')
      const [error] = document.errors
      return error === undefined ? treeOf(document.contents, deepest) : E.left(`it is no YAML: ${error.message.slice(0, 200)}`)
    },
    () => 'it is no YAML',
  ))

const nulls: readonly string[] = ['', '~', 'null', 'Null', 'NULL']

export const isNull = (tree: YamlTree): boolean => tree._tag === 'Scalar' && tree.isPlain && nulls.includes(tree.text)

/** A map by its keys; the last of equal ones counts. */
export const entriesOf = (tree: YamlTree, what: string): Read<ReadonlyMap<string, YamlTree>> =>
  tree._tag === 'Map' ? E.right(new Map(tree.entries)) : E.left(`${what} is no map`)

export const itemsOf = (tree: YamlTree, what: string): Read<readonly YamlTree[]> =>
  tree._tag === 'List' ? E.right(tree.items) : E.left(`${what} is no list`)

/** The fields of an object; a field that is not among them makes the whole unreadable, as it does for the reference. */
export const fieldsOf = (tree: YamlTree, what: string, names: readonly string[]): Read<ReadonlyMap<string, YamlTree>> => {
  const read = entriesOf(tree, what)
  if (E.isLeft(read)) return read
  const unknown = [...read.right.keys()].find(key => !names.includes(key))
  return unknown === undefined ? read : E.left(`${what}: unknown field ${JSON.stringify(unknown.slice(0, 60))}`)
}

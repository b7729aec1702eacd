import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { type Difference, differenceOf } from '../family.ts'

/** JSON of which the runner knows nothing but that it is JSON. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Loose = any

export interface Write {
  readonly method: string
  readonly path: string
  readonly body?: Loose
}

/** Objects by kind and name. */
export type Objects = Readonly<Record<string, Loose>>

const keyOf = (object: Loose): string => `${String(object.kind)}/${String(object.metadata.name)}`

/** What is there after all writes; the namespace of an object is that of its path. */
export const finalObjects = (writes: readonly Write[]): Objects =>
  writes.reduce<Objects>((objects, { method, path, body }) => {
    if (method === 'DELETE') return objects
    const namespace = /\/namespaces\/([^/]+)\//.exec(path)?.[1]
    return { ...objects, [keyOf(body)]: { ...body, metadata: { ...body.metadata, namespace } } }
  }, {})

/** The objects in the order in which they were first written. */
export const orderOf = (
  writes: readonly Write[],
): readonly string[] => [...new Set(writes.filter(({ method }) => method === 'POST').map(({ body }) => keyOf(body)))]

export const objectsOf = (bodies: readonly Loose[]): Objects => Object.fromEntries(bodies.map(body => [keyOf(body), body]))

const mapObject = (object: Loose, change: (value: Loose, key: string) => Loose): Loose =>
  Object.fromEntries(Object.entries(object as object).map(([key, value]) => [key, change(value, key)]))

/** The order of the pairs of a map value is chance in Java. */
const sortedPairs = (
  value: string,
): string => (/^[^,;]+:[^,;]*(,[^,;]+:[^,;]*)+$/.test(value) ? value.split(',').toSorted().join(',') : value)

const sortedLeaves = (node: Loose): Loose =>
  typeof node === 'string' ? sortedPairs(node) : Array.isArray(node) ? node : mapObject(node, sortedLeaves)

/** A file of `key: value` lines: the values of each key. */
const valuesOf = (lines: readonly string[]): Loose =>
  lines.filter(line => line !== '').toSorted().reduce<Record<string, string>>((found, line) => {
    const at = line.indexOf(': ')
    const [key, value] = at < 0 ? [line, ''] : [line.slice(0, at), sortedPairs(line.slice(at + 2))]
    return { ...found, [key]: Object.hasOwn(found, key) ? `${found[key] ?? ''}\n${value}` : value }
  }, {})

const file = (value: Loose, name: string): Loose => {
  switch (name) {
    case 'flink-conf.yaml':
      return valuesOf(typeof value === 'string' ? value.split('\n') : value)
    case 'config.yaml':
      return sortedLeaves(typeof value === 'string' ? parse(value) : value)
    case 'taskmanager-pod-template.yaml':
      return typeof value === 'string' ? parse(value) : value
    default:
      return value
  }
}

/** An object in a form in which only differences count that are differences (golden/README: not to be compared). */
export const normal = (
  object: Loose,
): Loose => (object.kind === 'ConfigMap' ? { ...object, data: mapObject(object.data ?? {}, file) } : object)

/** A TaskManager's command: what stands before its `-D` options, the options in order of their names, what stands after them. */
const words = (command: string): string => {
  const options = /-D ?[^\s=]+=(?:'[^']*'|\S*)/gu
  const found = command.match(options) ?? []
  const [before, after] = found.length === 0 ? [command, '']
    : [command.slice(0, command.search(options)), command.split(options).at(-1) ?? '']
  return [before, ...found.toSorted(), after].map(word => word.trim()).join(' ')
}

/** A TaskManager pod: the order of its `-D` options is chance in Java. */
export const normalPod = (pod: Loose): Loose => ({
  ...pod,
  spec: {
    ...pod.spec,
    containers: pod.spec.containers.map((container: Loose) =>
      container.name === 'flink-main-container' ? { ...container, args: container.args.map(words) } : container
    ),
  },
})

const isTree = (value: Loose): boolean => typeof value === 'object' && value !== null

/** A list of texts, such as a command's arguments, is compared as a whole. */
const isTexts = (value: Loose): boolean => Array.isArray(value) && value.every(it => typeof it === 'string')

/** Where two trees differ, by path. */
export const differences = (want: Loose, got: Loose, path = ''): readonly Difference[] => {
  if (isTexts(want) && isTexts(got)) return isDeepStrictEqual(want, got) ? [] : [differenceOf(path, want, got)]
  if (isTree(want) && isTree(got) && Array.isArray(want) === Array.isArray(got))
    return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap(key => differences(want[key], got[key], `${path}/${key}`))
  return Object.is(want, got) ? [] : [differenceOf(path, want, got)]
}

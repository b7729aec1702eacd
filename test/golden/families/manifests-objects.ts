import { parse } from 'yaml'

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

/** What is there after all writes: the order of writes is ours on purpose (L3, L4). */
export const finalObjects = (writes: readonly Write[]): Objects =>
  writes.reduce<Objects>((objects, { method, body }) => (method === 'DELETE' ? objects : { ...objects, [keyOf(body)]: body }), {})

export const objectsOf = (bodies: readonly Loose[]): Objects => Object.fromEntries(bodies.map(body => [keyOf(body), body]))

const mapObject = (object: Loose, change: (value: Loose, key: string) => Loose): Loose =>
  Object.fromEntries(Object.entries(object as object).map(([key, value]) => [key, change(value, key)]))

/** The order of the pairs of a map value is chance in Java. */
const sortedPairs = (value: string): string => (/^[^,;]+:[^,;]*(,[^,;]+:[^,;]*)+$/.test(value) ? value.split(',').toSorted().join(',') : value)

const sortedLine = (line: string): string => {
  const at = line.indexOf(': ')
  return at < 0 ? line : `${line.slice(0, at)}: ${sortedPairs(line.slice(at + 2))}`
}

const sortedLeaves = (node: Loose): Loose =>
  typeof node === 'string' ? sortedPairs(node) : Array.isArray(node) ? node : mapObject(node, sortedLeaves)

/** Files of the operator's disk that mean nothing in the pod: ours leaves their paths out (cluster-manifests.md, section 15). */
const isTemplatePath = (line: string): boolean => line.startsWith('kubernetes.pod-template-file.') && line.includes('<tmp>')

const withoutTemplatePath = (tree: Loose): Loose => {
  const { 'pod-template-file': _, ...kubernetes } = tree.kubernetes ?? {}
  return { ...tree, kubernetes }
}

const file = (value: Loose, name: string): Loose => {
  switch (name) {
    case 'flink-conf.yaml': {
      const lines: readonly string[] = typeof value === 'string' ? value.split('\n').filter(line => line !== '') : value
      return lines.filter(line => !isTemplatePath(line)).map(sortedLine).toSorted()
    }
    case 'config.yaml':
      return withoutTemplatePath(sortedLeaves(typeof value === 'string' ? parse(value) : value))
    case 'taskmanager-pod-template.yaml': {
      // FKO leaves apiVersion and kind out; both load (cluster-manifests.md, section 6.9)
      const { apiVersion: _a, kind: _k, ...template } = typeof value === 'string' ? parse(value) : value
      return template
    }
    default:
      return value
  }
}

/** B49: `--host` of the released reference is the `-D` pair here (cluster-manifests.md, section 6.4.1); a session's JobManager got the bare address. */
const withOwnAddress = (args: readonly string[] | undefined): readonly string[] | undefined => {
  const at = args?.indexOf('$(_POD_IP_ADDRESS)') ?? -1
  if (args === undefined || at < 0) return args
  const from = args[at - 1] === '--host' ? at - 1 : at
  return [...args.slice(0, from), '-D', 'jobmanager.rpc.address=$(_POD_IP_ADDRESS)', ...args.slice(at + 1)]
}

const normalPodSpec = (spec: Loose): Loose => ({
  ...spec,
  containers: spec.containers.map((container: Loose) => (container.args === undefined ? container : { ...container, args: withOwnAddress(container.args) })),
})

/** M-D11: our JobManager Deployment says Recreate, the reference says nothing. */
const normalDeployment = ({ strategy, ...spec }: Loose): Loose => ({
  ...spec,
  ...(strategy === undefined || strategy.type === 'Recreate' ? {} : { strategy }),
  template: { ...spec.template, spec: normalPodSpec(spec.template.spec) },
})

/** An object in a form in which only differences count that are differences (golden/README: not to be compared; deviations M-D11, B49). */
export const normal = (object: Loose): Loose => {
  const { namespace: _, ...metadata } = object.metadata
  return {
    ...object,
    metadata,
    ...(object.kind === 'Deployment' ? { spec: normalDeployment(object.spec) } : {}),
    ...(object.kind === 'ConfigMap' ? { data: mapObject(object.data ?? {}, file) } : {}),
  }
}

/** A TaskManager's command: what stands before its `-D` options, the options in order of their names, what stands after them. */
const words = (command: string): string => {
  const options = /-D ?[^\s=]+=(?:'[^']*'|\S*)/gu
  const found = command.match(options) ?? []
  const [before, after] = found.length === 0 ? [command, ''] : [command.slice(0, command.search(options)), command.split(options).at(-1) ?? '']
  return [before, ...found.toSorted(), after].map(word => word.trim()).join(' ')
}

/** A TaskManager pod: the order of its `-D` options is chance in Java. */
export const normalPod = (pod: Loose): Loose => ({
  ...pod,
  spec: {
    ...pod.spec,
    containers: pod.spec.containers.map((container: Loose) =>
      container.name === 'flink-main-container' ? { ...container, args: container.args.map(words) } : container),
  },
})

const isTree = (value: Loose): boolean => typeof value === 'object' && value !== null

/** Where two trees differ, a line each. */
export const differences = (want: Loose, got: Loose, path = ''): readonly string[] => {
  if (isTree(want) && isTree(got) && Array.isArray(want) === Array.isArray(got))
    return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap(key => differences(want[key], got[key], `${path}/${key}`))
  return Object.is(want, got) ? [] : [`${path}: want ${JSON.stringify(want)}, got ${JSON.stringify(got)}`]
}

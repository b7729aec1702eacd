import { podAccount } from './operator-account.ts'
import type { RoleRule } from './shipped-roles.ts'

interface AuditEvent {
  readonly verb?: string
  readonly user?: { readonly username?: string }
  readonly objectRef?: {
    readonly apiGroup?: string
    readonly resource?: string
    readonly subresource?: string
    readonly namespace?: string
    readonly name?: string
  }
  readonly responseStatus?: { readonly code?: number; readonly message?: string }
}

/** An operator in the cluster, or one outside of it. */
export type Operator = 'pod' | 'process'

export interface RightsUsed {
  /** How many rights were granted. */
  readonly granted: number
  /** Rights that were granted and not used: `apps/deployments delete`. */
  readonly unused: readonly string[]
  /** Requests that were refused for want of a right, each once, in the same form. */
  readonly refused: readonly string[]
}

const right = (group: string, resource: string, verb: string): string => `${group === '' ? '' : `${group}/`}${resource} ${verb}`

/** Each right of these rules by its name. */
export const rightsIn = (rules: readonly RoleRule[]): readonly string[] => [
  ...new Set(
    rules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap(group => resources.flatMap(resource => verbs.map(verb => right(group, resource, verb))))
    ),
  ),
]

const refusal = 403
const made = 201

/** Who may write into a namespace is refused all the same once it is being deleted. */
const isOfEndingNamespace = (message: string): boolean => message.includes('because it is being terminated')

/** Namespaces (and, as an empty text, the cluster) whose bindings of the operator's roles were taken away and not made again. */
const unbound = () => {
  const namespaces = new Set<string>()
  return {
    has: (namespace: string): boolean => namespaces.has(namespace),
    note: ({ verb = '', objectRef: { resource = '', namespace = '', name } = {}, responseStatus }: AuditEvent): void => {
      if (!/^(cluster)?rolebindings$/.test(resource) || (responseStatus?.code ?? 0) >= refusal) return
      if (name !== undefined && !name.startsWith(podAccount)) return
      if (verb.startsWith('delete')) namespaces.add(namespace)
      else if (verb === 'create' || verb === 'patch') namespaces.delete(namespace)
    },
  }
}

/**
 * What accounts did with their rights, by an API server's audit log (`e2e/audit-policy.yaml`, a line an event). A pod that
 * ends after its release was taken away has no rights any more: what it is refused then is left out.
 */
export const rightsUsed = async (
  lines: AsyncIterable<string> | Iterable<string>,
  whoIs: (username: string) => Operator | null,
  rules: readonly RoleRule[],
): Promise<RightsUsed> => {
  const used = new Set<string>()
  const refused = new Set<string>()
  const ended = unbound()
  for await (const line of lines) {
    if (line === '') continue
    const event = JSON.parse(line) as AuditEvent
    ended.note(event)
    const { verb = '', user, objectRef, responseStatus: { code, message = '' } = {} } = event
    const operator = whoIs(user?.username ?? '')
    if (objectRef === undefined || operator === null) continue
    const { apiGroup = '', resource = '', subresource, namespace = '' } = objectRef
    const asked = (what: string): string => right(apiGroup, subresource === undefined ? resource : `${resource}/${subresource}`, what)
    if (code !== refusal) used.add(asked(verb))
    else if (!isOfEndingNamespace(message) && !(operator === 'pod' && ended.has(namespace))) refused.add(asked(verb))
    // an apply of what is not there needs both
    if (verb === 'patch' && code === made) used.add(asked('create'))
  }
  const granted = rightsIn(rules)
  return { granted: granted.length, unused: granted.filter(it => !used.has(it)), refused: [...refused] }
}

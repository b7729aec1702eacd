import type { RoleRule } from './shipped-roles.ts'

interface AuditEvent {
  readonly verb?: string
  readonly user?: { readonly username?: string }
  readonly objectRef?: { readonly apiGroup?: string; readonly resource?: string; readonly subresource?: string }
  readonly responseStatus?: { readonly code?: number; readonly message?: string }
}

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

/** What accounts did with their rights, by an API server's audit log (level Metadata, a line an event). */
export const rightsUsed = async (
  lines: AsyncIterable<string> | Iterable<string>,
  isOperator: (username: string) => boolean,
  rules: readonly RoleRule[],
): Promise<RightsUsed> => {
  const used = new Set<string>()
  const refused = new Set<string>()
  for await (const line of lines) {
    if (line === '') continue
    const { verb = '', user, objectRef, responseStatus: { code, message = '' } = {} } = JSON.parse(line) as AuditEvent
    if (objectRef === undefined || !isOperator(user?.username ?? '')) continue
    const { apiGroup = '', resource = '', subresource } = objectRef
    const asked = (what: string): string => right(apiGroup, subresource === undefined ? resource : `${resource}/${subresource}`, what)
    if (code !== refusal) used.add(asked(verb))
    else if (!isOfEndingNamespace(message)) refused.add(asked(verb))
    // an apply of what is not there needs both
    if (verb === 'patch' && code === made) used.add(asked('create'))
  }
  const granted = rightsIn(rules)
  return { granted: granted.length, unused: granted.filter(it => !used.has(it)), refused: [...refused] }
}

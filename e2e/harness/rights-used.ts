import type { Rule } from '../../deploy/rights/rule.ts'

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
  readonly responseStatus?: { readonly code?: number }
}

export interface RightsUsed {
  /** Rights that were granted and not used: `apps/deployments delete`. */
  readonly unused: readonly string[]
  /** Requests that were refused for want of a right, each once, in the same form. */
  readonly refused: readonly string[]
}

const granted = (rules: readonly Rule[]): readonly string[] =>
  rules.flatMap(({ groups, resources, verbs }) =>
    groups.flatMap(group => resources.flatMap(resource => verbs.map(verb => `${group === '' ? '' : `${group}/`}${resource} ${verb}`)))
  )

const asked = ({ verb = '', objectRef = {} }: AuditEvent): string => {
  const { apiGroup = '', resource = '', subresource } = objectRef
  return `${apiGroup === '' ? '' : `${apiGroup}/`}${resource}${subresource === undefined ? '' : `/${subresource}`} ${verb}`
}

/** What an account did with its rights, by an API server's audit log (level Metadata, a line an event). */
export const rightsUsed = (log: string, username: string, rules: readonly Rule[]): RightsUsed => {
  const events = log.split('\n').filter(line => line !== '').map(line => JSON.parse(line) as AuditEvent)
    .filter(({ user }) => user?.username === username)
  const used = new Set(events.filter(({ responseStatus }) => responseStatus?.code !== 403).map(asked))
  return {
    unused: [...new Set(granted(rules))].filter(right => !used.has(right)),
    refused: [...new Set(events.filter(({ responseStatus }) => responseStatus?.code === 403).map(asked))],
  }
}

import { areDisjoint } from './label-requirement.ts'

/** Which resources an operator looks after. */
export interface WatchScope {
  /** Null: all of them. */
  readonly namespaces: readonly string[] | null
  /** As Kubernetes writes it; null: whatever their labels. */
  readonly labelSelector: string | null
}

/** May there be a resource of which both are in charge? True unless it can be shown that there is none. */
export const overlap = (one: WatchScope, other: WatchScope): boolean => {
  const theirs = new Set(other.namespaces)
  const sharesNamespace = one.namespaces === null || other.namespaces === null || one.namespaces.some(namespace => theirs.has(namespace))
  return sharesNamespace
    && (one.labelSelector === null || other.labelSelector === null || !areDisjoint(one.labelSelector, other.labelSelector))
}

/** As it stands on a Lease: `*`, or `a,b`, and behind a semicolon the selector. */
export const scopeText = ({ namespaces, labelSelector }: WatchScope): string =>
  `${namespaces === null ? '*' : namespaces.join(',')}${labelSelector === null ? '' : `;${labelSelector}`}`

/** The inverse; nothing is taken for everything. */
export const scopeOf = (text: string | null): WatchScope => {
  if (text === null || text.trim() === '') return { namespaces: null, labelSelector: null }
  const at = text.indexOf(';')
  const [namespaces, selector] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return {
    namespaces: namespaces.trim() === '*' || namespaces.trim() === '' ? null : namespaces.split(',').map(it => it.trim()),
    labelSelector: selector.trim() === '' ? null : selector.trim(),
  }
}

/** For a person. */
export const scopeWords = ({ namespaces, labelSelector }: WatchScope): string =>
  `${
    namespaces === null ? 'all namespaces' : namespaces.length === 1 ? `namespace ${namespaces[0]}` : `namespaces ${namespaces.join(', ')}`
  }${labelSelector === null ? '' : `, ${labelSelector}`}`

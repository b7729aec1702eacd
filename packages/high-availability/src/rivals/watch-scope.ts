import { areDisjoint, haveCommon, type LabelRequirement, labelRequirements } from './label-requirement.ts'

/** The resources that an operator reconciles. */
export interface WatchScope {
  /** Null: all namespaces. */
  readonly namespaces: readonly string[] | null
  /** In Kubernetes' syntax; null: any labels. */
  readonly labelSelector: string | null
}

/** A scope, parsed for comparison with many others. */
interface ReadScope {
  readonly namespaces: ReadonlySet<string> | null
  readonly requirements: readonly LabelRequirement[]
}

const readScope = ({ namespaces, labelSelector }: WatchScope): ReadScope => ({
  namespaces: namespaces === null ? null : new Set(namespaces),
  requirements: labelSelector === null ? [] : labelRequirements(labelSelector),
})

/**
 * May a resource exist that both scopes contain? True unless that is certainly impossible. `one` is parsed once, and each comparison
 * costs no more than the length of the other.
 */
export const overlapWith = (one: WatchScope): (other: WatchScope) => boolean => {
  const own = readScope(one)
  return other => {
    const theirs = readScope(other)
    return (own.namespaces === null || theirs.namespaces === null || haveCommon(own.namespaces, theirs.namespaces))
      && !areDisjoint(own.requirements, theirs.requirements)
  }
}

/** The annotation's text: `*` or `a,b`, then the selector after a semicolon. */
export const scopeText = ({ namespaces, labelSelector }: WatchScope): string =>
  `${namespaces === null ? '*' : namespaces.join(',')}${labelSelector === null ? '' : `;${labelSelector}`}`

/** The inverse; an empty text means everything. */
export const scopeOf = (text: string | null): WatchScope => {
  if (text === null || text.trim() === '') return { namespaces: null, labelSelector: null }
  const at = text.indexOf(';')
  const [namespaces, selector] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return {
    namespaces: namespaces.trim() === '*' || namespaces.trim() === '' ? null : namespaces.split(',').map(it => it.trim()),
    labelSelector: selector.trim() === '' ? null : selector.trim(),
  }
}

/** The scope in words for the user. */
export const scopeWords = ({ namespaces, labelSelector }: WatchScope): string =>
  `${
    namespaces === null ? 'all namespaces' : namespaces.length === 1 ? `namespace ${namespaces[0]}` : `namespaces ${namespaces.join(', ')}`
  }${labelSelector === null ? '' : `, ${labelSelector}`}`

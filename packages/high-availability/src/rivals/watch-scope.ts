import { areDisjoint, haveCommon, type LabelRequirement, labelRequirements } from './label-requirement.ts'

/** Which resources an operator looks after. */
export interface WatchScope {
  /** Null: all of them. */
  readonly namespaces: readonly string[] | null
  /** As Kubernetes writes it; null: whatever their labels. */
  readonly labelSelector: string | null
}

/** A scope as it is compared with those of many others. */
interface ReadScope {
  readonly namespaces: ReadonlySet<string> | null
  readonly requirements: readonly LabelRequirement[]
}

const readScope = ({ namespaces, labelSelector }: WatchScope): ReadScope => ({
  namespaces: namespaces === null ? null : new Set(namespaces),
  requirements: labelSelector === null ? [] : labelRequirements(labelSelector),
})

/**
 * May there be a resource of which both are in charge? True unless it can be shown that there is none. `one` is read once, and costs no
 * more for each of the others than that one is long.
 */
export const overlapWith = (one: WatchScope): (other: WatchScope) => boolean => {
  const own = readScope(one)
  return other => {
    const theirs = readScope(other)
    return (own.namespaces === null || theirs.namespaces === null || haveCommon(own.namespaces, theirs.namespaces))
      && !areDisjoint(own.requirements, theirs.requirements)
  }
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

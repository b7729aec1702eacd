import * as E from 'fp-ts/lib/Either.js'

/** The watched namespaces; null: all of them, by one cluster-wide watch. */
export type WatchedNamespaces = readonly string[] | null

export interface NamespaceSources {
  /** Flags `--namespace`. */
  readonly flags: readonly string[]
  /** Environment variable `WATCH_NAMESPACES`. */
  readonly environment: string | undefined
  /** Option `kubernetes.operator.watched.namespaces`. */
  readonly option: string
  /** The namespace of the current context, or of the operator's pod. */
  readonly own: string
}

/** The reference operator's words for all namespaces and for its own. */
const all = 'JOSDK_ALL_NAMESPACES'
const own = 'JOSDK_WATCH_CURRENT'

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/**
 * Flags win over the environment, which wins over the option (api-and-config.md, section 12.1). Left: one line that names an invalid
 * namespace.
 */
export const watchedNamespaces = (sources: NamespaceSources): E.Either<string, WatchedNamespaces> => {
  const environment = (sources.environment ?? '').trim()
  const texts = sources.flags.length > 0 ? sources.flags : [environment === '' ? sources.option : environment]
  const names = [...new Set(texts.flatMap(text => text.split(',')).map(text => text.trim()).filter(text => text !== ''))]
  if (names.length === 0 || names.includes(all)) return E.right(null)
  const resolved = [...new Set(names.map(name => (name === own ? sources.own : name)))]
  const wrong = resolved.find(name => !label.test(name))
  return wrong === undefined ? E.right(resolved)
    : E.left(`"${wrong}" is no namespace: lower-case letters, digits and "-", at most 63; "${all}" for all of them`)
}

/**
 * The label selector, or null for none. A selector that is set but empty is refused: Kubernetes takes it as "everything", so the
 * operator would reconcile all resources instead of a few.
 */
export const labelSelector = (option: string | null): E.Either<string, string | null> =>
  option === null ? E.right(null)
    : option.trim() === ''
    ? E.left('kubernetes.operator.label.selector is set but empty, which would select every resource: name labels, or leave the option out')
    : E.right(option.trim())

import type { EpochMillis } from '@flink-operator/core'

/**
 * Upper limit of resources that a metric names, with at least one of each namespace. Namespaces take turns, with their
 * longest-standing resource first, so that no tenant can push another's resources out of a metric that an alert uses (S11).
 */
export const mostNamed = 100

/** Values of the label `name`. */
export const namesOfSome = { of: `at most ${mostNamed} resources, or one a namespace: namespaces take turns with those for the longest` }

/** A resource, and since when its state has lasted. */
type Since<Of> = readonly [since: EpochMillis, of: Of]

/** From longest to shortest: the first of each namespace, then the second ones, up to the limit. */
export const inTurns = <Of extends { readonly namespace: string }>(all: readonly Since<Of>[]): readonly Since<Of>[] => {
  const turns: Since<Of>[][] = []
  const turnOf = new Map<string, number>()
  for (const entry of [...all].sort(([a], [b]) => a - b)) {
    const { namespace } = entry[1]
    const turn = turnOf.get(namespace) ?? 0
    turnOf.set(namespace, turn + 1)
    const ofTurn = turns[turn] ?? []
    turns[turn] = ofTurn
    ofTurn.push(entry)
  }
  const [first = [], ...others] = turns
  return [...first, ...others.flat().slice(0, Math.max(0, mostNamed - first.length))]
}

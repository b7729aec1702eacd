import { isSame, shownNull, type ShownValue } from './shown-value.ts'

/** Names and list positions from the compared value down to a place where two values differ. */
export type DifferencePath = readonly string[]

type Difference =
  | { readonly _tag: 'Replace'; readonly path: DifferencePath }
  | { readonly _tag: 'Add' | 'Remove'; readonly path: DifferencePath; readonly value: ShownValue }

type List = readonly ShownValue[]

/** Longer lists are compared position by position, and more differences are not paired into moves: the work grows with the square. */
const longest = 200

/** `table[i][j]`: length of the longest common subsequence of `a` from i on and `b` from j on. */
const commonLengths = (a: List, b: List): readonly (readonly number[])[] =>
  a.reduceRight<readonly (readonly number[])[]>((rows, item) => {
    const below = rows[0] ?? []
    const row = b.reduceRight<readonly number[]>(
      (cells, other, at) => [isSame(item, other) ? (below[at + 1] ?? 0) + 1 : Math.max(below[at] ?? 0, cells[0] ?? 0), ...cells],
      [0],
    )
    return [row, ...rows]
  }, [Array.from({ length: b.length + 1 }, () => 0)])

/** The items that both lists have in the same order, as pairs of positions. */
const commonItems = (a: List, b: List): readonly (readonly [number, number])[] => {
  if (a.length > longest || b.length > longest) return []
  const table = commonLengths(a, b)
  const walk = (i: number, j: number, found: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] => {
    const [left, right] = [a[i], b[j]]
    if (left === undefined || right === undefined) return found
    if (isSame(left, right)) return walk(i + 1, j + 1, [...found, [i, j]])
    return (table[i]?.[j + 1] ?? 0) >= (table[i + 1]?.[j] ?? 0) ? walk(i, j + 1, found) : walk(i + 1, j, found)
  }
  return walk(0, 0, [])
}

const at = (path: DifferencePath, position: number): DifferencePath => [...path, String(position)]

/** Between two common items: items at the same position are compared, the rest counts as added or removed. */
const betweenDifferences = (path: DifferencePath, position: number, a: List, b: List): readonly Difference[] => {
  const opposite = Math.min(a.length, b.length)
  return [
    ...Array.from({ length: opposite }, (_, n) => differences(at(path, position + n), a[n] ?? shownNull, b[n] ?? shownNull)).flat(),
    ...b.slice(opposite).map((value, n): Difference => ({ _tag: 'Add', path: at(path, position + opposite + n), value })),
    ...a.slice(opposite).map((value): Difference => ({ _tag: 'Remove', path: at(path, position + b.length), value })),
  ]
}

const listDifferences = (path: DifferencePath, a: List, b: List): readonly Difference[] => {
  const common = [...commonItems(a, b), [a.length, b.length] as const]
  return common.flatMap(([i, j], n) => {
    const [previousI, previousJ] = common[n - 1] ?? [-1, -1]
    return betweenDifferences(path, previousJ + 1, a.slice(previousI + 1, i), b.slice(previousJ + 1, j))
  })
}

const fieldDifferences = (
  path: DifferencePath,
  a: readonly (readonly [string, ShownValue])[],
  b: readonly (readonly [string, ShownValue])[],
): readonly Difference[] => {
  const [before, after] = [new Map(a), new Map(b)]
  return [
    ...a.flatMap(([name, value]): readonly Difference[] => {
      const other = after.get(name)
      return other === undefined ? [{ _tag: 'Remove', path: [...path, name], value }] : differences([...path, name], value, other)
    }),
    ...b.flatMap(([name, value]): readonly Difference[] => (before.has(name) ? [] : [{ _tag: 'Add', path: [...path, name], value }])),
  ]
}

function differences(path: DifferencePath, a: ShownValue, b: ShownValue): readonly Difference[] {
  if (isSame(a, b)) return []
  if (a._tag === 'List' && b._tag === 'List') return listDifferences(path, a.items, b.items)
  if (a._tag === 'Fields' && b._tag === 'Fields') return fieldDifferences(path, a.fields, b.fields)
  return [{ _tag: 'Replace', path }]
}

const isMove = (a: Difference, b: Difference): boolean =>
  a._tag !== 'Replace' && b._tag !== 'Replace' && a._tag !== b._tag && isSame(a.value, b.value)

/** Reports a value that moved to another place as one difference, at the new place. */
const withMoves = (all: readonly Difference[]): readonly DifferencePath[] =>
  all.length > longest ? all.map(({ path }) => path)
    : all.reduce<{ readonly paths: readonly DifferencePath[]; readonly used: ReadonlySet<number> }>(
      ({ paths, used }, difference, n) => {
        if (used.has(n)) return { paths, used }
        const partner = all.findIndex((other, m) => m > n && !used.has(m) && isMove(difference, other))
        const moved = all[partner]
        const path = moved?._tag === 'Add' ? moved.path : difference.path
        return { paths: [...paths, path], used: new Set([...used, partner]) }
      },
      { paths: [], used: new Set() },
    ).paths

/**
 * The innermost places where two values differ, in the order of `before`, then the places only in `after`. Lists are aligned by their
 * longest common subsequence.
 */
export const differingPaths = (before: ShownValue, after: ShownValue): readonly DifferencePath[] =>
  withMoves(differences([], before, after))

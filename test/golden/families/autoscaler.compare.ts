import { type Difference, differenceOf } from '../family.ts'

const number = (value: unknown): number | null =>
  typeof value === 'number' ? value
    : typeof value === 'string' && /^(?:NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(value) ? Number(value)
    : null

/** To a relative 1e-9 or an absolute 0.001: sums over inputs have no fixed order, and are rounded afterwards. */
const isClose = (a: number, b: number): boolean =>
  Object.is(a, b) || a === b || Math.abs(a - b) <= Math.max(0.001 + 1e-9, Math.abs(a) * 1e-9)

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every field in which the two differ, by its path. A field that is undefined is absent. */
export const valueDifferences = (field: string, want: unknown, got: unknown): readonly Difference[] => {
  const [a, b] = [number(want), number(got)]
  if (a !== null && b !== null && (typeof want === 'number' || typeof got === 'number' || want === got))
    return isClose(a, b) ? [] : [differenceOf(field, want, got)]
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length)
    return want.flatMap((it, index) => valueDifferences(`${field}.${index}`, it, got[index]))
  if (isMap(want) && isMap(got))
    return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap(key =>
      valueDifferences(`${field}.${key}`, want[key], got[key])
    )
  return (want ?? null) === (got ?? null) ? [] : [differenceOf(field, want, got)]
}

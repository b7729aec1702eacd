import * as t from 'io-ts'

/**
 * A number, or null where Flink has none yet and writes the string `"NaN"` (docs/flink-rest-traps.md, trap 12). Single metrics are
 * strings throughout: `"73"`.
 */
export const FlinkNumber = new t.Type<number | null, unknown>(
  'number or "NaN"',
  (value): value is number | null => value === null || typeof value === 'number',
  (value, context) => {
    if (value === 'NaN') return t.success(null)
    if (typeof value === 'number') return t.success(value)
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return t.success(Number(value))
    return t.failure(value, context)
  },
  value => value,
)

import * as E from 'fp-ts/lib/Either.js'
import { type Decoder, sizeOf } from './decode.ts'

const decimal = /^\s*[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,4})?\s*$/

/**
 * A number, or null if Flink has none yet and writes the string `"NaN"` (docs/flink-rest-traps.md, trap 12). Single metrics are
 * always strings: `"73"`.
 */
export const FlinkNumber: Decoder<number | null> = {
  name: 'number or "NaN"',
  read: json => {
    const value = json === 'NaN' ? null : typeof json === 'string' && json.length <= 1_000 && decimal.test(json) ? Number(json) : json
    if (value === null && json !== null) return E.right(null)
    return typeof value === 'number' && Number.isFinite(value) ? E.right(value)
      : E.left({ path: [], expected: 'number or "NaN"', found: sizeOf(json) })
  },
}

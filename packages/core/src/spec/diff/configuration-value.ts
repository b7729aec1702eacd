import { mapContent } from './map-options.ts'
import type { ShownValue } from './shown-value.ts'

/**
 * The value of one key of `flinkConfiguration`. Maps are compared as maps, all other values as text. The reference operator compares the
 * text of a map too, so that a tool that writes the pairs in another order restarts the job (B43, P12).
 */
export const configurationValue = (key: string, text: string): ShownValue => {
  const json = JSON.stringify(text)
  const content = mapContent(key, text)
  return { _tag: 'Scalar', value: text, text, json, same: content === null ? json : `map ${content}` }
}

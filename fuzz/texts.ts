/**
 * `npm run fuzz -- --texts`: every exported function of the core that takes a text, and every text field of every kind, with every pump of
 * test/linear: twice the letters may not take much more than twice the time. `npm test` tries each of them with a few.
 */
import { kindFields } from '../test/linear/kind-field.ts'
import { slowTexts } from '../test/linear/slow-texts.ts'
import { textFunctions } from '../test/linear/text-function.ts'

/** Every `of`th of what is tried, from number `part` on, which counts from 1. */
export interface Part {
  readonly part: number
  readonly of: number
}

/** `2/7`; null: it is not a part. */
export const partOf = (text: string): Part | null => {
  const [part, of] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split('/').map(Number) : []
  return part === undefined || of === undefined || part < 1 || part > of ? null : { part, of }
}

/** What takes too long, in words; empty: nothing does. */
export const slowTextsOf = async ({ part, of }: Part, print: (line: string) => void): Promise<readonly string[]> => {
  const all = [...await textFunctions(), ...kindFields()].filter((_, index) => index % of === part - 1)
  const slow = all.flatMap((tried, index) => {
    if (index % 100 === 0) print(`${index} of ${all.length} functions and fields`)
    return slowTexts([tried], Number.POSITIVE_INFINITY).map(({ name, pump, growth }) => `${name} with ${pump}: ${growth}`)
  })
  print(`${all.length} of ${all.length} functions and fields: ${slow.length} slow`)
  return slow
}

/**
 * `npm run fuzz -- --texts`: every exported function of the core that takes a text, and every text field of every kind, with every pump of
 * test/linear: twice the letters may not take much more than twice the time. `npm test` tries each of them with a few.
 */
import { kindFields } from '../test/linear/kind-field.ts'
import { slowTexts } from '../test/linear/slow-texts.ts'
import { textFunctions } from '../test/linear/text-function.ts'

/** What takes too long, in words; empty: nothing does. */
export const slowTextsOf = async (print: (line: string) => void): Promise<readonly string[]> => {
  const all = [...await textFunctions(), ...kindFields()]
  return all.flatMap((tried, index) => {
    if (index % 100 === 0) print(`${index} of ${all.length} functions and fields`)
    return slowTexts([tried], Number.POSITIVE_INFINITY).map(({ name, pump, growth }) => `${name} with ${pump}: ${growth}`)
  })
}

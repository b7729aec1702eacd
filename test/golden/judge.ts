import { type Deviation, deviationFor } from './deviation.ts'
import { type Difference, type GoldenFamily, type GoldenVector, wordsOfDifference } from './family.ts'

/** A field that differs, and the rule that says that it may. */
export interface Declared {
  readonly deviation: Deviation
  readonly difference: Difference
}

export interface Verdict {
  /** `Skipped`: differs only in fields that the table names. The rest of the vector was compared all the same. */
  readonly tag: 'Passed' | 'Failed' | 'Skipped'
  readonly declared: readonly Declared[]
  /** What nobody declared. */
  readonly problem: string | null
}

/** One vector against our code and the table of deviations. */
export const judge = (family: GoldenFamily, vector: GoldenVector, table: readonly Deviation[]): Verdict => {
  const rules = table.filter(it => it.family === family.name)
  const ruleOf = (difference: Difference): Deviation | undefined => deviationFor(rules, vector, difference)
  try {
    const found = family.run(vector, difference => ruleOf(difference) !== undefined).map(difference => ({
      difference,
      deviation: ruleOf(difference),
    }))
    const declared = found.flatMap(({ difference, deviation }) => (deviation === undefined ? [] : [{ difference, deviation }]))
    const undeclared = found.filter(({ deviation }) => deviation === undefined)
    if (undeclared.length > 0)
      return {
        tag: 'Failed',
        declared,
        problem: undeclared.slice(0, 12).map(({ difference }) => wordsOfDifference(difference)).join('\n'),
      }
    return { tag: declared.every(({ deviation }) => deviation.isEverywhere === true) ? 'Passed' : 'Skipped', declared, problem: null }
  } catch (error) {
    return { tag: 'Failed', declared: [], problem: `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` }
  }
}

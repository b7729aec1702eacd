import type { Deviation } from './deviation.ts'
import type { Verdict } from './judge.ts'

const usesOf = (rule: Deviation, verdicts: readonly Verdict[]): readonly (readonly string[])[] =>
  verdicts.map(({ declared }) => declared.filter(({ deviation }) => deviation === rule).map(({ difference }) => difference.field)).filter(
    fields => fields.length > 0,
  )

export const unusedRules = (table: readonly Deviation[], verdicts: readonly Verdict[]): readonly Deviation[] =>
  table.filter(rule => usesOf(rule, verdicts).length === 0)

/** A line a rule: how many vectors differ by it, and in how many fields. */
export const ruleCounts = (table: readonly Deviation[], verdicts: readonly Verdict[]): readonly string[] =>
  table.map(rule => {
    const uses = usesOf(rule, verdicts)
    const fields = uses.flat()
    const names = [...new Set(fields)].toSorted()
    const shown = names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${String(names.length - 6)} more` : names.join(', ')
    return `  ${rule.family} ${rule.id} (${rule.vectors}): ${String(uses.length)} vectors, ${String(fields.length)} fields: ${shown}`
  })

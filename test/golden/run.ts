/**
 * Runs the golden vectors: `npm run golden -- [DIR] [--family NAME] [--show N] [--deviations] [--renamed]`.
 * DIR holds `<family>.jsonl` or `<family>.jsonl.gz`; default: the project's own copy. Ends with `N passed, N failed, N skipped`; skipped:
 * differs only in fields that the table of deviations names. `--deviations` prints the table's numbers by rule; one that none of the
 * project's own vectors uses, nor a witness of ours, fails. `--renamed`: the same vectors with other images and paths, which no rule may
 * depend on.
 */
import { parseArgs } from 'node:util'
import { deviations } from './deviations.ts'
import { families } from './families.ts'
import { judge, type Verdict } from './judge.ts'
import { ownVectors, readVectors } from './read-vectors.ts'
import { renamed } from './renamed.ts'
import { ruleCounts, unusedRules } from './rule-counts.ts'
import { witnesses } from './witnesses.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    family: { type: 'string', multiple: true },
    show: { type: 'string', default: '5' },
    deviations: { type: 'boolean', default: false },
    renamed: { type: 'boolean', default: false },
  },
})
const directory = positionals[0] ?? ownVectors
const wanted = values.family
const unknownFamily = wanted?.find(name => !families.some(family => family.name === name))
if (unknownFamily !== undefined) {
  console.error(`--family ${unknownFamily}: allowed are ${families.map(family => family.name).join(', ')}`)
  process.exit(2)
}

const chosen = families.filter(({ name }) => wanted?.includes(name) ?? true)
const totals = { Passed: 0, Failed: 0, Skipped: 0 }
const verdicts: Verdict[] = []
for (const family of chosen) {
  const results = readVectors(directory, family.name).map(it => (values.renamed ? renamed(it) : it)).map(vector => ({
    vector,
    verdict: judge(family, vector, deviations),
  }))
  const count = (tag: Verdict['tag']): number => results.filter(({ verdict }) => verdict.tag === tag).length
  console.log(`${family.name}: ${count('Passed')} passed, ${count('Failed')} failed, ${count('Skipped')} skipped`)
  for (const { vector, verdict } of results.filter(it => it.verdict.tag === 'Failed').slice(0, Number(values.show)))
    console.log(`  ${vector.id}\n    ${(verdict.problem ?? '').replaceAll('\n', '\n    ')}`)
  for (const tag of ['Passed', 'Failed', 'Skipped'] as const) totals[tag] += count(tag)
  verdicts.push(...results.map(({ verdict }) => verdict))
}

const table = deviations.filter(({ family }) => chosen.some(({ name }) => name === family))
// what no vector comes to may be shown by one of our own
const shown = chosen.flatMap(family =>
  witnesses.filter(it => it.family === family.name).map(({ vector }) => judge(family, vector, deviations))
)
const unused = unusedRules(table, [...verdicts, ...shown])
if (values.deviations) {
  for (const line of ruleCounts(table, verdicts)) console.log(line)
  for (const { id, family, vectors } of unused) console.log(`${id} (${family}; ${vectors}): no vector uses this rule`)
  if (unused.length > 0 && directory === ownVectors) process.exitCode = 1
}
console.log(`${totals.Passed} passed, ${totals.Failed} failed, ${totals.Skipped} skipped`)
if (totals.Failed > 0) process.exitCode = 1

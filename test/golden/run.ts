/**
 * Runs the golden vectors: `npm run golden -- [DIR] [--family NAME] [--show N]`.
 * DIR holds `<family>.jsonl` or `<family>.jsonl.gz`; default: the project's own copy. Ends with `N passed, N failed, N skipped`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { parseJson } from '../../packages/core/src/codec/lossless-json.ts'
import { deviations } from './deviations.ts'
import { failed, type GoldenFamily, type GoldenResult, type GoldenVector } from './family.ts'
import { effectiveConfig } from './families/effective-config.ts'
import { manifests } from './families/manifests.ts'
import { observe } from './families/observe.ts'
import { reconcile } from './families/reconcile.ts'
import { snapshotPruning } from './families/snapshot-pruning.ts'
import { snapshotTrigger } from './families/snapshot-trigger.ts'
import { specDiff } from './families/spec-diff.ts'
import { upgradeMode } from './families/upgrade-mode.ts'
import { validation } from './families/validation.ts'

const families: readonly GoldenFamily[] = [specDiff, effectiveConfig, manifests, upgradeMode, validation, snapshotTrigger, snapshotPruning, observe, reconcile]

/** As our codec reads a resource: numbers keep what their text says. */
const decodeVector = (line: string): GoldenVector => {
  const json = parseJson(line)
  if (json._tag === 'Left') throw new Error(`${json.left.found} is no JSON`)
  return json.right as unknown as GoldenVector
}

const readVectors = (directory: string, family: string): readonly GoldenVector[] => {
  const plain = join(directory, `${family}.jsonl`)
  const compressed = `${plain}.gz`
  const text = existsSync(plain) ? readFileSync(plain, 'utf8') : existsSync(compressed) ? gunzipSync(readFileSync(compressed)).toString('utf8') : null
  if (text === null) throw new Error(`${directory}: neither ${family}.jsonl nor ${family}.jsonl.gz is there`)
  return text.split('\n').filter(line => line !== '').map(decodeVector)
}

const runOne = (family: GoldenFamily, vector: GoldenVector): GoldenResult => {
  try {
    const result = family.run(vector)
    const deviation = result._tag === 'Failed' ? deviations.find(it => it.family === family.name && it.matches(vector)) : undefined
    return deviation === undefined ? result : { _tag: 'Skipped', deviation: deviation.id }
  } catch (error) {
    return failed(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { family: { type: 'string', multiple: true }, show: { type: 'string', default: '5' } } })
const directory = positionals[0] ?? join(import.meta.dirname, 'vectors')
const wanted = values.family
const unknownFamily = wanted?.find(name => !families.some(family => family.name === name))
if (unknownFamily !== undefined) {
  console.error(`--family ${unknownFamily}: allowed are ${families.map(family => family.name).join(', ')}`)
  process.exit(2)
}

const totals = { Passed: 0, Failed: 0, Skipped: 0 }
for (const family of families.filter(({ name }) => wanted?.includes(name) ?? true)) {
  const results = readVectors(directory, family.name).map(vector => ({ vector, result: runOne(family, vector) }))
  const count = (tag: GoldenResult['_tag']): number => results.filter(({ result }) => result._tag === tag).length
  console.log(`${family.name}: ${count('Passed')} passed, ${count('Failed')} failed, ${count('Skipped')} skipped`)
  for (const { vector, result } of results.filter(it => it.result._tag === 'Failed').slice(0, Number(values.show)))
    console.log(`  ${vector.id}\n    ${result._tag === 'Failed' ? result.difference.replaceAll('\n', '\n    ') : ''}`)
  for (const tag of ['Passed', 'Failed', 'Skipped'] as const) totals[tag] += count(tag)
}
console.log(`${totals.Passed} passed, ${totals.Failed} failed, ${totals.Skipped} skipped`)
if (totals.Failed > 0) process.exitCode = 1

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseJson } from '../../packages/core/src/crd/lossless-json.ts'
import type { GoldenVector } from './family.ts'

/** As our codec reads a resource: numbers keep what their text says. */
const decodeVector = (line: string): GoldenVector => {
  const json = parseJson(line)
  if (json._tag === 'Left') throw new Error(`${json.left.found} is no JSON`)
  return json.right as unknown as GoldenVector
}

/** The project's own copy. */
export const ownVectors: string = join(import.meta.dirname, 'vectors')

/** The vectors of a family: `<directory>/<family>.jsonl`, or the same compressed (`.gz`). Throws where neither is there. */
export const readVectors = (directory: string, family: string): readonly GoldenVector[] => {
  const plain = join(directory, `${family}.jsonl`)
  const compressed = `${plain}.gz`
  const text = existsSync(plain) ? readFileSync(plain, 'utf8')
    : existsSync(compressed) ? gunzipSync(readFileSync(compressed)).toString('utf8') : null
  if (text === null) throw new Error(`${directory}: neither ${family}.jsonl nor ${family}.jsonl.gz is there`)
  return text.split('\n').filter(line => line !== '').map(decodeVector)
}

import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readEntries } from './recorded-entries.ts'

const folder = mkdtempSync(join(tmpdir(), 'flink-operator-recordings-'))
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const inFolder = (name: string, files: Readonly<Record<string, string>>): string => {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [own, content] of Object.entries(files)) writeFileSync(join(path, own), content)
  return path
}
const loop = (): string => {
  const path = join(folder, 'loop.jsonl')
  symlinkSync(path, path)
  return path
}

const line = JSON.stringify({ version: 1, at: 1, line: 'Start' })
const allowed = 'give what `run --record FILE` writes: a file NAME.jsonl or NAME.jsonl.gz, or a folder of such files'

describe('what is no recording is told by its path, with what is wrong with it and what is allowed', () => {
  test.each([
    ['not there', '/nowhere/a.jsonl', 'there is no such file or folder'],
    ["can't be read", loop(), "it can't be read (ELOOP)"],
    ['a folder without files', inFolder('empty', {}), 'no recording is in it'],
    ['a folder with other files', inFolder('others', { 'notes.txt': line, 'other.jsonl': '{"a":1}\n' }), 'no recording is in it'],
    ['a folder in which nothing but a cut-off line is', inFolder('cut', { 'a.jsonl': line.slice(0, 9) }), 'no recording is in it'],
    ['an empty file', file('empty.jsonl', '\n'), 'it is empty'],
    ['nothing but a cut-off line', file('cut.jsonl', line.slice(0, 9)), 'line 1 is no JSON'],
    ['a line that is no JSON', file('broken.jsonl', `${line}\n{bad\n${line}\n`), 'line 2 is no JSON'],
    ['a line of something else', file('else.jsonl', `${line}\n{"version":1}\n`), 'line 2 is no line of a recording'],
    ['no archive', file('none.jsonl.gz', `${line}\n`), "it can't be unpacked (incorrect header check)"],
    [
      'an archive that is cut off',
      file('cut.jsonl.gz', gzipSync(`${line}\n`).subarray(0, 30)),
      "it can't be unpacked (unexpected end of file)",
    ],
  ])('%s', (_title, path, what) => {
    const read = readEntries([path])
    expect(E.isLeft(read) && read.left).toContain(`${path}: ${what}`)
    expect(E.isLeft(read) && read.left.endsWith(`; ${allowed}`)).toBe(true)
  })

  test('the last line of a process that was killed may be cut off', () => {
    const path = file('killed.jsonl', `${line}\n${line.slice(0, 9)}`)
    expect(readEntries([path])).toEqual(E.right({ files: [{ path, values: [JSON.parse(line)] }] }))
  })
})

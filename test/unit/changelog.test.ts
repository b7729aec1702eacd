import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const longest = 200

test(`no line of CHANGELOG.md has more than ${longest} characters`, () => {
  const lines = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8').split('\n')
  const tooLong = lines.flatMap((line, index) => (line.length > longest ? [`line ${index + 1}: ${line.length} characters`] : []))
  expect(tooLong).toEqual([])
})

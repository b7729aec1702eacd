import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pages } from '../../scripts/docs/pages.ts'
import { root } from '../../scripts/docs/source-files.ts'

const generated = pages()

/** In docs/properties.md it matters whether an id is covered, waits or is not covered; which files name it may be a little old. */
const essence = (path: string, text: string): readonly string[] =>
  text.split('\n').map(
    line => (path === 'docs/properties.md' && /^\| (?:[PBL]|D-|[CM]-D)\d+ \|/.test(line) && !/\*\*uncovered\*\*|waits for/.test(line)
      ? line.replace(/\| [^|]* \|$/, '| covered |') : line),
  )

describe('B64 generated pages are those of the code; `npm run docs` writes them', () => {
  test.each(generated.map(({ path, text }) => [path, text] as const))('%s', (path, text) => {
    const file = join(root, path)
    const [found, wanted] = [existsSync(file) ? readFileSync(file, 'utf8') : '', text].map(it => essence(path, it)) as [
      readonly string[],
      readonly string[],
    ]
    // line by line, so that a failure shows what differs and not the whole page
    expect({
      stale: wanted.filter(line => !found.includes(line)),
      gone: found.filter(line => !wanted.includes(line)),
      mend: 'npm run docs',
    }).toEqual({ stale: [], gone: [], mend: 'npm run docs' })
    expect(found).toHaveLength(wanted.length)
  })
})

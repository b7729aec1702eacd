/** `npm run docs`: writes the pages that are generated from the code. `test/unit/docs-fresh.test.ts` fails while one of them is stale. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pages } from './docs/pages.ts'
import { root } from './docs/source-files.ts'

for (const { path, text } of pages()) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  console.log(path)
}

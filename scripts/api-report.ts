/** `npm run api`, after `npm run build`: writes the API reports of all entry points anew. `npm run check:packages` compares. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { apiReport } from './packages/api-report.ts'
import { entryPoints, root } from './packages/entry-points.ts'

for (const entry of entryPoints) {
  const { path, text, isStale } = apiReport(entry)
  if (!isStale) continue
  writeFileSync(path, text)
  console.log(`${relative(root, path)} written: commit it`)
}

/** The site's search: an index of the pages' texts by Pagefind, which the browser reads in pieces; nobody else is asked. */
import { cpSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { close, createIndex } from 'pagefind'

/** Its own pages and boxes stay out: search-box.js is ours. */
const isNeeded = path => /^(pagefind(-worker)?\.js|pagefind-entry\.json|wasm\.en\.pagefind)$|\.pf_/.test(path)

const orThrow = ({ errors, ...answer }) => {
  if (errors.length > 0) throw new Error(`search: ${errors.join('; ')}`)
  return answer
}

/** Indexes what stands in `data-pagefind-body`, into the folder pagefind/. Its size in words. */
export const indexSite = async output => {
  rmSync(join(output, 'pagefind'), { recursive: true, force: true })
  try {
    const { index } = orThrow(await createIndex({ keepIndexUrl: true }))
    orThrow(await index.addDirectory({ path: output }))
    const { files } = orThrow(await index.getFiles())
    for (const { path, content } of files.filter(it => isNeeded(it.path))) {
      const to = join(output, 'pagefind', path)
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, content)
    }
    cpSync(join(import.meta.dirname, '../node_modules/pagefind/LICENSE'), join(output, 'pagefind/LICENSE'), { recursive: true })
  } finally {
    await close()
  }
  const sizes = globSync('**/*.*', { cwd: join(output, 'pagefind') }).map(path => statSync(join(output, 'pagefind', path)).size)
  return `search ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} KiB`
}

/** Run by npm in a package's folder before it is packed: the licence and notice of the repository go with it. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'

for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(import.meta.dirname, '..', name), name)

/** Run by npm in a package's folder before it is packed: the licence of the repository goes with it. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'

copyFileSync(join(import.meta.dirname, '..', 'LICENSE'), 'LICENSE')

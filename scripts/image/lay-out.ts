import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { instructions } from './dockerfile.ts'

/** Files that a program loads when it starts: its loader and libraries, by their paths. */
const librariesOf = (program: string): readonly string[] =>
  execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n').flatMap(line => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])

/**
 * The root file system of the operator's image: what its base image has of use to it, which is Node and the libraries that it is linked to,
 * and what the Dockerfile copies from `root`. No shell and no package manager: nothing in it runs but Node.
 */
export const layOut = (folder: string, root: string, dockerfile: string): void => {
  const put = (from: string, to: string): void => {
    const target = join(folder, to)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(realpathSync(from), target, { recursive: true })
  }
  put(process.execPath, '/nodejs/bin/node')
  for (const library of librariesOf(process.execPath)) put(library, library)
  mkdirSync(join(folder, 'etc'), { recursive: true })
  writeFileSync(join(folder, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  for (const copied of instructions(dockerfile, 'COPY')) {
    const [from = '', to = ''] = copied.split(/\s+/)
    put(join(root, from), to.endsWith('/') ? join(to, basename(from)) : to)
  }
}

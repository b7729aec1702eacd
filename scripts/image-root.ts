/**
 * The operator's image for a machine without a container engine: `node scripts/image-root.ts FOLDER` lays out its root file system, of this
 * very Node with the libraries that it is linked to, and of what `deploy/Dockerfile` copies (`npm run build` first), and prints what else
 * that file says (`--user`, `--env`, `--entrypoint`, an argument a line) for whatever packs images.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')

const instructions = (name: string): readonly string[] =>
  dockerfile.split('\n').flatMap(line => (line.startsWith(`${name} `) ? [line.slice(name.length + 1).trim()] : []))

/** Files that a program loads when it starts: its loader and libraries, by their paths. */
const librariesOf = (program: string): readonly string[] =>
  execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n').flatMap(line => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])

const layOut = (folder: string): void => {
  const put = (from: string, to: string): void => {
    const target = join(folder, to)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(realpathSync(from), target, { recursive: true })
  }
  // what the base image of the Dockerfile would bring: Node, and env, by which the operator finds it
  const programs = [[process.execPath, '/usr/local/bin/node'], ['/usr/bin/env', '/usr/bin/env']] as const
  for (const [from, to] of programs) put(from, to)
  for (const library of new Set(programs.flatMap(([from]) => librariesOf(from)))) put(library, library)
  mkdirSync(join(folder, 'etc'), { recursive: true })
  writeFileSync(join(folder, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  for (const copied of instructions('COPY')) {
    const [from = '', to = ''] = copied.split(/\s+/)
    put(join(root, from), to.endsWith('/') ? join(to, basename(from)) : to)
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/image-root.ts FOLDER')
  process.exitCode = 2
} else {
  layOut(folder)
  const entrypoint = instructions('ENTRYPOINT').flatMap(text => JSON.parse(text) as readonly string[])
  const lines = [
    ...instructions('USER').flatMap(user => ['--user', user]),
    ...['PATH=/usr/local/bin:/usr/bin', ...instructions('ENV')].flatMap(variable => ['--env', variable]),
    '--entrypoint',
    ...entrypoint,
  ]
  console.log(lines.join('\n'))
}

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleInto, root } from '../../scripts/bundle/bundle-into.ts'
import { packPlugin, type PackedPlugin } from '../../scripts/krew/pack-plugin.ts'

interface Plugin {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly version: string
    readonly shortDescription: string
    readonly description: string
    readonly caveats: string
    readonly platforms: readonly { readonly uri: string; readonly sha256: string; readonly bin: string }[]
  }
}

const folder = mkdtempSync(join(tmpdir(), 'krew-'))
const bundle = join(folder, 'bundle')
let plugin: PackedPlugin
let manifest: Plugin

beforeAll(async () => {
  await bundleInto(bundle)
  mkdirSync(join(bundle, 'legal'))
  plugin = packPlugin({ bundle, into: join(folder, 'out'), uri: 'https://example.com/kubectl-flink.tar.gz' })
  manifest = parse(readFileSync(plugin.manifest, 'utf8')) as Plugin
})

describe('the manifest, by the rules of krew and of its index', () => {
  test('kind, name, and the version of this project', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
    expect(manifest).toMatchObject({
      apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
      kind: 'Plugin',
      metadata: { name: 'flink' },
      spec: { version: `v${version}` },
    })
  })

  test('a short description of at most 50 characters, and lines that fit a terminal', () => {
    expect(manifest.spec.shortDescription).toMatch(/^\S.{1,49}$/)
    for (const line of `${manifest.spec.description}${manifest.spec.caveats}`.split('\n')) expect(line.length).toBeLessThanOrEqual(96)
  })

  test('the caveats say what it needs', () => expect(manifest.spec.caveats).toContain('Node 24 or newer'))

  test('one archive for all platforms, where it was said to lie, with its checksum', () => {
    const [platform, ...others] = manifest.spec.platforms
    expect(others).toEqual([])
    expect(platform).toMatchObject({ uri: 'https://example.com/kubectl-flink.tar.gz', sha256: plugin.sha256 })
    expect(platform?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(execFileSync('sha256sum', [plugin.archive], { encoding: 'utf8' })).toContain(plugin.sha256)
  })

  test('the archive has the licence, and the program that is called, executable; the same files make the same bytes', () => {
    const files = execFileSync('tar', ['-tvzf', plugin.archive], { encoding: 'utf8' }).split('\n')
    const modeOf = (name: string): string => (files.find(line => line.endsWith(` ./${name}`)) ?? '').slice(0, 10)
    expect(modeOf(manifest.spec.platforms[0]?.bin ?? '')).toBe('-rwxr-xr-x')
    for (const name of ['LICENSE', 'NOTICE', 'flink-operator.mjs'])
      expect([name, modeOf(name)]).toEqual([name, expect.stringMatching(/^-rw.r-.r-.$/)])
    expect(packPlugin({ bundle, into: join(folder, 'again') }).sha256).toBe(plugin.sha256)
  })
})

describe('kubectl-flink of the archive', () => {
  const unpacked = join(folder, 'store')
  const link = join(folder, 'bin/kubectl-flink')
  beforeAll(() => {
    for (const made of [unpacked, dirname(link)]) mkdirSync(made)
    execFileSync('tar', ['-xzf', plugin.archive, '-C', unpacked])
    symlinkSync(join(unpacked, 'kubectl-flink'), link)
  })

  /** With a `node` that is of this version; null: with none. */
  const called = (version: string | null) => {
    const tools = mkdtempSync(join(folder, 'tools-'))
    for (const name of ['sh', 'dirname', 'readlink'])
      symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(tools, name))
    if (version !== null) {
      writeFileSync(
        join(tools, 'node'),
        version === process.version ? `#!/bin/sh\nexec ${process.execPath} "$@"\n` : `#!/bin/sh\necho ${version}\n`,
      )
      chmodSync(join(tools, 'node'), 0o755)
    }
    const { status, stdout, stderr } = spawnSync(link, ['--help'], { env: { PATH: tools }, encoding: 'utf8' })
    return { status, stderr, usage: stdout.split('\n')[0] }
  }

  test.each([
    ['v20.20.2', 'Node v20.20.2'],
    ['v9.0.0', 'Node v9.0.0'],
    ['nonsense', 'Node nonsense'],
    [null, 'no Node'],
  ])('with Node %s it says what is missing', (version, found) =>
    expect(called(version)).toEqual({
      status: 3,
      stderr: `kubectl flink: found ${found} in the PATH; it needs Node 24 or newer: https://nodejs.org\n`,
      usage: '',
    }))

  test('with Node 24 it is the plugin, also by a link', () =>
    expect(called(process.version)).toEqual({ status: 0, stderr: '', usage: 'Usage: kubectl flink [options] [command]' }))
})

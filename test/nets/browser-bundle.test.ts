import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleCoreForBrowser, bundleForBrowser, coreEntries } from './core-bundle.ts'
import { fixtures } from './run-tool.ts'

describe('net 5: core bundles for a browser', () => {
  test('an import of a Node built-in is refused', async () => {
    await expect(bundleForBrowser(join(fixtures, 'bundle/node-import.ts'))).rejects.toThrow('Could not resolve "node:fs"')
  })

  test('so is one by way of a library', async () => {
    await expect(bundleForBrowser(join(fixtures, 'bundle/library-import.ts'))).rejects.toThrow(/Could not resolve "(node:)?[a-z_]+"/)
  })

  test('core as it is, by each of its public entries', async () => {
    expect(Object.keys(coreEntries())).toContain('.')
    expect((await bundleCoreForBrowser()).length).toBeGreaterThan(0)
  })
})

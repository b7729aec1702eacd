import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { specJson } from '../../packages/core/fixtures/flink-deployment-resource.ts'
import { bundleCoreForBrowser, bundleForBrowser, coreEntries, evaluateInEmptyContext } from './core-bundle.ts'
import { fixtures } from './run-tool.ts'

describe('net 6: core runs where there is nothing but the language', async () => {
  const sins = evaluateInEmptyContext(await bundleForBrowser(join(fixtures, 'run/impure.ts'))) as Readonly<
    Record<string, (n?: number) => unknown>
  >

  test('what is pure runs', () => {
    expect(sins['pure']?.(1)).toBe(2)
  })

  test.each([
    ['clock', 'Date is not defined'],
    ['hiddenClock', 'Date is not defined'],
    ['random', 'impure: Math.random'],
    ['locale', 'Intl is not defined'],
    ['weak', 'WeakRef is not defined'],
    ['environment', 'process is not defined'],
    ['log', 'console is not defined'],
    ['wait', 'setTimeout is not defined'],
    ['encode', 'TextEncoder is not defined'],
  ])('%s: %s', (name, message) => {
    expect(() => sins[name]?.()).toThrow(message)
  })

  test('an impurity at load is caught at load', async () => {
    const bundle = await bundleForBrowser(join(fixtures, 'run/impure-on-load.ts'))
    expect(() => evaluateInEmptyContext(bundle)).toThrow('Date is not defined')
  })

  test('core as it is loads, with the libraries that it brings', async () => {
    const core = evaluateInEmptyContext(await bundleCoreForBrowser())
    expect(Object.keys(core).sort()).toEqual(Object.keys(coreEntries()).sort())
  })

  test('a whole plan is made there: rules, codecs, manifests and the simulated world', async () => {
    const core = evaluateInEmptyContext(await bundleCoreForBrowser()) as unknown as Readonly<
      Record<string, Readonly<Record<string, (...args: readonly unknown[]) => never>>>
    >
    const env: unknown = core['.']!['makeEnv']!({ now: 1_700_000_000_000 })
    const plan: unknown = core['simulation/plan']!['plan']!({
      deployed: null,
      wanted: { kind: 'FlinkDeployment', metadata: { name: 'app' }, spec: specJson() },
      env,
    })
    expect(plan).toMatchObject({ _tag: 'Right', right: { end: { _tag: 'Quiet' } } })
  })
})

import { describe, expect, test } from 'vitest'
import { defaultConfiguration } from './layers.ts'

const p = 'kubernetes.operator.default-configuration.'

describe('layers: api-and-config.md, section 8', () => {
  test.each([
    ['nothing', {}, 'base'],
    ['namespace', { [`${p}namespace.ns.a`]: 'ns' }, 'ns'],
    ['another namespace', { [`${p}namespace.nsx.a`]: 'ns' }, 'base'],
    ['a version beats a namespace', { [`${p}namespace.ns.a`]: 'ns', [`${p}flink-version.v1_20.a`]: 'v' }, 'v'],
    ['an older version and newer', { [`${p}flink-version.v1_18+.a`]: 'v' }, 'v'],
    ['a newer version and newer', { [`${p}flink-version.v2_0+.a`]: 'v' }, 'base'],
    ['the newest of several, whatever their order', { [`${p}flink-version.v1_19+.a`]: '19', [`${p}flink-version.v1_17+.a`]: '17' }, '19'],
    ['the version itself beats version and newer', { [`${p}flink-version.v1_20.a`]: '20', [`${p}flink-version.v1_20+.a`]: '20+' }, '20'],
    ['an unknown version', { [`${p}flink-version.v1_99+.a`]: 'v' }, 'base'],
  ])('%s', (_title, entries, want) => {
    const configuration = { a: 'base', ...entries } as Record<string, string>
    const made = defaultConfiguration({ configuration, logConfiguration: {} }, 'ns', 'v1_20')
    expect(made).toEqual({ ...configuration, a: want })
  })

  test('without a version only the namespace counts', () => {
    const configuration = { [`${p}namespace.ns.a`]: 'ns', [`${p}flink-version.v1_13+.a`]: 'v' }
    expect(defaultConfiguration({ configuration, logConfiguration: {} }, 'ns', null)['a']).toBe('ns')
  })
})

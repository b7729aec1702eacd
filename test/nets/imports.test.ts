import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixtures, root, runTool, type ToolRun } from './run-tool.ts'

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

const cruise = (cwd: string, outputType: 'json' | 'err'): ToolRun =>
  runTool('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    outputType,
    'packages',
  ], cwd)

const found = (violations: readonly Violation[]): readonly string[] => [
  ...new Set(violations.map(({ from, rule }) => `${basename(from, '.ts')} → ${rule.name}`)),
]

describe('net 4: arrows', () => {
  const folder = join(fixtures, 'imports')
  const { summary: { violations } } = JSON.parse(cruise(folder, 'json').stdout) as {
    readonly summary: { readonly violations: readonly Violation[] }
  }

  test('the fixture fails the check', () => {
    expect(cruise(folder, 'err').exitCode).toBeGreaterThan(0)
  })

  test.each([
    ['core-allow-list', 'core-allow-list'],
    ['core-allow-list-type', 'core-allow-list'],
    ['arbitraries-allow-list', 'arbitraries-allow-list'],
    ['lyft-allow-list', 'lyft-allow-list'],
    ['lyft-imports-what-the-core-exports', 'lyft-imports-what-the-core-exports'],
    ['kinds-allow-list', 'kinds-allow-list'],
    ['simulation-allow-list', 'simulation-allow-list'],
    ['io-ts-only-in-crd', 'io-ts-only-in-crd'],
    ['high-availability-allow-list', 'high-availability-allow-list'],
    ['adapters-import-only-pure-packages', 'adapters-import-only-pure-packages'],
    ['adapters-import-operator', 'adapters-import-only-pure-packages'],
    ['sandbox-imports-only-pure-packages', 'sandbox-imports-only-pure-packages'],
    ['planner-imports-only-core', 'planner-imports-only-core'],
    ['core-stays-at-the-bottom', 'core-stays-at-the-bottom'],
    ['client-node-only-for-credentials', 'client-node-only-for-credentials'],
    ['only-declared-packages', 'only-declared-packages'],
    ['the-binary-declares-what-is-bundled', 'the-binary-declares-what-is-bundled'],
    ['vocabulary-imports-no-rules', 'vocabulary-imports-no-rules'],
    ['parsing-imports-no-rules', 'parsing-imports-no-rules'],
    ['rules-on-specs-import-no-rounds', 'rules-on-specs-import-no-rounds'],
    ['autoscaler-imports-no-rounds', 'autoscaler-imports-no-rounds'],
    ['contract-imports-no-rules', 'contract-imports-no-rules'],
    ['manifests-import-no-lifecycle', 'manifests-import-no-lifecycle'],
    ['cluster-imports-no-jobs', 'cluster-imports-no-jobs'],
    ['job-imports-no-clusters', 'job-imports-no-clusters'],
    ['the-protocol-hides-secrets', 'the-protocol-hides-secrets'],
    ['rules-import-no-kinds', 'rules-import-no-kinds'],
    ['job-imports-kind', 'rules-import-no-kinds'],
    ['kinds-stay-apart', 'kinds-stay-apart'],
    ['callers-bring-the-table-of-kinds', 'callers-bring-the-table-of-kinds'],
    ['src-never-imports-simulation', 'src-never-imports-simulation'],
    ['plan-stands-on-top', 'plan-stands-on-top'],
    ['sources-import-no-tests', 'sources-import-no-tests'],
    ['names-say-the-subject', 'names-say-the-subject'],
    ['no-cycles-back', 'no-cycles'],
    ['nothing-unresolved', 'nothing-unresolved'],
  ])('%s.ts breaks %s', (file, rule) => {
    expect(found(violations)).toContain(`${file} → ${rule}`)
  })

  test('every rule of the configuration has a file that breaks it', async () => {
    const { default: config } = (await import(join(root, '.dependency-cruiser.cjs'))) as {
      default: { forbidden: readonly { name: string }[] }
    }
    expect([...new Set(violations.map(({ rule }) => rule.name))].sort()).toEqual(config.forbidden.map(({ name }) => name).sort())
  })

  test('the files of the fixture that follow the rules are not reported', () => {
    const innocent = [
      'resource-codec',
      'resource',
      'rule',
      'round',
      'cluster',
      'job',
      'application',
      'kind',
      'kinds',
      'world',
      'plan',
      'credentials',
      'index',
    ]
    expect(violations.map(({ from }) => basename(from, '.ts')).filter(name => innocent.includes(name))).toEqual([])
  })

  test('the tree as it is follows the rules', () => {
    // every rule is an error, so this tells of each violation; a run of the whole tree takes long
    const { exitCode, stdout } = cruise(root, 'err')
    expect([exitCode, exitCode === 0 ? '' : stdout]).toEqual([0, ''])
  })
})

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runIn, type ToolRun } from './run-tool.ts'
import { changedOutside, layToyKind, toyFolder } from './toy-kind.ts'

/** So many files outside of its folder may know a new kind. */
const atMost = 3

const copy = mkdtempSync(join(realpathSync(tmpdir()), 'toy-kind-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
layToyKind(copy)

const source = '--conditions=@flink-operator/source'
const ran = ({ exitCode, stdout, stderr }: ToolRun): string => `exit ${String(exitCode)}${exitCode === 0 ? '' : `\n${stdout}\n${stderr}`}`

/** In the order in which a person would do it; each step rests on those before it. */
describe(`a kind is one folder and its line in the table of kinds: ${toyFolder}`, () => {
  test(`at most ${atMost} files outside of its folder change`, () => {
    const changed = changedOutside(copy)
    console.log(`a new kind: ${changed.length} of at most ${atMost} files outside of its folder had to change: ${changed.join(', ')}`)
    expect(changed.length).toBeLessThanOrEqual(atMost)
    expect(changed).toContain('packages/core/src/kinds.ts')
  })

  test('all packages and all tests compile with it', () => {
    expect(ran(runIn(copy, 'node_modules/typescript-7/bin/tsc', ['-b', 'tsconfig.json', 'tsconfig.test.json']))).toBe('exit 0')
  })

  test('its CRD, its rights, its page and its rows are generated, by hand nothing more is written', () => {
    const byHand = changedOutside(copy)
    expect(ran(runIn(copy, 'deploy/generate.ts', [], [source]))).toBe('exit 0')
    expect(ran(runIn(copy, 'scripts/generate-docs.ts', [], [source]))).toBe('exit 0')
    const generated = changedOutside(copy).filter(path => !byHand.includes(path))
    console.log(`a new kind: generated: ${generated.join(', ')}`)
    expect(generated.filter(path => !/^(?:deploy|docs)\//u.test(path))).toEqual([])
    expect(generated).toEqual(
      expect.arrayContaining([
        'deploy/crds/toysessions.flink.apache.org.yaml',
        'deploy/operator.yaml',
        'docs/reference/toysession.md',
        'docs/rules.md',
      ]),
    )
  })

  test('its rules, its CRD, its documents, and the operator on the sandbox: opened, explained, opened again, closed', () => {
    const files = [
      toyFolder,
      'packages/kinds/src/kinds.test.ts',
      'packages/kinds/src/crd.test.ts',
      'test/unit/deploy-manifests.test.ts',
      'test/unit/docs-fresh.test.ts',
      'test/sandbox/toy-session.test.ts',
    ]
    const tool = runIn(copy, 'node_modules/vitest/vitest.mjs', [
      'run',
      '--project',
      'core',
      '--project',
      'unit',
      '--project',
      'sandbox',
      ...files,
    ])
    expect(ran(tool)).toBe('exit 0')
    expect(tool.stdout).toMatch(/Test Files.*6 passed/u)
  })

  test.each(['toy-session', 'savepoint/ha/first-deploy/rest'])('worlds %s: every state is explored, no property is broken', worlds => {
    const tool = runIn(copy, 'packages/operator/src/main.ts', ['verify', '--world', worlds, '--workers', '1'], [source])
    expect(ran(tool)).toBe('exit 0')
    console.log(`a new kind: ${worlds}: ${tool.stdout.trim().split('\n').at(-1) ?? ''}`)
    expect(tool.stdout).toMatch(/\d+ states in \d worlds, .* 0 violations/u)
    expect(tool.stdout).not.toContain('not closed')
  })

  test('plan: what applying one would do, to its end', () => {
    const file = join(copy, 'toy-session.yaml')
    writeFileSync(file, 'apiVersion: flink.apache.org/v1beta1\nkind: ToySession\nmetadata:\n  name: s\n  namespace: default\nspec: {}\n')
    const tool = runIn(copy, 'packages/operator/src/main.ts', ['plan', '--offline', file], [source])
    rmSync(file)
    expect(ran(tool)).toBe('exit 0')
    expect(tool.stdout).toMatch(/New: no job is started\nwhat happens\n[^]*add our finalizer\n[^]*create FlinkConfig of s\n/u)
  })

  test('a file more is a file more', () => {
    const before = changedOutside(copy)
    writeFileSync(join(copy, 'packages/operator/src/toy-session.ts'), '')
    expect(changedOutside(copy).filter(path => !before.includes(path))).toEqual(['packages/operator/src/toy-session.ts'])
  })
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Input, type InputFlags, readInput } from './resource-files.ts'

const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-plan-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const head = 'apiVersion: flink.apache.org/v1beta1\nkind: FlinkDeployment\nmetadata:\n  name: app\n'
const good = `${head}spec:\n  flinkVersion: v1_20\n  job:\n    parallelism: 1\n    upgradeMode: savepoint\n`
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n'

const read = (files: Readonly<Record<string, string>>, flags: InputFlags = {}): Input => readInput([folderOf(files)], flags)
const problemsOf = (text: string, flags: InputFlags = {}): readonly string[] =>
  read({ 'a.yaml': text }, flags).problems.map(({ line, field, message }) => `${line ?? '-'} ${field ?? '-'}: ${message}`)
const namesOf = ({ resources }: Input): readonly string[] => resources.map(({ name }) => name)

describe('what files hold', () => {
  test('a folder: its files by name, not those of its folders unless they are asked for', () => {
    const files = {
      'b.yml': good.replace('app', 'b'),
      'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap' }),
      'c/d.yaml': good,
      'readme.md': '# x',
    }
    expect(namesOf(read(files))).toEqual(['b'])
    expect(namesOf(read(files, { recursive: true }))).toEqual(['b', 'app'])
  })

  test('a folder that kustomize builds is not read as if it were not: its patches are no resources', () => {
    const { resources, problems } = read({ 'kustomization.yaml': 'resources: [app.yaml]', 'app.yaml': good })
    expect(resources).toEqual([])
    expect(problems).toMatchObject([{ message: expect.stringMatching(/kubectl kustomize .* \| flink-operator plan -/) as string }])
  })

  test('what is not ours is passed over and told with its place, a List is what is in it', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${configMap.trim().replaceAll('\n', '\n  ')}\n- ${
      good.trim().replaceAll('\n', '\n  ')
    }\n`
    const { resources, passedOver, problems } = read({ 'a.yaml': list })
    expect(problems).toEqual([])
    expect(passedOver).toMatchObject([{ what: 'ConfigMap of v1 "settings"', line: 4 }])
    expect(resources.map(({ name, placeOf }) => [name, placeOf('spec.job.parallelism').line])).toEqual([['app', 14]])
  })

  test('an error of one file, or of one document, hides nothing of the others', () => {
    const { resources, problems } = read({
      'a.yaml': 'a: [1\nb: }',
      'b.yaml': `${good}---\na: b\n---\n${good.replace('app', 'other')}`,
      'c.yaml': '[1]',
    })
    expect(resources.map(({ name }) => name)).toEqual(['app', 'other'])
    expect(problems.map(({ file, line }) => `${file.slice(-6)}:${line ?? 0}`)).toEqual(['a.yaml:2', 'b.yaml:11', 'c.yaml:1'])
  })

  test('nothing at all, as of a broken pipe, is a problem', () => {
    expect(read({ 'a.yaml': '' }).problems).toMatchObject([{ message: 'no resource in it' }])
  })

  test('-n is the namespace of what names none, and contradicts no other', () => {
    expect(read({ 'a.yaml': good }, { namespace: 'prod' }).resources).toMatchObject([{ namespace: 'prod' }])
    expect(problemsOf(good.replace('  name', '  namespace: test\n  name'), { namespace: 'prod' })).toEqual([
      '4 metadata.namespace: it is "test", and -n says "prod"',
    ])
  })
})

describe('what the API server would refuse is refused, with the place in the file', () => {
  test.each([
    ['an unknown field', good.replace('parallelism', 'paralelism'), ['8 spec.job.paralelism: unknown field; did you mean "parallelism"?']],
    ['two letters that changed places', good.replace('job:', 'jbo:'), ['7 spec.jbo: unknown field; did you mean "job"?']],
    ['other capitals', good.replace('upgradeMode', 'upgrademode'), ['9 spec.job.upgrademode: unknown field; did you mean "upgradeMode"?']],
    ['nothing is near', good.replace('parallelism', 'frobnicate'), ['8 spec.job.frobnicate: unknown field']],
    ['beside the spec', good.replace('spec:', 'sepc:'), ['5 sepc: unknown field; did you mean "spec"?']],
    ['in the metadata', good.replace('  name: app', '  name: app\n  lables: {a: b}'), [
      '5 metadata.lables: unknown field; did you mean "labels"?',
    ]],
    ['a label that is no text', good.replace('  name: app', '  name: app\n  labels: {a: 1}'), [
      '5 metadata.labels.a: expected text, found a whole number',
    ]],
    ['an annotation that is no text', good.replace('  name: app', '  name: app\n  annotations:\n    a: true'), [
      '6 metadata.annotations.a: expected text, found true or false',
    ]],
    ['a name that is none', good.replace('name: app', 'name: App'), [
      '4 metadata.name: "App" is no name: lower case letters, digits, "-" and "." are allowed, 253 of them at most',
    ]],
    ['no name', good.replace('  name: app', '  labels: {}'), ['3 metadata.name: it is missing']],
    ['a wrong type', good.replace('parallelism: 1', 'parallelism: many'), [
      '8 spec.job.parallelism: expected a whole number from -2147483648 to 2147483647, found "many"',
    ]],
    ['a word that there is not', good.replace('upgradeMode: savepoint', 'upgradeMode: savepiont'), [
      '9 spec.job.upgradeMode: expected one of stateless, savepoint, last-state, found "savepiont"; did you mean "savepoint"?',
    ]],
    ['two errors at once, by line', good.replace('v1_20', '[1]').replace('parallelism: 1', 'parallelism: {}'), [
      expect.stringMatching(/^6 spec\.flinkVersion: expected/),
      expect.stringMatching(/^8 spec\.job\.parallelism: expected/),
    ]],
    ['a kind that there is not', good.replace('FlinkDeployment', 'FlinkDeploymnt'), [
      expect.stringMatching(/^2 kind: there is no FlinkDeploymnt in flink\.apache\.org\/v1beta1, .*did you mean "FlinkDeployment"\?$/),
    ]],
    ['another version', good.replace('v1beta1', 'v1'), [
      '1 apiVersion: FlinkDeployment of flink.apache.org/v1: expected apiVersion flink.apache.org/v1beta1',
    ]],
    ['no kind', good.replace('kind:', 'knd:'), ['1 kind: it is missing, so this is no resource; there is "knd"; did you mean "kind"?']],
    ['a key twice', good.replace('    parallelism: 1', '    parallelism: 1\n    parallelism: 2'), ['9 -: Map keys must be unique']],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  test('P23 what stands in a field of a secret is not told', () => {
    const text = good.replace(
      '  job:',
      '  flinkConfiguration:\n    s3.secret-key: [planted-marker]\n    password: {x: planted-marker}\n  job:',
    )
    expect(problemsOf(text).join('\n')).not.toContain('planted-marker')
  })

  test('a status is not looked at: who applies a file does not write it', () => {
    expect(problemsOf(`${good}status:\n  frobnicate: 1\n`)).toEqual([])
  })
})

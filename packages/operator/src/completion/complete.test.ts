import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeApi, startFakeApi } from '../../test/fake-api.ts'
import { kubeconfigOf } from '../../test/call-command.ts'
import { program } from '../cli.ts'
import type { ProgramName } from '../program-name.ts'
import { complete, completionText } from './complete.ts'

const root = (name: ProgramName = 'flink-operator') => program(name, () => undefined)

/** The words of a line; `·` is an empty one. */
const wordsOf = (line: string): readonly string[] => line.split(' ').map(word => (word === '·' ? '' : word))

/** The candidates, and what the shell is to add: `files`, `folders`. */
const completed = async (line: string, name?: ProgramName): Promise<string> => {
  const { candidates, directive } = await complete(root(name), wordsOf(line))
  const more = directive === 0 ? ['files'] : directive === 16 ? ['folders'] : []
  return [...candidates.map(({ value }) => value), ...more].join(' ')
}

describe('what may stand at the end of a line', () => {
  test.each([
    // line                                        candidates
    ['pl', 'plan'],
    ['re', 'resume restart replay'],
    ['frob', ''],
    ['help re', 'resume restart replay'],
    ['completion ·', 'bash zsh fish'],
    ['plan ·', 'files'],
    ['plan a.yaml ·', 'files'],
    ['replay ·', 'files'],
    ['replay a.jsonl ·', ''],
    ['version ·', ''],
    ['plan --o', '--offline --output'],
    ['plan -o ·', 'text json markdown github'],
    ['plan -o m', 'markdown'],
    ['plan --output j', 'json'],
    ['plan --output=j', 'json'],
    ['plan -o json ·', 'files'],
    ['plan -ojson ·', 'files'],
    ['plan --output=json --off', '--offline'],
    ['plan --offline ·', 'files'],
    ['plan -- --o', 'files'],
    ['plan --deployed ·', 'files'],
    ['plan --deployed=ma', 'files'],
    ['run --conf-dir ·', 'folders'],
    ['run --port ·', ''],
    ['run --bogus --na', '--namespace --narrate'],
    ['verify --matrix ·', 'first full'],
    ['verify --recording a.jsonl ·', 'files'],
    ['verify --recording a.jsonl --ste', '--steps'],
    ['sandbox --d', '--demo'],
    ['run --crash', ''],
  ])('%s → %s', async (line, candidates) => expect(await completed(line)).toBe(candidates))

  test('every command, and every option of it, that help shows', async () => {
    const commands = root().commands.map(command => command.name())
    expect((await completed('·')).split(' ')).toEqual([...commands, 'help'])
    for (const command of root().commands) {
      const shown = command.createHelp().visibleOptions(command).flatMap(({ long, short }) => [long, short]).filter(it => it !== undefined)
      expect([command.name(), ...(await completed(`${command.name()} -`)).split(' ')]).toEqual([command.name(), ...shown])
    }
  })

  test('as a plugin of kubectl: its own commands alone, and the script of kubectl', async () => {
    expect((await completed('·', 'kubectl flink')).split(' ')).toEqual(
      expect.arrayContaining(['plan', 'explain', 'completion']) as string[],
    )
    expect(await completed('r', 'kubectl flink')).toBe('resume restart rollback')
    expect(await completed('completion ·', 'kubectl flink')).toBe('kubectl')
  })

  test('a line a candidate, what it is after a tab, the directive last', async () => {
    expect(completionText(await complete(root(), ['crd']))).toBe('crds\tprint the CustomResourceDefinitions that this version needs\n:4\n')
    expect(completionText(await complete(root(), ['plan', '']))).toBe(':0\n')
  })
})

describe('names that the cluster knows', () => {
  let api: FakeApi
  let kubeconfig: string
  const named = (kind: string, name: string, namespace: string) => ({
    apiVersion: 'flink.apache.org/v1beta1',
    kind,
    metadata: { name, namespace },
  })

  beforeEach(async () => {
    api = await startFakeApi()
    kubeconfig = join(mkdtempSync(join(tmpdir(), 'completion-')), 'kubeconfig')
    writeFileSync(kubeconfig, kubeconfigOf(api.url))
    for (const name of ['jobs', 'team']) api.put('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    for (const name of ['orders', 'old', 'clicks'])
      api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', named('FlinkDeployment', name, 'jobs'))
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', named('FlinkDeployment', 'payments', 'team'))
    api.put('/apis/flink.apache.org/v1beta1/flinksessionjobs', named('FlinkSessionJob', 'enrich', 'jobs'))
    api.put('/apis/flink.apache.org/v1beta1/flinkstatesnapshots', named('FlinkStateSnapshot', 'sp-1', 'jobs'))
  })
  afterEach(() => api.close())

  const inCluster = (line: string): Promise<string> => completed(line.replace(' ', ` --kubeconfig ${kubeconfig} `))

  test.each([
    ['explain ·', 'clicks old orders flinkstatesnapshot/sp-1 flinksessionjob/enrich'],
    ['explain o', 'old orders'],
    ['explain --namespace ·', 'jobs team'],
    ['run --namespace=t', 'team'],
    ['explain -n team ·', 'payments'],
    ['explain --namespace=team ·', 'payments'],
    ['explain -nteam p', 'payments'],
    ['explain flinksnp/', 'flinksnp/sp-1'],
    ['explain flinksessionjobs/e', 'flinksessionjobs/enrich'],
    ['explain pods/', ''],
    ['explain orders ·', ''],
    ['suspend ·', 'clicks old orders flinksessionjob/enrich'],
    ['suspend flinksnp/', ''],
  ])('%s → %s', async (line, candidates) => expect(await inCluster(line)).toBe(candidates))

  test('a cluster that does not answer within a second, or refuses: none, and nothing is told', async () => {
    api.hold('/apis/')
    const started = performance.now()
    expect(await inCluster('explain ·')).toBe('')
    // nothing answers before `release`: whatever ends it is the limit
    expect(performance.now() - started).toBeLessThan(120_000)
    api.release()
    api.forbid('/apis/')
    expect(await inCluster('explain ·')).toBe('')
    expect(await completed('explain --kubeconfig /nowhere/config ·')).toBe('')
  })
})

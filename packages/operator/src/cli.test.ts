import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { version } from './version.ts'

const main = join(import.meta.dirname, 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'flink-operator-cli-'))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

interface Exit {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the sources as a person would run the bundle, in an environment without any cluster. */
const flinkOperator = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Exit> =>
  new Promise(resolve => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, NODE_COMPILE_CACHE: join(folder, 'cache'), ...environment }
    execFile(process.execPath, ['--conditions=@flink-operator/source', main, ...args], { env, timeout: 600_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })

const resource = (change: (text: string) => string = text => text): string =>
  change(`
apiVersion: flink.apache.org/v1beta1
kind: FlinkDeployment
metadata: {name: wordcount, namespace: jobs}
spec:
  image: flink:1.20
  flinkVersion: v1_20
  serviceAccount: flink
  flinkConfiguration: {taskmanager.numberOfTaskSlots: "1", state.savepoints.dir: file:///savepoints, state.checkpoints.dir: file:///checkpoints, s3.secret-key: planted-marker}
  jobManager: {resource: {memory: 1024m, cpu: 0.5}}
  taskManager: {resource: {memory: 1024m, cpu: 0.5}}
  job: {jarURI: "local:///opt/flink/x.jar", parallelism: 1, upgradeMode: savepoint, state: running}
`)

const good = file('good.yaml', resource())
const edited = file('edited.yaml', resource(text => text.replace('parallelism: 1', 'parallelism: 2')))
const invalid = file('invalid.yaml', resource(text => text.replace('parallelism: 1', 'parallelism: -1')))
const kubeconfig = (server: string): string =>
  file(
    `kubeconfig-${server.replaceAll(/\W/g, '-')}`,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server } }],
      users: [{ name: 'u', user: {} }],
    }),
  )

describe.concurrent('verify', () => {
  const world = 'savepoint/ha/first-deploy/rest'

  test('--json: the last line is the report; a pattern names worlds', async () => {
    const { code, out } = await flinkOperator(['verify', '--json', '--world', 'savepoint/ha/first-*/rest'])
    const report = JSON.parse(out.trim().split('\n').at(-1)!) as { readonly states: number }
    expect(report).toMatchObject({ violations: 0, worlds: [{ name: world, closed: true }], unreachedRows: [] })
    expect(report.states).toBeGreaterThan(100)
    expect(code).toBe(0)
  })

  test('--depth cuts a world short, and that is told; --seed walks on from there', async () => {
    const { code, out } = await flinkOperator(['verify', '--world', world, '--depth', '3', '--walks', '2', '--seed', '7'])
    expect(out).toMatch(/ok {3}savepoint\/ha\/first-deploy\/rest: \d+ states, not closed/)
    expect(code).toBe(0)
  })

  test(
    '--workers: however many threads share the worlds, the report and the counterexamples are the same, in the order of the worlds',
    async () => {
      const stories = (workers: string): string => join(folder, `stories-of-${workers}.json`)
      const [alone, shared] = await Promise.all(['1', '3'].map(workers =>
        flinkOperator([
          'verify',
          '--json',
          '--workers',
          workers,
          '--world',
          'savepoint/ha/first-deploy/*',
          '--limit',
          '300',
          '--walks',
          '1',
          '--stories',
          stories(workers),
        ])
      ))
      const report = (out = ''): object => ({ ...JSON.parse(out.trim().split('\n').at(-1)!) as object, seconds: 0 })
      expect(report(shared?.out)).toEqual(report(alone?.out))
      expect(report(alone?.out)).toMatchObject({ worlds: expect.arrayContaining([expect.objectContaining({ closed: false })]) as unknown })
      expect(shared?.code).toBe(alone?.code)
    },
  )

  test('--slice today/14: the part of the date, which is told', async () => {
    const { code, err } = await flinkOperator([
      'verify',
      '--json',
      '--slice',
      'today/14',
      '--matrix',
      'full',
      '--world',
      'savepoint/*',
      '--depth',
      '0',
    ])
    expect(err).toMatch(/^slice ([1-9]|1[0-4])\/14$/m)
    expect(code).toBe(0)
  })

  test('--help names every flag', async () => {
    const { out } = await flinkOperator(['verify', '--help'])
    for (
      const flag of [
        '--json',
        '--matrix',
        '--world',
        '--slice',
        '--depth',
        '--limit',
        '--minutes',
        '--walks',
        '--seed',
        '--workers',
        '--stories',
      ]
    )
      expect(out).toContain(flag)
  })
})

describe.concurrent('command line: bad input is one line on standard error, and an exit code', () => {
  test.each([
    // title                               arguments                                                              environment  code  the
    // line names
    ['an unknown command', ['frobnicate'], {}, 2, /unknown command 'frobnicate'.*run, .*plan/],
    ['an unknown flag', ['run', '--bogus'], {}, 2, /unknown option '--bogus'; see flink-operator run --help/],
    ['a flag without its value', ['run', '--kubeconfig'], {}, 2, /--kubeconfig <file>.*argument missing/],
    ['a port that is none', ['run', '--port', 'x'], {}, 2, /--port.*expected a port, 0 to 65535/],
    ['plan without a file', ['plan'], {}, 2, /missing required argument 'file'/],
    ['a form that there is not', ['plan', '--output', 'xml', good], {}, 2, /Allowed choices are text, json, markdown, github/],
    ['verify: a depth that is no number', ['verify', '--depth', 'deep'], {}, 2, /--depth.*expected a number of at most nine digits/],
    ['verify: a seed that is no number', ['verify', '--seed', '-1'], {}, 2, /--seed.*expected a number/],
    ['verify: a matrix that there is not', ['verify', '--matrix', 'second'], {}, 2, /Allowed choices are first, full/],
    ['verify: no thread at all', ['verify', '--workers', '0'], {}, 2, /--workers.*expected a number from 1 on/],
    ['verify: no minute at all', ['verify', '--minutes', '0'], {}, 2, /--minutes.*expected a number from 1 on/],
    ['verify: a slice beyond the last', ['verify', '--slice', '15/14'], {}, 2, /--slice.*expected N\/M, with N from 1 to M/],
    ['verify: a slice that is none', ['verify', '--slice', 'monday'], {}, 2, /--slice.*expected N\/M.* or today\/M/],
    ['verify: no world of that name', ['verify', '--world', 'nowhere/*'], {}, 2, /no world is named like nowhere\/\*; one is /],
    ['verify: a flag that there is not', ['verify', '--deep'], {}, 2, /unknown option '--deep'/],
    [
      'verify: a recording that is not there',
      ['verify', '--recording', '/nowhere/r.jsonl'],
      {},
      2,
      /--recording \/nowhere\/r\.jsonl: there is no such file or folder; give what `run --record FILE` writes/,
    ],
    ['a kubeconfig that is not there', ['run', '--kubeconfig', '/nowhere/config'], {}, 3, /kubeconfig \/nowhere\/config cannot be read/],
    ['a kubeconfig that is none', ['run', '--kubeconfig', good], {}, 3, /kubeconfig .*good\.yaml/],
    ['no cluster at all', ['run'], {}, 3, /kubeconfig .*\.kube\/config cannot be read/],
    [
      'a server that does not answer',
      ['run', '--kubeconfig', kubeconfig('http://127.0.0.1:9'), '--port', '0'],
      {},
      3,
      /http:\/\/127\.0\.0\.1:9.*cannot be reached/,
    ],
    [
      'a context that there is not',
      ['run', '--kubeconfig', kubeconfig('http://127.0.0.1:9'), '--context', 'other'],
      {},
      3,
      /^flink-operator: kubeconfig \S*127-0-0-1-9: there is no context "other"/,
    ],
    [
      'a configuration folder that is not there',
      ['run', '--kubeconfig', kubeconfig('http://127.0.0.1:9'), '--conf-dir', '/nowhere'],
      {},
      3,
      /configuration folder \/nowhere cannot be read/,
    ],
    [
      'a namespace that is none',
      ['run', '--kubeconfig', kubeconfig('http://127.0.0.1:9'), '--namespace', 'A_b'],
      {},
      2,
      /"A_b" is no namespace/,
    ],
    ['a crash point that is none', ['run'], { FLINK_OPERATOR_CRASH_AT: 'soon' }, 2, /FLINK_OPERATOR_CRASH_AT is "soon": expected <n>/],
    ['a way to find REST that there is not', ['run'], { FLINK_OPERATOR_REST_RESOLUTION: 'magic' }, 2, /expected pods, dns or cluster-ip/],
    ['a log level that there is not', ['run'], { LOG_LEVEL: 'loud' }, 2, /LOG_LEVEL is "loud"/],
    ['a file that is not there', ['plan', '--offline', '/nowhere.yaml'], {}, 2, /\/nowhere\.yaml: cannot be read: there is no such file/],
    ['a file that is no YAML', ['plan', '--offline', file('broken.yaml', 'a: [1\nb: }')], {}, 2, /broken\.yaml:2: /],
    [
      'a file that is nested too deep',
      ['plan', '--offline', file('deep.yaml', `a: ${'{a: '.repeat(9_000)}1${'}'.repeat(9_000)}`)],
      {},
      2,
      /deep\.yaml:1: it is nested too deep/,
    ],
    ['a file that holds a list', ['plan', '--offline', file('list.yaml', '[1]')], {}, 2, /expected resources, got a list/],
    ['an empty file', ['plan', '--offline', file('empty.yaml', '')], {}, 2, /empty\.yaml: no resource in it/],
    [
      'a field that there is not, for CI',
      [
        'plan',
        '--detailed-exitcode',
        '--offline',
        file('unknown.yaml', resource(text => text.replace('job:', 'jbo:'))),
      ],
      {},
      1,
      /unknown\.yaml:\d+: spec\.jbo: unknown field; did you mean "job"\?/,
    ],
    ['a flag that there is not, for CI', ['plan', '--detailed-exitcode', '--bogus', good], {}, 1, /unknown option '--bogus'/],
    [
      '--render in a form without place for it',
      ['plan', '--render', '--output', 'github', good],
      {},
      2,
      /--render goes with --output text or json/,
    ],
    [
      'a resource without a name',
      ['plan', '--offline', file('nameless.yaml', resource(text => text.replace('name: wordcount, ', '')))],
      {},
      2,
      /metadata\.name: it is missing/,
    ],
    [
      'a field of the wrong type',
      [
        'plan',
        '--offline',
        file('typed.yaml', resource(text => text.replace('parallelism: 1', 'parallelism: many'))),
      ],
      {},
      2,
      /typed\.yaml:\d+: spec\.job\.parallelism: expected a whole number/,
    ],
    ['--deployed without --offline', ['plan', '--deployed', good, good], {}, 2, /--deployed goes with --offline/],
    [
      'a deployed resource of another name',
      [
        'plan',
        '--offline',
        '--deployed',
        file('named.yaml', resource(text => text.replace('wordcount', 'other'))),
        good,
      ],
      {},
      2,
      /no FlinkDeployment "wordcount".*it has other/,
    ],
  ])('%s', async (_title, args, environment, code, line) => {
    const exit = await flinkOperator(args, environment)
    expect(exit.err).toMatch(line)
    expect(exit.err.trimEnd().split('\n')).toHaveLength(1)
    expect(exit.err).not.toMatch(/\n[^\S\n]+at /)
    expect(exit.code).toBe(code)
    expect(exit.out).toBe('')
  })
})

describe.concurrent('command line: good input', () => {
  test("prints the version, the manifest's", async () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
    expect(version).toBe(manifest.version)
    expect(await flinkOperator(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
    expect(await flinkOperator(['version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  test('says what there is, and how it is tested', async () => {
    expect((await flinkOperator([])).out).toMatch(/^ {2}run .*\n[^]*^ {2}plan /m)
    expect((await flinkOperator(['run', '--help'])).out).toMatch(/FLINK_OPERATOR_CRASH_AT/)
  })

  test('prints the CRDs', async () => {
    const { code, out } = await flinkOperator(['crds'])
    expect(code).toBe(0)
    expect(out).toMatch(/name: flinkdeployments\.flink\.apache\.org/)
    expect(out).toMatch(/x-kubernetes-validations/)
  })

  test('prints the CRDs for servers before Kubernetes 1.30: types alone', async () => {
    const { code, out } = await flinkOperator(['crds', '--lenient'])
    expect(code).toBe(0)
    expect(out).toMatch(/name: flinkdeployments\.flink\.apache\.org/)
    expect(out).not.toMatch(/x-kubernetes-validations|pattern:|minimum:/)
  })

  test('plan: --render is YAML alone, and without the secrets in it (P23)', async () => {
    const { code, out } = await flinkOperator(['plan', '--offline', '--render', good])
    expect(code).toBe(0)
    const objects = parseAllDocuments(out)
    expect(Array.isArray(objects) && objects.every(({ errors }) => errors.length === 0)).toBe(true)
    expect(out).toMatch(/^# FlinkDeployment jobs\/wordcount .*New: start from empty state\n---\n/)
    expect(out).toMatch(/^kind: Deployment$/m)
    expect(out).not.toMatch(/planted-marker/)
  })

  test('plan: the same input gives the same output, however often', async () => {
    const args = ['plan', '--offline', '--deployed', good, '--render', '--output', 'json', edited]
    const [one, other] = [await flinkOperator(args), await flinkOperator(args)]
    expect(one.out).toBe(other.out)
    expect(one.out).toMatch(/stop job <id-\d+> with savepoint/)
  })

  test('plan: every example, though one of them is of a kind that can not be planned by itself', async () => {
    const folder = join(import.meta.dirname, '../../../examples')
    const examples = readdirSync(folder).filter(name => name.endsWith('.yaml')).map(name => join(folder, name))
    const { code, out, err } = await flinkOperator(['plan', ...examples, '--offline'])
    expect(code).toBe(0)
    expect(out.match(/^default\/.*: New: .*$/gm)).toHaveLength(examples.length - 2)
    expect(err).toMatch(
      /state-snapshot\.yaml:\d+: passed over: FlinkStateSnapshot[^]*storage\.yaml:\d+: passed over: PersistentVolumeClaim/,
    )
  })

  test('plan: the exit code tells what the change amounts to, a summary is appended', async () => {
    const summary = file('summary.md', '# before\n')
    const of = async (...args: readonly string[]): Promise<number> =>
      (await flinkOperator(['plan', '--detailed-exitcode', '--offline', '--deployed', good, '--summary', summary, ...args])).code
    const stateless = resource(text => text.replace('upgradeMode: savepoint', 'upgradeMode: stateless').replace('1, up', '2, up'))
    expect(await Promise.all([of(good), of(edited), of(file('stateless.yaml', stateless)), of(invalid)])).toEqual([0, 2, 3, 1])
    expect(readFileSync(summary, 'utf8').match(/^# before|^## Flink plan$/gm)).toHaveLength(5)
  })

  test('plan: an edit, as JSON', async () => {
    const { code, out } = await flinkOperator(['plan', '--offline', '--deployed', good, '--output', 'json', edited])
    expect(code).toBe(0)
    const { plans: [planned], verdict } = JSON.parse(out)
    expect(verdict).toBe('Change')
    expect(planned).toMatchObject({
      resource: 'jobs/wordcount',
      deployed: 'file',
      diff: { type: 'UPGRADE' },
      operation: { kind: 'Suspend', mode: 'SAVEPOINT' },
    })
    expect(planned.diff.changes).toContainEqual({ path: 'spec.job.parallelism', type: 'UPGRADE', from: 1, to: 2 })
    expect(planned.then.join('\n')).toMatch(/delete Deployment wordcount[^]*create JobManagerDeployment/)
  })

  test('plan: an invalid spec is found, and the exit code says so', async () => {
    const { code, out } = await flinkOperator(['plan', '--offline', invalid])
    expect(out).toMatch(/✗ .*parallelism/)
    expect(code).toBe(1)
  })
})

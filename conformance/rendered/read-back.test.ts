import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { aSpec } from '../../packages/core/fixtures/flink-deployment-resource.ts'
import { printList } from '../../packages/core/src/flink/configuration/value-text.ts'
import { validateFlinkDeployment } from '../../packages/core/src/spec/validation/validate-flink-deployment.ts'
import { type Answer, type Case, type Home, homes, objectsOf, readBack, specOf, startedByScript } from './flink-reader.ts'

const modes = ['native', 'standalone'] as const

/** Arguments that some reader on the way takes for something else. */
const hard: readonly (readonly string[])[] = [
  [],
  [''],
  ['', ''],
  ['--prefix', ''],
  ['', 'x', ''],
  ['--delim', '\t', '--x', '1'],
  ['--delim', ' '],
  [' lead', 'trail ', '\u00a0both\u00a0', '\u2003em\u2003'],
  ['\u0001', '\u001f', '\u0085', '\ufeff'],
  ['a;b', ';', ';;', "'", '"', `'"`, "it's", '"q"', "''", `'a;b'`],
  ['k: v', 'a,b', '[x]', '{y: 1}', 'null', '~', 'true', '0123', '-', '*', '&a', '!t', '@at', '`bt`', '%s', '| x', '> x', '? x'],
  ['[x]'],
  ['- a'],
  ['{a: 1}'],
  ['back\\slash', '\\', '\\n', 'C:\\dir\\'],
  ['ünïcode', '日本語', '😀', 'e\u0301'],
  ['--sql', `SELECT 'a;b', "c" FROM t WHERE x = '1'`],
  ['$HOME', '${X}', '$', '$$', 'pa$$word', '$$$', 'a$', '$$a$$$b'],
  ['# x', 'a#b', '#'],
  ['a\nb', '\n', 'a\r\nb', 'x\nexecution.savepoint.path: s3://other'],
  ['--host', 'kafka:9092', '-s', 's3', '--allowNonRestoredState', '-D', 'x=y', '--', '-c', '/etc/x', 'plain', '--job-id', '7'],
  ['--'],
  ['--', '--'],
  ['-s', 's3://other/savepoint'],
  ['-n', '-h', 'h', '-r', '8082', '-D', 'a=b', '-Dc=d', '-Dc', '-j', 'Main', '-jars', 'a.jar', '--jars', 'b.jar'],
  ['--fromSavepoint=s3://x', '--host=x', '-restoreMode', 'CLAIM', '--claimMode', 'CLAIM'],
  ['c', 'configDir', 'D', '-c=x', '--config', 'x', '--configDir', 'x'],
]

const unit = fc.constantFrom(
  ...[
    'a',
    'B',
    '7',
    ';',
    ':',
    ': ',
    ',',
    "'",
    '"',
    ' ',
    '\t',
    '\n',
    '#',
    '\\',
    '$',
    '-',
    '--',
    '=',
    '[',
    '{',
    '&',
    '*',
    '!',
    '|',
    '%',
    '@',
  ],
  ...['ü', '語', '😀', '\u00a0', '\u2003', '\u0001', '-D', '-c', 'x=y'],
)
const someArgs = fc.array(fc.oneof(fc.string({ unit, maxLength: 6 }), fc.constantFrom('-D', '-c', '-s', 'x=y', '--', '--host')), {
  maxLength: 6,
})

const isAccepted = (home: Home, given: Case): boolean => {
  const { flinkDefaults: defaults, options } = environment()
  const meta = { namespace: 'ns', name: 'app' }
  return validateFlinkDeployment({ meta, spec: aSpec(specOf(home, given)), recorded: null, defaults, options })
    .every(({ severity }) => severity !== 'Error')
}

describe.each(homes)('what is rendered, read by Flink of $variable', ({ variable, home }) => {
  const isThere = home.path !== ''
  const left = isThere ? '' : ` (left out: ${variable} is not set)`

  const drawn = fc.sample(someArgs, { numRuns: 400, seed: Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31) })
  const ofArgs = modes.flatMap(mode => [...hard, ...drawn].map((args): Case => ({ mode, args, entryClass: 'org.example.Main$Inner' })))
    .filter(given => isThere && isAccepted(home, given))
  const ofRestore = modes.flatMap(mode =>
    ['s3://b/sp/savepoint-1', 'file:/a b/$$x/$(_POD_IP_ADDRESS)', "s3://b/it's;a=b/x: y", 's3://b/-s'].map((restorePath): Case => ({
      mode,
      restorePath,
      args: ['-s', 's3://other', '--host', 'x'],
      allowNonRestoredState: restorePath.startsWith('file'),
    }))
  )
  const ports: readonly (readonly [what: string, configuration: Readonly<Record<string, string>>, port: number])[] = [
    ['nothing', {}, 8081],
    ['rest.port', { 'rest.port': '9091' }, 9091],
    ['rest.bind-port', { 'rest.bind-port': '9999' }, 9999],
    ['both', { 'rest.port': '9091', 'rest.bind-port': '9999' }, 9999],
    ['0, which is the usual port here', { 'rest.port': '9091', 'rest.bind-port': '0' }, 8081],
    ['an older name', { 'jobmanager.web.port': '9092' }, 9092],
  ]
  const ofPorts = modes.flatMap(mode => ports.map(([, configuration]): Case => ({ mode, configuration })))
  const onHost = modes.map((mode): Case => ({
    mode,
    configuration: { 'kubernetes.hostnetwork.enabled': 'true', 'rest.bind-port': '9999' },
  }))
  const paths = ['file:///a;b.jar', "file:///c'd.jar", 'file:///e.jar']
  const ofLists = [paths, paths.map(path => printList([path]))].map((classpaths): Case => ({
    mode: 'native',
    configuration: { 'pipeline.classpaths': classpaths },
  }))
  const cases = [...ofArgs, ...ofRestore, ...ofPorts, ...onHost, ...ofLists]

  let answers: readonly Answer[] = []
  beforeAll(() => {
    if (isThere) answers = readBack(home, cases)
  }, 300_000)
  const answerTo = (given: Case): Answer => answers[cases.indexOf(given)] ?? {}

  test.runIf(isThere)(`U01 U10 main gets exactly the arguments that the user wrote${left}`, () => {
    const wrong = ofArgs.filter(given => JSON.stringify(answerTo(given).arguments) !== JSON.stringify(given.args))
    expect(wrong.map(given => ({ ...given, answer: answerTo(given) }))).toEqual([])
    expect(ofArgs.length).toBeGreaterThan(hard.length)
  })

  test.runIf(isThere)(`U10 no argument of the user is taken for an option of Flink: what is restored, and by which class${left}`, () => {
    for (const given of ofArgs) {
      expect(answerTo(given)).toMatchObject({ restorePath: null, allowNonRestoredState: false, mainClass: 'org.example.Main$Inner' })
    }
  })

  test.runIf(isThere)(`U10 what a deploy restores stays what the operator said, whatever the arguments${left}`, () => {
    for (const given of ofRestore) {
      expect(answerTo(given)).toMatchObject({
        restorePath: given.restorePath,
        allowNonRestoredState: given.allowNonRestoredState,
        arguments: given.args,
      })
    }
  })

  test.runIf(isThere)(`U20 probe, Service and container port are the port that Flink listens on${left}`, () => {
    for (const [at, given] of ofPorts.entries()) {
      const [what, , port] = ports[at % ports.length] ?? ['', {}, 0]
      const { container, restTarget } = objectsOf(home, given)
      const asked = container.startupProbe.httpGet.port
      const named = container.ports.find((it: { readonly name: string }) => it.name === 'rest').containerPort
      expect([what, answerTo(given).bindPort, restTarget, named, asked === 'rest' ? named : asked])
        .toEqual([what, String(port), port, port, port])
    }
  })

  test.runIf(isThere)(
    `U20 on the host's network: Flink chooses the port in native mode, and nobody probes it; in standalone mode it is the configured one${left}`,
    () => {
      const [native, standalone] = onHost
      if (native === undefined || standalone === undefined) throw new Error('two cases')
      expect(answerTo(native).bindPort).toBe('0')
      expect(objectsOf(home, native).container.startupProbe).toBeUndefined()
      expect(answerTo(standalone).bindPort).toBe('9999')
      expect(objectsOf(home, standalone).container.startupProbe.httpGet.port).toBe(9999)
    },
  )

  test.runIf(isThere)(`U02 Flink splits an element of a list at its ;, and not the way that advice writes it${left}`, () => {
    const [asWritten, asAdvised] = ofLists.map(given => answerTo(given).classpaths)
    expect(asWritten).toHaveLength(4)
    expect(asAdvised).toEqual(paths)
  })

  test.runIf(isThere)(`U10 the start script of Flink hands the words on as they are${left}`, () => {
    const args = hard.flat().filter(arg => !/^(-D|-c|--configDir|-Dc|D|c|configDir)$/u.test(arg))
    const words = startedByScript(home, { mode: 'standalone', args })
    expect(words.slice(words.indexOf('--') + 1)).toEqual(args)
  })
})

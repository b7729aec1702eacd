import { describe, expect, test } from 'vitest'
import { conf, foundBy, highAvailability, job, type RuleGiven } from '../../../fixtures/validated-spec.ts'
import { type Json, type JsonObject, utf8Length } from '../../contract/resource/json.ts'

const check = (id: string, over: JsonObject, finds: readonly string[], given?: RuleGiven): void => {
  expect(foundBy(id, over, given).map((it, at) => it.slice(0, finds[at]?.length))).toEqual(finds)
}
const steady = { ...highAvailability, 'execution.checkpointing.interval': '1m' }
const own = (over: JsonObject): JsonObject => conf({ ...steady, ...over })

describe('the address of an ingress (api-and-config.md, section 13.1, row 4)', () => {
  const problem = (
    template: string,
    text: string,
  ): readonly string[] => [`ingress.template: Unable to process the Ingress template(${template}). Error: ${text}`]
  test.each<readonly [string, string | null]>([
    ['host', null],
    ['host:80', null],
    ['host:', null],
    ['host:-1', null],
    ['host:+80', null],
    ['host/a:x', null],
    ['host?a:x', null],
    ['host#a:x', null],
    ['u:p@host', null],
    ['[::1]', null],
    ['[::1]:80', null],
    ['http://host:80/x', null],
    ['HTTPS://host:80', null],
    ['/a', null],
    ['{{name}}.example/{{namespace}}', null],
    ['host:2147483647', null],
    ['host:-2', 'Invalid port number :-2'],
    ['host:x', 'Error at index 0 in: "x"'],
    ['host:8a', 'Error at index 1 in: "8a"'],
    ['host:+', 'Error at index 1 in: "+"'],
    ['u@host:x', 'Error at index 0 in: "x"'],
    ['host:2147483648', 'Error at index 9 in: "2147483648"'],
    ['[::1]:x', 'Error at index 0 in: "x"'],
    ['[::1', 'Invalid authority field: [::1'],
    ['u@[::1', 'Invalid authority field: u@[::1'],
    ['https://host:x', 'Error at index 0 in: "x"'],
    ['HTTP://host:x', 'Error at index 0 in: "x"'],
    ['a:{{NAME}}', 'Error at index 0 in: "app"'],
    ['a:{{Namespace}}', 'Error at index 0 in: "ns"'],
    ['a:{{name}}{{name}}', 'Error at index 0 in: "appapp"'],
    ['a:{{namespace}}{{namespace}}', 'Error at index 0 in: "nsns"'],
  ])('4b %s: %s', (template, text) => {
    check('4b', { ingress: { template } }, text === null ? [] : problem(template, text))
  })
  test('4a a template', () => {
    check('4a', { ingress: {} }, ['ingress.template: Ingress template must be defined'])
    check('4a', { ingress: { template: 'a' } }, [])
    check('4a', {}, [])
    check('4b', {}, [])
    check('4b', { ingress: {} }, [])
  })
})

describe('the autoscaler (api-and-config.md, section 13.5, row 11)', () => {
  const key = (name: string): string => `job.autoscaler.${name}`
  const on = (over: Readonly<Record<string, Json>>): JsonObject =>
    own({
      'job.autoscaler.enabled': true,
      ...Object.fromEntries(Object.entries(over).map(([name, value]) => [name.startsWith('kubernetes') ? name : key(name), value])),
    })
  const outside = (
    name: string,
    range: string,
  ): readonly string[] => [
    `flinkConfiguration.${key(name)}: The AutoScalerOption ${key(name)} is invalid, it should be a value within the range ${range}`,
  ]
  test.each<readonly [string, Readonly<Record<string, Json>>, readonly Json[], readonly Json[], string]>([
    ['scale-down.max-factor', {}, [0, 5], [-0.1], '[0.0, +Infinity]'],
    ['scale-up.max-factor', {}, [0, 5], [-0.1], '[0.0, +Infinity]'],
    ['utilization.target', { 'utilization.max': 1, 'utilization.min': 0 }, [0, 1], [-0.1, 1.1], '[0.0, 1.0]'],
    ['target.utilization.boundary', {}, [0, 5], [-0.1], '[0.0, +Infinity]'],
    ['utilization.max', { 'utilization.target': 0.5 }, [0.5, 1], [0.4, 1.1], '[0.5, 1.0]'],
    ['utilization.min', { 'utilization.target': 0.5 }, [0, 0.5], [-0.1, 0.6], '[0.0, 0.5]'],
    ['memory.gc-pressure.threshold', {}, [0, 1], [-0.1, 1.1], '[0.0, 1.0]'],
    ['memory.heap-usage.threshold', {}, [0, 1], [-0.1, 1.1], '[0.0, 1.0]'],
    ['observed-scalability.coefficient-min', { 'observed-scalability.enabled': true }, [0.01, 1], [0, 1.1], '[0.01, 1.0]'],
    ['scaling.effectiveness.threshold', { 'scaling.effectiveness.detection.enabled': true }, [0, 1], [-0.1, 1.1], '[0.0, 1.0]'],
    ['memory.tuning.overhead', { 'memory.tuning.enabled': true }, [0, 1], [-0.1, 1.1], '[0.0, 1.0]'],
  ])('%s', (name, given, inside, bad, range) => {
    for (const value of inside) expect([value, ...foundBy('11', on({ ...given, [name]: value }))]).toEqual([value])
    for (const value of bad) expect(foundBy('11', on({ ...given, [name]: value }))).toContain(outside(name, range)[0])
    expect(foundBy('11', own({ [key(name)]: bad[0] ?? null }))).toEqual([])
  })
  test.each(['observed-scalability.coefficient-min', 'scaling.effectiveness.threshold', 'memory.tuning.overhead'])(
    '%s is not looked at while its feature is off',
    name => {
      check(
        '11',
        on({
          [name]: -5,
          'observed-scalability.enabled': false,
          'scaling.effectiveness.detection.enabled': false,
          'memory.tuning.enabled': false,
        }),
        [],
      )
    },
  )
  test('a value that is no number', () => {
    check('11', on({ 'scale-up.max-factor': 'x' }), [
      'flinkConfiguration.job.autoscaler.scale-up.max-factor: Invalid value in the autoscaler config job.autoscaler.scale-up.max-factor',
    ])
  })
  test('excluded periods, each by itself', () => {
    check(
      '11',
      on({ 'excluded.periods': '10:00-11:00;x;y' }),
      ['x', 'y'].map(it => `flinkConfiguration.job.autoscaler.excluded.periods: Invalid value ${it} in`),
    )
    check('11', on({ 'excluded.periods': '10:00-11:00' }), [])
  })
  test.each([
    ['1 h', '2 h', 'PT1H', 'PT2H'],
    ['61 min', '1 d', 'PT1H1M', 'PT24H'],
    ['0 s', '90 s', 'PT0S', 'PT1M30S'],
    ['1500 ms', '3661 s', 'PT1.5S', 'PT1H1M1S'],
  ])('a window of %s and an interval of %s', (window, interval, windowText, intervalText) => {
    const given = { operator: { 'kubernetes.operator.reconcile.interval': interval } }
    check('11', on({ 'metrics.window': window }), [
      'flinkConfiguration.job.autoscaler.metrics.window: '
      + `The autoscaler metric window (job.autoscaler.metrics.window=${windowText}) must not be smaller than the operator reconcile interval `
      + `(kubernetes.operator.reconcile.interval=${intervalText}), otherwise fewer than two metric samples are retained and autoscaling is never applied.`,
    ], given)
    check('11', on({ 'metrics.window': interval }), [], given)
  })
})

describe('keys of the user (A17)', () => {
  const noOption = (name: string, rest = ''): string =>
    `flinkConfiguration.kubernetes.operator.${name}: kubernetes.operator.${name} is not an option of the operator${rest}`
  test.each<readonly [string, string, string]>([
    ['a letter more', 'periodic.savepoint.intervall', '; is kubernetes.operator.periodic.savepoint.interval meant?'],
    ['a letter less', 'periodic.savepoint.interva', '; is kubernetes.operator.periodic.savepoint.interval meant?'],
    ['three letters changed', 'periodic.savepoint.interXXX', '; is kubernetes.operator.periodic.savepoint.interval meant?'],
    ['four letters changed', 'periodic.savepoint.inteXXXX', ''],
    ['nothing like it', 'x', ''],
    ['the nearest of several', 'periodic.checkpoint.interval1', '; is kubernetes.operator.periodic.checkpoint.interval meant?'],
    ['a very long one', 'y'.repeat(120), ''],
  ])('%s', (_what, name, rest) => {
    expect(foundBy('A17', own({ [`kubernetes.operator.${name}`]: 'x' }))).toEqual([noOption(name, rest)])
  })
  test.each(['default-configuration.x'])('kubernetes.operator.%s is open', name => {
    expect(foundBy('A17', own({ [`kubernetes.operator.${name}`]: '1h' }))).toEqual([])
  })
  test.each([
    ['metrics of the operator', 'kubernetes.operator.metrics.x', 'has no effect: metric names and bucket bounds'],
    [
      'a listener of the reference operator',
      'kubernetes.operator.plugins.listeners.x.class',
      'has no effect: it names Java classes; a listener',
    ],
    [
      'a blue/green deployment',
      'kubernetes.operator.bluegreen.abort.grace-period',
      'has no effect: it is read only from spec.configuration of a',
    ],
    ['an unknown one of the autoscaler', 'job.autoscaler.x', 'is not an option of the operator'],
    [
      'an entry of what is no map',
      'kubernetes.operator.periodic.savepoint.interval.x',
      'is not an option of the operator; is kubernetes.operator.periodic.savepoint.interval meant?',
    ],
    [
      'a misspelt prefix',
      'kubernetes.operater.savepoint.format.type',
      'is not an option of the operator; is kubernetes.operator.savepoint.format.type meant?',
    ],
    ['other letters', 'Kubernetes.Operator.savepoint.format.type', 'is kubernetes.operator.savepoint.format.type meant?'],
  ])('F24 without effect, and told: %s', (_what, key, reported) => {
    expect(foundBy('A17', own({ [key]: '1h' })).join()).toContain(
      `flinkConfiguration.${key}: ${key} ${reported}`.replace(
        `${key} is kubernetes`,
        `${key} is not an option of the operator; is kubernetes`,
      ),
    )
  })
  test.each<readonly [string, JsonObject, boolean]>([
    ['on', { 'job.autoscaler.enabled': 'true', 'job.autoscaler.flink.rest-client.timeout': '5 s' }, true],
    ['on, with options that count', { 'job.autoscaler.enabled': 'true', 'job.autoscaler.metrics.window': '5 min' }, false],
    ['off', { 'job.autoscaler.enabled': 'false', 'job.autoscaler.flink.rest-client.timeout': '5 s' }, false],
    ['its options alone', { 'job.autoscaler.flink.rest-client.timeout': '5 s' }, false],
  ])('F24 the autoscaler: %s', (_what, options, isReported) => {
    expect(foundBy('A17', own(options)).join().includes('kubernetes.operator.flink.client.timeout counts')).toBe(isReported)
  })
  test('E-52 a listener of Java classes is none here, and its exception fails no round: who asks for one is told, and the spec is valid', () => {
    const plugins = { 'kubernetes.operator.plugins.listeners.audit.class': 'com.example.Listener' }
    expect(foundBy('A17', own(plugins))).toEqual([
      expect.stringContaining('it names Java classes; a listener of this version is a module of plugins.modules'),
    ])
  })
  test('an option of the operator itself', () => {
    expect(foundBy('A17', own({ 'kubernetes.operator.reconcile.interval': '1m' })))
      .toEqual([
        'flinkConfiguration.kubernetes.operator.reconcile.interval: kubernetes.operator.reconcile.interval has no effect in a resource: the operator reads it only from its own configuration',
      ])
  })
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['two that disagree', { 'execution.checkpointing.dir': 's3://c' }, [
      'flinkConfiguration.state.checkpoints.dir: state.checkpoints.dir has no effect: execution.checkpointing.dir, another spelling of the same option, takes precedence',
    ]],
    ['two that agree', { 'execution.checkpointing.dir': 's3://b/cp' }, []],
  ])('spellings of one option: %s', (_what, over, finds) => {
    expect(foundBy('A17', own(over))).toEqual(finds)
  })
})

describe('values of the configuration', () => {
  const cut = (field: string, what: string): string =>
    `${field}: The configuration file of Flink v1_20 can not hold ${what} in a value: ${field}`
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['#', conf({ a: 'x#y' }), [cut('flinkConfiguration.a', "a '#'")]],
    ['line feed', conf({ a: 'x\ny' }), [cut('flinkConfiguration.a', 'a line break')]],
    ['carriage return', conf({ a: 'x\ry' }), [cut('flinkConfiguration.a', 'a line break')]],
    ['arguments', job({ args: ['x', '#'] }), [cut('job.args.1', "a '#'")]],
    ['arguments of a standalone cluster stand elsewhere', { mode: 'standalone', ...job({ args: ['#'] }) }, []],
    ['the class of the job', job({ entryClass: 'a.B\nx: y' }), [cut('job.entryClass', 'a line break')]],
    ['what the job is restored from', job({ initialSavepointPath: 's3://b/sp#1' }), [cut('job.initialSavepointPath', "a '#'")]],
    ['the same of a standalone cluster', { mode: 'standalone', ...job({ initialSavepointPath: 's3://b/sp#1' }) }, []],
    ['an image', { image: 'flink\nx: y' }, [cut('image', 'a line break')]],
    ['a service account', { serviceAccount: 'a#b' }, [cut('serviceAccount', "a '#'")]],
    ['no job', { job: null }, []],
    ['keys of the operator stand elsewhere', conf({ 'kubernetes.operator.a': '#' }), []],
    ['Flink 2', { flinkVersion: 'v2_0', ...conf({ a: '#' }) }, []],
    ['no version', { flinkVersion: null, ...conf({ a: '#' }) }, []],
  ])('C-D21 %s', (_what, over, finds) => {
    expect(foundBy('C-D21', over)).toEqual(finds)
  })
  test.each<readonly [key: string, what: string]>([
    ['a#b', "a '#'"],
    ['a\nexecution.savepoint.path: s3://other\nb', 'a line break'],
    ['a: b', "a ': '"],
  ])('C-D21 a key that the file of lines would end elsewhere: %j', (key, what) => {
    const field = `flinkConfiguration.${key}`
    expect(foundBy('C-D21', conf({ [key]: 'x' }))).toEqual([
      `${field}: The configuration file of Flink v1_20 can not hold ${what} in a key: ${field}`,
    ])
    expect(foundBy('C-D21', { flinkVersion: 'v2_0', ...conf({ [key]: 'x' }) })).toEqual([])
  })
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['an empty value', { a: '' }, [
      'flinkConfiguration.a: Flink v1_20 ignores a key with an empty value and uses its default',
    ]],
    ['blanks at an end of a value', { a: ' x' }, [
      'flinkConfiguration.a: Flink v1_20 reads the value without its leading and trailing blanks',
    ]],
    ['blanks at an end of a key', { 'a ': 'x' }, [
      'flinkConfiguration.a : Flink v1_20 reads the key without its leading and trailing blanks',
    ]],
    ['blanks inside, and keys of the operator', { a: 'x y', 'kubernetes.operator.a': '' }, []],
  ])('U02 what the file of lines loses: %s', (_what, over, finds) => {
    expect(foundBy('U02', conf(over))).toEqual(finds)
    expect(foundBy('U02', { flinkVersion: 'v2_0', ...conf(over) })).toEqual([])
  })
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['a session cluster that takes no jar', { job: null, ...conf({ 'web.submit.enable': 'false' }) }, [
      'flinkConfiguration.web.submit.enable: web.submit.enable is false: Flink accepts no jar uploads, so that no FlinkSessionJob can start in this cluster',
    ]],
    ['one that does', { job: null, ...conf({ 'web.submit.enable': 'true' }) }, []],
    ['an application', conf({ 'web.submit.enable': 'false' }), []],
  ])('U14 %s', (_what, over, finds) => {
    expect(foundBy('U14', over)).toEqual(finds)
  })
  const script = (at: number, what: string): string =>
    `job.args.${at}: In standalone mode the start script of Flink reads the arguments too: it ${what}`
  const behind = (found: string): string =>
    `reads "-D" as its own option, followed by ${found}. Allowed: -D followed by key=value, or another name.`
  const folder = (text: string, found: string): string =>
    `reads "${text}" as its own option, followed by ${found}. Allowed: a following value that is not an option, or another name.`
  const sizes = (property: string): string =>
    `sizes the JobManager by ${property}. Allowed: this option in flinkConfiguration, or an argument that does not look like it.`
  test.each<readonly [readonly string[], readonly string[]]>([
    [['-D'], [script(0, behind('nothing'))]],
    [['a', '-D', 'x'], [script(1, behind('"x"'))]],
    [['say -D', '-c x'], [script(0, behind('"-c"'))]],
    [['-D', '--config=x'], [script(0, behind('"--config=x"'))]],
    [['-D', '--'], [script(0, behind('"--"'))]],
    [['--configDir'], [script(0, folder('--configDir', 'nothing'))]],
    [['-c', '-Dx'], [script(0, folder('-c', '"-Dx"'))]],
    [['a\t-c'], [script(0, folder('-c', 'nothing'))]],
    [['-Djobmanager.memory.process.size=4g'], [script(0, sizes('jobmanager.memory.process.size=4g'))]],
    [['-D', 'jobmanager.heap.size=4g'], [script(0, sizes('jobmanager.heap.size=4g'))]],
    [['a\u0000b'], ['job.args.0: An argument of a container must not contain the character NUL. Allowed: any other character.']],
    [['-D', 'x=y', '-Dx', '-D=', '-c', '/etc/x', '--configDir', '--cluster', 'c', 'D', '-', '--', '-s', 'x', '--host', ''], []],
    [['-D', '--x=y', '-c', '-'], []],
  ])('U10 arguments of a standalone application, which its start script reads: %j', (args, finds) => {
    expect(foundBy('U10', { mode: 'standalone', ...job({ args }) })).toEqual(finds)
    expect(foundBy('U10', job({ args }))).toEqual([])
  })
  test.each<readonly [readonly string[], readonly string[]]>([
    [['-Dstate.checkpoints.dir=s3://x'], [
      'job.args.0: -D state.checkpoints.dir is passed to the main method and sets no Flink option; put Flink options into flinkConfiguration',
    ]],
    [['a', '-D', 'execution.checkpointing.interval=1s'], [
      'job.args.1: -D execution.checkpointing.interval is passed to the main method and sets no Flink option; put Flink options into flinkConfiguration',
    ]],
    [['-Dx=y', '-D', 'my.state.dir=z', 'state.checkpoints.dir=x', '-Dstate.checkpoints.dir'], []],
  ])('U10 what was an option of Flink in standalone mode is told: %j', (args, finds) => {
    expect(foundBy('U10 advice', { mode: 'standalone', ...job({ args }) })).toEqual(finds)
    expect(foundBy('U10 advice', job({ args }))).toEqual([])
  })
  test('U10 a standalone session cluster', () => expect(foundBy('U10', { mode: 'standalone', job: null })).toEqual([]))
  const asNull = (field: string): string =>
    `${field}: Flink reads null as the text "null"; leave the key out instead, a value of a lower layer can not be unset`
  const split = (element: string, better: string): string =>
    `flinkConfiguration.a: Flink does not read the element ${element} of the list as it is written. To have it as one, quote it for Flink: ${better}`
  const lost = (field: string): string => `${field}: objects and lists inside a list lose their content; write the value as text`
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['null', { a: null }, [asNull('flinkConfiguration.a')]],
    ['null inside', { a: { b: { c: null } } }, [asNull('flinkConfiguration.a.b.c')]],
    ['text, number, list', { a: 'x', b: 1, c: ['x', 1, null] }, []],
    ['a list in a list', { a: ['x', ['y']] }, [lost('flinkConfiguration.a')]],
    ['U02 ; in an element', { a: ['file:///a;b.jar', "c'd;e", 'f'] }, [
      split('"file:///a;b.jar"', `"'file:///a;b.jar'"`),
      split(`"c'd;e"`, `"'c''d;e'"`),
    ]],
    ['U02 what is quoted for Flink is one element', { a: ["'file:///a;b.jar'", '"c;d"', ';', 'x'] }, [split('";"', `"';'"`)]],
    ['U02 empty, with blanks at an end, with a quote that is not closed', { a: ['', 'x ', '"', 'y'] }, [
      split('""', `"''"`),
      split('"x "', `"'x '"`),
      split('"\\""', `"'\\"'"`),
    ]],
    ['U02 what YAML takes for a list', { a: ['[x]', '- y', '[z]'] }, [split('"[x]"', `"'[x]'"`)]],
    ['U02 text is as Flink reads it', { a: 'b;c' }, []],
    ['an object in a list', { a: { b: [{ c: 1 }] } }, [lost('flinkConfiguration.a.b')]],
  ])('C-D06 C-D07 %s', (_what, over, finds) => {
    expect(foundBy('C-D06, C-D07', conf(over))).toEqual(finds)
  })
})

test.each([['', 0], ['a\u007f', 2], ['\u0080\u07ff', 4], ['\u0800\uffff', 6], ['\u{10000}\u{10ffff}', 8]])(
  'a spec is measured in bytes of UTF-8: %j',
  (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes)
  },
)

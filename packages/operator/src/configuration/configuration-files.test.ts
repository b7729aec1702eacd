import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { loadFlinkDefaults, parseConfigYaml, parseFlinkConf } from './configuration-files.ts'
import { followSettings } from './live-settings.ts'
import { labelSelector, watchedNamespaces } from './watched-namespaces.ts'

const folder = (files: Readonly<Record<string, string>>): string => {
  const path = mkdtempSync(join(tmpdir(), 'flink-operator-conf-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

describe('configuration files (api-and-config.md, section 8)', () => {
  test('flink-conf.yaml is read as Flink reads it: lines, not YAML', () => {
    expect(parseFlinkConf('# comment\na.b: 1 # why\nurl: http://x:1/y: z\nno colon\nempty: \n  spaced :  v \nlist: [a, b]\n'))
      .toEqual({ 'a.b': '1', url: 'http://x:1/y: z', spaced: 'v', list: '[a, b]' })
  })

  test('config.yaml is YAML, nested or flat', () => {
    expect(parseConfigYaml('a: {b: 1}\nc.d: true\n')).toEqual(E.right({ 'a.b': '1', 'c.d': 'true' }))
    expect(parseConfigYaml('')).toEqual(E.right({}))
    expect(E.isLeft(parseConfigYaml('a: ['))).toBe(true)
    expect(parseConfigYaml('[1]')).toEqual(E.left('expected keys and values'))
  })

  test('U03: whole numbers keep all their digits', () => {
    const text =
      'a: {b: 9223372036854775807, c: [9007199254740993, 1]}\nd: -9223372036854775808\ne: 123456789012345678901\nf: 9007199254740991\n'
    expect(parseConfigYaml(text)).toEqual(E.right({
      'a.b': '9223372036854775807',
      'a.c': '9007199254740993;1',
      d: '-9223372036854775808',
      e: '123456789012345678901',
      f: '9007199254740991',
    }))
  })

  test('overrides win; log files are defaults of clusters', () => {
    const read = loadFlinkDefaults({
      folder: folder({ 'flink-conf.yaml': 'a: 1\nb: 1\n', 'log4j-console.properties': 'x' }),
      overrides: folder({ 'config.yaml': 'b: 2\n' }),
    })
    expect(read).toMatchObject(E.right({ configuration: { a: '1', b: '2' }, logConfiguration: { 'log4j-console.properties': 'x' } }))
  })

  test('the built-in defaults lie beneath, unless the folders are to stand in their place', () => {
    const path = folder({ 'config.yaml': 'a: 1\n' })
    const read = (builtIn?: string) => loadFlinkDefaults({ folder: path, overrides: null, builtIn })
    const merged = { configuration: { 'taskmanager.numberOfTaskSlots': '1', a: '1' } }
    for (const over of [undefined, '', 'true']) expect(read(over)).toMatchObject(E.right(merged))
    expect(read('false')).toEqual(E.right({ configuration: { a: '1' }, logConfiguration: {} }))
    expect(read('no')).toEqual(E.left('FLINK_OPERATOR_BUILT_IN_DEFAULTS is "no": expected true or false'))
  })

  test('F24 options that do nothing are told at the start and with each new content', async () => {
    const path = folder({
      'config.yaml':
        'kubernetes.operator.config.cache.size: 3\nkubernetes.operator.reconcile.intervall: 30 s\nkubernetes.operator.dynamic.config.check.interval: 10 s\nmetrics.reporters: x\n',
    })
    const clock = manualClock()
    const reported: string[] = []
    const live = followSettings({
      folders: { folder: path, overrides: null },
      clock,
      onFindings: () => undefined,
      onIdle: idle => reported.push(idle.map(({ why }) => why).join('; ')),
      onChange: () => undefined,
      onBroken: () => undefined,
    })
    expect(reported).toEqual([
      'kubernetes.operator.config.cache.size has no effect: this operator has no such cache; kubernetes.operator.reconcile.intervall is not an option of the operator; is kubernetes.operator.reconcile.interval meant?',
    ])
    writeFileSync(join(path, 'config.yaml'), 'kubernetes.operator.plugins.listeners.x.class: y\n')
    await clock.advance(10_000)
    expect(reported.slice(1)).toEqual([
      'kubernetes.operator.plugins.listeners.x.class has no effect: it names Java classes; a listener of this version is a module of plugins.modules',
    ])
    if (E.isRight(live)) live.right.stop()
  })

  test('a new content comes into force at the next look; a broken one does not', async () => {
    const path = folder({
      'config.yaml': 'kubernetes.operator.reconcile.interval: 30 s\nkubernetes.operator.dynamic.config.check.interval: 10 s\n',
    })
    const clock = manualClock()
    const reported: string[] = []
    const live = followSettings({
      folders: { folder: path, overrides: null },
      clock,
      onFindings: () => reported.push('findings'),
      onIdle: idle => reported.push(...idle.map(({ why }) => why)),
      onChange: ({ inForce, afterRestart }) => reported.push(`${inForce.join()}|${afterRestart.join()}`),
      onBroken: message => reported.push(message),
    })
    if (E.isLeft(live)) throw new Error(live.left)
    expect(live.right.current().options.reconcileInterval).toBe(30_000)
    writeFileSync(join(path, 'config.yaml'), 'kubernetes.operator.reconcile.interval: 45 s\n')
    expect(live.right.current().options.reconcileInterval).toBe(30_000)
    await clock.advance(10_000)
    expect(live.right.current().options.reconcileInterval).toBe(45_000)
    writeFileSync(join(path, 'config.yaml'), 'a: [\n')
    await clock.advance(10_000)
    expect(live.right.current().options.reconcileInterval).toBe(45_000)
    // the interval of these looks is fixed when they begin (E-44)
    expect(reported[0]).toBe('kubernetes.operator.reconcile.interval|kubernetes.operator.dynamic.config.check.interval')
    expect(reported[1]).toMatch(/config\.yaml: /)
    live.right.stop()
    expect(clock.pending()).toBe(0)
  })
})

describe('what is watched', () => {
  const sources = { flags: [], environment: undefined, option: 'JOSDK_ALL_NAMESPACES', own: 'mine' }
  test.each(
    [
      ['everything by default', {}, null],
      ['the option', { option: 'a,b' }, ['a', 'b']],
      ['the environment before the option', { environment: ' c , d ', option: 'a' }, ['c', 'd']],
      ['flags before the environment', { flags: ['e', 'f,e'], environment: 'c' }, ['e', 'f']],
      ['all, whatever stands beside it', { environment: 'a,JOSDK_ALL_NAMESPACES' }, null],
      ["the operator's own", { environment: 'JOSDK_WATCH_CURRENT,a' }, ['mine', 'a']],
    ] as const,
  )('%s', (_title, change, want) => {
    expect(watchedNamespaces({ ...sources, ...change })).toEqual(E.right(want))
  })

  test('an empty selector is refused: it would select everything', () => {
    expect(labelSelector(null)).toEqual(E.right(null))
    expect(labelSelector('a=b ')).toEqual(E.right('a=b'))
    expect(E.isLeft(labelSelector(' '))).toBe(true)
  })
})

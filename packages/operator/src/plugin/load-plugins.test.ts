import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { loadPlugins, pluginSettings } from './load-plugins.ts'

const folder = mkdtempSync(join(tmpdir(), 'flink-operator-plugins-'))
const module = (name: string, text: string): string => {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, text)
  return path
}
const load = (modules: readonly string[], options = {}) => loadPlugins({ modules, options })
const refusal = async (...modules: readonly string[]): Promise<string> => {
  const loaded = await load(modules)
  return E.isLeft(loaded) ? loaded.left.replaceAll(`${folder}/`, '') : 'loaded'
}

describe('plugins are modules that environment and options name', () => {
  test('an object, and a function that makes one of the options, in their order', async () => {
    const plain = module('plain', 'export default { name: "plain", validate: () => [] }')
    const made = module('made', 'export default async ({ word }) => ({ name: word, listen: () => undefined })')
    const loaded = await load([made, plain], { word: 'of-options' })
    expect(E.isRight(loaded) ? loaded.right.map(({ name }) => name) : loaded.left).toEqual(['of-options', 'plain'])
  })

  test('the example can be loaded, and does what it says', async () => {
    const loaded = await load([join(import.meta.dirname, '../../../../examples/plugins/platform-rules.mjs')], { 'cost-centre': '7' })
    const [plugin] = E.isRight(loaded) ? loaded.right : []
    const request = {
      kind: 'FlinkDeployment',
      namespace: 'a',
      name: 'x',
      before: null,
      resource: { spec: { image: 'flink:1.20', flinkConfiguration: { a: 'b' } } },
    }
    const mutated = await plugin?.mutate?.(request)
    expect(mutated).toEqual({
      spec: { image: 'flink:1.20', flinkConfiguration: { a: 'b', 'kubernetes.jobmanager.labels': 'cost-centre:7' } },
    })
    expect(await plugin?.mutate?.({ ...request, resource: mutated ?? {} })).toEqual(mutated)
    expect(await plugin?.validate?.(request)).toMatchObject([{ severity: 'Error', field: 'spec.image' }])
  })

  test('the variable comes before the option, each file once', () => {
    const pluginsModules = ['/c.mjs', '/a.mjs']
    expect(pluginSettings(' /a.mjs; /b.mjs;', { pluginsModules, pluginsOptions: {} }).modules).toEqual(['/a.mjs', '/b.mjs', '/c.mjs'])
    expect(pluginSettings(undefined, { pluginsModules: [], pluginsOptions: {} }).modules).toEqual([])
  })
})

describe('what is no plugin keeps the operator from starting, in one line that says what was found and what is allowed', () => {
  test.each([
    ['export default 7', 'plugin x.mjs: its default export is a number: expected a plugin, or a function that makes one'],
    ['export const validate = () => []', 'plugin x.mjs: its default export is nothing: expected a plugin, or a function that makes one'],
    ['export default { validate: () => [] }', 'plugin x.mjs: name is nothing: expected lower-case letters, digits and "-", at most 63'],
    ['export default { name: "a b" }', 'plugin x.mjs: name is "a b": expected lower-case letters, digits and "-", at most 63'],
    ['export default { name: "a" }', 'plugin x.mjs: it has none of mutate, validate, listen'],
    [
      'export default { name: "a", validates: () => [] }',
      'plugin x.mjs: validates is no part of a plugin: expected name, mutate, validate, listen',
    ],
    ['export default { name: "a", listen: 1 }', 'plugin x.mjs: listen is a number: expected a function'],
    ['throw new Error("no licence\\nmore")', "plugin x.mjs can't be loaded: no licence"],
    ['export default () => { throw new Error("no licence") }', "plugin x.mjs can't be loaded: no licence"],
  ])('%s', async (text, expected) => {
    // a module is loaded once a process
    const path = module(`x${String(Math.abs(Array.from(text).reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 0)))}`, text)
    expect((await refusal(path)).replace(/x\d+\.mjs/, 'x.mjs')).toBe(expected)
  })

  test('a file that is not there', async () => {
    expect(await refusal(join(folder, 'none.mjs'))).toMatch(/^plugin none\.mjs can't be loaded: Cannot find module/)
  })

  test('two of one name', async () => {
    const [a, b] = ['one', 'two'].map(name => module(name, 'export default { name: "same", validate: () => [] }'))
    expect(await refusal(a ?? '', b ?? '')).toBe('plugin two.mjs: another one is named same, too: expected a name of its own')
  })
})

import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import type { OperatorPlugin } from '@flink-operator/core/plugin'
import * as E from 'fp-ts/lib/Either.js'

/** The modules, and the options for those that export a function. */
export interface PluginSettings {
  /** Files; those of `FLINK_OPERATOR_PLUGINS` precede those of the option `kubernetes.operator.plugins.modules`. */
  readonly modules: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** From `FLINK_OPERATOR_PLUGINS` and the options. The variable comes first; its list has the separator of the option. */
export const pluginSettings = (
  variable: string | undefined,
  { pluginsModules, pluginsOptions }: { readonly pluginsModules: readonly string[]; readonly pluginsOptions: PluginSettings['options'] },
): PluginSettings => {
  const named = (variable ?? '').split(';').map(text => text.trim()).filter(text => text !== '')
  return { modules: [...new Set([...named, ...pluginsModules])], options: pluginsOptions }
}

const hooks = ['mutate', 'validate', 'listen'] as const
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

const named = (value: unknown): string => (value === undefined ? 'nothing' : value === null ? 'null' : `a ${typeof value}`)

/** Left: why the value is no plugin, and what is expected. */
const asPlugin = (value: unknown): E.Either<string, OperatorPlugin> => {
  if (!isObject(value)) return E.left(`its default export is ${named(value)}: expected a plugin, or a function that makes one`)
  const name = value['name']
  if (typeof name !== 'string' || !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))
    return E.left(
      `name is ${typeof name === 'string' ? `"${name}"` : named(name)}: expected lower-case letters, digits and "-", at most 63`,
    )
  const unknown = Object.keys(value).find(key => key !== 'name' && !(hooks as readonly string[]).includes(key))
  if (unknown !== undefined) return E.left(`${unknown} is no part of a plugin: expected name, ${hooks.join(', ')}`)
  const wrong = hooks.find(hook => value[hook] !== undefined && typeof value[hook] !== 'function')
  if (wrong !== undefined) return E.left(`${wrong} is ${named(value[wrong])}: expected a function`)
  if (hooks.every(hook => value[hook] === undefined)) return E.left(`it has none of ${hooks.join(', ')}`)
  return E.right(value as unknown as OperatorPlugin)
}

const loadOne = async (path: string, options: PluginSettings['options']): Promise<E.Either<string, OperatorPlugin>> => {
  try {
    const { default: exported } = await import(pathToFileURL(resolve(path)).href) as { readonly default?: unknown }
    const made: unknown = typeof exported === 'function' ? await (exported as (of: typeof options) => unknown)(options) : exported
    return E.mapLeft((why: string) => `plugin ${path}: ${why}`)(asPlugin(made))
  } catch (error) {
    return E.left(`plugin ${path} can't be loaded: ${words(error)}`)
  }
}

/**
 * Loads the modules in their order. Left: one line about the first that can't be loaded. The operator does not start without a
 * configured plugin: without a validator it would accept more, and without a mutator it would apply another spec.
 */
export const loadPlugins = async ({ modules, options }: PluginSettings): Promise<E.Either<string, readonly OperatorPlugin[]>> => {
  const loaded: OperatorPlugin[] = []
  for (const path of modules) {
    const one = await loadOne(path, options)
    if (E.isLeft(one)) return one
    if (loaded.some(({ name }) => name === one.right.name))
      return E.left(`plugin ${path}: another one is named ${one.right.name}, too: expected a name of its own`)
    loaded.push(one.right)
  }
  return E.right(loaded)
}

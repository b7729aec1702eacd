import type { OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { keyText } from '../port/cluster-port.ts'
import type { Logger } from '../log/logger.ts'
import { askPlugins, type PluginHook, type Plugins } from './ask-plugins.ts'
import { loadPlugins, pluginSettings } from './load-plugins.ts'

/** Maximum number of remembered failures: a plugin with ever new messages must not fill the memory. */
const mostRemembered = 1_000

/**
 * Loads the plugins that environment and options name. Later failures are counted, and logged once for each message. Left: one line.
 */
export const startPlugins = async (
  variable: string | undefined,
  options: Pick<OperatorOptions, 'pluginsModules' | 'pluginsOptions'>,
  logger: Logger,
  count: (plugin: string, hook: PluginHook) => void,
): Promise<E.Either<string, Plugins>> => {
  const loaded = await loadPlugins(pluginSettings(variable, options))
  if (E.isLeft(loaded)) return loaded
  for (const plugin of loaded.right) {
    const hooks = (['mutate', 'validate', 'listen'] as const).filter(hook => plugin[hook] !== undefined)
    logger.info({ plugin: plugin.name, hooks }, `plugin ${plugin.name}: ${hooks.join(', ')}`)
  }
  const reported = new Set<string>()
  return E.right(askPlugins({
    plugins: loaded.right,
    onFailure: ({ plugin, hook, resource, message }) => {
      count(plugin, hook)
      const news = `${plugin} ${hook} ${message}`
      if (reported.has(news)) return
      if (reported.size >= mostRemembered) reported.clear()
      reported.add(news)
      logger.warn({ plugin, hook, kind: resource.kind, resource: keyText(resource) }, `plugin ${plugin} failed to ${hook}: ${message}`)
    },
  }))
}

import type { Finding, JsonObject, OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { type Admitted, askPlugins } from './ask-plugins.ts'
import { loadPlugins, pluginSettings } from './load-plugins.ts'

/** The operator's plugins, run by a command on the user's machine. */
export interface PluginsHere {
  readonly admit: (kind: string, namespace: string, resource: JsonObject) => Promise<Admitted>
  /** Why the configured plugins can't be loaded here: the answer is then without them. Null: they are loaded, or none is configured. */
  readonly notAsked: string | null
}

const nameOf = ({ metadata }: JsonObject): string => {
  const { name } = (metadata ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : ''
}

/** Loads the plugins that the operator would load; their files may exist only in its image. */
export const pluginsHere = async (options: Pick<OperatorOptions, 'pluginsModules' | 'pluginsOptions'>): Promise<PluginsHere> => {
  const loaded = await loadPlugins(pluginSettings(process.env['FLINK_OPERATOR_PLUGINS'], options))
  const plugins = askPlugins({ plugins: E.isRight(loaded) ? loaded.right : [], onFailure: () => undefined })
  return {
    admit: (kind, namespace, resource) => plugins.admit({ kind, namespace, name: nameOf(resource), resource, before: null }),
    notAsked: E.isLeft(loaded) ? `the plugins of the operator are not asked: ${loaded.left}` : null,
  }
}

/** The same as an advice on a resource. */
export const notAskedFinding = ({ notAsked }: PluginsHere): readonly Finding[] =>
  notAsked === null ? [] : [{ severity: 'Advice', field: 'kubernetes.operator.plugins.modules', message: notAsked }]

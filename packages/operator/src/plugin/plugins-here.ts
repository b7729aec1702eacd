import type { Finding, JsonObject, OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { type Admitted, askPlugins } from './ask-plugins.ts'
import { loadPlugins, pluginSettings } from './load-plugins.ts'

/** The plugins of the operator, asked by a command where that runs. */
export interface PluginsHere {
  readonly admit: (kind: string, namespace: string, resource: JsonObject) => Promise<Admitted>
  /** Those that are configured can't be loaded here: the answer is one without them. Null: they are asked, or there are none. */
  readonly notAsked: string | null
}

const nameOf = ({ metadata }: JsonObject): string => {
  const { name } = (metadata ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : ''
}

/** Loads what the operator would load; its files may be nowhere but in its own image. */
export const pluginsHere = async (options: Pick<OperatorOptions, 'pluginsModules' | 'pluginsOptions'>): Promise<PluginsHere> => {
  const loaded = await loadPlugins(pluginSettings(process.env['FLINK_OPERATOR_PLUGINS'], options))
  const plugins = askPlugins({ plugins: E.isRight(loaded) ? loaded.right : [], onFailure: () => undefined })
  return {
    admit: (kind, namespace, resource) => plugins.admit({ kind, namespace, name: nameOf(resource), resource, before: null }),
    notAsked: E.isLeft(loaded) ? `the plugins of the operator are not asked: ${loaded.left}` : null,
  }
}

/** The same as advice on a resource. */
export const notAskedFinding = ({ notAsked }: PluginsHere): readonly Finding[] =>
  notAsked === null ? [] : [{ severity: 'Advice', field: 'kubernetes.operator.plugins.modules', message: notAsked }]

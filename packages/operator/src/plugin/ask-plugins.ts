import type { Finding, JsonObject, Millis } from '@flink-operator/core'
import type { OperatorPlugin, PluginNews, PluginRequest } from '@flink-operator/core/plugin'
import { answerInTime } from '../effect/answer-in-time.ts'

export type PluginHook = 'mutate' | 'validate' | 'listen'

/** A call of a plugin that failed or gave no answer. */
export interface PluginFailure {
  readonly plugin: string
  readonly hook: PluginHook
  readonly resource: { readonly kind: string; readonly namespace: string; readonly name: string }
  readonly message: string
}

export interface AskOptions {
  readonly plugins: readonly OperatorPlugin[]
  readonly onFailure: (failure: PluginFailure) => void
  /** An answer that takes longer counts as none. */
  readonly timeout?: Millis
}

/** A resource after the mutators, with the findings of mutators and validators. */
export interface Admitted {
  readonly resource: JsonObject
  readonly findings: readonly Finding[]
}

/** All plugins together: for rounds and for admission. */
export interface Plugins {
  /** Runs the mutators one after the other, then every validator on the result. Never rejects. */
  readonly admit: (request: PluginRequest) => Promise<Admitted>
  /** True if a plugin mutates or validates. */
  readonly isAsked: boolean
  /** Returns at once. Never throws. */
  readonly tell: (news: PluginNews) => void
  readonly isHeard: boolean
  readonly names: readonly string[]
}

const defaultTimeout: Millis = 2_000
const longestMessage = 1_000
/** Maximum number of news that a listener has not finished with: further news are dropped and counted as failures. */
const mostPending = 1_000

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const words = (error: unknown): string =>
  ((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '').slice(0, longestMessage)

const isFinding = (value: unknown): value is Finding =>
  isObject(value) && (value['severity'] === 'Error' || value['severity'] === 'Advice') && typeof value['field'] === 'string'
  && typeof value['message'] === 'string'

/** Without an answer the spec is rejected, and the last valid spec stays in force (E-52). */
const refused = ({ plugin, hook, message }: PluginFailure): Finding => ({
  severity: 'Error',
  field: 'spec',
  message: `${hook === 'mutate' ? 'Mutator' : 'Validator'} ${plugin} gave no answer: ${message}. What runs stays as it is`,
})

const found = (plugin: string, { severity, field, message, suggestion }: Finding): Finding => ({
  severity,
  field,
  message: `${message.slice(0, longestMessage)} (${plugin})`,
  ...(isObject(suggestion) ? { suggestion } : {}),
})

const metadataOf = (resource: JsonObject): JsonObject => {
  const { metadata } = resource
  return isObject(metadata) ? metadata : {}
}

/** Takes from the mutator's result only the parts that a user may set. */
const mutated = (resource: JsonObject, made: JsonObject): JsonObject => {
  const { labels, annotations } = metadataOf(made)
  const { labels: _labels, annotations: _annotations, ...metadata } = metadataOf(resource)
  return {
    ...resource,
    metadata: {
      ...metadata,
      ...(isObject(labels) ? { labels } : {}),
      ...(isObject(annotations) ? { annotations } : {}),
    },
    ...(made['spec'] === undefined ? {} : { spec: made['spec'] }),
  }
}

const identity = ({ apiVersion, kind, metadata }: JsonObject): string => {
  const { namespace = null, name = null, uid = null } = isObject(metadata) ? metadata : {}
  return JSON.stringify([apiVersion, kind, namespace, name, uid])
}

export const askPlugins = ({ plugins, onFailure, timeout = defaultTimeout }: AskOptions): Plugins => {
  const pending = new Map<string, number>()

  /** The plugin's answer in the expected shape; null: none, which is reported. */
  const ask = async <A>(
    { name }: OperatorPlugin,
    hook: 'mutate' | 'validate',
    of: PluginRequest,
    call: (request: PluginRequest) => unknown,
    read: (answer: unknown) => A | string,
  ): Promise<{ readonly answer: A } | { readonly failure: PluginFailure }> => {
    const answer = await answerInTime(timeout, () => Promise.resolve().then(() => call(structuredClone(of))))
    const value = answer._tag === 'Answer' ? read(answer.value)
      : answer._tag === 'Late' ? `no answer within ${String(timeout)} ms` : words(answer.error)
    if (typeof value !== 'string') return { answer: value }
    const failure = { plugin: name, hook, resource: { kind: of.kind, namespace: of.namespace, name: of.name }, message: value }
    onFailure(failure)
    return { failure }
  }

  const admit = async (request: PluginRequest): Promise<Admitted> => {
    let { resource } = request
    const findings: Finding[] = []
    for (const plugin of plugins) {
      const { mutate } = plugin
      if (mutate === undefined) continue
      const now = resource
      const made = await ask(
        plugin,
        'mutate',
        { ...request, resource },
        it => mutate.call(plugin, it),
        answer =>
          !isObject(answer) ? 'its answer is no resource'
            : identity(answer) === identity(now) ? mutated(now, answer) : 'its answer is another resource',
      )
      if ('answer' in made) resource = made.answer
      else findings.push(refused(made.failure))
    }
    for (const plugin of plugins) {
      const { validate } = plugin
      if (validate === undefined) continue
      const said = await ask(
        plugin,
        'validate',
        { ...request, resource },
        it => validate.call(plugin, it),
        answer =>
          Array.isArray(answer) && answer.every(isFinding) ? answer
            : 'its answer is no list of findings: expected severity ("Error" or "Advice"), field and message of each',
      )
      findings.push(...'answer' in said ? said.answer.map(finding => found(plugin.name, finding)) : [refused(said.failure)])
    }
    return { resource, findings }
  }

  const failedToHear = ({ name: plugin }: OperatorPlugin, { kind, namespace, name }: PluginNews, message: string): void =>
    onFailure({ plugin, hook: 'listen', resource: { kind, namespace, name }, message })

  const hear = async (plugin: OperatorPlugin, news: PluginNews): Promise<void> => {
    try {
      await plugin.listen?.(structuredClone(news))
    } catch (error) {
      failedToHear(plugin, news, words(error))
    } finally {
      pending.set(plugin.name, (pending.get(plugin.name) ?? 1) - 1)
    }
  }

  return {
    admit,
    isAsked: plugins.some(({ mutate, validate }) => mutate !== undefined || validate !== undefined),
    tell: news => {
      for (const plugin of plugins) {
        if (plugin.listen === undefined) continue
        const now = pending.get(plugin.name) ?? 0
        if (now >= mostPending) failedToHear(plugin, news, `it did not hear the last ${String(mostPending)} news to the end`)
        else {
          pending.set(plugin.name, now + 1)
          void hear(plugin, news)
        }
      }
    },
    isHeard: plugins.some(({ listen }) => listen !== undefined),
    names: plugins.map(({ name }) => name),
  }
}

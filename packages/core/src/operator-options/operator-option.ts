import type { ConfigOption, OptionType } from '../flink-configuration/option.ts'

/**
 * Who may set an option (api-and-config.md, section 12, column "where"). `system`: the operator's own configuration, also per namespace and
 * Flink version. `resource`: also the resource's `flinkConfiguration`, in force without a restart of the job. `both`: both must agree.
 */
export type OptionScope = 'system' | 'resource' | 'both'

/** An option of the operator: one row of the table, from which types and documentation are made. */
export interface OperatorOption<A, S extends OptionScope = OptionScope> extends ConfigOption<A> {
  readonly scope: S
  /** `base`: a new value in the operator's configuration files is picked up while it runs. `start`: fixed when the operator starts. */
  readonly dynamic: 'base' | 'start'
}

/** Prefix of the options of section 12. */
export const operatorPrefix = 'kubernetes.operator.'

const autoscalerPrefix = 'job.autoscaler.'

interface Row<A, D extends A | null> {
  readonly key: string
  readonly type: OptionType<A>
  /** Null: unset means "none". */
  readonly default: D
  readonly doc: string
  /** In place of the default, where a value is set and can't be read. */
  readonly unreadable?: A
  /** Older spellings, without the prefix. */
  readonly old?: readonly string[]
}

/** What reading gives: null only where the default is null. */
type Value<A, D> = [D] extends [null] ? A | null : A

const row = <A, D extends A | null, S extends OptionScope>(given: Row<A, D>, scope: S, dynamic: 'base' | 'start') =>
  ({
    key: `${operatorPrefix}${given.key}`,
    aliases: (given.old ?? []).map(key => `${operatorPrefix}${key}`),
    type: given.type,
    default: given.default,
    ...(given.unreadable === undefined ? {} : { unreadable: given.unreadable }),
    doc: given.doc,
    scope,
    dynamic,
  }) as unknown as OperatorOption<Value<A, D>, S>

/** Read from the operator's own configuration; follows its files. */
export const systemOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'system'> => row(given, 'system', 'base')

/** Read from the operator's own configuration when it starts. */
export const startOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'system'> => row(given, 'system', 'start')

/** Read from the configuration of the resource, for which the operator's own is the default. */
export const resourceOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'resource'> =>
  row(given, 'resource', 'base')

/**
 * A row of the autoscaler: prefix `job.autoscaler.`, of old also below that of the operator; read from the configuration of the resource.
 */
export const autoscalerOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'resource'> => ({
  ...resourceOption(given),
  key: `${autoscalerPrefix}${given.key}`,
  aliases: [
    ...[given.key, ...(given.old ?? [])].map(it => `${operatorPrefix}${autoscalerPrefix}${it}`),
    ...(given.old ?? []).map(old => `${autoscalerPrefix}${old}`),
  ],
})

/** Read from both. */
export const bothOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'both'> => row(given, 'both', 'base')

/** The type of an option's value: `null` only where the default is null. */
export type ValueOf<O> = O extends ConfigOption<infer A> ? A : never

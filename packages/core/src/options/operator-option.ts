import type { ConfigOption, OptionType } from '../flink/configuration/option.ts'

/**
 * Where an option may be set (api-and-config.md, section 12, column "where"). `system`: in the operator's configuration, also per namespace
 * and Flink version. `resource`: also in the resource's `flinkConfiguration`; takes effect without a restart of the job. `both`: both must
 * agree.
 */
export type OptionScope = 'system' | 'resource' | 'both'

/** An option of the operator: one row of the table. Types and documentation are generated from the table. */
export interface OperatorOption<A, S extends OptionScope = OptionScope> extends ConfigOption<A> {
  readonly scope: S
  /** `base`: the operator reads a new value from its configuration files while it runs. `start`: read only at the start. */
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
  /** Replaces the default if a value is set but does not parse. */
  readonly unreadable?: A
  /** Older spellings, without the prefix. */
  readonly old?: readonly string[]
}

/** Type of the value read: null only if the default is null. */
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

/** An option read from the operator's configuration; follows changes of the files. */
export const systemOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'system'> => row(given, 'system', 'base')

/** An option read from the operator's configuration at its start. */
export const startOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'system'> => row(given, 'system', 'start')

/** An option read from the configuration of the resource, with the operator's configuration as its default. */
export const resourceOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'resource'> =>
  row(given, 'resource', 'base')

/**
 * An option of the autoscaler, read from the configuration of the resource. Prefix `job.autoscaler.`; older spellings also have the
 * operator's prefix before it.
 */
export const autoscalerOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'resource'> => ({
  ...resourceOption(given),
  key: `${autoscalerPrefix}${given.key}`,
  aliases: [
    ...[given.key, ...(given.old ?? [])].map(it => `${operatorPrefix}${autoscalerPrefix}${it}`),
    ...(given.old ?? []).map(old => `${autoscalerPrefix}${old}`),
  ],
})

/** An option read from both the operator's configuration and the resource. */
export const bothOption = <A, D extends A | null>(given: Row<A, D>): OperatorOption<Value<A, D>, 'both'> => row(given, 'both', 'base')

/** The type of an option's value: `null` only if the default is null. */
export type ValueOf<O> = O extends ConfigOption<infer A> ? A : never

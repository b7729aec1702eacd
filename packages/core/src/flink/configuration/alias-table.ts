import type { FlinkConfiguration } from './flink-defaults.ts'

/** Options that Flink reads if another one is not set (api-and-config.md, section 11). They are separate options, not older spellings. */
export const fallbackKeys: Readonly<Record<string, readonly string[]>> = {
  'rest.bind-port': ['rest.port', 'web.port', 'jobmanager.web.port'],
  'rest.port': ['web.port', 'jobmanager.web.port'],
}

/** True for keys of the operator and its autoscaler. They take effect without a restart; Flink ignores them. */
export const isOperatorKey = (key: string): boolean => key.startsWith('kubernetes.operator.') || key.startsWith('job.autoscaler.')

/** The configuration that Flink gets (api-and-config.md, section 10). */
export const withoutOperatorKeys = (configuration: FlinkConfiguration): FlinkConfiguration =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => !isOperatorKey(key)))

/**
 * Spellings of one option; the canonical one of Flink 1.20 and 2.x is first (api-and-config.md, section 11). Without fallbacks, which are
 * separate options (`kubernetes.service-account`, `rest.port` for `rest.bind-port`).
 */
export const aliasTable: readonly (readonly [canonical: string, ...others: string[]])[] = [
  ['high-availability.type', 'high-availability', 'recovery.mode'],
  ['high-availability.cluster-id', 'high-availability.zookeeper.path.namespace', 'recovery.zookeeper.path.namespace'],
  ['high-availability.storageDir', 'high-availability.zookeeper.storageDir', 'recovery.zookeeper.storageDir'],
  ['high-availability.zookeeper.path.execution-plans', 'high-availability.zookeeper.path.jobgraphs', 'recovery.zookeeper.path.jobgraphs'],
  ['execution.checkpointing.dir', 'state.checkpoints.dir', 'state.backend.fs.checkpointdir'],
  ['execution.checkpointing.savepoint-dir', 'state.savepoints.dir', 'savepoints.state.backend.fs.dir'],
  ['execution.state-recovery.path', 'execution.savepoint.path'],
  ['execution.state-recovery.ignore-unclaimed-state', 'execution.savepoint.ignore-unclaimed-state'],
  ['execution.state-recovery.claim-mode', 'execution.savepoint-restore-mode'],
  ['execution.checkpointing.num-retained', 'state.checkpoints.num-retained'],
  ['execution.checkpointing.storage', 'state.checkpoint-storage'],
  ['state.backend.type', 'state.backend'],
  ['kubernetes.container.image.ref', 'kubernetes.container.image'],
  ['kubernetes.jobmanager.cpu.amount', 'kubernetes.jobmanager.cpu'],
  ['kubernetes.taskmanager.cpu.amount', 'kubernetes.taskmanager.cpu'],
  ['taskmanager.memory.managed.size', 'taskmanager.memory.size'],
]

const spellings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  aliasTable.flatMap(group => group.map(key => [key, group])),
)

/** Every spelling of the option that `key` names, the canonical one first. Only `key` if the option has no other spelling. */
export const spellingsOf = (key: string): readonly string[] => (Object.hasOwn(spellings, key) ? (spellings[key] ?? [key]) : [key])

/** The older spellings of a canonical key. */
export const olderSpellings = (canonical: string): readonly string[] => spellingsOf(canonical).slice(1)

/** The configuration without the given keys. */
export const withoutKeys = (configuration: FlinkConfiguration, keys: readonly string[]): FlinkConfiguration =>
  keys.some(key => Object.hasOwn(configuration, key))
    ? Object.fromEntries(Object.entries(configuration).filter(([key]) => !keys.includes(key)))
    : configuration

/** The configuration without the option, in all its spellings (C-D13). */
export const withoutOption = (configuration: FlinkConfiguration, key: string): FlinkConfiguration =>
  withoutKeys(configuration, spellingsOf(key))

/**
 * `base` overridden by `over`. If `over` sets any spelling of an option, the other spellings in `base` are removed: otherwise the canonical
 * spelling in `base` would win over an older spelling in `over` (C-D10).
 */
export const overlay = (base: FlinkConfiguration, over: FlinkConfiguration): FlinkConfiguration => ({
  ...withoutKeys(base, Object.keys(over).flatMap(key => (Object.hasOwn(spellings, key) ? spellingsOf(key) : []))),
  ...over,
})

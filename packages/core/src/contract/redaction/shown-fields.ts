import { jobManagerMemoryOptions, taskManagerMemoryOptions } from '../../flink/configuration/memory-options.ts'
import { type ConfigOption, keysOf } from '../../flink/configuration/option.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { optionTable } from '../../options/option-table.ts'
import type { Json } from '../resource/json.ts'

/** The form that a value must have to be shown. Free texts of users have no form. */
type Form = (text: string) => boolean

const number: Form = text => /^-?\d{1,20}(?:\.\d{1,10})?$/.test(text)
/** A number, a duration or a memory size: `0.5`, `1024m`, `2 gb`, `10 min`. */
const quantity: Form = text => /^\d{1,20}(?:\.\d{1,10})? ?[A-Za-z]{0,12}$/.test(text)
const oneOf = (...words: readonly string[]): Form => text => words.includes(text.toLowerCase())
const flag = oneOf('true', 'false')
const version: Form = text => /^v\d{1,2}_\d{1,2}$/.test(text)
const image: Form = text => /^\w[\w.:/-]{0,254}(?:@sha256:[\da-f]{1,64})?$/.test(text) && !text.includes('//')
/** An address without user, query and fragment, which may contain tokens. */
const path: Form = text => text === '' || /^(?:[a-z][a-z\d+.-]{0,20}:\/{1,3}|\/)[\w.:/=+-]{0,1000}$/i.test(text)

interface ShownFields {
  /** Path below the spec of a job or a cluster. */
  readonly fields: readonly string[]
  readonly form: Form
  readonly why: string
}

const resource = (process: string): readonly string[] =>
  ['resource', 'resources.requests', 'resources.limits'].flatMap(name =>
    ['cpu', 'memory', 'ephemeralStorage', 'ephemeral-storage'].map(of => `${process}.${name}.${of}`)
  )

/**
 * The fields whose values events and plans show (S10). For other fields they only say that the field changed. Secrets in these fields are
 * hidden anyway.
 */
export const shownFields: readonly ShownFields[] = [
  {
    fields: [
      'job.parallelism',
      'jobManager.replicas',
      'taskManager.replicas',
      'parallelism',
      'jobManagerConfig.replicas',
      'taskManagerConfig.taskSlots',
    ],
    form: number,
    why: 'how large the job is, is what is changed most',
  },
  {
    fields: ['jobManager', 'taskManager', 'jobManagerConfig', 'taskManagerConfig'].flatMap(resource),
    form: quantity,
    why: 'amounts',
  },
  { fields: ['image'], form: image, why: 'a deployment of a new version changes its tag; nodes log it' },
  { fields: ['flinkVersion'], form: version, why: 'one of a few' },
  { fields: ['mode'], form: oneOf('native', 'standalone'), why: 'one of two' },
  { fields: ['imagePullPolicy'], form: oneOf('always', 'ifnotpresent', 'never'), why: 'one of three' },
  { fields: ['job.state'], form: oneOf('running', 'suspended'), why: 'one of two' },
  { fields: ['job.upgradeMode'], form: oneOf('stateless', 'last-state', 'savepoint'), why: 'one of three; it decides about the state' },
  {
    fields: ['job.allowNonRestoredState', 'allowNonRestoredState', 'savepointDisabled', 'forceRollback'],
    form: flag,
    why: 'it decides about the state',
  },
  {
    fields: [
      'restartNonce',
      'job.savepointTriggerNonce',
      'job.checkpointTriggerNonce',
      'job.savepointRedeployNonce',
      'job.autoscalerResetNonce',
    ],
    form: number,
    why: 'a number that only has to be another one',
  },
  {
    fields: ['job.initialSavepointPath', 'savepointPath'],
    form: path,
    why: 'what state the job begins with; statuses have such paths, too',
  },
]

interface ShownKeys {
  readonly keys: readonly string[]
  readonly form: Form
  readonly why: string
}

/** The form for an option's documented type. Null: its values are free texts of users. */
const formOfType = ({ type }: ConfigOption<unknown>): Form | null => {
  switch (type.name) {
    case 'Boolean':
      return flag
    case 'Integer':
    case 'Double':
      return number
    case 'Duration':
    case 'MemorySize':
      return text => quantity(text) && type.parse(text) !== null
    case 'Enum':
      return text => /^[\w-]{1,40}$/.test(text) && type.parse(text) !== null
    default:
      return null
  }
}

const documented = (options: Readonly<Record<string, ConfigOption<unknown>>>, why: string): readonly ShownKeys[] =>
  Object.values(options).flatMap(option => {
    const form = formOfType(option)
    return form === null ? [] : [{ keys: keysOf(option), form, why }]
  })

/** Keys of `flinkConfiguration` whose values are shown. */
export const shownKeys: readonly ShownKeys[] = [
  ...documented(optionTable, 'an option of the operator that is no text'),
  ...documented(flinkOptions, 'an option of Flink that is no text'),
  ...documented({ ...jobManagerMemoryOptions, ...taskManagerMemoryOptions }, 'memory'),
  {
    keys: [
      'parallelism.default',
      'pipeline.max-parallelism',
      'taskmanager.numberOfTaskSlots',
      'restart-strategy.fixed-delay.attempts',
      'restart-strategy.failure-rate.max-failures-per-interval',
      'execution.checkpointing.max-concurrent-checkpoints',
      'state.checkpoints.num-retained',
      'taskmanager.cpu.cores',
      'jobmanager.cpu.cores',
      'kubernetes.taskmanager.cpu',
      'kubernetes.taskmanager.cpu.amount',
      'kubernetes.jobmanager.cpu',
      'kubernetes.jobmanager.cpu.amount',
      'kubernetes.jobmanager.replicas',
      'rest.port',
    ],
    form: number,
    why: 'Flink documents it as a number',
  },
  {
    keys: [
      'execution.checkpointing.interval',
      'execution.checkpointing.min-pause',
      'execution.checkpointing.timeout',
      'execution.buffer-timeout',
      'execution.buffer-timeout.interval',
      'heartbeat.interval',
      'heartbeat.timeout',
      'restart-strategy.fixed-delay.delay',
      'restart-strategy.failure-rate.delay',
      'restart-strategy.failure-rate.failure-rate-interval',
      'restart-strategy.exponential-delay.initial-backoff',
      'restart-strategy.exponential-delay.max-backoff',
      'jobmanager.adaptive-scheduler.resource-wait-timeout',
      'jobmanager.adaptive-scheduler.resource-stabilization-timeout',
      'table.exec.state.ttl',
      'table.exec.mini-batch.allow-latency',
    ],
    form: quantity,
    why: 'Flink documents it as a duration',
  },
  {
    keys: [
      'execution.checkpointing.unaligned',
      'execution.checkpointing.unaligned.enabled',
      'execution.checkpointing.incremental',
      'state.backend.incremental',
      'state.backend.local-recovery',
      'pipeline.object-reuse',
      'pipeline.operator-chaining',
      'pipeline.operator-chaining.enabled',
      'table.exec.mini-batch.enabled',
    ],
    form: flag,
    why: 'Flink documents it as true or false',
  },
  {
    keys: ['execution.checkpointing.mode'],
    form: oneOf('exactly_once', 'at_least_once'),
    why: 'one of two',
  },
  { keys: ['execution.runtime-mode'], form: oneOf('streaming', 'batch', 'automatic'), why: 'one of three' },
  {
    keys: ['state.backend', 'state.backend.type'],
    form: oneOf('hashmap', 'rocksdb', 'forst', 'filesystem', 'jobmanager'),
    why: "a short name; a user's class name is not shown",
  },
  {
    keys: ['high-availability', 'high-availability.type'],
    form: oneOf('none', 'kubernetes', 'zookeeper'),
    why: "a short name; a user's class name is not shown",
  },
  {
    keys: ['restart-strategy', 'restart-strategy.type'],
    form: oneOf(
      'none',
      'off',
      'disable',
      'fixed-delay',
      'fixeddelay',
      'failure-rate',
      'failurerate',
      'exponential-delay',
      'exponentialdelay',
    ),
    why: 'a short name',
  },
  {
    keys: ['jobmanager.scheduler', 'scheduler-mode'],
    form: oneOf('default', 'adaptive', 'adaptivebatch', 'reactive'),
    why: 'one of a few',
  },
  {
    keys: ['execution.checkpointing.externalized-checkpoint-retention'],
    form: oneOf('delete_on_cancellation', 'retain_on_cancellation', 'no_externalized_checkpoints'),
    why: 'one of three; it decides about the state',
  },
]

const byField: Readonly<Record<string, Form>> = Object.fromEntries(
  shownFields.flatMap(({ fields, form }) => fields.map(field => [field, form] as const)),
)
/** If an option is in two tables the later row applies. */
const byKey: Readonly<Record<string, Form>> = Object.fromEntries(
  shownKeys.flatMap(({ keys, form }) => keys.map(key => [key, form] as const)),
)
const formOf = (forms: Readonly<Record<string, Form>>, name: string): Form | null => Object.hasOwn(forms, name) ? forms[name] ?? null : null

const configuration = 'flinkConfiguration.'
/** The path of the job's spec in a FlinkBlueGreenDeployment. */
const inTemplate = 'template.spec.'

const belowJob = (place: string): string => (place.startsWith(inTemplate) ? place.slice(inTemplate.length) : place)

const formAt = (place: string): Form | null => {
  const below = belowJob(place)
  return below.startsWith(configuration) ? formOf(byKey, below.slice(configuration.length)) : formOf(byField, below)
}

/** Replaces a value that is not shown. */
export const notShown = '(not shown)'

/** True if this value may be shown, at this path of any kind's spec. A missing value may. */
export const isShown = (place: string, value: Json): boolean =>
  value === null || (typeof value !== 'object' && formAt(place)?.(String(value)) === true)

const hasShownBelow = (place: string): boolean => Object.keys(byField).some(field => field.startsWith(`${belowJob(place)}.`))

/** The value with only its showable parts; the names of fields stay. */
export const shownPart = (place: string, value: Json): Json => {
  if (typeof value !== 'object' || value === null) return isShown(place, value) ? value : notShown
  if (Array.isArray(value) || !hasShownBelow(place)) return notShown
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownPart(`${place}.${name}`, inner)]))
}

import { olderSpellings, fallbackKeys } from './alias-table.ts'
import { type ConfigOption, type OptionType, boolean, duration, integer, map, oneOf, text } from './option.ts'

type Given<A> = Omit<ConfigOption<A>, 'aliases'> & { readonly aliases?: readonly string[] }

const option = <A>(given: Given<A>): ConfigOption<A> => ({ aliases: olderSpellings(given.key), ...given })

const optional = <A>(key: string, type: OptionType<NonNullable<A>>, doc: string): ConfigOption<A | null> => ({
  key,
  aliases: olderSpellings(key),
  type,
  default: null,
  doc,
})

/** Options of Flink that the operator reads (api-and-config.md, sections 9 to 11). Durations in milliseconds. */
export const flinkOptions = {
  highAvailabilityType: option({
    key: 'high-availability.type',
    type: text,
    default: 'NONE',
    doc: 'High-availability services; NONE, ZOOKEEPER, KUBERNETES or a class.',
  }),
  highAvailabilityStorageDir: optional<string>('high-availability.storageDir', text, 'Directory for the files that HA metadata points to.'),
  webUploadDirectory: optional<string>('web.upload.dir', text, 'Directory of the JobManager for uploaded jars.'),
  checkpointDirectory: optional<string>('execution.checkpointing.dir', text, 'Directory for checkpoints.'),
  savepointDirectory: optional<string>('execution.checkpointing.savepoint-dir', text, 'Directory for savepoints.'),
  checkpointingInterval: optional<number>('execution.checkpointing.interval', duration, 'Time between checkpoints; unset: no checkpoints.'),
  checkpointingTimeout: option({
    key: 'execution.checkpointing.timeout',
    type: duration,
    default: 600_000,
    doc: 'A checkpoint that takes longer is aborted.',
  }),
  tolerableFailedCheckpoints: option({
    key: 'execution.checkpointing.tolerable-failed-checkpoints',
    type: integer,
    default: 0,
    doc: 'Number of checkpoints that may fail in a row.',
  }),
  checkpointsNumRetained: option({
    key: 'execution.checkpointing.num-retained',
    type: integer,
    default: 1,
    doc: 'Number of completed checkpoints that are retained.',
  }),
  externalizedCheckpointRetention: optional<string>(
    'execution.checkpointing.externalized-checkpoint-retention',
    text,
    'Whether checkpoints are retained when the job is cancelled.',
  ),
  restPort: option({
    key: 'rest.port',
    aliases: fallbackKeys['rest.port'] ?? [],
    type: integer,
    default: 8081,
    doc: 'Port of the REST service.',
  }),
  restTls: option({
    key: 'security.ssl.rest.enabled',
    aliases: ['security.ssl.enabled'],
    type: boolean,
    default: false,
    doc: 'The REST service speaks TLS.',
  }),
  webSubmit: option({ key: 'web.submit.enable', type: boolean, default: true, doc: 'The REST service accepts jars and runs them.' }),
  jobManagerScheduler: option({
    key: 'jobmanager.scheduler',
    type: oneOf('Default', 'Adaptive', 'AdaptiveBatch'),
    default: 'Default',
    doc: 'Scheduler of the JobManager.',
  }),
  schedulerMode: optional<string>('scheduler-mode', text, 'REACTIVE: use all available slots.'),
  numberOfTaskSlots: option({ key: 'taskmanager.numberOfTaskSlots', type: integer, default: 1, doc: 'Slots of a TaskManager.' }),
  parallelismOverrides: option<Readonly<Record<string, string>>>({
    key: 'pipeline.jobvertex-parallelism-overrides',
    type: map,
    default: {},
    doc: 'Parallelism by vertex id.',
  }),
  jobManagerAnnotations: option<Readonly<Record<string, string>>>({
    key: 'kubernetes.jobmanager.annotations',
    type: map,
    default: {},
    doc: 'Annotations of the JobManager Deployment and its pods.',
  }),
  fixedJobId: optional<string>('$internal.pipeline.job-id', text, 'Id of the job.'),
  jobResultStoreDeleteOnCommit: option({
    key: 'job-result-store.delete-on-commit',
    type: boolean,
    default: true,
    doc: 'Job results are deleted once they are clean.',
  }),
} as const

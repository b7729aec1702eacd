import { boolean, duration, integer, oneOf, text } from '../flink-configuration/option-types.ts'
import { bothOption, resourceOption, systemOption } from './operator-option.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** api-and-config.md, section 12.3: savepoints and checkpoints. Durations in milliseconds. */
export const snapshotOptions = {
  snapshotResourceEnabled: bothOption({
    key: 'snapshot.resource.enabled',
    type: boolean,
    default: true,
    doc: 'FlinkStateSnapshot resources instead of status fields; resource and operator must both have it on.',
  }),
  savepointTriggerGracePeriod: resourceOption({
    key: 'savepoint.trigger.grace-period',
    old: ['observer.savepoint.trigger.grace-period'],
    type: duration,
    default: minute,
    doc: 'A savepoint that Flink does not know is given up after this time.',
  }),
  checkpointTriggerGracePeriod: resourceOption({
    key: 'checkpoint.trigger.grace-period',
    type: duration,
    default: minute,
    doc: 'A checkpoint that Flink does not know is given up after this time.',
  }),
  savepointFormatType: resourceOption({
    key: 'savepoint.format.type',
    type: oneOf('CANONICAL', 'NATIVE'),
    default: 'CANONICAL',
    doc: 'Format of savepoints.',
  }),
  checkpointType: resourceOption({
    key: 'checkpoint.type',
    type: oneOf('FULL', 'INCREMENTAL'),
    default: 'FULL',
    doc: 'Type of checkpoints that are asked for.',
  }),
  periodicSavepointInterval: resourceOption({
    key: 'periodic.savepoint.interval',
    type: text,
    default: '',
    doc: 'Duration or Quartz cron expression; blank: off (C-D14).',
  }),
  periodicCheckpointInterval: resourceOption({
    key: 'periodic.checkpoint.interval',
    type: text,
    default: '',
    doc: 'Duration or Quartz cron expression; blank: off (C-D14).',
  }),
  savepointCleanupEnabled: resourceOption({
    key: 'savepoint.cleanup.enabled',
    type: boolean,
    default: true,
    doc: 'Dispose of old savepoints of the history.',
  }),
  savepointHistoryMaxCount: resourceOption({
    key: 'savepoint.history.max.count',
    type: integer,
    default: 10,
    doc: 'Savepoints that are kept.',
  }),
  savepointHistoryMaxAge: resourceOption({
    key: 'savepoint.history.max.age',
    type: duration,
    default: day,
    doc: 'Age up to which savepoints are kept.',
  }),
  savepointHistoryMaxCountThreshold: systemOption({
    key: 'savepoint.history.max.count.threshold',
    type: integer,
    default: null,
    doc: 'Upper bound of savepoint.history.max.count; unset: none.',
  }),
  savepointHistoryMaxAgeThreshold: systemOption({
    key: 'savepoint.history.max.age.threshold',
    type: duration,
    default: null,
    doc: 'Upper bound of savepoint.history.max.age; unset: none.',
  }),
  savepointDisposeOnDelete: resourceOption({
    key: 'savepoint.dispose-on-delete',
    type: boolean,
    default: false,
    doc: 'disposeOnDelete of the snapshots that the operator creates.',
  }),
} as const

import { boolean, duration, integer, oneOf, text } from '../flink/configuration/option.ts'
import { bothOption, resourceOption, systemOption } from './operator-option.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** api-and-config.md, section 12.3: savepoints and checkpoints. Durations in milliseconds. */
export const snapshotOptions = {
  snapshotResourceEnabled: bothOption({
    key: 'snapshot.resource.enabled',
    type: boolean,
    default: true,
    doc: 'Create FlinkStateSnapshot resources instead of status fields; must be on in both the resource and the operator.',
  }),
  savepointTriggerGracePeriod: resourceOption({
    key: 'savepoint.trigger.grace-period',
    old: ['observer.savepoint.trigger.grace-period'],
    type: duration,
    default: minute,
    doc: 'The operator gives up a savepoint that is unknown to Flink for this time.',
  }),
  checkpointTriggerGracePeriod: resourceOption({
    key: 'checkpoint.trigger.grace-period',
    type: duration,
    default: minute,
    doc: 'The operator gives up a checkpoint that is unknown to Flink for this time.',
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
    doc: 'Type of triggered checkpoints.',
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
    doc: 'Dispose of old savepoints in the history.',
  }),
  savepointHistoryMaxCount: resourceOption({
    key: 'savepoint.history.max.count',
    type: integer,
    default: 10,
    doc: 'Largest number of savepoints that are kept.',
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

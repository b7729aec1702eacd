import { describe, expect, test } from 'vitest'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { withJob } from './job-configuration.ts'

const aJob = (overrides: Partial<JobSpec> = {}): JobSpec => ({
  jarURI: null,
  parallelism: 1,
  entryClass: null,
  args: [],
  state: 'running',
  savepointTriggerNonce: null,
  initialSavepointPath: null,
  checkpointTriggerNonce: null,
  upgradeMode: 'stateless',
  allowNonRestoredState: null,
  savepointRedeployNonce: null,
  autoscalerResetNonce: null,
  ...overrides,
})

const presets = {
  'pipeline.name': 'app',
  'execution.checkpointing.externalized-checkpoint-retention': 'RETAIN_ON_CANCELLATION',
  '$internal.application.program-args': '',
}

describe('job step: api-and-config.md, section 9.5', () => {
  test.each<[string, Partial<JobSpec>, Record<string, string>, Record<string, string>]>([
    ['nothing said', {}, {}, presets],
    ['the configuration wins over presets', {}, { 'pipeline.name': 'mine' }, { ...presets, 'pipeline.name': 'mine' }],
    ['last-state needs checkpoints', { upgradeMode: 'last-state' }, {}, { ...presets, 'execution.checkpointing.interval': '5 min' }],
    ['as often as the user says', { upgradeMode: 'last-state' }, { 'execution.checkpointing.interval': '1 s' }, {
      ...presets,
      'execution.checkpointing.interval': '1 s',
    }],
    ['main class and arguments', { entryClass: 'A', args: ['a;b', 'c'] }, {}, {
      ...presets,
      '$internal.application.main': 'A',
      '$internal.application.program-args': "'a;b';c",
    }],
    ['unclaimed state', { allowNonRestoredState: false }, {}, { ...presets, 'execution.savepoint.ignore-unclaimed-state': 'false' }],
    [
      "C-D13 the spec wins over the user's canonical key",
      { allowNonRestoredState: true },
      { 'execution.state-recovery.ignore-unclaimed-state': 'false' },
      { ...presets, 'execution.savepoint.ignore-unclaimed-state': 'true' },
    ],
    [
      'null leaves the configuration',
      {},
      { 'execution.state-recovery.ignore-unclaimed-state': 'false' },
      { ...presets, 'execution.state-recovery.ignore-unclaimed-state': 'false' },
    ],
  ])('%s', (_title, job, configuration, want) => {
    expect(withJob(configuration, 'app', aJob(job))).toEqual(want)
  })
})

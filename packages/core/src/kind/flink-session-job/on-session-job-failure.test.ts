import { describe, expect, test } from 'vitest'
import { environment } from '../../../fixtures/environment.ts'
import { steadyId, orphanId, submit, suspend } from '../../../fixtures/session-job-operations.ts'
import { jobWorld, steady } from '../../../fixtures/session-job-rows.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { Action } from '../../contract/action/action.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { stateUnderDeploy } from '../../contract/resource/last-state.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'
import { flinkSessionJobKind as kind } from './flink-session-job-kind.ts'

type Status = FlinkSessionJobStatus
type AnyAction = Action<Status>
const endpoint = { namespace: 'ns', service: 'app-rest', port: 8081, tls: false }
const run = { _tag: 'RunJar', endpoint, jarId: 'x_a', jobId: orphanId, entryClass: null } as unknown as AnyAction
const upload = { _tag: 'UploadJar', endpoint, name: 'a' } as unknown as AnyAction
const cancel = { _tag: 'CancelJob', endpoint, jobId: steadyId } as unknown as AnyAction
const answer = (_tag: AdapterError['_tag'], applied: AdapterError['applied'], message = 'no'): AdapterError => ({
  _tag,
  message,
  applied,
  httpStatus: null,
  retryAfter: null,
})
const life = { deploymentUid: 'd', podUid: 'p', restartCount: 0, jobStartTime: null }
/** The source is a path, so that what is known before the submit can be told from what is known after it. */
const begun: SubmitOperation = { ...submit, source: { _tag: 'Path', path: 's3://b/x', reason: 'x' } }
const recordedAt = (operation: Status['operation']): Status =>
  jobWorld({ status: { operation }, record: { lastState: stateUnderDeploy } }).status
/** The round that recorded `before`, wrote `sent`, and whose `failed` was answered so. */
const after = (
  failed: AnyAction,
  error: AdapterError,
  before: Status['operation'] = begun,
  sent: Status['operation'] = { ...begun, step: 'Run', incarnation: life, sentAt: steady.now },
  reported: string | null = null,
): readonly AnyAction[] => {
  const env = environment(steady.now)
  const { resource } = steady
  const recorded = { ...recordedAt(before), error: reported }
  const desired = kind.validate({ ...resource, status: recorded }, env)
  const observed = kind.observe(desired, { meta: resource.meta, status: recorded }, {}, env)
  const written: AnyAction = { _tag: 'PersistStatus', status: { ...recorded, operation: sent }, reason: '' }
  return kind.onFailure(desired, observed, [written], failed, error, env)
}
const statusIn = (actions: readonly AnyAction[]): Status | null =>
  actions.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : [])).at(-1) ?? null
const retry = 5_000

describe('session clusters 2.5: a submit that fails (B02, P03, P17)', () => {
  const sentStep = 'Run'
  test.each<readonly [string, AnyAction, AdapterError, step: string, isBefore: boolean]>([
    ['the jar could not be uploaded', upload, answer('Unreachable', 'No'), sentStep, false],
    ['the jar may have been uploaded', upload, answer('Timeout', 'Maybe'), sentStep, false],
    ['it was surely not sent: as before it was sent', run, answer('Unreachable', 'No'), 'Upload', true],
    ['it was surely refused: the same', run, answer('Invalid', 'No'), 'Upload', true],
    ['Flink refused it: a look tells whether it is there all the same', run, answer('Invalid', 'Maybe'), 'Refused', false],
    ['Flink answered something else', run, answer('Other', 'Maybe'), 'Refused', false],
    ['nobody answered: the same id is sent again', run, answer('Timeout', 'Maybe'), sentStep, false],
    ['Flink is not there', run, answer('Unavailable', 'Maybe'), sentStep, false],
  ])('%s', (_title, failed, error, step, isBefore) => {
    const status = statusIn(after(failed, error)) ?? expect.fail('nothing is written')
    expect(status.operation).toMatchObject({
      id: begun.id,
      jobId: begun.jobId,
      step,
      sentAt: isBefore ? null : steady.now,
      incarnation: isBefore ? null : life,
    })
    // before it was sent the state is what it was to start from; after it nobody knows
    expect(status.operatorRecord.lastState._tag).toBe(isBefore ? 'Path' : stateUnderDeploy._tag)
    expect(status.operatorRecord.retryAt ?? 0).toBeGreaterThanOrEqual(steady.now + retry)
    expect(status.operatorRecord.errorOwner).toBe('operation')
    expect(status.error).toContain('no')
  })

  test.each<readonly [string, Status['operation']]>([
    ['it was sent before', { ...begun, step: 'Run', sentAt: 1 }],
    ['another one was recorded', { ...begun, id: 'f'.repeat(32) }],
    ['a stop was recorded', suspend],
    ['nothing was recorded', null],
  ])('P25 only the round that first sent it takes it back: %s', (_title, before) => {
    for (const error of [answer('Unreachable', 'No'), answer('Invalid', 'Maybe')]) {
      const status = statusIn(after(run, error, before))
      expect([status?.operation, status?.operatorRecord.lastState]).toMatchObject([{ step: 'Run', sentAt: steady.now }, stateUnderDeploy])
    }
  })

  test('P17 the pause grows with the time that the attempt has taken, for rounds succeed in between', () => {
    const pause = (mintedAt: number, error = answer('Invalid', 'Maybe')): number => {
      const of = { ...begun, mintedAt }
      const status = statusIn(after(run, error, of, { ...of, step: 'Run', sentAt: steady.now }))
      return (status?.operatorRecord.retryAt ?? 0) - steady.now
    }
    expect(pause(steady.now)).toBe(retry)
    expect(pause(steady.now - 100_000)).toBeGreaterThan(retry * 2)
    expect(pause(steady.now - 100_000, answer('Timeout', 'Maybe'))).toBe(retry)
  })

  test('a failure of anything else changes no operation, and is told as one of the round', () => {
    for (const sent of [null, suspend]) {
      const status = statusIn(after(cancel, answer('Other', 'Maybe'), sent, sent))
      expect(status).toMatchObject({ operation: sent, operatorRecord: { errorOwner: 'round', lastState: stateUnderDeploy } })
    }
    expect(statusIn(after(run, answer('Invalid', 'Maybe'), suspend, suspend))).toMatchObject({ operation: suspend })
    expect(statusIn(after(cancel, answer('Invalid', 'No')))).toMatchObject({
      operation: { step: 'Run' },
      operatorRecord: { errorOwner: 'round' },
    })
  })
})

describe('P16 a job that Flink refuses again for the same reason is told by the status alone', () => {
  const tags = (actions: readonly AnyAction[]): string => actions.map(({ _tag }) => _tag).join(' ')
  const error = answer('Invalid', 'Maybe', 'main threw')
  const first = after(run, error)
  test('the first time by an event, too', () => {
    expect(tags(first)).toBe('PersistStatus EmitEvent Requeue')
  })
  test('again', () => {
    expect(tags(after(run, error, begun, { ...begun, step: 'Run' }, statusIn(first)?.error))).toBe('PersistStatus Requeue')
  })
  test('for another reason', () => {
    expect(tags(after(run, error, begun, { ...begun, step: 'Run' }, 'something else'))).toBe('PersistStatus EmitEvent Requeue')
  })
  test('a jar that can not be uploaded is told each time', () => {
    const reported = statusIn(after(upload, error))?.error ?? null
    expect(tags(after(upload, error, begun, { ...begun, step: 'Upload' }, reported))).toBe('PersistStatus EmitEvent Requeue')
  })
})

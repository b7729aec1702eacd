import { describe, expect, test } from 'vitest'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { aResource, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, eventsOf, requeueOf, written } from '../../../fixtures/round.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import { afterJobFailure, type FailureOutcome, type FailedAction } from './after-job-failure.ts'

const error = (change: Partial<AdapterError> = {}): AdapterError => ({
  _tag: 'Unavailable',
  message: 'no',
  applied: 'No',
  httpStatus: 503,
  retryAfter: null,
  ...change,
})
const endpoint = { namespace: 'ns', service: 'app-rest', port: 8081, tls: false }
const finalizer: FlinkDeploymentAction = { _tag: 'AddFinalizer', finalizer: 'f' }
const event: FlinkDeploymentAction = {
  _tag: 'EmitEvent',
  type: 'Normal',
  component: 'Job',
  reason: 'x',
  message: 'x',
  key: null,
  how: 'Always',
} as never
type Kept = FailureOutcome<FlinkDeploymentStatus>
type Refusal = FailedAction<FlinkDeploymentStatus>
const asItIs = ({ durable }: Refusal): Kept => ({ status: durable, owner: 'round' })
const { meta } = aResource()

const failing = (
  failed: FlinkDeploymentAction,
  it: AdapterError,
  { done = [], status = runningStatus(), after = asItIs, failures = 0 }: {
    readonly done?: readonly FlinkDeploymentAction[]
    readonly status?: FlinkDeploymentStatus
    readonly after?: (it: Refusal) => Kept
    readonly failures?: number
  } = {},
): readonly FlinkDeploymentAction[] =>
  afterJobFailure({ meta }, { recorded: { meta, status } }, done, failed, it, environment(t0, {}, failures), after)

describe('what an action of a job that failed leaves (control-flow.md, section 2.3)', () => {
  test('D-10 B68 the status is that which was written last, whatever was done besides', () => {
    const first = runningStatus({ operation: aSuspend() })
    const last = runningStatus({ operation: aSuspend({ attempt: 9 }) })
    const persist = (status: FlinkDeploymentStatus): FlinkDeploymentAction => ({ _tag: 'PersistStatus', status, reason: '' })
    const actions = failing(finalizer, error(), { done: [persist(first), persist(last), event] })
    expect(written(actions)?.operation).toMatchObject({ attempt: 9 })
  })

  test.each<readonly [string, (it: Refusal) => Kept]>([
    ['what was begun', ({ durable }) => ({ status: { ...durable, operation: aSuspend() }, owner: 'operation' })],
    ['when it is tried again', ({ durable, retryAt }) => ({ status: withRecord(durable, { retryAt }), owner: 'operation' })],
  ])('P08 the same error again is written where the kind changes %s', (_title, after) => {
    const known = written(failing(finalizer, error(), { after: it => ({ ...asItIs(it), owner: 'operation' }) })) ?? expect.fail('no write')
    expect(written(failing(finalizer, error(), { status: known, after }))).not.toBeNull()
  })

  test.each([[0, 5_000], [1, 7_500]])(
    'P17 after %d failures the kind is told that it is tried again after %d ms, as is waited',
    (failures, delay) => {
      const reported: number[] = []
      const actions = failing(finalizer, error(), { failures, after: it => (reported.push(it.retryAt), asItIs(it)) })
      expect(reported).toEqual([t0 + delay])
      expect(requeueOf(actions)).toMatchObject({ after: delay, waitingFor: 'the next attempt after Unavailable' })
    },
  )

  test("P16 whose error it is, is the kind's to say; its type and reason are those of any failed round", () => {
    const status = written(failing(finalizer, error(), { after: it => ({ ...asItIs(it), owner: 'operation' }) })) ?? expect.fail('no write')
    expect(status.operatorRecord.errorOwner).toBe('operation')
    expect(JSON.parse(status.error ?? '')).toMatchObject({ type: expect.stringContaining('ReconciliationException') as string })
  })

  test('a savepoint that can not be disposed of is told, and tried again with the next look: nothing rests on it', () => {
    const path = 's3://b/sp/1'
    const actions = failing({ _tag: 'DisposeSavepoint', endpoint, path, triggerId: '0', why: '' } as never, error({ message: 'denied' }))
    expect(actions.map(({ _tag }) => _tag)).toEqual(['EmitEvent', 'Requeue'])
    expect(eventsOf(actions)[0]?.message).toContain(path)
    expect(eventsOf(actions)[0]?.message).toContain('denied')
    expect(requeueOf(actions)).toMatchObject({ after: 60_000, waitingFor: `savepoint ${path} to be disposed of` })
  })

  test('F22 a CRD that drops the record: what is waited for is another CRD', () => {
    const persist: FlinkDeploymentAction = { _tag: 'PersistStatus', status: runningStatus(), reason: '' }
    expect(requeueOf(failing(persist, error({ _tag: 'Pruned' })))).toMatchObject({
      after: 5_000,
      waitingFor: 'a CRD that keeps all fields of the status: apply the CRDs of this version (kubectl apply -f deploy/crds)',
    })
    // what is not a write of the status is told by the status
    expect(written(failing(finalizer, error({ _tag: 'Pruned' })))).not.toBeNull()
  })

  test.each([
    'PruneHaExecutionPlan',
    'DeleteHaMetadata',
    'AddFinalizer',
    'RemoveFinalizer',
    'CreateStateSnapshot',
    'StopWithSavepoint',
    'CancelJob',
    'TriggerSavepoint',
    'TriggerCheckpoint',
    'UpdateResourceRequirements',
    'UploadJar',
    'RunJar',
    'DeleteJar',
  ])('D-10 what failed is named: %s', _tag => {
    expect(errorMessageOf(written(failing({ _tag } as FlinkDeploymentAction, error()))!)).toBe(`${_tag}: no`)
  })
})

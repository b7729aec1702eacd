import { type AdapterError, makeEnv, roundOf } from '@flink-operator/core'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import type { RoundRules } from '@flink-operator/core/round'
import type { AnyRules } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { createCrashSwitch, parseCrashAt } from './effect/crash-switch.ts'
import { execute as executeRound, type Execution, type ExecutorOptions, type Written } from './executor.ts'
import type { Effect, EffectContext } from './port/cluster-port.ts'

const persist = (reason = 'intent'): FlinkDeploymentAction => ({ _tag: 'PersistStatus', status: {} as FlinkDeploymentStatus, reason })
const cancel: FlinkDeploymentAction = {
  _tag: 'CancelJob',
  endpoint: { namespace: 'a', service: 's-rest', port: 8081, tls: false },
  jobId: '0'.repeat(32),
  why: 'test',
}
const event: FlinkDeploymentAction = {
  _tag: 'EmitEvent',
  type: 'Normal',
  reason: 'Submit',
  message: 'm',
  component: 'Job',
  key: null,
  repeat: 'Count',
  annotations: {},
}
const requeue: FlinkDeploymentAction = { _tag: 'Requeue', after: 5, waitingFor: 'something' }
const create = { _tag: 'CreateObject', manifest: { _tag: 'IngressManifest', name: 'i' } } as unknown as FlinkDeploymentAction
const refused: AdapterError = { _tag: 'Forbidden', message: 'no', applied: 'No', httpStatus: 403, retryAfter: null }

const read = { meta: { namespace: 'a', name: 'x' }, resourceVersion: '7', resource: {}, wrote: 'nothing' } as unknown as Written

interface Call {
  readonly tag: string
  readonly version: string
  readonly manifest: unknown
}
interface Bench {
  readonly options: ExecutorOptions
  readonly calls: Call[]
}

const bench = (failing: Readonly<Record<string, AdapterError>> = {}, overrides: Partial<ExecutorOptions> = {}): Bench => {
  const calls: Call[] = []
  let version = 7
  const perform = async (effect: Effect, context: EffectContext) => {
    calls.push({ tag: effect._tag, version: context.resourceVersion, manifest: context.manifest })
    const error = failing[effect._tag]
    if (error !== undefined) return E.left(error)
    return E.right({
      written: effect._tag === 'PersistStatus' ? { resourceVersion: String(++version), resource: { written: version } } : null,
    })
  }
  return {
    calls,
    options: {
      now: () => 0,
      perform,
      render: () => E.right({ kind: 'Ingress' }),
      crashSwitch: createCrashSwitch(null),
      timeoutOf: () => 1_000,
      ...overrides,
    },
  }
}
const env = makeEnv({ now: 0 })
/** The list of a kind that decides it whatever it sees. */
const execute = (
  options: ExecutorOptions,
  { onFailure }: { readonly onFailure: (...of: Parameters<RoundRules<unknown>['onFailure']>) => readonly FlinkDeploymentAction[] },
  actions: readonly FlinkDeploymentAction[],
  { meta, resourceVersion, ...of }: Written,
  deadline: number,
): Promise<Execution> => {
  const kind: AnyRules = {
    decode: () => E.left({ path: '', expected: '', found: '' }),
    validate: () => null,
    observe: () => null,
    reconcile: () => actions,
    onFailure: (_desired, _observed, done, failed, error) => onFailure(done, failed, error),
  }
  const resource = { meta: { ...meta, resourceVersion, annotations: {} }, spec: {}, status: {} }
  return executeRound(options, roundOf(kind, resource, env, {}), () => env, { meta, resourceVersion, ...of }, deadline)
}
/** What the kind was told of a failure, with nothing to do about it. */
const noRecovery = { onFailure: () => [] }
const tags = (calls: readonly Call[]): readonly string[] => calls.map(({ tag }) => tag)

describe('executor', () => {
  test.each(
    [
      // title                                                                list                                       failing
      // calls                                              end
      ['does a list in its order', [persist(), cancel, event, requeue], {}, ['PersistStatus', 'CancelJob', 'EmitEvent'], 'Settled'],
      ['stops at the first failure: intent not durable, nothing done (P03)', [persist(), cancel, requeue], { PersistStatus: refused }, [
        'PersistStatus',
      ], 'Failed'],
      ['stops in the middle', [persist(), cancel, create, requeue], { CancelJob: refused }, ['PersistStatus', 'CancelJob'], 'Failed'],
      ['P18 B84 an event that cannot be written changes nothing', [event, persist(), cancel, requeue], { EmitEvent: refused }, [
        'EmitEvent',
        'PersistStatus',
        'CancelJob',
      ], 'Settled'],
      ['an empty list is done', [], {}, [], 'Settled'],
    ] as const,
  )('%s', async (_title, list, failing, calls, end) => {
    const { options, calls: made } = bench(failing)
    const execution = await execute(options, noRecovery, list, read, 100)
    expect(tags(made)).toEqual(calls)
    expect(execution.end._tag).toBe(end)
    expect(execution.outcomes.map(({ action }) => action)).toEqual(list)
  })

  test('each write goes out on the version that the previous one returned', async () => {
    const { options, calls } = bench()
    const execution = await execute(options, noRecovery, [persist('1'), persist('2'), cancel, requeue], read, 100)
    expect(calls.map(({ version }) => version)).toEqual(['7', '8', '9'])
    expect(execution.written).toMatchObject({ resourceVersion: '9', resource: { written: 9 }, wrote: 'whole' })
  })

  test('what failed and what was skipped is not among the done', async () => {
    const { options } = bench({ CancelJob: refused, EmitEvent: refused })
    const reported: unknown[] = []
    const onFailure = (...args: readonly unknown[]) => (reported.push(args), [])
    const execution = await execute(options, { onFailure }, [event, persist(), cancel, create, requeue], read, 100)
    expect(reported).toEqual([[[persist()], cancel, refused]])
    expect(execution.outcomes.map(({ result }) => result)).toEqual(['failed', 'done', 'failed', 'skipped', 'skipped'])
    expect(execution.end).toMatchObject({ _tag: 'Failed', failed: cancel, error: refused })
  })

  test('starts nothing after the deadline', async () => {
    const times = [0, 40, 50]
    const { options, calls } = bench({}, { now: () => times.shift() ?? 50 })
    const execution = await execute(options, noRecovery, [persist(), cancel, requeue], read, 50)
    expect(tags(calls)).toEqual(['PersistStatus'])
    expect(execution.end).toMatchObject({
      _tag: 'Failed',
      failed: cancel,
      error: { _tag: 'Timeout', applied: 'No', message: "the round's time was over before CancelJob" },
    })
  })

  test('L8 an effect without an answer ends after its time, perhaps applied', async () => {
    const { options } = bench({}, { perform: () => new Promise(() => undefined), timeoutOf: () => 10 })
    const execution = await execute(options, noRecovery, [cancel, requeue], read, 100)
    expect(execution.end).toMatchObject({ _tag: 'Failed', error: { _tag: 'Timeout', applied: 'Maybe' } })
  })

  test('an adapter that throws is a failure, perhaps applied', async () => {
    const { options } = bench({}, { perform: () => Promise.reject(new TypeError('x is undefined')) })
    const execution = await execute(options, noRecovery, [cancel, requeue], read, 100)
    expect(execution.end).toMatchObject({
      _tag: 'Failed',
      error: { _tag: 'Other', applied: 'Maybe', message: 'TypeError: x is undefined' },
    })
  })

  test('renders before it creates; what cannot be rendered is surely not applied', async () => {
    const good = bench()
    await execute(good.options, noRecovery, [create, requeue], read, 100)
    expect(good.calls[0]!.manifest).toEqual({ kind: 'Ingress' })
    const bad = bench({}, {
      render: () => E.left({ _tag: 'ManifestError', reason: 'Memory', key: 'k', message: 'too small', field: 'spec', more: '' }),
    })
    const execution = await execute(bad.options, noRecovery, [create, requeue], read, 100)
    expect(bad.calls).toEqual([])
    expect(execution.end).toMatchObject({ error: { _tag: 'Invalid', applied: 'No', message: 'too small' } })
  })
})

describe('crash switch', () => {
  const died = new Error('killed')
  const kill = (): void => {
    throw died
  }

  test.each([
    ['before:1', []],
    ['after:1', ['PersistStatus']],
    ['before:2', ['PersistStatus']],
    ['after:2', ['PersistStatus', 'CancelJob']],
    ['2', ['PersistStatus', 'CancelJob']],
    ['after:3', ['PersistStatus', 'CancelJob', 'EmitEvent']],
  ])('%s dies after %j', async (text, calls) => {
    const at = parseCrashAt(text)
    const { options, calls: made } = bench({}, { crashSwitch: createCrashSwitch(E.isRight(at) ? at.right : null, kill) })
    await expect(execute(options, noRecovery, [persist(), cancel, event, requeue], read, 100)).rejects.toBe(died)
    expect(tags(made)).toEqual(calls)
  })

  test('counts over the whole life of the process, not a list', async () => {
    const { options, calls } = bench({}, { crashSwitch: createCrashSwitch({ side: 'before', index: 3 }, kill) })
    await execute(options, noRecovery, [persist(), requeue], read, 100)
    await execute(options, noRecovery, [cancel, requeue], read, 100)
    await expect(execute(options, noRecovery, [cancel, requeue], read, 100)).rejects.toBe(died)
    expect(calls).toHaveLength(2)
  })

  test.each(['', '0', 'during:1', 'before:', '-1', '1.5'])('%j is refused', text => {
    expect(E.isLeft(parseCrashAt(text))).toBe(true)
  })
})

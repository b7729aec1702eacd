import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { environment } from '../../../fixtures/environment.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { runningJob, snapshotUid, triggerId } from '../../../fixtures/state-snapshot.ts'
import type { Action } from '../../contract/action/action.ts'
import { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './flink-state-snapshot-codec.ts'
import { formatInstant } from '../../crd/instant.ts'
import { known } from '../../contract/fact/fact.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import { factOf } from '../../contract/query/fact-of.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { finalizerOf, identityOf, resourceTypes } from '../../contract/resource/resource-type.ts'
import { flinkStateSnapshotKind as kind } from './flink-state-snapshot-kind.ts'

interface Raw {
  readonly status: JsonObject
  readonly spec?: JsonObject
  readonly deletedAt?: number
}

/** One whole round of a snapshot as it is on the API server. */
const round = (
  { status, spec = { savepoint: {} }, deletedAt }: Raw,
  now = t0,
): { readonly actions: readonly Action<FlinkStateSnapshotStatus>[]; readonly status: JsonObject } => {
  const decoded = decodeFlinkStateSnapshot({
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkStateSnapshot',
    spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' }, ...spec },
    status,
    metadata: {
      name: 'snap',
      namespace: 'ns',
      uid: snapshotUid,
      generation: 1,
      resourceVersion: '1',
      finalizers: [finalizerOf(identityOf(resourceTypes.FlinkStateSnapshot))],
      labels: {},
      annotations: {},
      ...(deletedAt === undefined ? {} : { deletionTimestamp: formatInstant(deletedAt) }),
    },
  })
  if (!isRight(decoded)) throw new Error(JSON.stringify(decoded.left))
  const env = environment(now, {}, 0, true)
  const desired = kind.validate(decoded.right, env)
  const world: FlinkStateSnapshotFacts = runningJob(now, {
    flinkDeployments: known([], now),
    flinkSessionJobs: known([], now),
    namingResources: known([], now),
    snapshots: known([], now),
  })
  let facts: FlinkStateSnapshotFacts = {}
  for (;;) {
    const actions = kind.reconcile(desired, kind.observe(desired, decoded.right, facts, env), env)
    const asked = actions.flatMap(action => (action._tag === 'Look' ? action.queries.map(factOf) : []))
    if (asked.length === 0) {
      const written = actions.findLast(action => action._tag === 'PersistStatus')?.status
      return { actions, status: written === undefined ? status : encodeStateSnapshotStatus(written, status) as JsonObject }
    }
    facts = {
      ...facts,
      ...Object.fromEntries(
        asked.map(
          field => [
            field,
            world[field as keyof FlinkStateSnapshotFacts]
              ?? { _tag: 'Unknown', reason: 'Timeout', message: 'late', source: 'live', asOf: now },
          ],
        ),
      ),
    }
  }
}

const underWay = {
  state: 'IN_PROGRESS',
  triggerId,
  triggerTimestamp: formatInstant(t0 - 60_000),
  failures: 0,
  operatorRecord: { attempts: 1, kind: 'savepoint' },
}

const broken: readonly (readonly [string, JsonObject, string])[] = [
  ['state', { state: 'QUEUED' }, 'status.state'],
  ['operatorRecord', { ...underWay, operatorRecord: { attempts: 'x' } }, 'status.operatorRecord.attempts'],
  ['operatorRecord', { ...underWay, operatorRecord: { kind: 'delta' } }, 'status.operatorRecord.kind'],
  ['operatorRecord', { ...underWay, operatorRecord: { retryAt: {} }, state: 'TRIGGER_PENDING' }, 'status.operatorRecord.retryAt'],
  ['path', { state: 'COMPLETED', path: { at: 's3://b/sp' } }, 'status.path'],
  ['triggerId', { ...underWay, triggerId: [] }, 'status.triggerId'],
]

const isHand = ({ _tag }: Action<unknown>): boolean => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(_tag)

describe("F14: a FlinkStateSnapshot of which something can't be read", () => {
  test.each(broken)('%s of %j: nothing is asked of Flink, it is told and kept', (field, status, reported) => {
    const { actions, status: after } = round({ status })
    expect(actions.filter(isHand)).toEqual([])
    expect(after['error']).toContain(reported)
    expect(actions).toContainEqual(expect.objectContaining({ _tag: 'EmitEvent', type: 'Warning', repeat: 'Once' }))
    expect(after[field]).toMatchObject(status[field] as object)
    expect(round({ status: after }).actions.some(({ _tag }) => _tag === 'PersistStatus')).toBe(false)
    // whatever time passes
    expect(round({ status }, t0 + 86_400_000).actions.filter(isHand)).toEqual([])
  })

  test.each(broken)('%s of %j: it can be deleted; its files stay and are told', (_field, status) => {
    const late = round({ status, deletedAt: t0 }, t0 + 300_000).actions
    expect(late.filter(isHand).map(({ _tag }) => _tag)).toEqual(['RemoveFinalizer'])
  })

  test("a spec that can't be read is one that is not valid, and can be deleted", () => {
    const spec = { savepoint: 'yes' } as unknown as JsonObject
    expect(round({ status: {}, spec }).actions).toContainEqual(
      expect.objectContaining({
        _tag: 'EmitEvent',
        reason: 'ValidationError',
        message: expect.stringContaining('spec.savepoint') as unknown,
      }),
    )
    expect(round({ status: {}, spec, deletedAt: t0 }).actions.filter(isHand).map(({ _tag }) => _tag)).toEqual(['RemoveFinalizer'])
  })

  test('how an old record is read does not change: a snapshot under way is followed', () => {
    expect(round({ status: underWay }).status['error'] ?? null).toBeNull()
  })
})

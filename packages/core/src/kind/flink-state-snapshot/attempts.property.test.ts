import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { aJob, clusterStart, jobId } from '../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { aTarget, type GivenSnapshot, snapshotActions } from '../../../fixtures/state-snapshot.ts'
import { isHard } from '../../contract/action/action-properties.ts'
import { initialSnapshotStatus } from './flink-state-snapshot-codec.ts'
import { absent, type Fact, known, unknown } from '../../contract/fact/fact.ts'
import type { AsynchronousOperation } from '../../contract/fact/flink-rest.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'

const orUnseen = <A>(values: fc.Arbitrary<Fact<A>>): fc.Arbitrary<Fact<A>> =>
  fc.oneof({ arbitrary: values, weight: 6 }, { arbitrary: fc.constant(unknown<A>('Timeout', 'late', t0)), weight: 1 })

const operations: fc.Arbitrary<Fact<AsynchronousOperation>> = orUnseen(fc.oneof(
  fc.constantFrom<Fact<AsynchronousOperation>>(
    absent(t0),
    known({ _tag: 'InProgress' }, t0),
    known({ _tag: 'Failed', causes: [{ type: 'X', message: 'm' }], savepointPath: null }, t0),
    known({ _tag: 'Completed', location: 's3://a', checkpointId: null }, t0),
  ),
))

/** What one look may show. */
const looks: fc.Arbitrary<FlinkStateSnapshotFacts> = fc.record({
  target: orUnseen(
    fc.constantFrom(
      known(aTarget(), t0),
      known(aTarget(), t0),
      known(aTarget({ job: { state: 'RECONCILING' } }), t0),
      known(aTarget({ job: { jobId: 'b'.repeat(32) } }), t0),
    ),
  ),
  jobs: orUnseen(
    fc.constantFrom(
      known([aJob('RUNNING')], t0),
      known([aJob('RUNNING', { startTime: clusterStart + 70_000 })], t0),
      known([aJob('RESTARTING')], t0),
      known([aJob('RUNNING'), aJob('RUNNING', { jobId: 'b'.repeat(32) })], t0),
    ),
  ),
  savepointOperation: operations,
  checkpoints: fc.constant(unknown('Timeout', 'late', t0)),
})

/** One round: how long after the last one it is, what it sees, after which action the process dies. */
const courses = fc.array(fc.record({ pause: fc.constantFrom(0, 1_000, 15_000, 120_000, 900_000), facts: looks, dies: fc.nat(4) }), {
  minLength: 1,
  maxLength: 14,
})

const after = (status: FlinkStateSnapshotStatus, now: number, facts: FlinkStateSnapshotFacts, dies: number, limit: number) => {
  const { operatorRecord, ...rest } = status
  const given: GivenSnapshot = { spec: { savepoint: {}, backoffLimit: limit }, status: { ...rest, record: operatorRecord }, now, facts }
  const actions = snapshotActions(given)
  const done = actions.slice(0, dies === 0 ? actions.length : dies)
  return { actions, done, status: done.reduce((it, action) => (action._tag === 'PersistStatus' ? action.status : it), status) }
}

describe('attempts at one snapshot', () => {
  test.prop([courses, fc.constantFrom(-1, 0, 2)])(
    'P03 never two triggers without a new attempt, whatever is seen and wherever a process dies; an id is durable before it is used',
    (hooks, limit) => {
      let status: FlinkStateSnapshotStatus = initialSnapshotStatus
      let now = t0
      const ids = new Map<number, string>()
      const used: string[] = []
      for (const { pause, facts, dies } of hooks) {
        now += pause
        const round = after(status, now, facts, dies, limit)
        expect(round.actions.filter(isHard).length).toBeLessThanOrEqual(1)
        for (const action of round.done) {
          if (action._tag !== 'TriggerSavepoint') continue
          const { attempts } = round.status.operatorRecord
          expect(round.status.triggerId).toBe(action.triggerId)
          expect(ids.get(attempts) ?? action.triggerId).toBe(action.triggerId)
          expect(action.jobId).toBe(round.status.operatorRecord.jobId)
          ids.set(attempts, action.triggerId)
          if (!used.includes(action.triggerId)) used.push(action.triggerId)
          expect(used.at(-1)).toBe(action.triggerId)
        }
        expect(round.status.operatorRecord.attempts).toBeGreaterThanOrEqual(status.operatorRecord.attempts)
        expect(round.status.operatorRecord.attempts).toBeLessThanOrEqual(round.status.failures + 1)
        if (limit >= 0) expect(round.status.failures).toBeLessThanOrEqual(limit + 1)
        status = round.status
      }
      expect(used.every(id => id !== jobId)).toBe(true)
    },
  )
})

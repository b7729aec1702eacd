import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { aResource, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { lookedAndDecided, reread } from '../../../fixtures/round.ts'
import { isHard } from '../../contract/action/action-properties.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, known } from '../../contract/fact/fact.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'

const paths = fc.constantFrom('s3://a', 's3://b', 's3://c', 's3://d', 's3://e')
const maybe = fc.option(paths)
const records = fc.array(
  fc.record<SavepointRecord>({
    timeStamp: fc.integer({ min: t0 - 10_000_000, max: t0 }),
    location: maybe,
    triggerType: fc.constantFrom('PERIODIC', 'UPGRADE', 'MANUAL'),
    formatType: fc.constant('CANONICAL'),
    triggerNonce: fc.constant(null),
  }),
  { maxLength: 6 },
)
const snapshots = fc.option(fc.array(
  fc.record<StateSnapshotView>({
    name: fc.constant('s'),
    uid: fc.constant('u'),
    creationTimestamp: fc.constant(t0),
    deleting: fc.boolean(),
    kind: fc.constantFrom('savepoint', 'checkpoint'),
    triggerType: fc.constant('PERIODIC'),
    state: fc.constantFrom('IN_PROGRESS', 'COMPLETED', 'FAILED'),
    path: maybe,
  }),
  { maxLength: 2 },
))

const another = (initialSavepointPath: string) =>
  aResource({ spec: { job: { initialSavepointPath } }, metadata: { name: 'another', uid: '00000000-0000-4000-8000-0000000000e1' } })

const story = fc.record({
  history: records,
  last: maybe,
  upgrade: maybe,
  source: maybe,
  initial: maybe,
  deployedInitial: maybe,
  snapshots,
  /** What another FlinkDeployment is started from. */
  others: maybe,
  count: fc.integer({ min: 0, max: 3 }),
  age: fc.constantFrom('1 h', '1 ms', '1000 d'),
  fails: fc.array(paths, { maxLength: 2 }),
})

describe('pruning, round by round', () => {
  test.prop([story], { numRuns: 100 })(
    'P04 P03 B03 B73 B79 nothing that is referenced is ever disposed of; an entry goes only after its disposal; one hard effect a round, with a write before it',
    given => {
      const spec = (initial: string | null) => ({
        job: initial === null ? {} : { initialSavepointPath: initial },
        configuration: {
          'kubernetes.operator.savepoint.history.max.count': String(given.count),
          'kubernetes.operator.savepoint.history.max.age': given.age,
        },
      })
      const { savepointInfo } = initialFlinkDeploymentStatus.jobStatus
      const lastSavepoint: SavepointRecord | null = given.last === null ? null
        : { timeStamp: 1, location: given.last, triggerType: 'MANUAL', formatType: 'CANONICAL', triggerNonce: null }
      const start = runningStatus({
        recorded: { spec: spec(given.deployedInitial) },
        job: { upgradeSavepointPath: given.upgrade, savepointInfo: { ...savepointInfo, lastSavepoint, savepointHistory: given.history } },
        record: { deployedSource: given.source === null ? null : { _tag: 'Path', path: given.source, reason: '' } },
      })
      const referenced = [given.last, given.upgrade, given.source, given.initial, given.deployedInitial]
      const owned = [...(given.snapshots ?? []).map(({ path }) => path), given.others]
      const world = runningCluster(t0, {
        snapshots: given.snapshots === null ? absent(t0) : known(given.snapshots, t0),
        flinkDeployments: known(given.others === null ? [] : [another(given.others)], t0),
        flinkSessionJobs: known([], t0),
        namingResources: known([], t0),
      })
      const state: { status: FlinkDeploymentStatus; failures: number; gone: string[] } = { status: start, failures: 0, gone: [] }
      for (let round = 0, quiet = 0; round < 20 && quiet < 2; round += 1) {
        const actions = lookedAndDecided({ spec: spec(given.initial), status: state.status, failures: state.failures }, world)
        const hard = actions.filter(isHard)
        expect(hard.length).toBeLessThanOrEqual(1)
        if (hard.length === 1) expect(actions.slice(0, actions.indexOf(hard[0]!)).some(({ _tag }) => _tag === 'PersistStatus')).toBe(true)
        let failed = false
        for (const action of actions) {
          if (failed) break
          if (action._tag === 'DisposeSavepoint') {
            expect(referenced).not.toContain(action.path)
            expect(owned).not.toContain(action.path)
            failed = (given.fails as readonly string[]).includes(action.path)
            if (!failed) state.gone.push(action.path)
          }
          if (action._tag === 'PersistStatus') state.status = reread(action.status)
        }
        state.failures = failed ? state.failures + 1 : 0
        // the last failure in a row has tried each of them once
        quiet = actions.every(({ _tag }) => _tag === 'Requeue') || state.failures > 6 ? quiet + 1 : 0
      }
      const left = state.status.jobStatus.savepointInfo.savepointHistory.map(({ location }) => location)
      for (const { location } of given.history) {
        if (location === null || left.includes(location)) continue
        // what left the history is deleted, or has another owner
        expect(state.gone.includes(location) || owned.includes(location)).toBe(true)
        expect(referenced).not.toContain(location)
      }
      for (const path of given.fails) expect(state.gone).not.toContain(path)
      const hasResource = (given.snapshots ?? []).some(({ kind, state: it, deleting }) =>
        kind === 'savepoint' && it === 'COMPLETED' && !deleting
      )
      if (given.history.length > 0 && !hasResource)
        expect(state.status.jobStatus.savepointInfo.savepointHistory.at(-1)).toEqual(given.history.at(-1))
    },
  )
})

import { describe, expect, test } from 'vitest'
import { sibling, takenAway, unknownId, wiped, writtenAhead, old } from '../../../../fixtures/session-job-cases.ts'
import { haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { othersId, orphanId as orphan, steadyId as id, submit } from '../../../../fixtures/session-job-operations.ts'
import { aSession, listed, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { fresh, type GivenJob, jobWorld, steady, suspended } from '../../../../fixtures/session-job-rows.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import { contradictedState, nothingRecorded, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import { isSubmitTakenAway, observeAdoptedSubmit } from './adopted-submit.ts'

const { now } = suspended
const listing = (...ids: readonly string[]) => ({ jobs: known(ids.map(it => listed(it)), now) })
const none = listing()
const given = (base: GivenJob, change: GivenJob = {}): GivenJob => ({
  ...base,
  ...change,
  job: { ...base.job, ...change.job },
  record: { ...base.record, ...change.record },
  reconciliation: { ...base.reconciliation, ...change.reconciliation },
})

describe('may the job have been submitted, though nothing is under way? (E-11, P25, B02)', () => {
  test.each<readonly [string, GivenJob, boolean]>([
    ['the operator before wrote its id down ahead', writtenAhead, true],
    ['this operator has submitted since', given(writtenAhead, { record: { attempts: 1 } }), false],
    ['something is under way', given(writtenAhead, { status: { operation: submit } }), false],
    ['it is not between two specs', given(writtenAhead, { reconciliation: { state: 'DEPLOYED' } }), false],
    ['it names no job', given(writtenAhead, { job: { jobId: null } }), false],
    ['it knows how the job is', given(writtenAhead, { job: { state: 'FINISHED' } }), false],
    ['P25 a submit was taken away', takenAway, true],
    ['P25 its job id with it', given(takenAway, { job: { jobId: null } }), false],
    ['P25 a submit is under way', given(takenAway, { status: { operation: submit } }), false],
    ['P25 what it was left with is known', given(takenAway, { record: { lastState: { _tag: 'None', reason: '' } } }), false],
    ['P25 the job was seen to run', given(takenAway, { record: { lastState: stateOfRunningJob } }), false],
    ['P25 its job id was taken out of it', given(takenAway, { record: { lastState: contradictedState('x') } }), true],
    [
      'P25 the same of a job that is told of',
      given(takenAway, { record: { lastState: contradictedState('x') }, job: { state: 'FAILED' } }),
      false,
    ],
    [
      'P25 the same of one that is deployed',
      given(takenAway, { record: { lastState: contradictedState('x') }, reconciliation: { state: 'DEPLOYED' } }),
      false,
    ],
  ])('%s', (_title, it, answer) => {
    const { status } = jobWorld({ ...it, record: { ...it.record, jobMissedSince: null } })
    expect(observeAdoptedSubmit(status, none, now).operatorRecord.jobMissedSince).toBe(answer ? now : null)
  })

  test('since when it is missed: from the first look that did not list it', () => {
    const since = (facts: Parameters<typeof observeAdoptedSubmit>[1], before: number | null = null) =>
      observeAdoptedSubmit(jobWorld(given(writtenAhead, { record: { jobMissedSince: before } })).status, facts, now).operatorRecord
        .jobMissedSince
    expect([
      since(none),
      since(none, 5),
      since(listing(unknownId)),
      since(listing(id)),
      since({ jobs: unknown('Timeout', 'x', now) }),
      since({}),
    ])
      .toEqual([now, 5, null, now, null, null])
  })

  test('P25 of a submit that was taken away nothing is told where a job is deployed', () => {
    expect([isSubmitTakenAway(jobWorld(takenAway).status), isSubmitTakenAway(steady.status)]).toEqual([true, false])
  })
})

describe('nothing is recorded as submitted (session-job-record-lost.ts)', () => {
  const created = (ago: number): SessionJobChange => ({
    metadata: { creationTimestamp: new Date(fresh.now - ago).toISOString().replace('.000', '') },
  })
  const statelessLost = (change: GivenJob = {}): GivenJob =>
    wiped({ edit: { metadata: old, job: { upgradeMode: 'stateless' } }, ...change })
  test.each<readonly [string, GivenJob, string]>([
    [
      'record-lost/held-by-ha P02 HA metadata of the cluster holds a job of it',
      statelessLost({ world: { configMaps: [haConfigMap(orphan)] } }),
      'record-lost/held-by-ha Blocked',
    ],
    [
      'record-lost/held-by-ha P14 HA metadata could not be seen',
      statelessLost({ world: { unobservable: ['ListConfigMaps'] } }),
      'record-lost/held-by-ha Blocked',
    ],
    [
      "record-lost-and-stateless it holds another resource's",
      statelessLost({ world: { configMaps: [haConfigMap(othersId)], siblings: [sibling()] } }),
      'record-lost-and-stateless FirstDeployment',
    ],
    [
      'A02 unclaimed-job it holds one that nobody claims',
      statelessLost({ world: { configMaps: [haConfigMap(unknownId)] } }),
      'unclaimed-job Blocked',
    ],
    [
      'record-lost-and-stateless there is none',
      statelessLost({ session: aSession({ noHa: true }) }),
      'record-lost-and-stateless FirstDeployment',
    ],
    [
      'record-lost P25 it is not to run: HA metadata is not asked',
      wiped({
        edit: { metadata: old, job: { state: 'suspended' } },
        world: { configMaps: [haConfigMap(orphan)] },
      }),
      'record-lost RecordLost',
    ],
    [
      'record-lost P25 an edited one is not new',
      { from: fresh, edit: created(60_000), record: { lastState: nothingRecorded } },
      'record-lost RecordLost',
    ],
  ])('%s', (_title, it, row) => {
    const { situation } = jobWorld(it)
    expect(`${situation.row} ${situation.situation}`).toBe(row)
  })

  test('record-lost/held-by-ha what a person is told of a job that HA metadata holds leads out', () => {
    const [persist] = jobWorld(statelessLost({ world: { configMaps: [haConfigMap(orphan)] } })).next
    expect(persist?._tag === 'PersistStatus' ? persist.status.error : null).toMatch(/UpgradeFailureException.*delete ConfigMap app-/u)
  })

  test.each<readonly [string, GivenJob, string]>([
    [
      'record-lost/job-alive it is alive',
      wiped({ jobs: [listed(id)], edit: { metadata: old } }),
      `and job ${id} of this resource is alive. The operator starts nothing beside it`,
    ],
    ['record-lost nothing is', wiped({ edit: { metadata: old } }), 'status.reconciliationStatus.lastReconciledSpec is missing'],
    [
      'record-lost what was told before is told again',
      wiped({ edit: { metadata: old }, record: { lastState: contradictedState('the very first reason', 3) } }),
      'the very first reason',
    ],
  ])('%s: told', (_title, it, words) => {
    const [persist] = jobWorld(it).next
    expect(persist?._tag === 'PersistStatus' ? persist.status.error : null).toContain(words)
  })
})

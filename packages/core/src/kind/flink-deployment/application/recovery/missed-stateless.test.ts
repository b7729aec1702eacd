import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, type Given, situationOf, statusAfter } from '../../../../../fixtures/round.ts'
import { known } from '../../../../contract/fact/fact.ts'
import type { JsonObject } from '../../../../contract/resource/json.ts'

const listsNone = runningCluster(t0, { jobs: known([], t0) })
const missedFor = (millis: number, change: StatusChange = {}) =>
  runningStatus({
    observedGeneration: 1,
    ...change,
    job: { state: 'RECONCILING', ...change.job },
    error: 'Job Not Found',
    record: { jobMissedSince: t0 - millis, errorOwner: 'job', ...change.record },
  })
const given = (job: JsonObject, generation: number, status = missedFor(60_000), facts = listsNone): Given => ({
  spec: { job },
  metadata: { generation },
  status,
  facts,
})
const stateless = { upgradeMode: 'stateless' }

describe('a job that its JobManager does not list any more, and a person who says stateless: what the error names leads out (P06)', () => {
  test.each<readonly [string, Given, string]>([
    ['the mode alone, which is no change of what is deployed, is the answer', given(stateless, 2), 'edit/stop, upgrade-mode/stateless'],
    [
      'it was asked for before: another edit that changes nothing starts no job again',
      given(stateless, 2, missedFor(60_000, { record: { jobMissedSince: t0 - 60_000, askedMode: 'stateless' } })),
      'nothing',
    ],
    [
      'nobody was told yet',
      given(stateless, 2, missedFor(60_000, { record: { jobMissedSince: t0 - 60_000, errorOwner: null } })),
      'nothing',
    ],
    ['it was recorded so before', given(stateless, 2, missedFor(60_000, { recorded: { used: 'stateless' } })), 'nothing'],
    ['it was said, and acknowledged, before', given(stateless, 1), 'nothing'],
    [
      'it is to be suspended as well: nothing is started',
      given({ ...stateless, state: 'suspended' }, 2),
      'edit/stop, upgrade-mode/stateless',
    ],
    ['the edit says something else', given({ upgradeMode: 'last-state' }, 2), 'nothing'],
    ['the spec is refused', given({ ...stateless, parallelism: -1 }, 2), 'nothing'],
    ['the job is missing for a moment only', given(stateless, 2, missedFor(1)), 'nothing'],
    ['the job runs', given(stateless, 2, runningStatus({ observedGeneration: 1 }), runningCluster()), 'nothing'],
  ])('%s', (_title, it, row) => {
    expect(situationOf(it).row).toContain(row)
  })

  test('a job that is stateless already is told another way: that mode alone would be no answer', () => {
    const reported = (job: JsonObject): string | null => errorMessageOf(statusAfter(given(job, 1)))
    expect(reported(stateless)).toContain('a new spec.restartNonce')
    expect(reported(stateless)).not.toContain('stateless')
    expect(reported({})).toContain('spec.job.upgradeMode: stateless')
  })
})

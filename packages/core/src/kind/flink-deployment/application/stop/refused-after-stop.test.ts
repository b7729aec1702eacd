import { expect, test } from 'vitest'
import { aStartingPod, jobId, neverAvailable, runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus, neverSeenUp } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { lookedAndDecided, roundOf, written } from '../../../../../fixtures/round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'

const statelessBefore = runningStatus({
  recorded: { used: 'stateless', spec: { job: { upgradeMode: 'stateless' } } },
  record: { askedMode: 'stateless' },
})
const edit = { job: { upgradeMode: 'savepoint', parallelism: 3 } }
const begun = (spec: object): ReturnType<typeof written> =>
  written(
    lookedAndDecided({ spec, metadata: { generation: 2 }, status: statelessBefore, facts: runningCluster() }, {
      ...runningCluster(),
      names: known([], t0),
    }),
  )

test('F06 P01 a stateless job is stopped with a savepoint for a valid edit, and the next edit is refused: the savepoint is kept', () => {
  const status = begun(edit)
  expect(status).toMatchObject({ operation: { kind: 'Suspend', mode: 'SAVEPOINT', jobId }, operatorRecord: { askedMode: 'savepoint' } })
  const { desired } = roundOf({
    spec: { job: { ...edit.job, parallelism: -1 } },
    metadata: { generation: 3 },
    status: status!,
    facts: runningCluster(),
  })
  expect(desired.invalid).not.toBeNull()
  expect(desired.wanted?.job.upgradeMode).toBe('savepoint')
})

test('F06 the same of a cluster that never started, which goes first', () => {
  const facts = {
    ...runningCluster(t0, {
      deployment: known(neverAvailable(), t0),
      jobs: unknown<never>('NotReady', 'no', t0),
      jobManagerPods: known([aStartingPod()], t0),
    }),
    names: known([], t0),
  }
  const status = runningStatus({
    recorded: { used: 'stateless', spec: { noHa: true, job: { upgradeMode: 'stateless' } } },
    ...neverSeenUp,
    record: { ...neverSeenUp.record, askedMode: 'stateless', deployedSource: { _tag: 'Path', path: 's3://b/sp/0', reason: '' } },
  })
  expect(written(lookedAndDecided({ spec: { ...edit, noHa: true }, metadata: { generation: 2 }, status, facts }, facts))).toMatchObject({
    operation: { mode: 'NOOP' },
    operatorRecord: { askedMode: 'savepoint' },
  })
})

import { describe, expect, test } from 'vitest'
import { clusterConfigMap, haConfigMap, jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, aTearDown, freshStatus, runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, type Given, roundOf, situationOf, statusAfter } from '../../../fixtures/round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { Explanation } from '../../contract/round/explanation.ts'
import { explain as explainRound } from './explain-deployment.ts'

const explain = (given: Given): Explanation => {
  const { desired, observed, env } = roundOf(given)
  return explainRound(desired, observed, env)
}

const lost = (change: Given = {}): Given => ({
  status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
  facts: { deployment: absent(t0), jobManagerPods: known([], t0), configMaps: known([], t0), services: known([], t0) },
  ...change,
})

describe('explain: which situation, what is waited for, and who unblocks it', () => {
  test.each(
    [
      // title                                given
      // situation              who
      ['never touched', { status: freshStatus }, 'FirstDeployment', 'operator'],
      ['facts are missing', { status: runningStatus() }, 'NeedsFacts', 'cluster'],
      ['steady', { status: runningStatus(), facts: runningCluster() }, 'Settled', 'person'],
      ['stopping with a savepoint', { status: runningStatus({ operation: aSuspend() }), facts: runningCluster() }, 'Suspending', 'cluster'],
      ['being taken away', { status: runningStatus({ operation: aTearDown() }) }, 'TearingDown', 'cluster'],
      ['lost without HA metadata (P07)', lost(), 'Blocked', 'person'],
      [
        'the API server does not answer',
        lost({
          facts: {
            deployment: absent(t0),
            jobManagerPods: unknown('Timeout', 'late', t0),
            configMaps: known([], t0),
            services: known([], t0),
          },
        }),
        'Blocked',
        'cluster',
      ],
      ['invalid from the start', { status: freshStatus, spec: { job: { parallelism: -1 } } }, 'InvalidFromTheStart', 'person'],
    ] as const satisfies readonly (readonly [string, Given, string, string])[],
  )('%s', (_title, given, situation, who) => {
    const it = explain(given)
    expect(it).toMatchObject({ situation, unblockedBy: { who } })
    for (const text of [it.row, it.reason, it.waitingFor, it.unblockedBy.what]) expect(text).not.toBe('')
  })

  test('H18 H19 H-D03 without a record of the election that can be read nobody can lead: what helps is named', () => {
    const facts = (annotations: Readonly<Record<string, string>>): Given => ({
      status: runningStatus({ jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' }),
      facts: runningCluster(t0, { configMaps: known([{ ...clusterConfigMap, annotations }, haConfigMap()], t0) }),
    })
    const record = '{"holderIdentity":"a","leaseDuration":"PT15S","acquireTime":"2026-11-21T11:54:25.096937Z",'
      + '"renewTime":"2026-11-21T11:54:25.096937Z","leaderTransitions":0}'
    expect(explain(facts({ 'control-plane.alpha.kubernetes.io/leader': record })).obstacles).toEqual([])
    for (const annotations of [{}, { 'control-plane.alpha.kubernetes.io/leader': 'garbage' }]) {
      expect(explain(facts(annotations)).obstacles).toMatchObject([{
        object: `ConfigMap ${clusterConfigMap.name}`,
        remedy: expect.stringContaining(`kubectl annotate --overwrite configmap ${clusterConfigMap.name}`),
      }])
    }
  })

  test('H30 H31 H-D13 pointers that Flink does not restore are named', () => {
    const configMaps = [{ ...haConfigMap(jobId, ['checkpointID-1', 'checkpointID-2']), unusablePointers: ['checkpointID-2'] }]
    const it = explain({ status: runningStatus(), facts: runningCluster(t0, { configMaps: known(configMaps, t0) }) })
    expect(it.obstacles).toMatchObject([{ what: expect.stringContaining('in them): checkpointID-2') }])
  })

  test('a job that its JobManager does not list: no edit helps, a person chooses its state', () => {
    const status = runningStatus({ job: { state: 'RECONCILING' }, record: { jobMissedSince: t0 - 400_000 } })
    const missed: Given = { status, facts: runningCluster(t0, { jobs: known([], t0), configMaps: known([], t0) }) }
    expect(explain(missed).unblockedBy).toMatchObject({ who: 'person', what: expect.stringContaining('spec.job.savepointRedeployNonce') })
    expect(explain({ ...missed, spec: { rest: { image: 'other' } } }).unblockedBy).toEqual(explain(missed).unblockedBy)
  })

  test('it is the decision of the round itself: same row, same wait', () => {
    const given: Given = { status: runningStatus(), facts: runningCluster() }
    const requeue = decided(given).at(-1)
    expect(explain(given)).toMatchObject({
      row: situationOf(given).row,
      nextLook: requeue?._tag === 'Requeue' ? { after: requeue.after, at: t0 + requeue.after } : {},
      waitingFor: requeue?._tag === 'Requeue' ? requeue.waitingFor : '',
    })
  })

  test('what is under way: kind, purpose, step, how, since when, and how long it may take', () => {
    const operation = aSuspend({ mintedAt: t0 - 7_000, giveUpAt: t0 + 1_000 })
    expect(explain({ status: runningStatus({ operation }), facts: runningCluster() })).toMatchObject({
      since: t0 - 7_000,
      operation: {
        kind: 'Suspend',
        purpose: 'Upgrade',
        step: 'Requested',
        how: 'SAVEPOINT',
        id: operation.id,
        since: t0 - 7_000,
        giveUpAt: t0 + 1_000,
      },
    })
  })

  test('an edit: what it changes, with its error where it is invalid', () => {
    expect(explain({ status: runningStatus(), spec: { rest: { image: 'other' } }, facts: runningCluster() }).change).toMatchObject({
      type: 'UPGRADE',
      text: expect.stringContaining('image'),
    })
    const invalid = explain({ status: runningStatus(), spec: { job: { parallelism: -1 } }, facts: runningCluster() })
    expect(invalid.findings.some(({ severity }) => severity === 'Error')).toBe(true)
    expect(invalid.error).not.toMatch(/^{/)
  })

  test('P10 the condition of an edit that is held up says what it waits for, and what ends the wait', () => {
    const given: Given = {
      status: runningStatus({ record: { retryAt: t0 + 60_000 } }),
      facts: runningCluster(),
      metadata: { generation: 2 },
      spec: { job: { parallelism: 5 } },
    }
    expect(explain(given)).toMatchObject({ row: 'edit/retry-later', unblockedBy: { who: 'operator' } })
    const [ready] = statusAfter(given).conditions.filter(({ type }) => type === 'Ready')
    expect(ready?.message).toBe(
      `Generation 2 is not deployed yet. It waits for: ${explain(given).waitingFor}. It continues when: ${explain(given).unblockedBy.what}`,
    )
  })

  test('facts in a word or two, unknown ones with their reason (P14)', () => {
    expect(explain(lost({ facts: { deployment: unknown('Forbidden', 'no', t0), jobs: known([], t0, 'cache') } })).facts).toEqual({
      deployment: 'unknown: Forbidden',
      jobs: 'none (from the watch)',
    })
  })

  test('since when it is blocked: when the condition became so, not when it was asked', () => {
    const status = statusAfter(lost())
    expect(explain(lost({ status, now: t0 + 60_000 })).since).toBe(t0)
  })
})

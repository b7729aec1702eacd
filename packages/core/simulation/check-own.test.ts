import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Action } from '../src/action/action.ts'
import { checkOwn, type OwnCheck } from './index.ts'

const spec = (upgradeMode: string, job: object = {}, configuration: object = {}) => ({
  image: 'flink:1.20', flinkVersion: 'v1_20', serviceAccount: 'flink',
  flinkConfiguration: { 'execution.checkpointing.interval': '10 s', 'execution.checkpointing.dir': 's3://b/cp', 'execution.checkpointing.savepoint-dir': 's3://b/sp', ...configuration },
  jobManager: { resource: { memory: '1g', cpu: 1 } }, taskManager: { resource: { memory: '1g', cpu: 1 } },
  job: { jarURI: 'local:///job.jar', parallelism: 3, upgradeMode, ...job },
})
const ha = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }

const checked = (given: Partial<OwnCheck>) => {
  const answer = checkOwn({ spec: spec('stateless'), worlds: name => name.endsWith('/delete/calm'), ...given })
  return E.isRight(answer) ? answer.right : expect.fail(answer.left.path)
}

/** A deletion policy that thinks HA metadata goes best at once. */
const eager = (actions: readonly Action[]): readonly Action[] =>
  actions.map(action => (action._tag === 'DeleteObject' || action._tag === 'PatchObject' ? { _tag: 'DeleteHaMetadata', namespace: 'default', clusterId: 'app', configMaps: [], why: 'eager' } as unknown as Action : action))

describe('checkOwn: one\'s own spec, options, validator and policy against the properties', () => {
  test('a sound spec in its own worlds: no violation, closed', () => {
    const report = checked({ spec: spec('last-state', {}, ha) })
    expect(report.violations).toEqual([])
    expect(report.worlds.map(({ name, closed }) => [name, closed])).toEqual([['last-state/ha/delete/calm', true]])
    expect(report.states).toBeGreaterThan(20)
  }, 60_000)

  test('a bad deletion policy is told as a story, every step in words', () => {
    const { violations, more } = checked({ spec: spec('last-state', {}, ha), policy: eager, limit: 5_000 })
    expect(violations.map(({ property }) => property)).toContain('P05')
    expect(violations[0]?.lines.length).toBeGreaterThan(0)
    expect(more).toBe(false)
  }, 60_000)

  test('what is told is bounded', () => {
    const { violations, more } = checked({ spec: spec('last-state', {}, ha), policy: eager, limit: 5_000, stories: 0 })
    expect([violations.length, more]).toEqual([0, true])
  }, 60_000)

  test('an error of one\'s own validator: the spec is not followed, and the resource says why (P06, P10)', () => {
    const message = 'our clusters are small'
    const report = checked({ worlds: name => name.endsWith('/first-deploy/calm'), validator: ({ job }) => ((job?.parallelism ?? 0) > 2 ? [{ severity: 'Error', field: 'job.parallelism', message }] : []) })
    expect(report.findings.map(it => it.message)).toContain(message)
    expect(report.violations).toEqual([])
    expect(report.states).toBeLessThan(checked({ worlds: name => name.endsWith('/first-deploy/calm') }).states)
  }, 60_000)

  test('a spec that can\'t be decoded names its field', () => {
    expect(checkOwn({ spec: { job: { parallelism: 'x' } } })).toMatchObject(E.left({ path: 'spec.job.parallelism', found: '"x"' }))
  })
})

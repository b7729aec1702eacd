import { describe, expect, test } from 'vitest'
import { environment } from '../../../../core/fixtures/environment.ts'
import { t0 } from '../../../../core/fixtures/flink-deployment-resource.ts'
import { aSession, aSessionJob } from '../../../../core/fixtures/a-session-job.ts'
import { known, unknown } from '@flink-operator/core/fact'
import { flinkSessionJobKind as kind } from '@flink-operator/core/kind/flink-session-job'
import { observeOnce } from './observe-memo.ts'

const session = aSession()
const ofJob = (parallelism: number) => {
  const { meta, spec, status } = aSessionJob({ job: { parallelism } })
  return { resource: { meta, spec, status }, desired: kind.validate({ meta, spec, status }, environment(t0)) }
}

describe('what is remembered of a session job and its cluster is what `observe` makes', () => {
  const observe = observeOnce()
  const [one, two] = [ofJob(1), ofJob(2)]
  test.each([
    ['the first time', one, known(session, t0), environment(t0)],
    ['the same objects again, later', one, known(session, t0 + 5_000), environment(t0 + 5_000)],
    ['another job', two, known(session, t0), environment(t0)],
    ['its cluster edited', one, known(aSession({ noHa: true }), t0), environment(t0)],
    ['its cluster not seen', one, unknown('Unreachable', 'not seen', t0), environment(t0)],
    ['another configuration', one, known(session, t0), environment(t0, { 'kubernetes.operator.savepoint.history.max.count': '3' })],
    ['the first one again', one, known(session, t0), environment(t0)],
  ])('%s', (_title, { resource, desired }, target, env) => {
    expect(observe(desired, resource, { target }, env)).toEqual(kind.observe(desired, resource, { target }, env))
  })

  test('the same objects are worked out once', () => {
    const env = environment(t0)
    const first = observe(one.desired, one.resource, { target: known(session, t0) }, env)
    const again = observe(one.desired, one.resource, { target: known(session, t0), jobs: known([], t0) }, { ...env, now: t0 + 1 })
    expect(again.work).toBe(first.work)
    expect(again.cluster).toBe(first.cluster)
  })
})

import { expect, test } from 'vitest'
import { goneCluster } from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange } from '../../../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, lookedAndDecided, situationOf, statusAfter } from '../../../../../fixtures/round.ts'

const off = { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' }
const fallbackOff = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }
const cases: readonly (readonly [string, SpecChange, string])[] = [
  ['with HA metadata', { configuration: off }, 'from there'],
  ['stateless', { configuration: off, job: { upgradeMode: 'stateless' } }, 'from empty state'],
  ['falling back to last-state is off', { configuration: { ...off, ...fallbackOff } }, 'nothing'],
  ['without high availability', { noHa: true, configuration: off }, 'nothing'],
]

test.each(cases)('V07 recovery is off: what is said of a new restartNonce is what happens: %s', (_title, spec, want) => {
  const status = runningStatus({
    jobManagerDeploymentStatus: 'MISSING',
    job: { state: 'RECONCILING' },
    recorded: { spec, used: 'last-state' },
    record: { askedMode: spec.job?.['upgradeMode'] === 'stateless' ? 'stateless' : 'savepoint' },
  })
  const reported = statusAfter({ spec, status, facts: goneCluster() })
  const claim = /new spec\.restartNonce deploys (?:it|the job) again (from there|from empty state)/u.exec(errorMessageOf(reported) ?? '')
    ?.[1]
  expect(claim ?? 'nothing').toBe(want)
  const restarted = { spec: { ...spec, rest: { restartNonce: 1 } }, metadata: { generation: 2 }, status: reported }
  const situation = situationOf({ ...restarted, facts: goneCluster() })
  const answer = situation._tag === 'UpgradeDue' ? situation.answer.restoreMode : null
  expect(answer === 'last-state' ? 'from there' : answer === 'stateless' ? 'from empty state' : 'nothing').toBe(want)
  expect(lookedAndDecided(restarted, goneCluster()).length).toBeGreaterThan(0)
})

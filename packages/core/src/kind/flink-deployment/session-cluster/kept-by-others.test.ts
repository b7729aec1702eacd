import { expect, test } from 'vitest'
import { keptPlan as plan } from '../../../../fixtures/session-cluster-cases.ts'
import { aConfigMap, flinkConfigMap, haConfigMap, jobId } from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { aSessionJob, type GivenCluster, goneSession, ha, sessionRound } from '../../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import { keptWithoutState } from './kept-by-others.ts'

const ofJob = (change: Parameters<typeof aSessionJob>[1] = {}): FlinkDeploymentFacts => ({
  flinkSessionJobs: known([aSessionJob('a', { jobId, ...change })], t0),
})
const whole = aSessionJob('a', { jobId })
const deleted: FlinkDeploymentFacts = { flinkSessionJobs: known([{ ...whole, meta: { ...whole.meta, deletionTimestamp: t0 } }], t0) }
const mayBeLost = { ...ha, 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' }

test.each<readonly [string, GivenCluster, FlinkDeploymentFacts, readonly string[]]>([
  ['its plan alone is kept', {}, { ...ofJob(), configMaps: known([flinkConfigMap(), plan], t0) }, ['app-cluster-config-map']],
  ['its checkpoints are kept as well', {}, { ...ofJob(), configMaps: known([plan, haConfigMap()], t0) }, []],
  ['what its checkpoints are is not usable (H31)', {}, {
    ...ofJob(),
    configMaps: known([plan, { ...haConfigMap(), unusablePointers: ['checkpointID-0000000000000000007'] }], t0),
  }, ['app-cluster-config-map']],
  ['nothing of it is kept', {}, { ...ofJob(), configMaps: known([flinkConfigMap()], t0) }, []],
  ['the plan of another job is kept', {}, {
    ...ofJob(),
    configMaps: known([aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${'b'.repeat(32)}`] })], t0),
  }, []],
  ['it has no state', {}, { ...ofJob({ upgradeMode: 'stateless' }), configMaps: known([plan], t0) }, []],
  ['it has ended', {}, { ...ofJob({ state: 'FINISHED' }), configMaps: known([plan], t0) }, []],
  ['it is being submitted, and goes on from there anyway', {}, { ...ofJob({ submit: 'Empty' }), configMaps: known([plan], t0) }, []],
  ['P06 it is being deleted, and ended by whatever comes up', {}, { ...deleted, configMaps: known([plan], t0) }, []],
  ['P14 what is kept could not be seen', {}, { ...ofJob(), configMaps: unknown('Timeout', 'late', t0) }, []],
  ['no high availability reads it', { configuration: {} }, { ...ofJob(), configMaps: known([plan], t0) }, []],
  ['a person lets it be lost', { configuration: mayBeLost }, { ...ofJob(), configMaps: known([plan], t0) }, []],
])('P01 H23 H31 a session job whose plan a JobManager would run again from its beginning: %s', (_title, given, facts, want) => {
  const round = sessionRound({ configuration: ha, ...given, facts: goneSession(facts) })
  const found = keptWithoutState(round, round.desired.wanted ?? expect.fail('invalid'))
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(want.map(name => `ConfigMap ${name}`))
  for (const { remedy, what } of found) {
    expect(what).toContain(`the plan of job ${jobId} of FlinkSessionJob a`)
    expect(remedy).toContain(`put back ConfigMap app-${jobId}-config-map`)
    expect(remedy).toContain(`kubectl patch configmap app-cluster-config-map -n ns --type merge -p '{"data":{"jobGraph-${jobId}":null}}'`)
    expect(remedy).toContain('kubernetes.operator.session.upgrade.block-on-stateful-jobs: false')
  }
})

import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../core/fixtures/cluster-facts.ts'
import { runningStatus } from '../../../core/fixtures/deployment-status.ts'
import { environment } from '../../../core/fixtures/environment.ts'
import { aResource, name, type SpecChange, t0, uid } from '../../../core/fixtures/flink-deployment-resource.ts'
import { absent, known, type FlinkDeploymentFacts } from '@flink-operator/core/fact'
import { flinkDeploymentKind } from '@flink-operator/core/kind/flink-deployment'
import { decide, reconcileOf } from '@flink-operator/core/round'
import { plannedOf } from '../planned.ts'

const [a, b] = ['a', 'b'].map(it => it.padStart(32, '0')) as [string, string]
const on: SpecChange = { configuration: { 'job.autoscaler.enabled': 'true' } }

/** What plan finds of an edit of a job whose autoscaler is on. */
const found = (spec: SpecChange, autoscalerState: NonNullable<FlinkDeploymentFacts['autoscalerState']>): readonly string[] => {
  const resource = aResource({ spec, status: runningStatus({ recorded: { spec: on } }) })
  const of = { kind: 'FlinkDeployment', name } as const
  const decided = decide(reconcileOf(flinkDeploymentKind, resource, environment(t0)), runningCluster(t0, { autoscalerState }))
  const { findings } = plannedOf({ of, decided }, null, { wanted: {}, deployed: null })
  return findings.map(({ field, message }) => `${field}: ${message}`)
}
const stored = (parallelismOverrides: string, ownerUid: string = uid) =>
  known({
    name: `autoscaler-${name}`,
    uid: 'uid-state',
    resourceVersion: '7',
    deleting: false,
    ownerUids: [ownerUid],
    data: { parallelismOverrides },
  }, t0)

describe('what is stored goes over what an edit says', () => {
  test('it stays in force, whatever parallelism the edit asks for', () => {
    expect(found({ ...on, job: { parallelism: 9 } }, stored(`${a}:4,${b}:8`))).toContain(
      `flinkConfiguration: the parallelism that the autoscaler has decided stays in force, whatever the spec says: ${a}: 4, ${b}: 8`,
    )
  })

  test('but for vertices that are excluded', () => {
    const excluding = { configuration: { ...on.configuration, 'job.autoscaler.vertex.exclude.ids': a } }
    expect(found(excluding, stored(`${a}:4,${b}:8`))).toContainEqual(expect.stringMatching(new RegExp(`spec says: ${b}: 8$`)))
  })

  test('turned off it is cleared', () => {
    expect(found({ configuration: {} }, stored(`${a}:4`))).toContain(
      `flinkConfiguration.job.autoscaler.enabled: what the autoscaler has decided is cleared (${a}: 4): the job gets the parallelism of its spec`,
    )
  })

  test.each([
    ['nothing is stored', absent(t0)],
    ['nothing is decided', stored('')],
    ['it is stored of another resource', stored(`${a}:4`, 'another')],
  ])('nothing is said where %s', (_what, state) => {
    expect(found({ ...on, job: { parallelism: 9 } }, state).filter(it => it.includes('autoscaler has'))).toEqual([])
  })

  test('what can not be read takes nothing away', () => {
    expect(found(on, stored(':'))).toContainEqual(expect.stringContaining('the job keeps the parallelism that it runs with'))
  })
})

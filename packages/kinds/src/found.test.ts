import { describe, expect, test } from 'vitest'
import { aBlueGreen } from '../../core/fixtures/a-blue-green.ts'
import { environment } from '../../core/fixtures/environment.ts'
import { runningStatus } from '../../core/fixtures/deployment-status.ts'
import { aResource } from '../../core/fixtures/flink-deployment-resource.ts'
import { aSessionJob } from '../../core/fixtures/a-session-job.ts'
import { snapshotRound, underWay } from '../../core/fixtures/state-snapshot.ts'
import { flinkDeploymentKind } from '../../core/src/kind/flink-deployment/flink-deployment-kind.ts'
import { flinkStateSnapshotKind } from '../../core/src/kind/flink-state-snapshot/flink-state-snapshot-kind.ts'
import { kinds } from '@flink-operator/kinds'
import type { AnyKind } from '../../core/src/contract/round/kind.ts'
import type { Finding } from '../../core/src/contract/resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../core/src/contract/resource/flink-deployment-spec.ts'
import type { Resource } from '../../core/src/contract/resource/resource.ts'

const refusal: Finding = { severity: 'Error', field: 'spec.image', message: 'not of our registry' }
const advice: Finding = { severity: 'Advice', field: 'spec.image', message: 'a year old' }
const runsOf = ({ spec }: { readonly spec: FlinkDeploymentSpec }) => ({ parallelism: spec.job?.parallelism })
const envWith = (...found: readonly Finding[]) => ({ ...environment(), found })

const anApplication = (): Resource<unknown, unknown> => {
  const read = kinds.FlinkApplication.decode({
    apiVersion: 'flink.k8s.io/v1beta1',
    kind: 'FlinkApplication',
    metadata: { name: 'app', namespace: 'ns', uid: 'u', generation: 1, creationTimestamp: '2023-11-14T22:00:00Z' },
    spec: {},
  })
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  return read.right
}
const snapshot = (status: Parameters<typeof snapshotRound>[0]['status'] = {}) => {
  const { desired: { meta, spec }, observed: { recorded } } = snapshotRound({ status })
  return { meta, spec, status: recorded.status }
}

describe('what validators beside the core find is found of the spec', () => {
  test.each<[string, AnyKind, Resource<unknown, unknown>]>([
    ['a FlinkDeployment', kinds.FlinkDeployment, aResource({})],
    ['a session cluster', kinds.FlinkDeployment, { ...aResource({}), spec: { ...aResource({}).spec, job: null } }],
    ['a FlinkSessionJob', kinds.FlinkSessionJob, aSessionJob()],
    ['a FlinkBlueGreenDeployment', kinds.FlinkBlueGreenDeployment, aBlueGreen()],
    ['a FlinkApplication', kinds.FlinkApplication, anApplication()],
    ['a FlinkStateSnapshot', kinds.FlinkStateSnapshot, snapshot()],
  ])('of %s', (_, kind, resource) => {
    const { findings } = kind.validate(resource, envWith(advice, refusal)) as { readonly findings: readonly Finding[] }
    expect(findings).toEqual(expect.arrayContaining([advice, refusal]))
    expect((kind.validate(resource, environment()) as { readonly findings: readonly Finding[] }).findings).not.toContainEqual(refusal)
  })

  test('P10 an edit that they refuse leaves what runs as it is, and an advice does not hold it up', () => {
    const edited = aResource({ status: runningStatus(), spec: { job: { parallelism: 7 } } })
    const { invalid, wanted } = flinkDeploymentKind.validate(edited, envWith(advice, refusal))
    expect([invalid, wanted === null ? null : runsOf(wanted).parallelism]).toEqual([refusal, 2])
    const advised = flinkDeploymentKind.validate(edited, envWith(advice))
    expect([advised.invalid, advised.wanted === null ? null : runsOf(advised.wanted).parallelism]).toEqual([null, 7])
  })

  test('a snapshot that was asked for is seen to its end', () => {
    const invalid = (status: Parameters<typeof snapshotRound>[0]['status']) =>
      flinkStateSnapshotKind.validate(snapshot(status), envWith(refusal)).invalid
    expect(invalid({})).toEqual(refusal)
    expect(invalid(underWay())).toBeNull()
  })
})

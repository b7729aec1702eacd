import { describe, expect, test } from 'vitest'
import { aDeploy, operationId, runningStatus } from '../../../fixtures/deployment-status.ts'
import { name, namespace, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import type { FlinkDeploymentDesired, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { manifestInput } from './attempt-parts.ts'

const operation = aDeploy({ step: 'Create' })
const round = (desired: (before: FlinkDeploymentDesired) => Partial<FlinkDeploymentDesired> = () => ({})): Round => {
  const it = roundOf({ status: runningStatus({ operation, recorded: { state: 'suspended' }, reconciliation: { state: 'UPGRADING' } }) })
  return { ...it, desired: { ...it.desired, ...desired(it.desired) } }
}

describe('P03 the objects of an attempt are rendered from its record and from the operation', () => {
  test('the recorded spec, the minted ids and the source', () => {
    expect(manifestInput(round().desired, operation)).toMatchObject({
      _tag: 'Right',
      right: {
        namespace,
        clusterId: name,
        flinkVersion: 'v1_20',
        mode: 'native',
        attempt: operationId,
        owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name, uid },
        configuration: { '$internal.pipeline.job-id': 'b'.repeat(32), 'execution.savepoint.path': 's3://b/sp/1' },
      },
    })
  })

  const noRecord = "the record of the attempt can't be read"
  test.each([
    ["B41 the record can't be read", round(() => ({ attempt: null })), operation, noRecord],
    ['no job id was minted', round(), aDeploy({ jobId: null }), noRecord],
    ['neither', round(() => ({ attempt: null })), aDeploy({ jobId: null }), noRecord],
    [
      'a record of another operator names no version of Flink',
      round(({ attempt }) => ({
        attempt: attempt === null ? null
          : { ...attempt, target: { ...attempt.target, spec: { ...attempt.target.spec, flinkVersion: null } } },
      })),
      operation,
      'spec.flinkVersion is not set',
    ],
  ])('%s: nothing is rendered, and why', (_title, it, attempt, want) => {
    expect(manifestInput(it.desired, attempt)).toEqual({ _tag: 'Left', left: want })
  })
})

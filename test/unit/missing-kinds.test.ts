import { expect, test } from 'vitest'
import { flinkDeploymentKind, kinds } from '../../packages/core/src/kinds.ts'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { aResource } from '../../packages/core/fixtures/flink-deployment-resource.ts'

test('K-SESSION-JOB there is no kind of FlinkSessionJob yet', () => {
  expect(Object.keys(kinds)).not.toContain('FlinkSessionJob')
})

test('K-SESSION-CLUSTER a FlinkDeployment without a job is told that session clusters are not managed', () => {
  const resource = aResource({})
  const { invalid } = flinkDeploymentKind.validate({ ...resource, spec: { ...resource.spec, job: null } }, environment())
  expect(invalid).toMatchObject({
    field: 'spec.job',
    message: expect.stringContaining('Session clusters are not managed by this operator version') as string,
  })
})

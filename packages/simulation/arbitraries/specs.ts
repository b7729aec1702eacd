import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import type { FlinkDeploymentSpec } from '@flink-operator/core/resource'

const highAvailability = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }
const directories = {
  'execution.checkpointing.dir': 's3://b/cp',
  'execution.checkpointing.savepoint-dir': 's3://b/sp',
  'execution.checkpointing.interval': '10 s',
}

/** Valid specs of applications as users write them, with and without high availability. */
export const specs = (): fc.Arbitrary<FlinkDeploymentSpec> =>
  fc.record({
    job: fc.record({
      jarURI: fc.constant('local:///opt/flink/job.jar'),
      parallelism: fc.integer({ min: 1, max: 8 }),
      upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state'),
      state: fc.constantFrom('running', 'running', 'running', 'suspended'),
      initialSavepointPath: fc.constantFrom(null, null, 's3://b/init'),
    }),
    image: fc.constantFrom('flink:1.20', 'flink:1.20-next'),
    flinkVersion: fc.constantFrom('v1_19', 'v1_20', 'v2_0'),
    serviceAccount: fc.constant('flink'),
    flinkConfiguration: fc.tuple(
      fc.boolean(),
      fc.constantFrom<Readonly<Record<string, string>>>(
        {},
        { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' },
        { 'kubernetes.operator.job.savepoint-on-deletion': 'true' },
        { 'kubernetes.operator.job.restart.failed': 'true' },
      ),
    ).map(([isHighlyAvailable, more]) => ({ ...directories, ...(isHighlyAvailable ? highAvailability : {}), ...more })),
    jobManager: fc.constant({ resource: { memory: '1g', cpu: 1 } }),
    taskManager: fc.constant({ resource: { memory: '1g', cpu: 1 } }),
  }).map(spec => decodeFlinkDeployment({ metadata: { name: 'app' }, spec })).filter(isRight).map(({ right }) => right.spec)

/** Family effective-config: the Flink configuration that is made of a spec (api-and-config.md, sections 3, 8 and 9). */
import { isDeepStrictEqual } from 'node:util'
import { isLeft, map, type Either } from 'fp-ts/lib/Either.js'
import type { ConfigurationError } from '../../../packages/core/src/flink/configuration/configuration-error.ts'
import {
  deployConfiguration,
  observeConfiguration,
  sessionJobConfiguration,
} from '../../../packages/core/src/flink/configuration/deploy-configuration.ts'
import type { ClusterMeta, EffectiveConfiguration } from '../../../packages/core/src/flink/configuration/effective-configuration.ts'
import { parseMap, printMap } from '../../../packages/core/src/flink/configuration/value-text.ts'
import type { DecodeError } from '../../../packages/core/src/contract/resource/finding.ts'
import { decodeRecordedSpec, type RecordedSpec } from '../../../packages/core/src/codecs.ts'
import type { FlinkDeploymentSpec } from '../../../packages/core/src/contract/resource/flink-deployment-spec.ts'
import { type Difference, differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a vector is JSON that the reference operator accepted
type Raw = Readonly<Record<string, any>>

/** The spec as our codec decodes it; that of a session job is read as the part of a deployment's that it is. */
const specOf = (raw: unknown): Either<DecodeError, FlinkDeploymentSpec> =>
  map(({ spec }: RecordedSpec<FlinkDeploymentSpec>) => spec)(decodeRecordedSpec(JSON.stringify(raw)))

const ours = ({ given }: GoldenVector): Either<ConfigurationError | DecodeError, EffectiveConfiguration> => {
  const { metadata, spec: rawSpec } = given['resource'] as Raw
  const meta: ClusterMeta = { namespace: metadata.namespace, name: metadata.name, generation: metadata.generation ?? null }
  const defaults = { configuration: given['operatorConfig'] as Record<string, string>, logConfiguration: {} }
  const [spec, deployedSpec] = [specOf(rawSpec), specOf(given['lastReconciledSpec'] ?? rawSpec)]
  if (isLeft(spec)) return spec
  if (isLeft(deployedSpec)) return deployedSpec
  switch (given['what']) {
    case 'observe':
      return observeConfiguration(meta, deployedSpec.right, spec.right, defaults)
    case 'session-job': {
      const sessionJob = given['sessionJob'] as Raw
      const jobSpec = specOf(sessionJob['spec'])
      if (isLeft(jobSpec)) return jobSpec
      return sessionJobConfiguration(
        { meta, deployedSpec: deployedSpec.right, currentSpec: spec.right },
        { name: sessionJob['metadata'].name, job: jobSpec.right.job!, flinkConfiguration: jobSpec.right.flinkConfiguration },
        defaults,
      )
    }
    default:
      return deployConfiguration(meta, spec.right, defaults)
  }
}

const jobManagerFile = 'kubernetes.pod-template-file.jobmanager'
const taskManagerFile = 'kubernetes.pod-template-file.taskmanager'
const logDirectory = '$internal.deployment.config-dir'

/** Ours holds objects where the reference operator names files that it generated. */
const files = (vector: GoldenVector, it: EffectiveConfiguration): Record<string, unknown> => ({
  ...(it.jobManagerPodTemplate === null ? {} : { [jobManagerFile]: it.jobManagerPodTemplate }),
  ...(it.taskManagerPodTemplate === null ? {} : { [taskManagerFile]: it.taskManagerPodTemplate }),
  ...(((vector.given['lastReconciledSpec'] ?? (vector.given['resource'] as Raw)['spec']) as Raw)['logConfiguration'] == null ? {}
    : { [logDirectory]: it.logConfiguration }),
})

/** The order of the pairs of a map value is chance in Java. */
const unordered = new Set(['kubernetes.jobmanager.annotations'])

const comparable = (config: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const map = unordered.has(key) ? parseMap(value) : null
      return [key, map === null ? value : printMap(map)]
    }),
  )

const differences = (
  prefix: string,
  want: Readonly<Record<string, unknown>>,
  got: Readonly<Record<string, unknown>>,
): readonly Difference[] =>
  [...new Set([...Object.keys(want), ...Object.keys(got)])].filter(key => !isDeepStrictEqual(want[key], got[key])).map(key =>
    differenceOf(`${prefix}.${key}`, want[key], got[key])
  )

export const effectiveConfig: GoldenFamily = {
  name: 'effective-config',
  run: vector => {
    const result = ours(vector)
    const { expect } = vector
    if (isLeft(result)) return expect['throws'] === undefined ? [differenceOf('throws', null, result.left)] : []
    if (expect['throws'] !== undefined) return [differenceOf('throws', expect['throws'], null)]
    const gotFiles = files(vector, result.right)
    const generated = Object.fromEntries(Object.keys(gotFiles).map(key => [key, '<generated>']))
    return [
      ...differences(
        'config',
        comparable(expect['config'] as Record<string, string>),
        comparable({ ...result.right.configuration, ...generated }),
      ),
      ...differences('files', expect['files'] as Record<string, unknown>, gotFiles),
    ]
  },
}

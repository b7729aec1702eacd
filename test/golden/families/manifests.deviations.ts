import type { GoldenVector } from '../family.ts'
import type { Deviation } from '../deviations.ts'

/**
 * In every vector: taken out of both sides before they are compared (manifests-objects.ts), so that all the rest is still compared.
 * Declared here, but no vector is skipped for it.
 */
const everywhere = (): boolean => false

interface Spec {
  readonly flinkVersion?: string
  readonly flinkConfiguration?: Readonly<Record<string, unknown>>
}

const specOf = ({ given }: GoldenVector): Spec => (given['resource'] as { readonly spec: Spec }).spec

const usesDeprecatedHaKey = (vector: GoldenVector): boolean => {
  const { flinkVersion = '', flinkConfiguration = {} } = specOf(vector)
  return flinkVersion.startsWith('v2_') && Object.hasOwn(flinkConfiguration, 'high-availability')
}

export const manifestsDeviations: readonly Deviation[] = [
  {
    id: 'M-5.4',
    family: 'manifests',
    matches: usesDeprecatedHaKey,
    reason: 'The reference refuses `high-availability` beside other keys of that prefix for Flink 2; ours writes `high-availability.type` (cluster-manifests.md, section 5.4).',
    test: '5.4 deprecated keys are written under their canonical names: `high-availability` beside `high-availability.storageDir` is no overlap',
  },
  {
    id: 'M-D11',
    family: 'manifests',
    matches: everywhere,
    reason: 'The reference leaves the JobManager Deployment at RollingUpdate, so that a change of its template by anybody runs two JobManagers; ours says Recreate.',
    test: 'M-D11 a rolling update never runs two JobManagers',
  },
  {
    id: 'B49',
    family: 'manifests',
    matches: everywhere,
    reason: 'Standalone with HA: the released reference passes `--host`, which Flink 2 does not take; ours sets jobmanager.rpc.address with `-D`, as the reference\'s main branch does.',
    test: 'B49 standalone application, HA',
  },
  {
    id: 'M-15',
    family: 'manifests',
    matches: everywhere,
    reason: 'The reference writes paths of its own disk (`kubernetes.pod-template-file.*`) into the pods\' configuration; ours leaves them out (cluster-manifests.md, section 15).',
    test: '5.1 kubernetes.pod-template-file.jobmanager stays outside',
  },
]

import type { Deviation } from '../deviations.ts'
import type { GoldenVector } from '../family.ts'

interface Given {
  readonly resource: { readonly spec: { readonly flinkConfiguration?: Record<string, string>; readonly job: { readonly upgradeMode?: string } }; readonly status: { readonly jobStatus: { readonly state: string | null }; readonly jobManagerDeploymentStatus: string } }
  readonly observed: { readonly haMetadataAvailable: boolean }
}

const given = (vector: GoldenVector): Given => vector.given as unknown as Given
const runsUnseen = (vector: GoldenVector): boolean =>
  given(vector).resource.status.jobStatus.state === 'RUNNING' && given(vector).resource.status.jobManagerDeploymentStatus !== 'READY'

/** Where ours answers otherwise than the reference operator on purpose. */
export const upgradeModeDeviations: readonly Deviation[] = [
  {
    id: 'B09', family: 'upgrade-mode',
    matches: vector => runsUnseen(vector) && !given(vector).observed.haMetadataAvailable && vector.expect['suspendMode'] === 'LAST_STATE',
    reason: 'The reference takes last-state for a RUNNING job whose JobManager is not READY without a look at HA metadata; there is none, so the cluster would be deleted and could not be restored.',
    test: 'B09 last-state rests on HA metadata that was seen',
  },
  {
    id: 'UM-HA-OFF', family: 'upgrade-mode',
    matches: vector => given(vector).observed.haMetadataAvailable && (given(vector).resource.spec.flinkConfiguration?.['high-availability.type'] ?? 'none').toLowerCase() === 'none',
    reason: 'The edit switches HA off: the new cluster could not read the HA metadata that the reference leaves the state in.',
    test: 'an edit that switches HA off cancels the job instead of leaving its state in HA metadata',
  },
]

import type { Fact } from '../../contract/fact/fact.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/flink-state-snapshot-facts.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { KindAdmission } from '../../contract/round/admission.ts'
import { validateStateSnapshot } from './validate-state-snapshot.ts'
import type { SnapshotDesired } from './state-snapshot-round.ts'

/** Only a live read that found nothing proves that the job's resource does not exist (P14). */
const isGone = (fact: Fact<unknown> | undefined): boolean => fact?._tag === 'Absent' && fact.source === 'live'

const jobIsGone = ({ spec: { jobReference } }: SnapshotDesired, { target, targetSessionJob }: FlinkStateSnapshotFacts): boolean =>
  jobReference?.kind === 'FlinkDeployment' ? isGone(target) : jobReference?.kind === 'FlinkSessionJob' && isGone(targetSessionJob)

/**
 * Validates the snapshot together with its job, as long as no attempt was made (row state-snapshot/job-missing of
 * `classify-state-snapshot.ts`).
 */
export const admission: KindAdmission<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus, SnapshotDesired, FlinkStateSnapshotFacts> = {
  queries: ({ status }, { meta: { namespace }, spec: { jobReference, savepoint } }) => {
    const [kind, name] = [jobReference?.kind ?? null, jobReference?.name ?? '']
    if (status.state !== 'TRIGGER_PENDING' || savepoint?.alreadyExists === true || kind === null || name === '') return []
    return [{ _tag: kind === 'FlinkDeployment' ? 'ReadFlinkDeployment' : 'ReadFlinkSessionJob', namespace, name }]
  },
  judge: ({ status }, desired, facts) => {
    const { meta, spec, findings, invalid } = desired
    return invalid !== null || !jobIsGone(desired, facts) ? findings
      : [...findings, ...validateStateSnapshot({ meta, spec, state: status.state, targetFound: false })]
  },
}

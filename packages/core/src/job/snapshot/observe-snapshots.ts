import type { Env } from '../../env.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { ManualSnapshot } from '../../resource/operator-record.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { isGivenUp } from './snapshot-record.ts'
import type { FlinkDeploymentDesired } from '../desired.ts'
import { recordNonce } from './snapshot-nonce.ts'
import { snapshotOutcome } from './snapshot-outcome.ts'
import { gracePeriodOf, infoOf, manualOf, nonceOf, snapshotKinds, withCompleted, withManual, withoutPending } from './snapshot-track.ts'

/**
 * What became of the snapshots that were asked for (control-flow.md, sections 3.7, 6.4 and 6.5). While an operation of ours is under way
 * they stay as they are: what the operation writes rests on the recorded spec, in which a nonce must not change meanwhile.
 */
export const observeSnapshots = (
  desired: FlinkDeploymentDesired,
  before: FlinkDeploymentStatus,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
  env: Env,
): FlinkDeploymentStatus =>
  status.operation === null ? snapshotKinds.reduce((folded, kind) => observeKind(desired, before, folded, facts, env, kind), status)
    : status

const observeKind = (
  desired: FlinkDeploymentDesired,
  before: FlinkDeploymentStatus,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
  env: Env,
  kind: SnapshotKind,
): FlinkDeploymentStatus => {
  const { deployed } = desired
  if (deployed._tag !== 'Deployed') return status
  const { options } = deployed.running
  const outcome = snapshotOutcome({ kind, before, status, facts, options, now: env.now })
  const asked = askedFor(desired, status, kind)
  const done = (
    it: FlinkDeploymentStatus,
  ): FlinkDeploymentStatus => (asked === null ? it
    : withManual(recordNonce(it, kind, asked.nonce, desired.generation, env.now), kind, null))
  switch (outcome._tag) {
    case 'Completed':
      return done(withCompleted(status, kind, outcome.location, asked?.nonce ?? null))
    case 'Abandoned':
      return done(withoutPending(status, kind))
    case 'Failed': {
      const isOver = asked !== null && isGivenUp(asked.askedAt, gracePeriodOf(options, kind), env.now)
      const cleared = withoutPending(status, kind)
      return asked === null ? cleared
        : isOver ? done(cleared) : withManual(cleared, kind, { ...asked, retryAt: env.now + env.options.observerProgressCheckInterval })
    }
    case 'NotPending':
    case 'Waiting':
    case 'Ask':
    case 'Unsent':
      return status
  }
}

/**
 * The request by nonce that the pending snapshot answers; null for a periodic one. Where the reference operator triggered it the nonce is
 * that of the spec.
 */
const askedFor = ({ wanted }: FlinkDeploymentDesired, status: FlinkDeploymentStatus, kind: SnapshotKind): ManualSnapshot | null => {
  const { triggerType, triggerTimestamp } = infoOf(status, kind)
  if (triggerType !== 'MANUAL') return null
  const nonce: Nonce | null = wanted === null ? null : nonceOf(wanted.job, kind)
  return manualOf(status, kind) ?? (nonce === null ? null : { nonce, askedAt: triggerTimestamp ?? 0, retryAt: null })
}

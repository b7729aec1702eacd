import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test as plainTest } from 'vitest'
import { fullFacts } from '../../../fixtures/facts-arbitraries.ts'
import { givenRounds } from '../../../fixtures/round-arbitraries.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { decodeRecordedSpec } from '../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { stateOfRunningJob } from '../../contract/resource/last-state.ts'
import { reconcile } from './reconcile-deployment.ts'
import { infoOf, isPending, manualOf, nonceOf, snapshotKinds, withManual } from '../../job/snapshot/snapshot-track.ts'
import { withJob } from '../../contract/round/status-change.ts'

/** One write: the status before the round, and as it is written. */
interface Write {
  readonly before: FlinkDeploymentStatus
  readonly after: FlinkDeploymentStatus
}

/** A transition that a write ends, or begins anew, and what is then to be left of its own fields. */
interface Line {
  readonly transition: string
  readonly isEnded: (write: Write) => boolean
  readonly left: (after: FlinkDeploymentStatus) => unknown
  readonly want: unknown
}

const isStopped = ({ before, after }: Write): boolean =>
  before.operation?.kind === 'Suspend' && after.operation === null
  && after.reconciliationStatus.lastReconciledSpec !== before.reconciliationStatus.lastReconciledSpec

const recordedJob = ({ reconciliationStatus: { lastReconciledSpec } }: FlinkDeploymentStatus) => {
  const read = decodeRecordedSpec(lastReconciledSpec ?? '')
  return read._tag === 'Left' ? null : read.right.spec.job
}

const fieldsOf = <Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]) =>
  Object.fromEntries(names.map(name => [name, whole[name]]))

/** What belongs to one transition, transition by transition (P19). What lives in `status.operation` goes with it. */
const lines: readonly Line[] = [
  {
    transition: 'a deploy, when every object of its attempt is there: all that was known of the job before',
    isEnded: ({ before, after }) =>
      before.operation?.kind === 'Deploy' && after.operation === null && after.operatorRecord.deployedAttempt === before.operation.id,
    left: ({ operatorRecord, clusterInfo }) => ({
      ...fieldsOf(operatorRecord, [
        'terminalSince',
        'jobMissedSince',
        'podTroubleSince',
        'retryAt',
        'runningSince',
        'lastState',
        'scalingBlindSince',
        'requestedScaling',
      ]),
      health: clusterInfo['ClusterHealthInfo'],
    }),
    want: {
      terminalSince: null,
      jobMissedSince: null,
      podTroubleSince: null,
      retryAt: null,
      runningSince: null,
      lastState: stateOfRunningJob,
      scalingBlindSince: null,
      requestedScaling: null,
      health: undefined,
    },
  },
  {
    transition: 'a stop, when the job is stopped: the run that is over',
    isEnded: isStopped,
    left: ({ operatorRecord }) => fieldsOf(operatorRecord, ['jobMissedSince', 'runningSince']),
    want: { jobMissedSince: null, runningSince: null },
  },
  {
    transition: 'the wait for the next attempt, and for what scaling needs to see, when an operation begins',
    isEnded: ({ before, after }) => before.operation === null && after.operation !== null,
    left: ({ operatorRecord }) => fieldsOf(operatorRecord, ['retryAt', 'scalingBlindSince']),
    want: { retryAt: null, scalingBlindSince: null },
  },
  ...snapshotKinds.flatMap((kind): readonly Line[] => [
    {
      transition: `a ${kind}, when it is not pending any more`,
      isEnded: ({ before, after }) => isPending(before, kind) && !isPending(after, kind),
      left: after => fieldsOf(infoOf(after, kind), ['triggerId', 'triggerTimestamp', 'triggerType', 'formatType']),
      want: { triggerId: null, triggerTimestamp: null, triggerType: null, formatType: null },
    },
    {
      transition: `the request of a ${kind} by nonce, when that is recorded as done or given up (B77)`,
      isEnded: ({ before, after }) => {
        const [was, is] = [recordedJob(before), recordedJob(after)]
        return manualOf(before, kind) !== null && was !== null && is !== null && nonceOf(was, kind) !== nonceOf(is, kind)
      },
      left: after => manualOf(after, kind),
      want: null,
    },
  ]),
]

const outcomes = fc.constantFrom<NonNullable<FlinkDeploymentFacts['savepointOperation']>>(
  known({ _tag: 'InProgress' }, t0),
  known({ _tag: 'Completed', location: 's3://b/sp/8', checkpointId: 8 }, t0),
  known({ _tag: 'Failed', causes: [], savepointPath: null }, t0),
  absent(t0),
  unknown('Timeout', 'late', t0),
)
const pending = fc.record({
  triggerType: fc.constantFrom('MANUAL', 'PERIODIC'),
  triggerTimestamp: fc.constantFrom(t0 - 1_000, t0 - 70_000, t0 - 900_000),
  askedAt: fc.constantFrom(t0 - 1_000, t0 - 900_000),
  kind: fc.constantFrom(...snapshotKinds),
})

/** Rounds as everywhere, some with a snapshot that is pending. */
const rounds = fc.tuple(givenRounds(fullFacts), fc.option(pending, { nil: null }), outcomes, outcomes).map(
  ([given, asked, savepointOperation, checkpointOperation]): Given => {
    const { status } = given
    const facts = { ...given.facts, savepointOperation, checkpointOperation, resourceRequirements: unknown<never>('Timeout', 'late', t0) }
    if (asked === null || status === undefined) return { ...given, facts }
    const { kind, triggerType, triggerTimestamp, askedAt } = asked
    const trigger = { triggerId: 'a'.repeat(32), triggerTimestamp, triggerType }
    const begun = kind === 'savepoint'
      ? withJob(status, { savepointInfo: { ...status.jobStatus.savepointInfo, ...trigger, formatType: 'CANONICAL' } })
      : withJob(status, { checkpointInfo: { ...status.jobStatus.checkpointInfo, ...trigger, formatType: 'FULL' } })
    const nonce = { savepointTriggerNonce: 3, checkpointTriggerNonce: 3 }
    return {
      ...given,
      facts,
      spec: { ...given.spec, job: { ...given.spec?.job, ...nonce } },
      status: triggerType === 'MANUAL' ? withManual(begun, kind, { nonce: 3, askedAt, retryAt: null }) : begun,
    }
  },
)

const writesOf = (given: Given): readonly Write[] => {
  const { desired, observed, env } = roundOf(given)
  const { recorded: { status: before } } = observed
  return reconcile(desired, observed, env).flatMap(action => (action._tag === 'PersistStatus' ? [{ before, after: action.status }] : []))
}

describe('P19 transition-fields-reset: nothing is left of a transition that has ended, however it ended', () => {
  const ended = new Set<string>()

  test.prop([rounds], { numRuns: 3_000 })('in every write', given => {
    if (given.metadata?.['deletionTimestamp'] !== undefined) return
    for (const write of writesOf(given))
      for (const { transition, isEnded, left, want } of lines)
        if (isEnded(write)) {
          ended.add(transition)
          expect({ transition, left: left(write.after) }).toEqual({ transition, left: want })
        }
  })

  plainTest('every transition of the table was seen to end', () => {
    expect(lines.map(({ transition }) => transition).filter(it => !ended.has(it))).toEqual([])
  })
})

import { heldOf, livingOf } from '../child/child.ts'
import {
  activeChild,
  editOf,
  failureOf,
  isActiveKnown,
  isActiveReady,
  isActiveSuspended,
  isDrifted,
  isOtherAbandoned,
  isPast,
  mostFailures,
  otherChild,
  otherColour,
  runningJob,
  savepointDirectoryOf,
} from '../transition/evidence.ts'
import { isMarkedOurs, notOwned } from '../transition/not-owned.ts'
import { leftSource } from '../transition/next-source.ts'
import { isStateless } from '../transition/transition-source.ts'
import type { BlueGreenRow } from './blue-green-row.ts'

const isOthers = ({ _tag }: { readonly _tag: string }): boolean => _tag === 'Others'

/** One child serves, and no transition is in progress. */
export const activeRows: readonly BlueGreenRow[] = [
  {
    id: 'active-child/other-left-over',
    phases: ['Active'],
    when: 'child o still exists after a transition that failed or was taken back; it never served, or a is known to serve',
    holds: round =>
      heldOf(otherChild(round)) !== null
      || (livingOf(otherChild(round)) !== null && (isActiveKnown(round) || isOtherAbandoned(round))),
    then: 'DeleteLeftOver',
    next: 'ACTIVE_a: deletes o and never uses it again (E-35)',
  },
  {
    id: 'active-child/still-held',
    phases: ['Active'],
    when: 'a is still held (paused since its creation): a late create request made it after a user had deleted the child (P01)',
    holds: round => heldOf(activeChild(round)) !== null,
    then: 'DeleteUnbegun',
    next: 'ACTIVE_a: deletes it, because no job ever ran in it; then continues as without it',
  },
  {
    id: 'active-child/deleted-and-name-conflict',
    phases: ['Active'],
    when: 'a was deleted, and a FlinkDeployment with its name does not belong to this resource',
    holds: round => isOthers(activeChild(round)),
    then: 'ReportOthers',
    next: 'reports it; waits until the name is free',
  },
  {
    id: 'active-child/name-conflict',
    phases: ['Active'],
    when:
      'a is absent or o was once our child, and the FlinkDeployment with the name of o is not owned by this resource: its job may run (A01)',
    holds: round => {
      const other = notOwned(round, otherColour(round))
      return other !== null && (activeChild(round)._tag === 'Absent' || isMarkedOurs(round, other))
    },
    then: 'ReportOthers',
    next: 'reports it; waits until the name is free, or the child has its owner reference again',
  },
  {
    id: 'active-child/being-deleted',
    phases: ['Active'],
    when: 'a is being deleted, but not by this operator',
    holds: round => activeChild(round)._tag === 'There' && livingOf(activeChild(round)) === null,
    then: 'WaitGone',
    next: 'reports it; waits until it is gone',
  },
  {
    id: 'active-child/deleted-and-source-known',
    phases: ['Active'],
    when: 'a was deleted, and its source is known: empty state (stateless), the savepoint of its suspension, or the path that '
      + 'comes with a new savepointRedeployNonce (E-30)',
    holds: round => activeChild(round)._tag === 'Absent' && leftSource(round) !== null,
    then: 'CreateAgain',
    next: 'TRANSITIONING_TO_a: creates it again',
  },
  {
    id: 'active-child/deleted-and-state-unknown',
    phases: ['Active'],
    when: 'a was deleted, and the last state of its job is unknown (E-30)',
    holds: round => activeChild(round)._tag === 'Absent',
    then: 'ReportLost',
    next: 'reports it, with the remediation; a stateful job is never started from empty state',
  },
  {
    id: 'active-child/invalid',
    phases: ['Active'],
    when: 'the spec is not valid',
    holds: ({ desired }) => desired.wanted === null,
    then: 'ReportInvalid',
    next: 'reports it; a continues with the last good spec',
  },
  {
    id: 'active-child/changed-from-outside',
    phases: ['Active'],
    when: 'the spec has no change, but a is not as recorded: it was changed from outside, or a lost request arrived late',
    holds: round => editOf(round) === 'IGNORE' && isDrifted(round),
    then: 'BeginInPlace',
    next: 'TRANSITIONING_TO_a: changes a back to the spec',
  },
  {
    id: 'active-child/no-change',
    phases: ['Active'],
    when: 'the spec has no change that needs action (IGNORE)',
    holds: round => editOf(round) === 'IGNORE',
    then: 'Steady',
    next: 'ACTIVE_a: compares labels, annotations and the ingress, and writes those that differ (E-37)',
  },
  {
    id: 'active-child/given-up',
    phases: ['Active'],
    when: 'the transition to this spec has failed as often as is allowed (E-32)',
    holds: round => (failureOf(round)?.times ?? 0) >= mostFailures,
    then: 'ReportGivenUp',
    next: 'reports it; waits for an edit',
  },
  {
    id: 'active-child/retry-later',
    phases: ['Active'],
    when: 'the transition to this spec failed, and the retry delay has not passed (E-32)',
    holds: round => !isPast(round, failureOf(round)?.retryAt ?? 0),
    then: 'WaitRetry',
    next: 'reports it; retries after the delay',
  },
  {
    id: 'active-child/suspend-or-resume',
    phases: ['Active'],
    when: 'the spec change is SUSPEND or RESUME, or any change while a is suspended',
    holds: round => editOf(round) === 'SUSPEND' || editOf(round) === 'RESUME' || isActiveSuspended(round),
    then: 'BeginInPlace',
    next: 'TRANSITIONING_TO_a: changes a; the FlinkDeployment controller does the rest',
  },
  {
    id: 'active-child/not-ready',
    phases: ['Active'],
    when: 'a is not ready',
    holds: round => !isActiveReady(round),
    then: 'ReportNotReady',
    next: 'FAILING; continues automatically when a is ready',
  },
  {
    id: 'active-child/patch',
    phases: ['Active'],
    when: 'the spec change is PATCH_CHILD',
    holds: round => editOf(round) === 'PATCH_CHILD',
    then: 'BeginInPlace',
    next: 'TRANSITIONING_TO_a: changes a without a restart',
  },
  {
    id: 'active-child/other-being-deleted',
    phases: ['Active'],
    when: 'child o still exists',
    holds: round => otherChild(round)._tag === 'There',
    then: 'WaitGone',
    next: 'waits until it is gone',
  },
  {
    id: 'active-child/other-name-conflict',
    phases: ['Active'],
    when: 'a FlinkDeployment with the name of o does not belong to this resource',
    holds: round => isOthers(otherChild(round)),
    then: 'ReportOthers',
    next: 'reports it; waits until the name is free',
  },
  {
    id: 'active-child/late-create',
    phases: ['Active'],
    when: 'an earlier request to create a child, which was never observed, may still arrive',
    holds: round => !isPast(round, round.observed.status.operatorRecord.createNotBefore ?? 0),
    then: 'WaitQuiet',
    next: 'waits',
  },
  {
    id: 'active-child/switch-without-savepoint',
    phases: ['Active'],
    when: 'the spec change is SAVEPOINT_REDEPLOY, or TRANSITION of a stateless job',
    holds: round => editOf(round) === 'SAVEPOINT_REDEPLOY' || (round.desired.wanted !== null && isStateless(round.desired.wanted)),
    then: 'BeginSwitch',
    next: 'TRANSITIONING_TO_o: creates o from the template',
  },
  {
    id: 'active-child/no-savepoint-directory',
    phases: ['Active'],
    when: 'the spec change is TRANSITION of a stateful job, and no savepoint directory is configured',
    holds: round => round.observed.job._tag === 'Job' && savepointDirectoryOf(round) === null,
    then: 'ReportNoDirectory',
    next: 'reports it; waits for an edit',
  },
  {
    id: 'active-child/job-not-running',
    phases: ['Active'],
    when: 'the spec change is TRANSITION of a stateful job, and Flink does not report the job as RUNNING',
    holds: round => runningJob(round) === null,
    then: 'WaitJob',
    next: 'waits',
  },
  {
    id: 'active-child/savepoint',
    phases: ['Active'],
    when: 'the spec change is TRANSITION of a stateful job',
    holds: () => true,
    then: 'BeginSavepoint',
    next: 'SAVEPOINTING_a: records a trigger id with the target and the uid of a, then requests a savepoint with it (E-38)',
  },
]

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
import type { BlueGreenRow } from './row.ts'

const isOthers = ({ _tag }: { readonly _tag: string }): boolean => _tag === 'Others'

/** A child serves, and nothing is under way. */
export const activeRows: readonly BlueGreenRow[] = [
  {
    row: 'G24',
    phases: ['Active'],
    when:
      'o is there: left over from a transition that was given up or taken back; it never served, or a is the one that is known to serve',
    holds: round =>
      heldOf(otherChild(round)) !== null
      || (livingOf(otherChild(round)) !== null && (isActiveKnown(round) || isOtherAbandoned(round))),
    then: 'DeleteLeftOver',
    next: 'ACTIVE_a: o is deleted; it is never used again (E-35)',
  },
  {
    row: 'G19',
    phases: ['Active'],
    when: 'a was never let go: a request that came late made it, in place of one that was deleted by hand (P01)',
    holds: round => heldOf(activeChild(round)) !== null,
    then: 'DeleteUnbegun',
    next: 'ACTIVE_a: it is deleted, for nothing ever ran in it; then as if it had not come',
  },
  {
    row: 'G20',
    phases: ['Active'],
    when: 'a was deleted by hand, and a FlinkDeployment of its name is not ours',
    holds: round => isOthers(activeChild(round)),
    then: 'TellOthers',
    next: 'told; waits until the name is free',
  },
  {
    row: 'G20a',
    phases: ['Active'],
    when: 'a is not there, or o was a child of ours, and the FlinkDeployment of the name of o is not ours: its job may run (A01)',
    holds: round => {
      const other = notOwned(round, otherColour(round))
      return other !== null && (activeChild(round)._tag === 'Absent' || isMarkedOurs(round, other))
    },
    then: 'TellOthers',
    next: 'told; waits until the name is free, or the child has its owner reference again',
  },
  {
    row: 'G21',
    phases: ['Active'],
    when: 'a is being deleted by somebody',
    holds: round => activeChild(round)._tag === 'There' && livingOf(activeChild(round)) === null,
    then: 'WaitGone',
    next: 'told; waits until it is gone',
  },
  {
    row: 'G22',
    phases: ['Active'],
    when:
      'a was deleted by hand, and what it is to start from is known: nothing (stateless), what it left when it was suspended, or what a '
      + 'new savepointRedeployNonce names (E-30)',
    holds: round => activeChild(round)._tag === 'Absent' && leftSource(round) !== null,
    then: 'CreateAgain',
    next: 'TRANSITIONING_TO_a: it is created again',
  },
  {
    row: 'G23',
    phases: ['Active'],
    when: 'a was deleted by hand, and nobody knows the state that its job left (E-30)',
    holds: round => activeChild(round)._tag === 'Absent',
    then: 'TellLost',
    next: 'told, with what a person can do; stateful is never started from nothing',
  },
  {
    row: 'G25',
    phases: ['Active'],
    when: 'the spec is not valid',
    holds: ({ desired }) => desired.wanted === null,
    then: 'TellInvalid',
    next: 'told; a goes on with the last good spec',
  },
  {
    row: 'G39',
    phases: ['Active'],
    when: 'the edit asks for nothing, and a is not as it is recorded: somebody changed it, or a request that was lost came late',
    holds: round => editOf(round) === 'IGNORE' && isDrifted(round),
    then: 'BeginInPlace',
    next: 'TRANSITIONING_TO_a: a is as the spec says again',
  },
  {
    row: 'G26',
    phases: ['Active'],
    when: 'the edit asks for nothing (IGNORE)',
    holds: round => editOf(round) === 'IGNORE',
    then: 'Steady',
    next: 'ACTIVE_a: labels, annotations and the ingress are compared, and written where they differ (E-37)',
  },
  {
    row: 'G27',
    phases: ['Active'],
    when: 'this spec could not be reached, again and again (E-32)',
    holds: round => (failureOf(round)?.times ?? 0) >= mostFailures,
    then: 'TellGivenUp',
    next: 'told; waits for an edit',
  },
  {
    row: 'G28',
    phases: ['Active'],
    when: 'this spec could not be reached not long ago (E-32)',
    holds: round => !isPast(round, failureOf(round)?.retryAt ?? 0),
    then: 'WaitRetry',
    next: 'told; tried again',
  },
  {
    row: 'G29',
    phases: ['Active'],
    when: 'SUSPEND, RESUME, or any edit while a is suspended',
    holds: round => editOf(round) === 'SUSPEND' || editOf(round) === 'RESUME' || isActiveSuspended(round),
    then: 'BeginInPlace',
    next: 'TRANSITIONING_TO_a: a is changed, and its own operator does the rest',
  },
  {
    row: 'G30',
    phases: ['Active'],
    when: 'a is not ready',
    holds: round => !isActiveReady(round),
    then: 'TellNotReady',
    next: 'FAILING; goes on by itself when a is ready',
  },
  {
    row: 'G31',
    phases: ['Active'],
    when: 'PATCH_CHILD',
    holds: round => editOf(round) === 'PATCH_CHILD',
    then: 'BeginInPlace',
    next: 'TRANSITIONING_TO_a: a is changed, without a restart',
  },
  {
    row: 'G32',
    phases: ['Active'],
    when: 'o is still there',
    holds: round => otherChild(round)._tag === 'There',
    then: 'WaitGone',
    next: 'waits until it is gone',
  },
  {
    row: 'G33',
    phases: ['Active'],
    when: 'a FlinkDeployment of the name of o is not ours',
    holds: round => isOthers(otherChild(round)),
    then: 'TellOthers',
    next: 'told; waits until the name is free',
  },
  {
    row: 'G34',
    phases: ['Active'],
    when: 'a child that was asked for before, and never seen, may still come',
    holds: round => !isPast(round, round.observed.status.operatorRecord.createNotBefore ?? 0),
    then: 'WaitQuiet',
    next: 'waits',
  },
  {
    row: 'G35',
    phases: ['Active'],
    when: 'SAVEPOINT_REDEPLOY, or TRANSITION of a stateless job',
    holds: round => editOf(round) === 'SAVEPOINT_REDEPLOY' || (round.desired.wanted !== null && isStateless(round.desired.wanted)),
    then: 'BeginSwitch',
    next: 'TRANSITIONING_TO_o: o is created as the template says',
  },
  {
    row: 'G36',
    phases: ['Active'],
    when: 'TRANSITION of a stateful job, and nobody says where savepoints go',
    holds: round => round.observed.job._tag === 'Job' && savepointDirectoryOf(round) === null,
    then: 'TellNoDirectory',
    next: 'told; waits for an edit',
  },
  {
    row: 'G37',
    phases: ['Active'],
    when: 'TRANSITION of a stateful job that Flink does not show RUNNING',
    holds: round => runningJob(round) === null,
    then: 'WaitJob',
    next: 'waits',
  },
  {
    row: 'G38',
    phases: ['Active'],
    when: 'TRANSITION of a stateful job',
    holds: () => true,
    then: 'BeginSavepoint',
    next: 'SAVEPOINTING_a: a savepoint is asked for, by an id that is recorded with the target and the uid of a (E-38)',
  },
]

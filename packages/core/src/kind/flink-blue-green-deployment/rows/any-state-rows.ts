import * as E from 'fp-ts/lib/Either.js'
import { pauseOf } from '../../../round/pause.ts'
import { allSeen } from '../blue-green-queries.ts'
import { isAnyNotOwned } from '../transition/not-owned.ts'
import type { BlueGreenRow } from './row.ts'

const always = ['Initializing', 'Active', 'Savepointing', 'Transitioning'] as const

/** A row that does nothing. */
export const waitToSee: BlueGreenRow = {
  row: 'G5',
  phases: always,
  when: 'a child could not be seen: that is not gone (P14)',
  holds: ({ observed: { children } }) => children.BLUE._tag === 'Unseen' || children.GREEN._tag === 'Unseen',
  then: 'WaitToSee',
  next: 'waits',
}

/** In every phase: these come first. */
export const generalRows: readonly BlueGreenRow[] = [
  {
    row: 'G1',
    phases: always,
    when: 'the resource is deleted',
    holds: ({ desired: { meta } }) => meta.deletionTimestamp !== null,
    then: 'LeaveAlone',
    next: 'nothing: garbage collection deletes the children, and each goes by its own finalizer',
  },
  {
    row: 'G2',
    phases: always,
    when: "something of its status can't be read (F14)",
    holds: ({ desired: { unread } }) => unread.length > 0,
    then: 'TellUnreadable',
    next: 'told; nothing is done',
  },
  {
    row: 'G3',
    phases: always,
    when: 'a person asked the operator to leave it as it is (A8)',
    holds: ({ desired: { meta }, env }) => pauseOf(meta, env.now) !== null,
    then: 'WaitPaused',
    next: 'nothing; the children have annotations of their own',
  },
  {
    row: 'G4',
    phases: always,
    when: 'what the next rows ask was not looked at in this round',
    holds: round => E.isLeft(allSeen(round)),
    then: 'Look',
    next: 'a live look',
  },
  waitToSee,
]

/** No child ever ran. */
export const initializingRows: readonly BlueGreenRow[] = [
  {
    row: 'G10',
    phases: ['Initializing'],
    when: 'the spec is not valid',
    holds: ({ desired }) => desired.wanted === null,
    then: 'TellInvalid',
    next: 'told; waits for an edit',
  },
  {
    row: 'G11',
    phases: ['Initializing'],
    when: 'job.state is suspended',
    holds: ({ desired }) => desired.wanted?.template.spec.job?.state === 'suspended',
    then: 'TellSuspended',
    next: 'jobStatus SUSPENDED; waits for an edit',
  },
  {
    row: 'G12',
    phases: ['Initializing'],
    when: 'a FlinkDeployment of the name of a child is not ours: a child may have lost its owner reference (A01)',
    holds: isAnyNotOwned,
    then: 'TellOthers',
    next: 'told; waits until the name is free',
  },
  {
    row: 'G13',
    phases: ['Initializing'],
    when: 'nothing was deployed yet',
    holds: () => true,
    then: 'BeginFirst',
    next: 'TRANSITIONING_TO_BLUE: the blue child is created as the template says',
  },
]

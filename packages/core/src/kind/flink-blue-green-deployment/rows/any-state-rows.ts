import * as E from 'fp-ts/lib/Either.js'
import { pauseOf } from '../../../contract/round/pause.ts'
import { allSeen } from '../blue-green-queries.ts'
import { isAnyNotOwned } from '../transition/not-owned.ts'
import type { BlueGreenRow } from './blue-green-row.ts'

const always = ['Initializing', 'Active', 'Savepointing', 'Transitioning'] as const

/** The operator only waits. Other tables use this row, too. */
export const waitToSee: BlueGreenRow = {
  id: 'blue-green/child-unobservable',
  phases: always,
  when: 'the query for a child failed, which does not prove that the child is gone (P14)',
  holds: ({ observed: { children } }) => children.BLUE._tag === 'Unseen' || children.GREEN._tag === 'Unseen',
  then: 'WaitToSee',
  next: 'waits',
}

/** Rows of every phase. The operator checks them before the rows of the phase. */
export const generalRows: readonly BlueGreenRow[] = [
  {
    id: 'blue-green/deleting',
    phases: always,
    when: 'the resource has a deletion timestamp',
    holds: ({ desired: { meta } }) => meta.deletionTimestamp !== null,
    then: 'LeaveAlone',
    next: 'nothing: garbage collection deletes the children, and the finalizer of each child stops its job',
  },
  {
    id: 'blue-green/unreadable',
    phases: always,
    when: "a part of its status can't be read (F14)",
    holds: ({ desired: { unread } }) => unread.length > 0,
    then: 'ReportUnreadable',
    next: 'reports it; does nothing else',
  },
  {
    id: 'blue-green/paused',
    phases: always,
    when: 'the user paused the resource (A8)',
    holds: ({ desired: { meta }, env }) => pauseOf(meta, env.now) !== null,
    then: 'WaitPaused',
    next: 'nothing; each child has its own pause annotation',
  },
  {
    id: 'blue-green/to-query',
    phases: always,
    when: 'this round has not yet queried what the next rows need',
    holds: round => E.isLeft(allSeen(round)),
    then: 'Look',
    next: 'a live query',
  },
  waitToSee,
]

/** No child has run yet. */
export const initializingRows: readonly BlueGreenRow[] = [
  {
    id: 'first-child/invalid',
    phases: ['Initializing'],
    when: 'the spec is not valid',
    holds: ({ desired }) => desired.wanted === null,
    then: 'ReportInvalid',
    next: 'reports it; waits for an edit',
  },
  {
    id: 'first-child/suspended',
    phases: ['Initializing'],
    when: 'job.state is suspended',
    holds: ({ desired }) => desired.wanted?.template.spec.job?.state === 'suspended',
    then: 'ReportSuspended',
    next: 'jobStatus SUSPENDED; waits for an edit',
  },
  {
    id: 'first-child/name-conflict',
    phases: ['Initializing'],
    when: 'a FlinkDeployment with the name of a child is not owned by this resource: a child may have lost its owner reference (A01)',
    holds: isAnyNotOwned,
    then: 'ReportOthers',
    next: 'reports it; waits until the name is free',
  },
  {
    id: 'first-child/create',
    phases: ['Initializing'],
    when: 'no child was deployed yet',
    holds: () => true,
    then: 'BeginFirst',
    next: 'TRANSITIONING_TO_BLUE: creates the blue child from the template',
  },
]

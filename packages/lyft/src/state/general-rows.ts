import { person } from '@flink-operator/core/round'
import { deploymentModes as modes } from '../spec/modes.ts'
import { notDeleting, phases, type StateRow } from './state-row.ts'

/** States with an operation in progress in which the operator queries or calls Flink. */
const asking = ['Rescaling', 'Savepointing', 'Cancelling', 'Recovering', 'SubmittingJob', 'RollingBackJob', 'Deleting'] as const

/** The operator checks these before the rows of the state. G1 (status.phase names no state) has no row, because a row needs a state. */
export const generalRows = [
  {
    id: 'flink-application/unreadable',
    from: phases,
    modes,
    when: "a part of the status can't be read",
    does: 'reports it; does nothing else and leaves the status unchanged',
    next: 'Same',
    unblockedBy: person(
      'run the operator version that wrote the unreadable status, or repair the status (kubectl edit --subresource=status)',
    ),
    ids: ['P11', 'P14'],
  },
  {
    id: 'flink-application/deletion-requested',
    reference: '2.9/G2',
    from: notDeleting,
    modes,
    when: 'the resource has a deletion timestamp',
    does: 'records the new state; does nothing else',
    next: 'Deleting',
    ids: ['LD23'],
  },
  {
    id: 'flink-application/paused',
    from: notDeleting,
    modes,
    when: 'the user paused the resource',
    does: 'reports it',
    next: 'Same',
    unblockedBy: person('the user removes the pause annotation, or its time ends'),
    ids: [],
  },
  {
    id: 'flink-application/retry-later',
    reference: '2.9/G3',
    from: notDeleting,
    modes,
    when: 'the retry delay after an error has not passed',
    does: 'waits; does not write the status',
    next: 'Same',
    ids: ['LD01', 'LD02', 'LD25'],
  },
  {
    id: 'flink-application/take-over',
    from: phases,
    modes,
    when: "Lyft's operator wrote the status, or the status and its own record contradict each other",
    does: 'take-over: records what the status means before it does anything else',
    next: 'Same',
    ids: ['P25'],
  },
  {
    id: 'flink-application/rest-service-missing',
    from: asking,
    modes,
    when: 'the REST Service of a cluster that this state works with was deleted',
    does: 'creates it again: until then the operator cannot query the jobs of that cluster',
    next: 'Same',
    ids: ['P06', 'P14'],
  },
] as const satisfies readonly StateRow[]

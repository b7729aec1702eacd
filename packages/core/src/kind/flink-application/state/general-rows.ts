import { deploymentModes as modes } from '../spec/modes.ts'
import { notDeleting, phases } from './phase.ts'
import type { StateRow } from './state-row.ts'

/** States that ask Flink, and in which an attempt is under way. */
const asking = ['Rescaling', 'Savepointing', 'Cancelling', 'Recovering', 'SubmittingJob', 'RollingBackJob', 'Deleting'] as const

/** Before those of the state; G1, a word that is no state, has none to stand in. */
export const generalRows = [
  {
    row: 'G1a',
    from: phases,
    modes,
    when: "something of the status can't be read",
    does: 'told; nothing is done, and it stays as it is',
    next: 'Same',
    ids: ['P11', 'P14'],
  },
  {
    row: 'G2',
    from: notDeleting,
    modes,
    when: 'the resource is deleted',
    does: 'written down; nothing else',
    next: 'Deleting',
    ids: ['LD23'],
  },
  {
    row: 'G2a',
    from: notDeleting,
    modes,
    when: 'a person asked the operator to leave it as it is',
    does: 'told',
    next: 'Same',
    ids: [],
  },
  {
    row: 'G3',
    from: notDeleting,
    modes,
    when: 'an error is tried again later',
    does: 'waits until then; nothing is written',
    next: 'Same',
    ids: ['LD01', 'LD02', 'LD25'],
  },
  {
    row: 'G3a',
    from: phases,
    modes,
    when: "the status is one that Lyft's operator wrote, or what is under way is recorded in two ways",
    does: 'what it means is written down before anything is done (take-over)',
    next: 'Same',
    ids: ['P25'],
  },
  {
    row: 'G6',
    from: asking,
    modes,
    when: 'the Service by which Flink is asked of a cluster that is worked with was taken away',
    does: 'it is created again: nothing is known of the jobs there until then',
    next: 'Same',
    ids: ['P06', 'P14'],
  },
] as const satisfies readonly StateRow[]

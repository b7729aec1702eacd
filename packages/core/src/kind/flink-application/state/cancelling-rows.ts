import type { StateRow } from './state-row.ts'

const cancelling = ['Cancelling'] as const
const dual = ['Dual'] as const

/** The old job ends without a savepoint, as a person asked. */
export const cancellingRows = [
  { row: 'K1', from: cancelling, modes: dual, when: 'no job ever ran, which is proved', does: '–', next: 'SubmittingJob', ids: ['P25'] },
  {
    row: 'K1b',
    from: cancelling,
    modes: dual,
    when: 'the cluster was scaled in place, the old job was not told to stop, and the spec is another one by now',
    does: 'labels and replicas are put back there',
    next: 'Rescaling',
    ids: ['LD17b'],
  },
  {
    row: 'K1a',
    from: cancelling,
    modes: dual,
    when: 'the old job was not told to stop, and the spec is another one by now, or the attempt is at the version that is live',
    does: 'the attempt is forgotten, and begun anew for the spec as it is',
    next: 'Updating',
    ids: ['LD07'],
  },
  {
    row: 'K4',
    from: cancelling,
    modes: dual,
    when: 'the old job has ended, or is not there any more',
    does: 'written down: the new one starts without state, as was asked',
    next: 'SubmittingJob',
    ids: ['LD20', 'LD19'],
  },
  {
    row: 'K2',
    from: cancelling,
    modes: dual,
    when: 'it is given up',
    does: 'the stop stays recorded',
    next: 'RollingBackJob',
    ids: ['LD01', 'LD06'],
  },
  {
    row: 'K3',
    from: cancelling,
    modes: dual,
    when: 'the job could not be seen, or the cancel was refused',
    does: 'the error is kept; tried again',
    next: 'Same',
    ids: ['P14'],
  },
  { row: 'K6', from: cancelling, modes: dual, when: 'the old job is being cancelled', does: 'waits', next: 'Same', ids: ['LD19', 'LD20'] },
  {
    row: 'K5',
    from: cancelling,
    modes: dual,
    when: 'the old job is alive',
    does: 'written down; then cancelled',
    next: 'Same',
    ids: ['LD19', 'P05'],
  },
] as const satisfies readonly StateRow[]

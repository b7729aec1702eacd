import { deploymentModes as modes } from '../spec/modes.ts'
import type { StateRow } from './state-row.ts'

const starting = ['ClusterStarting'] as const
const dual = ['Dual'] as const
const blueGreen = ['BlueGreen'] as const

/** The new cluster comes up; the old job is not touched. */
export const clusterStartingRows = [
  {
    row: 'C0',
    from: starting,
    modes,
    when: 'the spec is another one by now',
    does: 'the attempt is forgotten, and begun anew for that one',
    next: 'Updating',
    ids: ['LD07'],
  },
  {
    row: 'C1',
    from: starting,
    modes,
    when: 'it is given up: by force, or after errors',
    does: 'FAIL; the old job was not touched',
    next: 'DeployFailed',
    ids: ['LD01', 'LD02', 'LD06'],
  },
  {
    row: 'C1a',
    from: starting,
    modes,
    when: 'an object of the cluster was taken away',
    does: 'it is created again',
    next: 'Updating',
    ids: ['LD37'],
  },
  {
    row: 'C3',
    from: starting,
    modes: dual,
    when: 'the cluster is ready, and savepointDisabled',
    does: '–',
    next: 'Cancelling',
    ids: [],
  },
  {
    row: 'C4',
    from: starting,
    modes: blueGreen,
    when: 'the cluster is ready, and savepointDisabled',
    does: 'slot and updatingHash are written',
    next: 'SubmittingJob',
    ids: [],
  },
  {
    row: 'C5',
    from: starting,
    modes,
    when: 'the cluster is ready',
    does: 'BlueGreen: slot and updatingHash are written',
    next: 'Savepointing',
    ids: [],
  },
  {
    row: 'C1b',
    from: starting,
    modes,
    when: 'the cluster did not become ready in time',
    does: 'FAIL; the old job was not touched',
    next: 'DeployFailed',
    ids: ['LD02', 'LD18'],
  },
  { row: 'C2', from: starting, modes, when: 'the cluster is not ready', does: 'waits', next: 'Same', ids: ['P14'] },
] as const satisfies readonly StateRow[]

import { ready } from './ends-of-waits.ts'
import { deploymentModes as modes } from '../spec/modes.ts'
import type { StateRow } from './state-row.ts'

const starting = ['ClusterStarting'] as const
const dual = ['Dual'] as const
const blueGreen = ['BlueGreen'] as const

/** The new cluster starts. The operator does not touch the old job. */
export const clusterStartingRows = [
  {
    id: 'cluster-starting/spec-changed',
    from: starting,
    modes,
    when: 'the spec has changed since the attempt started',
    does: 'drops the attempt and starts a new one for the current spec',
    next: 'Updating',
    ids: ['LD07'],
  },
  {
    id: 'cluster-starting/given-up',
    reference: '2.9/C1',
    from: starting,
    modes,
    when: 'the operator gives up the attempt: forceRollback is set, or errors reached their limit',
    does: 'records the update as failed; the old job was not touched',
    next: 'DeployFailed',
    ids: ['LD01', 'LD02', 'LD06'],
  },
  {
    id: 'cluster-starting/object-missing',
    from: starting,
    modes,
    when: 'an object of the new cluster was deleted',
    does: 'creates it again',
    next: 'Updating',
    ids: ['LD37'],
  },
  {
    id: 'cluster-starting/ready-to-cancel',
    reference: '2.9/C3',
    from: starting,
    modes: dual,
    when: 'the cluster is ready, and savepointDisabled is set',
    does: '–',
    next: 'Cancelling',
    ids: [],
  },
  {
    id: 'cluster-starting/ready-to-submit',
    reference: '2.9/C4',
    from: starting,
    modes: blueGreen,
    when: 'the cluster is ready, and savepointDisabled is set',
    does: 'writes the version slot and updatingHash',
    next: 'SubmittingJob',
    ids: [],
  },
  {
    id: 'cluster-starting/ready',
    reference: '2.9/C5',
    from: starting,
    modes,
    when: 'the cluster is ready',
    does: 'BlueGreen: writes the version slot and updatingHash',
    next: 'Savepointing',
    ids: [],
  },
  {
    id: 'cluster-starting/too-late',
    from: starting,
    modes,
    when: 'the cluster did not become ready in time',
    does: 'records the update as failed; the old job was not touched',
    next: 'DeployFailed',
    ids: ['LD02', 'LD18'],
  },
  {
    id: 'cluster-starting/not-ready',
    reference: '2.9/C2',
    from: starting,
    modes,
    when: 'the cluster is not ready',
    does: 'waits',
    next: 'Same',
    unblockedBy: ready,
    ids: ['P14'],
  },
] as const satisfies readonly StateRow[]

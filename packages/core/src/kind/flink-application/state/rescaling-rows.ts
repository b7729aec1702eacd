import type { StateRow } from './state-row.ts'

const rescaling = ['Rescaling'] as const
const dual = ['Dual'] as const

/** The cluster that is live grows; its job is not touched yet. */
export const rescalingRows = [
  {
    row: 'S0a',
    from: rescaling,
    modes: dual,
    when: 'the spec is another one by now, or the rescale is given up, and labels or replicas are not as before',
    does: 'they are put back, one object at a time',
    next: 'Same',
    ids: ['LD07', 'LD17b'],
  },
  {
    row: 'S0b',
    from: rescaling,
    modes: dual,
    when: 'the spec is another one by now',
    does: 'the attempt is forgotten',
    next: 'Running',
    ids: ['LD07'],
  },
  {
    row: 'S1',
    from: rescaling,
    modes: dual,
    when: 'it is given up, and labels and replicas are as before, or its Deployments are not there',
    does: 'FAIL; the old job was not touched',
    next: 'DeployFailed',
    ids: ['LD17b'],
  },
  {
    row: 'S2a',
    from: rescaling,
    modes: dual,
    when: 'the Deployment of the TaskManagers was taken away',
    does: 'it is created again, for the new parallelism',
    next: 'Same',
    ids: ['LD37'],
  },
  {
    row: 'S2b',
    from: rescaling,
    modes: dual,
    when: 'the Deployment of the JobManager was taken away',
    does: 'FAIL: with it the job is gone',
    next: 'DeployFailed',
    ids: ['P06'],
  },
  {
    row: 'S2',
    from: rescaling,
    modes: dual,
    when: 'the Deployments or the Service of the live hash could not be seen or changed',
    does: 'the error is kept; tried again',
    next: 'Same',
    ids: ['LD27', 'P14'],
  },
  {
    row: 'S3a',
    from: rescaling,
    modes: dual,
    when: 'a label, the replicas or the Service of the new hash is missing',
    does: 'the next one is brought: label of the JobManager, replicas and label of the TaskManagers, Service',
    next: 'Same',
    ids: ['LD17a'],
  },
  {
    row: 'S3',
    from: rescaling,
    modes: dual,
    when: 'the cluster is not ready for the new parallelism',
    does: 'waits',
    next: 'Same',
    ids: [],
  },
  { row: 'S4', from: rescaling, modes: dual, when: 'it is ready, and savepointDisabled', does: '–', next: 'Cancelling', ids: [] },
  { row: 'S5', from: rescaling, modes: dual, when: 'it is ready', does: '–', next: 'Savepointing', ids: [] },
] as const satisfies readonly StateRow[]

import type { FlinkBlueGreenDeploymentSpec } from '../blue-green-resource.ts'
import type { FlinkDeploymentSpec } from '../../../resource/flink-deployment-spec.ts'
import { specDiff, type SpecDiff } from '../../../spec-diff/spec-diff.ts'
import { isBlank } from '../../../validation/rule.ts'

/** What an edit of `template.spec` asks for (session-snapshot-bluegreen.md, section 4.2). */
export type BlueGreenChange = 'SUSPEND' | 'RESUME' | 'SAVEPOINT_REDEPLOY' | 'IGNORE' | 'PATCH_CHILD' | 'TRANSITION'

interface Compared {
  readonly before: FlinkDeploymentSpec
  readonly after: FlinkDeploymentSpec
  readonly diff: SpecDiff
}

interface ChangeRow {
  readonly row: string
  readonly when: string
  readonly holds: (compared: Compared) => boolean
  readonly change: BlueGreenChange
}

const isSuspended = ({ job }: FlinkDeploymentSpec): boolean => job?.state === 'suspended'

/**
 * The table of section 4.2, in its order. An edit of state and image together is a suspension or a resumption: the child itself does the
 * rest. The ingress of the template alone needs no second job (E-51).
 */
export const changeRows: readonly ChangeRow[] = [
  {
    row: '1',
    when: 'job.state becomes suspended',
    holds: ({ before, after }) => !isSuspended(before) && isSuspended(after),
    change: 'SUSPEND',
  },
  {
    row: '2',
    when: 'job.state becomes running',
    holds: ({ before, after }) => isSuspended(before) && !isSuspended(after),
    change: 'RESUME',
  },
  {
    row: '3',
    when: 'a new savepointRedeployNonce, and a path to start from',
    holds: ({ diff, after }) => diff.type === 'SAVEPOINT_REDEPLOY' && !isBlank(after.job?.initialSavepointPath),
    change: 'SAVEPOINT_REDEPLOY',
  },
  { row: '4', when: 'nothing differs', holds: ({ diff }) => diff.changes.length === 0, change: 'IGNORE' },
  {
    row: '5',
    when: 'what differs restarts no job: upgrade mode, nonces, options of the operator and the autoscaler, the ingress of the children',
    holds: ({ diff }) => diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'ingress'),
    change: 'PATCH_CHILD',
  },
  { row: '6', when: 'anything else', holds: () => true, change: 'TRANSITION' },
]

/** Compared by the rules of native mode, whichever mode the children have. */
export const changeBetween = (before: FlinkDeploymentSpec, after: FlinkDeploymentSpec): BlueGreenChange => {
  const compared = { before, after, diff: specDiff(before, after, 'native') }
  return changeRows.find(({ holds }) => holds(compared))?.change ?? 'TRANSITION'
}

/** The same of whole specs; a record without a template is as good as none. */
export const changeOf = (before: FlinkBlueGreenDeploymentSpec | null, after: FlinkBlueGreenDeploymentSpec): BlueGreenChange => {
  const [from, to] = [before?.template?.spec ?? null, after.template?.spec ?? null]
  return from === null || to === null ? 'TRANSITION' : changeBetween(from, to)
}

import type { FlinkBlueGreenDeploymentSpec } from '../blue-green-resource.ts'
import type { FlinkDeploymentSpec } from '../../../contract/resource/flink-deployment-spec.ts'
import { firstMatch, type Row } from '../../../contract/round/row.ts'
import { specDiff, type SpecDiff } from '../../../spec/diff/spec-diff.ts'
import { isBlank } from '../../../spec/validation/rule.ts'

/** The kind of change that an edit of `template.spec` makes (session-snapshot-bluegreen.md, section 4.2). */
export type BlueGreenChange = 'SUSPEND' | 'RESUME' | 'SAVEPOINT_REDEPLOY' | 'IGNORE' | 'PATCH_CHILD' | 'TRANSITION'

interface Compared {
  readonly before: FlinkDeploymentSpec
  readonly after: FlinkDeploymentSpec
  readonly diff: SpecDiff
}

interface ChangeRow extends Row<[Compared], true> {
  readonly change: BlueGreenChange
}

const isSuspended = ({ job }: FlinkDeploymentSpec): boolean => job?.state === 'suspended'

/**
 * The table of section 4.2, in its order. An edit of state and image together is a suspension or a resumption, because the FlinkDeployment
 * controller of the child does the rest. An edit of only the ingress of the template needs no second job (E-51).
 */
export const changeRows: readonly ChangeRow[] = [
  {
    id: 'blue-green-edit/suspend',
    when: 'job.state becomes suspended',
    holds: ({ before, after }) => !isSuspended(before) && isSuspended(after),
    change: 'SUSPEND',
  },
  {
    id: 'blue-green-edit/resume',
    when: 'job.state becomes running',
    holds: ({ before, after }) => isSuspended(before) && !isSuspended(after),
    change: 'RESUME',
  },
  {
    id: 'blue-green-edit/savepoint-redeploy',
    when: 'a new savepointRedeployNonce, and a path to start from',
    holds: ({ diff, after }) => diff.type === 'SAVEPOINT_REDEPLOY' && !isBlank(after.job?.initialSavepointPath),
    change: 'SAVEPOINT_REDEPLOY',
  },
  { id: 'blue-green-edit/nothing', when: 'nothing differs', holds: ({ diff }) => diff.changes.length === 0, change: 'IGNORE' },
  {
    id: 'blue-green-edit/patch-child',
    when: 'the difference restarts no job: upgrade mode, nonces, options of the operator and the autoscaler, the ingress of the children',
    holds: ({ diff }) => diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'ingress'),
    change: 'PATCH_CHILD',
  },
  { id: 'blue-green-edit/transition', when: 'anything else', holds: () => true, change: 'TRANSITION' },
]

/** The specs are compared by the rules of native mode, whichever mode the children have. */
export const changeBetween = (before: FlinkDeploymentSpec, after: FlinkDeploymentSpec): BlueGreenChange => {
  const compared = { before, after, diff: specDiff(before, after, 'native') }
  return firstMatch(changeRows, compared)?.row.change ?? 'TRANSITION'
}

/** The same for whole specs. A record without a template counts as no record. */
export const changeOf = (before: FlinkBlueGreenDeploymentSpec | null, after: FlinkBlueGreenDeploymentSpec): BlueGreenChange => {
  const [from, to] = [before?.template?.spec ?? null, after.template?.spec ?? null]
  return from === null || to === null ? 'TRANSITION' : changeBetween(from, to)
}

import { person } from '../../contract/round/unblocked-by.ts'
import { unrenderable } from '../../manifest/renderable.ts'
import type { RowText } from '../../contract/round/row.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { type Blocked, blocked } from '../../contract/round/waiting-situation.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import type { ClusterOf } from '../cluster-round.ts'

/** The name for users of a spec that a situation will deploy. */
const names = {
  wanted: 'the last valid spec',
  stable: 'the last stable spec',
  running: 'the spec that was deployed',
} as const

/** The spec that a situation will deploy in the end. */
export interface DeployTarget {
  readonly target: ConfiguredCluster
  readonly is: keyof typeof names
}

interface RenderedRound {
  readonly desired: ClusterOf & { readonly wanted: ConfiguredCluster | null; readonly invalid: Finding | null }
}

/** A check before a cluster is stopped or deleted. */
export const notRenderable: readonly RowText[] = [
  { id: 'not-renderable', when: 'the objects of the cluster could not be rendered again afterwards (F12)' },
]

/**
 * The operator stops and deletes nothing for a cluster whose objects it cannot render afterwards (F12). Validation already refuses such an
 * edit. This check is for recorded specs: the target of a rollback, the running spec, and the last valid spec while the edit is invalid.
 * `begun`: null if the situation leads to no deploy.
 */
export const renderFirst = <Situation extends { readonly _tag: string }>(
  { desired: { meta, mode, wanted, invalid } }: RenderedRound,
  situation: Situation,
  begun: DeployTarget | null,
): Situation | Blocked => {
  // validation has rendered this spec
  if (begun === null || (begun.target === wanted && invalid === null)) return situation
  const message = unrenderable(meta, mode, begun.target)
  return message === null ? situation
    : blocked('not-renderable', "an edit of the spec, or of the operator's defaults", person('an edit of the spec'), {
      // with a lost JobManager nothing runs, and the status must not report STABLE (P16)
      owner: situation._tag === 'Lost' ? 'job-manager' : 'upgrade',
      type: 'ReconciliationException',
      reason: 'Error',
      message: `The objects of ${
        names[begun.is]
      } can't be rendered any more, so nothing is stopped or started for it: ${message} Edit the spec, or take back the change of the operator's defaults`,
    })
}

import * as E from 'fp-ts/lib/Either.js'
import type { decodeFlinkDeployment } from '../../../packages/core/src/crd/flink-deployment.ts'
import { type KindName, kindOf } from '@flink-operator/kinds'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { type Difference, differenceOf, type IsDeclared } from '../family.ts'
import type { ScriptedWorld } from '../scripted-world.ts'
import type { ObserveGiven } from './observe.ts'
import { type Comparable, comparableStatus, differences, expectedStatus, nearest, resourceOf } from './scripted.decode.ts'

export interface ObserveExpect {
  readonly status: JsonObject & {
    readonly jobManagerDeploymentStatus: string
    readonly jobStatus: JsonObject
    readonly clusterInfo: JsonObject
  }
  readonly events: readonly { readonly reason: string }[]
  readonly throws?: string
  readonly message?: string | null
}

/** After a DeploymentFailedException the reference operator's controller writes this (control-flow.md, section 2.3). */
const afterFailure = ({ status, throws, message }: ObserveExpect): Comparable =>
  throws === 'DeploymentFailedException'
    ? { ...expectedStatus(status), jobManagerDeploymentStatus: 'ERROR', 'jobStatus.state': 'RECONCILING', error: message }
    : expectedStatus(status)

/**
 * Our statuses, each compared with the reference operator's after its look: the one with the fewest differences that nobody declared. Its
 * events are among ours.
 */
export const compareObserve = (
  given: ObserveGiven,
  expect: ObserveExpect,
  { world, seen }: { readonly world: ScriptedWorld; readonly seen: FlinkDeploymentStatus },
  isDeclared: IsDeclared,
): readonly Difference[] => {
  const throws = expect.throws === 'NullPointerException' ? [differenceOf('throws', expect.throws, null)] : []
  const jobId = given.resource.status.jobStatus.jobId ?? null
  const want = afterFailure(expect)
  const of = (status: FlinkDeploymentStatus): readonly Difference[] => differences(want, comparableStatus(status, jobId))
  const start = kindOf(given.kind as KindName).decode(resourceOf(given)) as ReturnType<typeof decodeFlinkDeployment>
  const written = world.log.flatMap(entry => (entry._tag === 'Status' ? [of(entry.status)] : []))
  const initial = E.isRight(start) ? [of(start.right.status)] : []
  const isSummary = ({ field }: Difference): boolean => field === 'lifecycleState' || field === 'error'
  // what was seen is compared without what is worked out of it in the end
  const candidates = [...written, ...[...initial, of(seen)].map(it => it.filter(difference => !isSummary(difference)))]
  const reasons = world.log.flatMap(entry => (entry._tag === 'Event' ? [entry.reason] : []))
  const events = expect.events.filter(({ reason }) => !reasons.includes(reason)).map(({ reason }) =>
    differenceOf(`event.${reason}`, true, false)
  )
  return [...throws, ...(nearest(candidates, isDeclared) ?? []), ...events]
}

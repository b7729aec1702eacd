import * as E from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '../../../packages/core/src/codec/flink-deployment.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'
import { failed, type GoldenResult, passed, skipped } from '../family.ts'
import type { ScriptedWorld } from '../scripted-world.ts'
import type { ObserveGiven } from './observe.ts'
import { observeToldOtherwise } from './observe.told-otherwise.ts'
import { type Comparable, comparableStatus, type Difference, differences, expectedStatus, resourceOf, wordsOfDifference } from './scripted.decode.ts'

export interface ObserveExpect {
  readonly status: JsonObject & { readonly jobManagerDeploymentStatus: string; readonly jobStatus: JsonObject; readonly clusterInfo: JsonObject }
  readonly events: readonly { readonly reason: string }[]
  readonly throws?: string
  readonly message?: string | null
}

/** After a DeploymentFailedException the reference operator's controller writes this (control-flow.md, section 2.3). */
const afterFailure = ({ status, throws, message }: ObserveExpect): Comparable =>
  throws === 'DeploymentFailedException'
    ? { ...expectedStatus(status), jobManagerDeploymentStatus: 'ERROR', 'jobStatus.state': 'RECONCILING', error: message }
    : expectedStatus(status)

/** One of our statuses has the fields that the reference operator's has after its look; its events are among ours. */
export const compareObserve = (given: ObserveGiven, expect: ObserveExpect, world: ScriptedWorld, seen: FlinkDeploymentStatus): GoldenResult => {
  if (expect.throws === 'NullPointerException') return skipped('D-22')
  const jobId = given.resource.status.jobStatus.jobId ?? null
  const want = afterFailure(expect)
  const of = (status: FlinkDeploymentStatus): readonly Difference[] => differences(want, comparableStatus(status, jobId))
  const start = decodeFlinkDeployment(resourceOf(given))
  const written = world.log.flatMap(entry => (entry._tag === 'Status' ? [of(entry.status)] : []))
  const initial = E.isRight(start) ? [of(start.right.status)] : []
  const isSummary = ({ field }: Difference): boolean => field === 'lifecycleState' || field === 'error'
  // what was seen is compared without what is worked out of it in the end
  const candidates = [...written, ...[...initial, of(seen)].map(it => it.filter(difference => !isSummary(difference)))]
  const rank = (it: readonly Difference[]): number => it.filter(difference => otherwise(difference, given, want) === undefined).length * 100 + it.length
  const best = candidates.toSorted((a, b) => rank(a) - rank(b))[0] ?? []
  const reasons = world.log.flatMap(entry => (entry._tag === 'Event' ? [entry.reason] : []))
  const events = expect.events.filter(({ reason }) => !reasons.includes(reason)).map(({ reason }) => ({ field: 'event', want: reason, got: null }))
  const told = [...best, ...events].map(it => ({ it, otherwise: otherwise(it, given, want) }))
  const unknown = told.filter(it => it.otherwise === undefined)
  if (unknown.length > 0) return failed(unknown.map(({ it }) => wordsOfDifference(it)).join('\n'))
  return told.length === 0 ? passed : skipped([...new Set(told.map(it => it.otherwise?.id))].join(', '))
}

const otherwise = (difference: Difference, given: ObserveGiven, want: Comparable) => observeToldOtherwise.find(({ matches }) => matches(difference, given, want))

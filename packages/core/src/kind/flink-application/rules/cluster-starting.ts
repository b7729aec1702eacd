import { moved, type Rule, waiting, warning } from '../outcome.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf } from '../seen/clusters.ts'
import { isBeside, isOtherWanted, operationOf, targetHash } from '../seen/live.ts'
import { notReady } from '../seen/readiness.ts'
import { begun, failed, withOperation, withoutState, withSlot } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'

const lacks = (round: ApplicationRound): string | null =>
  notReady(round, targetHash(round), operationOf(round)?.definition?.parallelism ?? 0)

const isReady = (round: ApplicationRound): boolean => lacks(round) === null
const isStateless = (round: ApplicationRound): boolean => operationOf(round)?.isStateless === true

const isTakenAway = (round: ApplicationRound): boolean => {
  const cluster = clusterOf(round, targetHash(round))
  return cluster !== null && (cluster.jobManager === null || cluster.taskManager === null)
}

const gaveUp = (round: ApplicationRound): boolean => {
  const why = givenUp(round)
  return why !== null && why !== 'NoProgress'
}

/** The attempt is forgotten, and begun anew for the spec as it is now. */
export const anew: Rule['does'] = round => moved(begun(round, 'Deploy', 'Updating'))

/** The new version has its slot, and is told of, as soon as its cluster is there. */
const withNewSlot = ({ observed: { status } }: ApplicationRound) => {
  const { hash = '', version = '' } = status.operation ?? {}
  return { ...withSlot(status, { hash, colour: version }), updatingHash: hash, updatingVersion: version }
}

const fails: Rule['does'] = round =>
  moved(failed(round, givenUpWords(round)), { events: [warning('ClusterCreationFailed', givenUpWords(round))] })

export const clusterStarting = {
  C0: { holds: isOtherWanted, does: anew },
  C1: { holds: gaveUp, does: fails },
  C1a: { holds: isTakenAway, does: round => moved(round.observed.status) },
  C3: { holds: round => isReady(round) && isStateless(round), does: round => moved(round.observed.status) },
  C4: {
    holds: round => isReady(round) && isStateless(round),
    does: round => moved(isBeside(round) ? withOperation(withNewSlot(round), { source: withoutState }) : withNewSlot(round)),
  },
  C5: { holds: isReady, does: round => moved(round.desired.mode === 'Dual' ? round.observed.status : withNewSlot(round)) },
  C1b: {
    holds: round => givenUp(round) === 'NoProgress',
    does: round => {
      const reason = `the cluster did not become ready in time: ${lacks(round) ?? ''}`
      return moved(failed(round, reason), { events: [warning('ClusterCreationFailed', reason)] })
    },
  },
  C2: { holds: () => true, does: round => waiting(round, lacks(round)) },
} as const satisfies Readonly<Record<string, Rule>>

import { moved, type Rule, waiting, warning } from '../outcome.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf } from '../observe/clusters.ts'
import { isBeside, isOtherWanted, operationOf, targetHash } from '../observe/live.ts'
import { notReady } from '../observe/readiness.ts'
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

/** Drops the attempt and starts a new one for the current spec. */
export const anew: Rule['does'] = round => moved(begun(round, 'Deploy', 'Updating'))

/** Records the slot and hash of the new version, so that the status shows it as soon as its cluster exists. */
const withNewSlot = ({ observed: { status } }: ApplicationRound) => {
  const { hash = '', version = '' } = status.operation ?? {}
  return { ...withSlot(status, { hash, colour: version }), updatingHash: hash, updatingVersion: version }
}

const fails: Rule['does'] = round =>
  moved(failed(round, givenUpWords(round)), { events: [warning('ClusterCreationFailed', givenUpWords(round))] })

export const clusterStarting = {
  'cluster-starting/spec-changed': { holds: isOtherWanted, does: anew },
  'cluster-starting/given-up': { holds: gaveUp, does: fails },
  'cluster-starting/object-missing': { holds: isTakenAway, does: round => moved(round.observed.status) },
  'cluster-starting/ready-to-cancel': { holds: round => isReady(round) && isStateless(round), does: round => moved(round.observed.status) },
  'cluster-starting/ready-to-submit': {
    holds: round => isReady(round) && isStateless(round),
    does: round => moved(isBeside(round) ? withOperation(withNewSlot(round), { source: withoutState }) : withNewSlot(round)),
  },
  'cluster-starting/ready': {
    holds: isReady,
    does: round => moved(round.desired.mode === 'Dual' ? round.observed.status : withNewSlot(round)),
  },
  'cluster-starting/too-late': {
    holds: round => givenUp(round) === 'NoProgress',
    does: round => {
      const reason = `the cluster did not become ready in time: ${lacks(round) ?? ''}`
      return moved(failed(round, reason), { events: [warning('ClusterCreationFailed', reason)] })
    },
  },
  'cluster-starting/not-ready': { holds: () => true, does: round => waiting(round, lacks(round)) },
} as const satisfies Readonly<Record<string, Rule>>

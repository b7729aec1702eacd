import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { restoreByHand } from '../../../../job/report/job-problem.ts'
import type { RowText } from '../../../../contract/round/row.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { orLook } from '../../../../contract/query/ask.ts'
import { haMetadataQuestion, type RestoreAnswer } from '../../../../job/upgrade/restore-source.ts'
import { blocked, needsFacts } from '../../../../contract/round/waiting-situation.ts'
import { unhealthy } from '../health/observe-health.ts'
import type { Round, Situation } from '../application-round.ts'

/** The row that answers for `unhealthy`, in each case. */
const unhealthyRow = {
  toQuery: { id: 'unhealthy/ha-to-query', when: 'facts are missing' },
  notSafe: { id: 'unhealthy/state-not-safe', when: 'the job is not restarted, because its state may not be safe' },
  restart: { id: 'unhealthy/restart', when: 'the job is restarted from its state' },
} as const

export const unhealthyRows: readonly RowText[] = Object.values(unhealthyRow)

/**
 * The rows `unhealthy/…`: the job runs, but its health check fails (control-flow.md, section 4.10/3). Null: it is healthy, or its health
 * is unknown.
 */
export const unhealthyJob = (round: Round, deployed: Deployed): Situation | null => {
  const sick = unhealthy(round, deployed)
  return sick === null ? null : pipe(
    sick.source,
    E.map(source => restartUnhealthy(deployed, sick.text, source)),
    orLook(queries => needsFacts(unhealthyRow.toQuery.id, queries, haMetadataQuestion)),
  )
}

const restartUnhealthy = (deployed: Deployed, text: string, source: RestoreAnswer): Situation => {
  switch (source._tag) {
    case 'Wait':
    case 'Blocked':
      return blocked(
        unhealthyRow.notSafe.id,
        `the state of the unhealthy job to be safe: ${source._tag === 'Wait' ? source.reason : source.error}`,
        source._tag === 'Wait' ? source.unblockedBy : restoreByHand,
      )
    case 'Empty':
    case 'Path':
    case 'LastState':
      return { _tag: 'Unhealthy', row: unhealthyRow.restart.id, text, source, deployed, reason: text }
  }
}

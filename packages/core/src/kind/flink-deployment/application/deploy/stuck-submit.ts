import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { asked, orLook } from '../../../../contract/query/ask.ts'
import { needsFacts } from '../../../../contract/round/waiting-situation.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from '../observe/application-ha-seen.ts'
import type { Situation } from '../application-situation.ts'
import { haMetadataFor } from '../upgrade/upgrade-inputs-of.ts'
import { stateKeptIn } from '../../../../contract/resource/upgrade-mode.ts'

/**
 * The previous operator did not finish its submit (L3). The operator submits the job again from the same source, or leaves it to the user
 * if that source is unknown.
 */
export const submitAgain = (round: Round, { reconciled }: Deployed, row: string): Situation | null => {
  const { status, facts } = round.observed
  const { upgradeMode } = reconciled.job
  return pipe(
    facts,
    asked(haQueries(round)),
    E.map((): Situation | null => {
      const haMetadata = haMetadataFor(round)
      return haMetadata === 'Unknown' || haMetadata === 'Unreadable'
          || (stateKeptIn[upgradeMode] === 'HaMetadata' && haMetadata !== 'Available') ? null
        : {
          _tag: 'StuckSubmit',
          row,
          mode: upgradeMode,
          reason:
            `the previous operator did not finish its submit, and JobManager ${status.jobManagerDeploymentStatus} never started: the job is submitted again`,
        }
    }),
    orLook(queries => needsFacts(row, queries, 'does HA metadata of the job exist?')),
  )
}

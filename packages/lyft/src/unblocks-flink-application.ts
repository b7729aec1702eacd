import { operator, person, type UnblockedBy } from '@flink-operator/core/round'
import type { Situation } from './flink-application-situation.ts'
import { answered } from './state/ends-of-waits.ts'

const nextRound = operator('the next round continues automatically')

/** What ends the wait of a FlinkApplication in this situation. */
export const unblockedBy = (situation: Situation): UnblockedBy => {
  switch (situation._tag) {
    case 'NeedsFacts':
      return answered
    case 'NoMove':
      return person('the user repairs status.phase (kubectl edit --subresource=status)')
    case 'Row':
      return situation.row.unblockedBy ?? nextRound
  }
}

import { recordedStateOf, situationFor } from '../job/record/recorded-state.ts'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import type { DeployedCluster } from '../cluster/deployed-spec.ts'
import { classification } from './session-cluster-classification.ts'
import { renderFirst } from './render-session-first.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/** Which situation is this? The first row of `classification` that fits. */
export const classify = (round: SessionRound): SessionSituation =>
  renderFirst(round, situationFor(classification, round, recordedStateOf<ConfiguredCluster, DeployedCluster>(round)))

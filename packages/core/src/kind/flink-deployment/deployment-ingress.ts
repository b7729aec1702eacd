import { afterDeploy as ingressAfterDeploy, withIngress as keptIngress } from '../../cluster/ingress/keep-ingress.ts'
import type { JobDecision, Round } from './application/application-round.ts'

/** Did this round query live what an ended job left behind? */
export const hasLookedLive = ({ observed: { facts } }: Pick<Round, 'observed'>): boolean =>
  facts.checkpoints !== undefined && facts.services?.source === 'live'

/** In the steady state: keeps the Ingress of the running cluster as its spec asks. */
export const withIngress = (round: Round, decision: JobDecision): JobDecision => keptIngress(round, hasLookedLive(round), decision)

/** At the end of a deploy: deletes an Ingress that the new spec does not ask for. */
export const afterDeploy = (round: Round, decision: JobDecision): JobDecision => ingressAfterDeploy(round, hasLookedLive(round), decision)

import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { kubernetesAnswers, type ClusterSituation, type RecordedCluster } from './cluster-situation.ts'
import { orLook, onceSeen } from '../contract/query/ask.ts'
import { isTerminal } from '../contract/resource/job-status.ts'
import type { Row } from '../contract/round/row.ts'
import { type Blocked, blocked, type NeedsFacts, needsFacts } from '../contract/round/waiting-situation.ts'
import type { SpecDiff } from '../spec/diff/spec-diff.ts'
import type { ClusterRound } from './cluster-round.ts'
import { ingressQuestion, ingressRow, ingressStep, ingressToQuery } from './ingress/ingress-step.ts'
import { isIngressAlone } from './ingress/keep-ingress.ts'
import { clusterQueries } from './observe/cluster-queries.ts'
import { isSubmitUnfinished, isSubmitted } from './observe/incomplete-submit.ts'
import { isLost } from './recovery/lost-cluster.ts'

/** The inputs of the rows. */
export interface ClassifiedRound extends ClusterRound {
  readonly desired: ClusterRound['desired'] & { readonly diff: SpecDiff }
}

/** The types of one owner of a cluster: its round, its record, and the situations that it can be in. */
export interface ClusterTypes {
  readonly round: ClassifiedRound
  readonly recorded: RecordedCluster
  readonly situation: { readonly _tag: string; readonly row: string; readonly reason: string }
}

type Deployed<Cluster extends ClusterTypes> = Cluster['recorded']['deployed']
type Answer<Cluster extends ClusterTypes> = Cluster['situation'] | ClusterSituation<Cluster['recorded']> | Blocked | NeedsFacts | null

interface ClusterRow<Cluster extends ClusterTypes, Evidence> extends Row<[Cluster['round'], Evidence], Answer<Cluster>> {
  readonly holds: (round: Cluster['round'], evidence: Evidence) => Answer<Cluster>
}

/** The hooks in which the owners of a cluster differ. A hook returns null if it has nothing to add. */
export interface ClusterHost<Cluster extends ClusterTypes> {
  /** True if this round queries live anyway. */
  readonly looksLive: (round: Cluster['round']) => boolean
  /** What is recovered while the edit of the ingress waits for a foreign object, or for an answer (V02). */
  readonly recoveredBeside: (round: Cluster['round'], deployed: Deployed<Cluster>, reason: string) => Cluster['situation'] | null
  /**
   * The previous operator did not finish its submit, and nothing ever ran in that cluster: the submit is repeated. `row`: the row that
   * asks.
   */
  readonly submitAgain: (round: Cluster['round'], deployed: Deployed<Cluster>, row: string) => Cluster['situation'] | null
  /** The JobManager is lost. */
  readonly lost: (round: Cluster['round'], deployed: Deployed<Cluster>) => Cluster['situation']
}

/** The rows of a cluster's lifecycle by their ids. Its owner asks them among its own rows, in this order. */
export interface ClusterTable<Cluster extends ClusterTypes> {
  readonly deploying: ClusterRow<Cluster, unknown>
  readonly 'tearing-down': ClusterRow<Cluster, unknown>
  readonly 'submitted-before': ClusterRow<Cluster, unknown>
  readonly 'ingress-edit': ClusterRow<Cluster, Cluster['recorded']>
  readonly 'submit-unfinished': ClusterRow<Cluster, Pick<Cluster['recorded'], 'deployed'>>
  readonly 'jobmanager-lost': ClusterRow<Cluster, Pick<Cluster['recorded'], 'deployed'>>
}

export const clusterTable = <Cluster extends ClusterTypes>(host: ClusterHost<Cluster>): ClusterTable<Cluster> => ({
  deploying: {
    id: 'deploying',
    when: 'the cluster is being deployed',
    holds: ({ observed: { status: { operation } } }) =>
      operation?.kind === 'Deploy' ? {
        _tag: 'Deploying',
        row: 'deploying',
        operation,
        reason: `the cluster is being deployed (${operation.purpose})`,
      } : null,
  },
  'tearing-down': {
    id: 'tearing-down',
    when: 'the cluster is being deleted',
    holds: ({ observed: { status: { operation } } }) =>
      operation?.kind === 'TearDown' ? {
        _tag: 'TearingDown',
        row: 'tearing-down',
        operation,
        reason: `the cluster is being deleted (${operation.purpose})`,
      } : null,
  },
  'submitted-before': {
    id: 'submitted-before',
    when: 'an upgrade was begun, and the previous operator did submit the cluster',
    holds: round => submittedBefore(round, 'submitted-before'),
  },
  'ingress-edit': {
    id: 'ingress-edit',
    when: 'the edit changes only the ingress',
    holds: (round, it) => ingressSituation(host, round, it),
  },
  'submit-unfinished': {
    id: 'submit-unfinished',
    when: 'the previous operator did not finish its submit, and no job ever ran in that cluster',
    holds: (round, { deployed }) => {
      const row = 'submit-unfinished'
      return isTerminal(round.observed.status.jobStatus.state) ? null : pipe(
        isSubmitUnfinished(round),
        E.map(isUnfinished => (isUnfinished ? host.submitAgain(round, deployed, row) : null)),
        orLook(queries => needsFacts(row, queries, 'did the previous operator finish its submit, and did the JobManager ever start?')),
      )
    },
  },
  'jobmanager-lost': {
    id: 'jobmanager-lost',
    when: 'the JobManager is lost',
    holds: (round, { deployed }) => (isLost(round) ? host.lost(round, deployed) : null),
  },
})

/**
 * The reference operator recorded an upgrade as begun. Did it submit the cluster (control-flow.md, section 3.2)? Null: it did not, or this
 * operator began the upgrade.
 */
const submittedBefore = (
  round: ClusterRound,
  row: string,
): Extract<ClusterSituation<RecordedCluster>, { readonly _tag: 'AlreadyUpgraded' }> | Blocked | NeedsFacts | null => {
  const { observed: { status, facts }, desired } = round
  if (status.operatorRecord.attempts !== 0 || status.jobManagerDeploymentStatus !== 'MISSING') return null
  const { deployment, configMaps } = clusterQueries(desired)
  return onceSeen(
    facts,
    [deployment, configMaps],
    queries => needsFacts(row, queries, 'was the cluster submitted before this operator took over?'),
    () =>
      facts.deployment?._tag === 'Unknown' ? blocked(row, 'the Kubernetes API to return the JobManager Deployment', kubernetesAnswers)
        : isSubmitted(round) ? { _tag: 'AlreadyUpgraded', row, reason: 'the cluster was submitted before this operator took over' } as const
        : null,
  )
}

/** An edit that changes only the ingress needs no restart (C-D03). Null: the edit is of another kind, or something else comes first. */
const ingressSituation = <Cluster extends ClusterTypes>(
  host: ClusterHost<Cluster>,
  round: Cluster['round'],
  { wanted, deployed }: Cluster['recorded'],
): Answer<Cluster> => {
  const { desired: { diff }, observed: { status } } = round
  if (!isIngressAlone(diff) || status.operation !== null || status.reconciliationStatus.state !== 'DEPLOYED') return null
  return pipe(
    ingressStep(round, wanted, host.looksLive(round)),
    E.map((step): Answer<Cluster> =>
      // while the Ingress has to wait, a lost or failed cluster is recovered all the same (V02)
      (step._tag === 'Wait' || step._tag === 'InTheWay' ? host.recoveredBeside(round, deployed, step.reason) : null)
        ?? { _tag: 'IngressDue', row: ingressRow[step._tag].id, step, wanted, deployed, reason: step.reason }
    ),
    orLook(queries => needsFacts(ingressToQuery.id, queries, ingressQuestion)),
  )
}

import { cluster, operator, person, type UnblockedBy } from '../round/unblocked-by.ts'
import { outOfTheWay } from '../cluster/told/out-of-the-way.ts'
import type { Obstacle } from '../round/obstacle.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { endIt, letGo } from './stake-words.ts'

const restartByHand = 'a new spec.restartNonce deploys the cluster again'

/** Rows that block, by the words behind the row's own id where those tell. */
export const blockedRows: readonly { readonly row: string; readonly by: UnblockedBy }[] = [
  { row: 'J5', by: person(letGo) },
  { row: 'J6', by: person(letGo) },
  { row: 'J4', by: cluster('Kubernetes and Flink tell which jobs there are') },
  {
    row: 'J8',
    by: cluster(`the session jobs that are named come to the end of what is under way, within seconds. If one does not: ${endIt}`),
  },
  { row: 'K10', by: cluster('the Kubernetes API answers') },
  { row: 'K18a', by: person(`set kubernetes.operator.jm-deployment-recovery.enabled: true, or ${restartByHand}`) },
  { row: 'K18c', by: cluster('the Kubernetes API answers') },
  {
    row: 'K18d',
    by: cluster(
      'the last JobManager pod goes: the kubelet of its node has to confirm it, or the pod is deleted by force once its node is surely down',
    ),
  },
  { row: 'K18e', by: cluster('the Kubernetes API tells which FlinkSessionJobs there are') },
  {
    row: 'K18f',
    by: person(
      `${restartByHand}, empty; then each of its session jobs is told what it goes on from (spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce, or spec.job.upgradeMode: stateless)`,
    ),
  },
  { row: 'K20', by: person('an edit of the spec') },
]

const nextRound = operator('the next round goes on by itself')
const edit = person('an edit of the spec')

/** One line a situation. */
const bySituation: { readonly [Tag in Exclude<SessionSituation['_tag'], 'Blocked'>]: UnblockedBy } = {
  NeedsFacts: cluster('Kubernetes and Flink answer what is asked'),
  Deleting: cluster('its session jobs are deleted and its other jobs are ended; then its cluster goes, and the finalizer'),
  NotYetOurs: nextRound,
  Unmanageable: person(
    "run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status), or delete the resource",
  ),
  InvalidFromTheStart: edit,
  Paused: person("remove the annotation, set it to false, or wait until it is over where it has a date; editing .spec doesn't end a pause"),
  Deploying: operator('the deploy goes on by itself, step by step'),
  TearingDown: operator('the cluster goes, step by step'),
  FirstDeployment: nextRound,
  AlreadyUpgraded: nextRound,
  UpgradeDue: nextRound,
  ScaleDue: nextRound,
  IngressDue: nextRound,
  RollbackDue: nextRound,
  RunsWhatIsWanted: nextRound,
  StuckSubmit: nextRound,
  Lost: nextRound,
  Settled: edit,
}

/** What makes a session cluster in this situation go on. */
export const unblockedBy = (situation: SessionSituation, obstacles: readonly Obstacle[]): UnblockedBy => {
  const ids = situation.row.split(' ')
  return outOfTheWay(obstacles)
    ?? (situation._tag === 'Blocked'
      ? (blockedRows.find(({ row }) => ids.includes(row))?.by ?? cluster(situation.waitingFor))
      : bySituation[situation._tag])
}

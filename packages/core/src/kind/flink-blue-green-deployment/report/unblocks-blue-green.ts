import { cluster, operator, person, type UnblockedBy } from '../../../contract/round/unblocked-by.ts'
import type { Step } from '../rows/blue-green-row.ts'

const nextRound = operator('the next round continues automatically')
const edit = person('an edit of the spec')

/** What unblocks each step. */
const bySteps: { readonly [Name in Step]: UnblockedBy } = {
  LeaveAlone: cluster('garbage collection deletes the children, and the finalizer of each child stops its job'),
  ReportUnreadable: person(
    'run the operator version that wrote the unreadable status, or repair the status (kubectl edit --subresource=status)',
  ),
  WaitPaused: person('the user removes the pause annotation, or its time ends'),
  Look: cluster('Kubernetes and Flink answer the queries'),
  WaitToSee: cluster('Kubernetes answers the queries for both children, and they can be read'),
  ReportInvalid: edit,
  ReportSuspended: person('the user sets spec.template.spec.job.state to running'),
  ReportOthers: person('the user frees the name, or gives this resource another name'),
  BeginFirst: nextRound,
  WaitGone: cluster('the finalizers of the child are removed'),
  CreateAgain: nextRound,
  ReportLost: person('a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed'),
  DeleteLeftOver: nextRound,
  DeleteUnbegun: nextRound,
  Steady: person('an edit of the spec; until then there is nothing to do'),
  ReportGivenUp: edit,
  WaitRetry: operator('the retry delay passes'),
  BeginInPlace: nextRound,
  ReportNotReady: cluster('the child that serves is ready again'),
  WaitQuiet: operator('no earlier request can arrive any more'),
  WaitJob: cluster('Flink reports the job as RUNNING'),
  ReportNoDirectory: person('execution.checkpointing.savepoint-dir in spec.template.spec.flinkConfiguration'),
  BeginSavepoint: nextRound,
  BeginSwitch: nextRound,
  Disown: nextRound,
  TakeBack: nextRound,
  LoseActive: nextRound,
  ReportUnknownSource: person(
    'a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed',
  ),
  Fail: nextRound,
  SavepointDone: nextRound,
  SendAgain: nextRound,
  WaitSavepoint: cluster('Flink completes the savepoint or reports that it failed, within a time limit'),
  Finish: nextRound,
  Retire: nextRound,
  KeepOld: nextRound,
  WaitRetired: cluster('the finalizers of the old child are removed'),
  FinishRevert: nextRound,
  Revert: nextRound,
  DeleteStale: nextRound,
  Retarget: nextRound,
  Apply: nextRound,
  WaitDelay: operator('the deletion delay passes'),
  ReportLate: person('an edit of the spec, if the child does not become ready'),
  WaitReady: cluster('the new child becomes ready, within a time limit: the status of its FlinkDeployment says what it waits for'),
}

export const unblockedBy = (step: Step): UnblockedBy => bySteps[step]

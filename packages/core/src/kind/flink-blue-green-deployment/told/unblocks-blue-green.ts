import { cluster, operator, person, type UnblockedBy } from '../../../round/unblocked-by.ts'
import type { Step } from '../rows/row.ts'

const nextRound = operator('the next round goes on by itself')
const edit = person('an edit of the spec')

/** One line a step. */
const bySteps: { readonly [Name in Step]: UnblockedBy } = {
  LeaveAlone: cluster('garbage collection deletes the children, and each goes by its own finalizer'),
  TellUnreadable: person("run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status)"),
  WaitPaused: person('the pause annotation is taken away, or its time is over'),
  Look: cluster('Kubernetes and Flink answer what is asked'),
  WaitToSee: cluster('Kubernetes tells both children, and they can be read'),
  TellInvalid: edit,
  TellSuspended: person('spec.template.spec.job.state is set to running'),
  TellOthers: person('the name is given free, or this resource gets another one'),
  BeginFirst: nextRound,
  WaitGone: cluster('the finalizers of the child go'),
  CreateAgain: nextRound,
  TellLost: person('a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed'),
  DeleteLeftOver: nextRound,
  DeleteUnbegun: nextRound,
  Steady: person('an edit of the spec: nothing is to be done'),
  TellGivenUp: edit,
  WaitRetry: operator('the time of the next attempt comes'),
  BeginInPlace: nextRound,
  TellNotReady: cluster('the child that serves is ready again'),
  WaitQuiet: operator('what was sent before can arrive no more'),
  WaitJob: cluster('Flink shows the job RUNNING'),
  TellNoDirectory: person('execution.checkpointing.savepoint-dir in spec.template.spec.flinkConfiguration'),
  BeginSavepoint: nextRound,
  BeginSwitch: nextRound,
  Disown: nextRound,
  TakeBack: nextRound,
  LoseActive: nextRound,
  TellUnknownSource: person(
    'a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed',
  ),
  Fail: nextRound,
  SavepointDone: nextRound,
  SendAgain: nextRound,
  WaitSavepoint: cluster('Flink completes the savepoint, or says that it failed; its time is bounded'),
  Finish: nextRound,
  Retire: nextRound,
  KeepOld: nextRound,
  WaitRetired: cluster('the finalizers of the old child go'),
  FinishRevert: nextRound,
  Revert: nextRound,
  DeleteStale: nextRound,
  Retarget: nextRound,
  Apply: nextRound,
  WaitDelay: operator('the deletion delay is over'),
  TellLate: person('an edit of the spec, if the child does not come up by itself'),
  WaitReady: cluster('the new child is ready: its own FlinkDeployment tells what it waits for; its time is bounded'),
}

export const unblockedBy = (step: Step): UnblockedBy => bySteps[step]

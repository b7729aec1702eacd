import { fromJob } from '../world/jobs.ts'
import { sessionJobsOf } from '../world/resources.ts'
import type { Breach, SessionJobResource, World } from '../world/world.ts'
import type { SmallWorld } from './small-world.ts'

/** Options by which a user accepts that jobs lose their state. */
const givenUp = ['kubernetes.operator.session.upgrade.block-on-stateful-jobs', 'kubernetes.operator.session.deletion.block-on-session-jobs']

/**
 * True for a world in which only a job fails, Flink reports how it ended, and no option allows jobs to be lost. Whatever is lost in
 * such a world, the operator lost.
 */
export const nothingFails = ({ faults, faultKinds, configuration = {} }: SmallWorld): boolean =>
  (faults === 0 || faultKinds.every(kind => kind === 'Job')) && givenUp.every(key => configuration[key] !== 'false')

/**
 * P01: a FlinkSessionJob asks the user to restore it by hand although nothing failed and nothing was tampered with. Stateless jobs
 * have nothing to restore, and jobs that are being deleted don't need it.
 */
export const askedForNothing = (world: World): readonly Breach[] => {
  const asked = (sessionJobsOf(world) ?? []).find(it => isAsked(it) && fromJob(world, it.meta.name).ghost.tampered === null)
  return asked === undefined ? []
    : [{ property: 'P01', what: `the user is asked to restore FlinkSessionJob ${asked.meta.name}, though nothing has failed` }]
}

const isAsked = ({ meta, spec, status: { error, operatorRecord: { lastState } } }: SessionJobResource): boolean =>
  meta.deletionTimestamp === null && spec.job?.upgradeMode !== 'stateless'
  && ((lastState._tag === 'Unknown' && lastState.why === 'Contradicted') || /Manual restore required/u.test(error ?? ''))

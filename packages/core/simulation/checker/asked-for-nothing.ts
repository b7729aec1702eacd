import { fromJob } from '../world/jobs.ts'
import { sessionJobsOf } from '../world/resources.ts'
import type { Breach, SessionJobResource, World } from '../world/world.ts'
import type { SmallWorld } from './small-world.ts'

/** Options by which people give up what jobs have. */
const givenUp = ['kubernetes.operator.session.upgrade.block-on-stateful-jobs', 'kubernetes.operator.session.deletion.block-on-session-jobs']

/**
 * Does nothing fail in this world but a job, of which Flink shows how it ended, and does nobody say that jobs may be lost? What is lost
 * there the operator has lost.
 */
export const nothingFails = ({ faults, faultKinds, configuration = {} }: SmallWorld): boolean =>
  (faults === 0 || faultKinds.every(kind => kind === 'Job')) && givenUp.every(key => configuration[key] !== 'false')

/**
 * P01: is a person asked to restore a FlinkSessionJob by hand, where nothing has failed, and nobody has tampered with it? One that is
 * stateless has nothing to restore, and one that is being deleted goes.
 */
export const askedForNothing = (world: World): readonly Breach[] => {
  const asked = (sessionJobsOf(world) ?? []).find(it => isAsked(it) && fromJob(world, it.meta.name).ghost.tampered === null)
  return asked === undefined ? []
    : [{ property: 'P01', what: `a person is asked what FlinkSessionJob ${asked.meta.name} goes on from, though nothing has failed` }]
}

const isAsked = ({ meta, spec, status: { error, operatorRecord: { lastState } } }: SessionJobResource): boolean =>
  meta.deletionTimestamp === null && spec.job?.upgradeMode !== 'stateless'
  && ((lastState._tag === 'Unknown' && lastState.why === 'Contradicted') || /Manual restore required/u.test(error ?? ''))

import type { LastState, PathEvidence, UnknownState } from '../contract/resource/last-state.ts'
import { unionOf } from './collection-type.ts'
import type { ValueType } from './field.ts'
import { objectOf } from './object-type.ts'
import { nonce, oneOf, text } from './scalar-type.ts'

const tag = <A extends string>(name: A) => ({ type: oneOf([name]), required: true, doc: 'Variant.' }) as const
const run = {
  type: text,
  default: undefined,
  doc: 'Start time of the run that ended with it, as in `jobStatus.startTime`; `none` if no run of the attempt was observed.',
} as const
const reasons: readonly UnknownState[] = ['NothingRecorded', 'JobRuns', 'DeployUnderWay', 'Contradicted']
const evidence: readonly PathEvidence[] = ['Stop', 'Checkpoints', 'Source', 'Person', 'Adopted']

/** `status.operatorRecord.lastState`. A value that does not decode counts as Unknown, never as absent. */
export const lastState: ValueType<LastState> = unionOf<LastState>('_tag', {
  NeverStarted: objectOf<LastState & { _tag: 'NeverStarted' }>('NeverStarted', { _tag: tag('NeverStarted') }) as ValueType<LastState>,
  Path: objectOf<LastState & { _tag: 'Path' }>('Path', {
    _tag: tag('Path'),
    path: { type: text, required: true, doc: 'Path of the savepoint or checkpoint.' },
    seen: { type: oneOf(evidence), required: true, doc: 'Evidence for it.' },
    run,
  }) as ValueType<LastState>,
  InHighAvailability: objectOf<LastState & { _tag: 'InHighAvailability' }>('InHighAvailability', {
    _tag: tag('InHighAvailability'),
    jobId: { type: text, required: true, doc: 'The job whose HA metadata it is.' },
  }) as ValueType<LastState>,
  None: objectOf<LastState & { _tag: 'None' }>('None', {
    _tag: tag('None'),
    reason: { type: text, required: true, doc: 'Why no state has to be kept.' },
    run,
  }) as ValueType<LastState>,
  Unknown: objectOf<LastState & { _tag: 'Unknown' }>('Unknown', {
    _tag: tag('Unknown'),
    why: { type: oneOf(reasons), required: true, doc: 'Category of the reason.' },
    reason: { type: text, required: true, doc: 'Why the state is unknown, as a sentence.' },
    toldNonce: { type: nonce, default: null, doc: 'The savepointRedeployNonce of the spec when the operator asked the user to act.' },
  }) as ValueType<LastState>,
})

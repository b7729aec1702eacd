import type { EmitEvent } from '../../../action/emit-event.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../blue-green-resource.ts'
import type { Problem } from '../../../round/decision.ts'
import { event } from '../../../round/event.ts'
import { boundedMessage } from '../../../resource/utf8-length.ts'

type Status = FlinkBlueGreenDeploymentStatus

/** What changed, told once: where the status first says so. The reference operator tells nothing (E-54). */
export const changeEvents = (before: Status, after: Status, reason: string): readonly EmitEvent[] => [
  ...(before.blueGreenState === after.blueGreenState ? []
    : [
      event(
        'Normal',
        'Operator',
        'BlueGreenStateChanged',
        boundedMessage(`${before.blueGreenState === null ? '' : `${before.blueGreenState} → `}${after.blueGreenState ?? ''}: ${reason}`),
      ),
    ]),
  ...(isFailure(before, after)
    ? [event('Warning', 'Operator', 'TransitionFailed', boundedMessage(after.operatorRecord.failed?.reason ?? ''))]
    : []),
]

const isFailure = ({ operatorRecord: { failed: before } }: Status, { operatorRecord: { failed: after } }: Status): boolean =>
  after !== null && (before === null || before.generation !== after.generation || before.times !== after.times)

/** What is wrong, each time that it is something else. A failure of an attempt was told when it failed. */
export const problemEvents = (problem: Problem | null, told: string | null): readonly EmitEvent[] =>
  problem === null || problem.reason === 'TransitionFailed' && told !== null || problem.message === told ? []
    : [event('Warning', 'Operator', problem.reason, boundedMessage(problem.message), null, 'Once')]

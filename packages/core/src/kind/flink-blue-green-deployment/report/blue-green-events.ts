import type { EmitEvent } from '../../../contract/action/emit-event.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../blue-green-resource.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import { event } from '../../../contract/round/event.ts'
import { boundedMessage } from '../../../contract/resource/utf8-length.ts'

type Status = FlinkBlueGreenDeploymentStatus

/**
 * Events for changes of the status. Each is emitted once, in the round that first writes the change. The reference operator emits none
 * (E-54).
 */
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

/** An event for each new problem. A failed attempt already had its event when it failed. */
export const problemEvents = (problem: Problem | null, reported: string | null): readonly EmitEvent[] =>
  problem === null || problem.reason === 'TransitionFailed' && reported !== null || problem.message === reported ? []
    : [event('Warning', 'Operator', problem.reason, boundedMessage(problem.message), null, 'Once')]

import type { EmitEvent } from '../../../action/emit-event.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../../../resource/flink-blue-green-deployment.ts'
import type { Problem } from '../../../round/decision.ts'
import { event } from '../../../round/event.ts'

const cut = (message: string): string => message.slice(0, 1000)

type Status = FlinkBlueGreenDeploymentStatus

/** What changed, told once: where the status first says so. The reference operator tells nothing (E-54). */
export const changeEvents = (before: Status, after: Status, reason: string): readonly EmitEvent[] => [
  ...(before.blueGreenState === after.blueGreenState ? []
    : [
      event(
        'Normal',
        'Operator',
        'BlueGreenStateChanged',
        cut(`${before.blueGreenState === null ? '' : `${before.blueGreenState} → `}${after.blueGreenState ?? ''}: ${reason}`),
      ),
    ]),
  ...(isFailure(before, after) ? [event('Warning', 'Operator', 'TransitionFailed', cut(after.operatorRecord.failed?.reason ?? ''))] : []),
]

const isFailure = ({ operatorRecord: { failed: before } }: Status, { operatorRecord: { failed: after } }: Status): boolean =>
  after !== null && (before === null || before.generation !== after.generation || before.times !== after.times)

/** What is wrong, each time that it is something else. A failure of an attempt was told when it failed. */
export const problemEvents = (problem: Problem | null, told: string | null): readonly EmitEvent[] =>
  problem === null || problem.reason === 'TransitionFailed' && told !== null || problem.message === told ? []
    : [event('Warning', 'Operator', problem.reason, cut(problem.message), null, 'Once')]

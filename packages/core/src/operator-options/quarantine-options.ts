import { boolean, duration } from '../flink-configuration/option-types.ts'
import { startOption } from './operator-option.ts'

const second = 1_000
const minute = 60 * second

/** A resource whose reconcile blocks the operator's process, or takes all of its memory. */
export const quarantineOptions = {
  quarantineEnabled: startOption({
    key: 'quarantine.enabled',
    type: boolean,
    default: true,
    doc:
      'A thread watches the event loop, records the resource whose reconcile blocks it or fills the memory, and ends the process; each process pauses the reconciles of recorded resources. False: none of this.',
  }),
  quarantineLoopLimit: startOption({
    key: 'quarantine.loop-limit',
    type: duration,
    default: 2 * second,
    doc:
      'How much CPU time the event loop may spend on one resource without a break before the resource is recorded. Time in which the process does not run does not count. Less than 500 ms counts as 500 ms. Raise it on a very slow machine.',
  }),
  quarantineFirstPause: startOption({
    key: 'quarantine.first-pause',
    type: duration,
    default: minute,
    doc: 'How long the reconciles of a resource pause after it was recorded once. Each further time doubles the pause.',
  }),
  quarantineLongestPause: startOption({
    key: 'quarantine.longest-pause',
    type: duration,
    default: 60 * minute,
    doc: 'The longest such pause. An hour after the end of its last pause the record of a resource is forgotten.',
  }),
} as const
